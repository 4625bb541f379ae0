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
