import { patternWord, type Word } from './word.ts';

/** Returns the last path component of a pattern's files, as a pattern. If all of them end in `suffix`, removes it. */
export function lastNames(pattern: string, suffix = ''): string | undefined {
	const name = pattern.slice(pattern.lastIndexOf('/') + 1);
	if (name === '') return undefined;
	const short = name === '**' ? '*' : name;
	return suffix === '' || /[*?[\]]/.test(suffix) ? short : (withoutEnd(short, suffix) ?? short);
}

/** Returns the folders of a pattern's files, as a pattern. */
export function foldersOf(pattern: string): string | undefined {
	const at = pattern.lastIndexOf('/');
	if (/[^*]\*\*$|^\*\*$/.test(pattern)) return pattern;
	return at < 0 ? '.' : at === 0 ? '/' : pattern.slice(0, at);
}

/** Removes an ending from a pattern; undefined if the names may end otherwise. */
export function withoutEnd(pattern: string, end: string): string | undefined {
	const rest = pattern.slice(0, -end.length);
	return end !== '' && pattern.endsWith(end) && rest !== '' && !rest.endsWith('\\') ? rest : undefined;
}

/** Returns the pattern after a removal such as `${f%.*}` from each file name; undefined if unknown. */
export function removedFrom(pattern: string, operator: string, affix: string): string | undefined {
	if (operator === '##' && affix === '*/') return lastNames(pattern);
	if (operator === '%' && affix === '/*') return pattern.includes('/') ? foldersOf(pattern) : undefined;
	if (operator === '%' && affix === '.*') return /^(.+?[^/])\.\w+$/.exec(pattern)?.[1];
	if (/[*?[\]]/.test(affix)) return undefined;
	if (operator.startsWith('%')) return withoutEnd(pattern, affix);
	return pattern.startsWith(affix) ? pattern.slice(affix.length) : undefined;
}

/** Returns a list of file names after a change of each name; undefined if a result is unknown. */
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
