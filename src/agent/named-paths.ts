/** Files that a text can name: the rest is found by its words. */
const mostNamed = 8;

/** Different words that are looked up: a log that somebody pasted has thousands. */
const mostWords = 1_000;

/** An end that more files share names none of them. Threat: each of many words would be held against each of many files. */
const mostAlike = 500;

/** No path is longer. */
const longestWord = 4_096;

/** A path, a file name, or a module's name (`package.module`), as they are written in prose and in stack traces of any system. */
const pathLike = /[\p{L}\p{N}_@.+/\\-]+/gu;

/**
 * The paths of a tree that a text names, in its order: whole, by an end that only one path has (`timer.ts`, `clock/timer.ts`), by a path of
 * another machine that ends so (`/home/octocat/app/src/clock/timer.ts`), or by a module's name (`clock.timer`). `isReadable` tells which
 * files may be named by less than their whole path. Pure.
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
		// A name without a dot or a slash is an ordinary word, too, unless it looks like `Makefile`.
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

/** Without the full stop of the sentence. */
function trimmed(word: string): string {
	let end = word.length;
	while (end > 0 && !/[\p{L}\p{N}_]/u.test(word.charAt(end - 1))) end--;
	return word.slice(0, end);
}

type Groups = ReadonlyMap<string, readonly string[]>;

/** The one file of the longest beginning of `a.b.c.D` that is a module's name. */
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

/** The one path that shares most names with the end of a word; undefined where several do. */
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

/** How many names at the end two paths share. */
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

/** The last two names of a path, or its only one. */
function lastTwo(path: string): string {
	const last = path.lastIndexOf('/');
	return last < 0 ? path : path.slice(path.lastIndexOf('/', last - 1) + 1);
}

function withoutEnding(path: string): string {
	return path.replace(/\.[^./]+$/, '');
}
