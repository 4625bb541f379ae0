/** One part of a path pattern, between slashes: a list of characters, in which `*` and `?` match other characters. */
type NamePattern = readonly Token[];
type Token = { readonly char: string } | 'any' | 'many';

const anyFolders = '**';
type PathPart = NamePattern | typeof anyFolders;

/**
 * Returns a function that tests whether a CODEOWNERS pattern matches a path below the root. The patterns are gitignore globs without `!`
 * and `[]`. For an invalid pattern, it returns the reason. A name matches a file, or a folder with everything below it. `/*` at the end
 * matches only files directly in that folder.
 */
export function ownerPattern(pattern: string): ((path: string) => boolean) | string {
	const problem = problemOf(pattern);
	if (problem !== undefined) return problem;
	const names = pattern.replace(/^\//, '').split('/');
	const isFolder = names.at(-1) === '';
	if (isFolder) names.pop();
	const isAnchored = pattern.startsWith('/') || names.length > 1;
	const patternParts: readonly PathPart[] = [...(isAnchored ? [] : ([anyFolders] as const)), ...names.map(partOf)];
	const isFlat = isAnchored && names.at(-1) === '*';
	return (path) => {
		const parts = path.split('/').map((part) => [...part]);
		if (!isFolder && meets(patternParts, parts, anyFolders, matchesName)) return true;
		return (
			!isFlat && parts.some((_, end) => end > 0 && meets(patternParts, parts.slice(0, end), anyFolders, matchesName))
		);
	};
}

function problemOf(pattern: string): string | undefined {
	if (pattern.startsWith('!')) return 'CODEOWNERS does not support `!`';
	if (/(?<!\\)(?:\\\\)*[[\]]/.test(pattern)) return 'CODEOWNERS does not support `[ ]`';
	if (pattern.startsWith('\\#')) return 'CODEOWNERS does not support `\\#`';
	if (/(?<!\\)(?:\\\\)*\\$/.test(pattern)) return 'it ends in a backslash';
	if (/^\/*$|\/\//.test(pattern)) return 'it names nothing between two slashes';
	return undefined;
}

function partOf(name: string): PathPart {
	if (name === anyFolders) return anyFolders;
	return [...name.matchAll(/\\(.)|(.)/gsu)].map(([, escaped, plain = '']) => {
		if (escaped !== undefined) return { char: escaped };
		return plain === '*' ? 'many' : plain === '?' ? 'any' : { char: plain };
	});
}

function matchesName(part: PathPart, name: readonly string[]): boolean {
	return part !== anyFolders && meets(part, name, 'many', isCharacter);
}

function isCharacter(token: Token, char: string): boolean {
	return token === 'any' || (token !== 'many' && token.char === char);
}

/**
 * Returns whether a pattern matches all items. `star` matches any number of items. After a mismatch, the function goes back only to the
 * last star, so no pattern can make it slow.
 */
function meets<P, T>(
	pattern: readonly P[],
	items: readonly T[],
	star: P,
	isOne: (one: P, item: T) => boolean,
): boolean {
	let [at, index, from, behind] = [0, 0, 0, -1];
	while (index < items.length) {
		const one = pattern[at];
		const item = items[index];
		if (one === star) [behind, from, at] = [at, index, at + 1];
		else if (one !== undefined && item !== undefined && isOne(one, item)) [at, index] = [at + 1, index + 1];
		else if (behind === -1) return false;
		else [at, from, index] = [behind + 1, from + 1, from + 1];
	}
	while (pattern[at] === star) at++;
	return at === pattern.length;
}
