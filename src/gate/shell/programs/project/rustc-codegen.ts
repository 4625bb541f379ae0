import { constant, type Word } from '../../word.ts';

const plain =
	'code-model codegen-units collapse-macro-debuginfo control-flow-guard debug-assertions debuginfo default-linker-libraries default-visibility dwarf-version embed-bitcode force-frame-pointers force-unwind-tables inline-threshold instrument-coverage link-dead-code link-self-contained lto no-prepopulate-passes no-redzone no-stack-check no-vectorize-loops no-vectorize-slp opt-level overflow-checks panic prefer-dynamic profile-generate relocation-model relro-level remark rpath save-temps soft-float split-debuginfo strip symbol-mangling-version target-cpu target-feature tune-cpu metadata extra-filename';
const plainNames = new Set(plain.split(' '));

/** `-C opt-level=3`: a choice by a word. A value that is a path, a program or options of one is none. */
export function isHarmlessCodegen({ text, known, pattern }: Word): boolean {
	const [, name = '', value = ''] = /^([\w-]+)(?:=(.*))?$/s.exec(text) ?? [];
	if (!known || pattern) return false;
	if (name === 'profile-generate' || name === 'save-temps') return true;
	return plainNames.has(name.replaceAll('_', '-')) && /^[\w+,.-]*$/.test(value);
}

/**
 * Files and folders that a choice makes the compiler write. Threat: `extra-filename` is put behind the name of the crate as it stands, so
 * that `/../.git/hooks/x` leads anywhere from a folder of that name.
 */
export function madeByCodegen(word: Word): readonly Word[] {
	const [, name = '', value = ''] = /^([\w-]+)=(.+)$/s.exec(word.text) ?? [];
	if (/^extra.filename$/.test(name) && /[/\\]/.test(value)) return [{ ...word, ...constant(`crate${value}`) }];
	return /^(profile.gen|save)/.test(name) ? [word] : [];
}
