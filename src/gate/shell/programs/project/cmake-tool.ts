import { commandOf } from '../../carried.ts';
import { environmentShown, type Finding, type Invocation } from '../../program.ts';
import { constant, type Word } from '../../word.ts';

/** Programs that do the same as the commands of `cmake -E`. Other commands of `cmake -E` are not known. */
const others: Readonly<Record<string, readonly string[]>> = {
	env: ['env'],
	cat: ['cat'],
	rm: ['rm'],
	remove: ['rm', '-f'],
	remove_directory: ['rm', '-r'],
	rename: ['mv'],
	copy: ['cp'],
	copy_if_different: ['cp'],
	copy_directory: ['cp', '-r'],
	copy_directory_if_different: ['cp', '-r'],
	make_directory: ['mkdir', '-p'],
	touch: ['touch'],
	touch_nocreate: ['touch'],
	create_symlink: ['ln', '-s'],
	create_hardlink: ['ln'],
	compare_files: ['cmp'],
	tar: ['tar'],
	time: ['command'],
};

/** Judges `cmake -E rm x` as `rm x`. */
export function cmakeTool({ words }: Invocation): readonly Finding[] {
	const at = words.findIndex((word) => word.text === '-E');
	const [verb, ...rest] = at < 0 ? [] : words.slice(at + 1);
	if (verb === undefined) return [];
	if (verb.text === 'environment') return [environmentShown];
	if (verb.text === 'chdir') return commandOf(rest.slice(1));
	const program: readonly Word[] = (others[verb.text] ?? []).map(constant);
	return program.length === 0 ? [] : commandOf([...program, ...rest.filter((word) => word.text !== '--')]);
}

/** Variables of CMake that make a build run a program that the project did not choose. */
const loadingVariable =
	/COMPILER|LAUNCHER|TOOLCHAIN|_INCLUDE|LINKER|PROGRAM|COMMAND|MODULE_PATH|EMULATOR|EXECUTABLE|CLANG_TIDY|CPPCHECK|_RULE|FETCHCONTENT|_FLAGS|GENERATOR|PREFIX_PATH|_DIR$/;
const compiler = /^(g?cc|g\+\+|c\+\+|clang(\+\+)?|gfortran|ccache|sccache)(-\d+)?$/;

/** Whether a variable of a build changes none of the programs that the build runs. */
export function isHarmlessVariable(text: string): boolean {
	const [name = '', value = ''] = text.split('=');
	if (!loadingVariable.test(name) || /^(ON|OFF|TRUE|FALSE|YES|NO|0|1)$/.test(value)) return true;
	if (/_COMPILER(_LAUNCHER)?(:\w+)?$/.test(name)) return compiler.test(value);
	return (
		/_FLAGS(_\w+)?(:\w+)?$/.test(name) &&
		text
			.slice(name.length + 1)
			.split(' ')
			.every((flag) => /^-([WOg][\w=+-]*|std=[\w+]+|f(?!plugin|pass)[\w=,-]+|D\w+)$/.test(flag))
	);
}
