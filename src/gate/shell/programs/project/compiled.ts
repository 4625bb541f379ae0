import type { Finding, Invocation } from '../../program.ts';
import { credentialsIn } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';

const folder = /^(?:-I|-isystem|-iquote|-idirafter|--include-directory=?|-F)(.*)$/s;
const prelude = /^(?:-include|-imacros|--include=?|--imacros=?)(.*)$/s;

/** Returns the source texts of a compiler: its operands, and the files that it reads before them. */
export function compiled(it: Invocation): readonly Finding[] {
	const sources = [...it.operands, ...valuesOf(prelude, it)];
	// A macro may be the name of a file that the text includes.
	const macros = it.words.flatMap(({ text }, i) => {
		const value = /^-D(.*)$/s.exec(text)?.[1];
		const macro = value === '' ? (it.words[i + 1]?.text ?? '') : (value ?? '');
		return [constant(macro.slice(macro.indexOf('=') + 1).replace(/["'<>\\\s]/g, ''))];
	});
	return [
		{ find: 'compiles', sources, folders: valuesOf(folder, it), stdin: it.stdin },
		...credentialsIn(
			macros.filter(({ text }) => /[./]/.test(text)),
			it.scope,
		),
	];
}

/** As {@link compiled}, for a tool that reads its input if it is given no file. */
export function compiledOrFed(it: Invocation): readonly Finding[] {
	return compiled(it.operands.length > 0 ? it : { ...it, operands: [constant('-')] });
}

/** Returns the values of options, which are in the same word or in the next. */
function valuesOf(option: RegExp, { words }: Invocation): readonly Word[] {
	return words.flatMap((word, i) => {
		const attached = option.exec(word.text)?.[1];
		if (attached === undefined) return [];
		const next = words[i + 1];
		return attached !== '' ? [constant(attached)] : next === undefined ? [] : [next];
	});
}
