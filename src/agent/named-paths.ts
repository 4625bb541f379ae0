/** The most files that a text can name. Further files can only be found by their words. */
const mostNamed = 8;

/** The most different words to look up, because a pasted log has thousands. */
const mostWords = 1_000;

/**
 * If more files than this have the same last two names, these names find none of them. Threat: otherwise the time for many words and many
 * files would be too long.
 */
const mostAlike = 500;

/** The longest word that can be a path. */
const longestWord = 4_096;

/** Matches a path, a file name or a module name (`package.module`) in prose and in stack traces of any system. */
const pathLike = /[\p{L}\p{N}_@.+/\\-]+/gu;

/**
 * Returns the paths of a tree that a text names, in order. A text can name a path in these ways:
 * - The whole path.
 * - An ending that only one path has: `timer.ts`, `clock/timer.ts`.
 * - A path of another machine with such an ending: `/home/octocat/app/src/clock/timer.ts`.
 * - A module name: `clock.timer`.
 * For all ways except the whole path, the file must pass `isReadable`.
 */
export function namedPaths(
	text: string,
	tree: readonly string[],
	isReadable: (path: string) => boolean,
): readonly string[] {
	const words = wordsLikePaths(text);
	const whole = new Set(tree);
	const readable = tree.filter(isReadable);
	const byName = grouped(readable, nameOf);
	const byTwoNames = grouped(readable, lastTwo);
	const byModule = grouped(readable.map(withoutEnding), lastTwo);
	const modules = grouped(readable, withoutEnding);
	const found = new Set<string>();
	for (const word of words) {
		// A word without a dot or a slash is usually not a file name, unless it looks like `Makefile`.
		if (!/[./]/.test(word) && !(/^[A-Z]/.test(word) && whole.has(word))) continue;
		const ending = (word.includes('/') ? byTwoNames : byName).get(lastTwo(word)) ?? [];
		const path = whole.has(word) ? word : (closest(word, ending) ?? moduleLike(word, { byModule, modules }));
		if (path !== undefined) found.add(path);
		if (found.size === mostNamed) break;
	}
	return [...found];
}

function wordsLikePaths(text: string): ReadonlySet<string> {
	const words = new Set<string>();
	for (const [match] of text.matchAll(pathLike)) {
		if (match.length > longestWord || !/[./\\]|^[A-Z]/.test(match)) continue;
		words.add(trimmed(match.replaceAll('\\', '/').replace(/^(\.{0,2}\/)+/, '')));
		if (words.size === mostWords) break;
	}
	return words;
}

/** Removes punctuation at the end of a word, such as a full stop. */
function trimmed(word: string): string {
	let end = word.length;
	while (end > 0 && !/[\p{L}\p{N}_]/u.test(word.charAt(end - 1))) end--;
	return word.slice(0, end);
}

type Groups = ReadonlyMap<string, readonly string[]>;

/** Returns the file for a name such as `a.b.c.D`: the file of its longest beginning that is a module, if there is only one such file. */
function moduleLike(word: string, { byModule, modules }: { byModule: Groups; modules: Groups }): string | undefined {
	if (word.includes('/')) return undefined;
	const names = word.split('.').slice(0, 12);
	for (let length = names.length; length > 1; length--) {
		const name = names.slice(0, length).join('/');
		const candidates = byModule.get(lastTwo(name)) ?? [];
		if (candidates.length === 0) continue;
		const files = modules.get(closest(name, candidates) ?? '') ?? [];
		return files.length === 1 ? files[0] : undefined;
	}
	return undefined;
}

/** Returns the path whose last names agree best with the end of a word. Undefined if several paths agree equally well. */
function closest(word: string, paths: readonly string[]): string | undefined {
	if (paths.length > mostAlike) return undefined;
	let best: string | undefined;
	let most = 0;
	for (const path of paths) {
		const shared = sharedNames(word, path);
		if (shared === most) best = undefined;
		else if (shared > most) best = path;
		most = Math.max(most, shared);
	}
	return best;
}

/** Returns the number of equal names at the end of two paths. */
function sharedNames(a: string, b: string): number {
	let shared = 0;
	for (let back = 1; ; back++) {
		const ofA = a[a.length - back] ?? '/';
		const ofB = b[b.length - back] ?? '/';
		if (ofA !== ofB) return shared;
		if (ofA === '/') shared += 1;
		if (back > a.length || back > b.length) return shared;
	}
}

function grouped(paths: readonly string[], keyOf: (path: string) => string): ReadonlyMap<string, readonly string[]> {
	const groups = new Map<string, string[]>();
	for (const path of paths) {
		const key = keyOf(path);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [path]);
		else group.push(path);
	}
	return groups;
}

function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the last two names of a path, or its only name. */
function lastTwo(path: string): string {
	const last = path.lastIndexOf('/');
	return last < 0 ? path : path.slice(path.lastIndexOf('/', last - 1) + 1);
}

function withoutEnding(path: string): string {
	return path.replace(/\.[^./]+$/, '');
}
