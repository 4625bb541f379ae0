import { patternWord, type Word } from './word.ts';

/** The last component of each file that a pattern names; `suffix` is cut off where all end in it. */
export function lastNames(pattern: string, suffix = ''): string | undefined {
	const name = pattern.slice(pattern.lastIndexOf('/') + 1);
	if (name === '') return undefined;
	const short = name === '**' ? '*' : name;
	return suffix === '' || /[*?[\]]/.test(suffix) ? short : (withoutEnd(short, suffix) ?? short);
}

/** The folders of the files that a pattern names. */
export function foldersOf(pattern: string): string | undefined {
	const at = pattern.lastIndexOf('/');
	if (/[^*]\*\*$|^\*\*$/.test(pattern)) return pattern;
	return at < 0 ? '.' : at === 0 ? '/' : pattern.slice(0, at);
}

/** A pattern without a text that all its names end in; undefined where they may end otherwise. */
export function withoutEnd(pattern: string, end: string): string | undefined {
	const rest = pattern.slice(0, -end.length);
	return end !== '' && pattern.endsWith(end) && rest !== '' && !rest.endsWith('\\') ? rest : undefined;
}

/**
 * What `${f%.*}` and their like leave of the files that a pattern names: a pattern as well; undefined where that cannot be told.
 */
export function removedFrom(pattern: string, operator: string, affix: string): string | undefined {
	if (operator === '##' && affix === '*/') return lastNames(pattern);
	if (operator === '%' && affix === '/*') return pattern.includes('/') ? foldersOf(pattern) : undefined;
	if (operator === '%' && affix === '.*') return /^(.+?[^/])\.\w+$/.exec(pattern)?.[1];
	if (/[*?[\]]/.test(affix)) return undefined;
	if (operator.startsWith('%')) return withoutEnd(pattern, affix);
	return pattern.startsWith(affix) ? pattern.slice(affix.length) : undefined;
}

/** The words that a list of files becomes by a change of each name; undefined where one of them cannot be told. */
export function changedNames(
	names: readonly Word[] | undefined,
	change: (text: string) => string | undefined,
): readonly Word[] | undefined {
	const changed = names?.map((name) => {
		const text = change(name.text);
		if (text === undefined || text === '' || !name.known) return undefined;
		return { ...name, ...patternWord(text), pattern: name.pattern };
	});
	return changed?.every((word) => word !== undefined) === true ? changed : undefined;
}
