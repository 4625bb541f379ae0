import { constant, type Word } from '../../word.ts';

const plain =
	'code-model codegen-units collapse-macro-debuginfo control-flow-guard debug-assertions debuginfo default-linker-libraries default-visibility dwarf-version embed-bitcode force-frame-pointers force-unwind-tables inline-threshold instrument-coverage link-dead-code link-self-contained lto no-prepopulate-passes no-redzone no-stack-check no-vectorize-loops no-vectorize-slp opt-level overflow-checks panic prefer-dynamic profile-generate relocation-model relro-level remark rpath save-temps soft-float split-debuginfo strip symbol-mangling-version target-cpu target-feature tune-cpu metadata extra-filename';
const plainNames = new Set(plain.split(' '));

/**
 * Whether a value of `-C` only makes a choice by a word, such as `opt-level=3`. A path, a
 * program or options for a program are more than that.
 */
export function isHarmlessCodegen({ text, known, pattern }: Word): boolean {
	const [, name = '', value = ''] = /^([\w-]+)(?:=(.*))?$/s.exec(text) ?? [];
	if (!known || pattern) return false;
	if (name === 'profile-generate' || name === 'save-temps') return true;
	return plainNames.has(name.replaceAll('_', '-')) && /^[\w+,.-]*$/.test(value);
}

/**
 * Returns the files and folders that a value of `-C` makes the compiler write. Threat: rustc appends `extra-filename` unchanged to the name
 * of the crate. So `/../.git/hooks/x` leads anywhere if there is a folder with the name of the crate.
 */
export function madeByCodegen(word: Word): readonly Word[] {
	const [, name = '', value = ''] = /^([\w-]+)=(.+)$/s.exec(word.text) ?? [];
	if (/^extra.filename$/.test(name) && /[/\\]/.test(value)) return [{ ...word, ...constant(`crate${value}`) }];
	return /^(profile.gen|save)/.test(name) ? [word] : [];
}
