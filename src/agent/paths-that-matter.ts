import { relevance } from './relevance.ts';

/** What says nothing to a reader: what programs wrote, and what is no text. */
const unreadable =
	/(^|\/)(node_modules|vendor|dist|build|out|coverage|__snapshots__)\/|(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$|\.(lock|map|snap|svg|png|jpe?g|gif|ico|webp|pdf|zip|gz|tgz|jar|woff2?|ttf|eot|mp[34]|wasm|so|dll|exe|bin|pyc|class)$|\.min\.(js|css)$/i;

/** Files that are looked into. */
const mostPaths = 16;

/** Files that the words can name: the rest is found by keywords. */
const mostNamed = 8;

/** A path, and whether the words name it. */
export interface PathThatMatters {
	readonly path: string;
	readonly named: boolean;
}

/**
 * The paths of a tree that a text is most likely about: those that it names, whole or by a file name that is there once, in the order in
 * which it names them; then those that hold most keywords. Pure: no file is looked into.
 */
export function pathsThatMatter(
	tree: readonly string[],
	about: { readonly text: string; readonly keywords: readonly string[] },
): readonly PathThatMatters[] {
	const named = namedIn(about.text, tree);
	const isNamed = new Set(named);
	const scored = tree
		.filter((path) => !unreadable.test(path) && !isNamed.has(path))
		.map((path) => ({ path, score: relevance(about.keywords, path) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || Number(a.path > b.path) - Number(a.path < b.path));
	return [
		...named.map((path) => ({ path, named: true })),
		...scored.slice(0, mostPaths - named.length).map(({ path }) => ({ path, named: false })),
	];
}

function namedIn(text: string, tree: readonly string[]): readonly string[] {
	const paths = new Set(tree);
	const byName = new Map<string, string | undefined>();
	for (const path of tree) {
		const name = path.slice(path.lastIndexOf('/') + 1);
		byName.set(name, byName.has(name) ? undefined : path);
	}
	const named = new Set<string>();
	for (const [word] of text.matchAll(/[\p{L}\p{N}_@.+/-]*[\p{L}\p{N}_]/gu)) {
		const path = word.replace(/^\.?\//, '');
		// A file name without a dot is an ordinary word, too.
		const found = paths.has(path) ? path : path.includes('.') ? byName.get(path) : undefined;
		if (found !== undefined && !(unreadable.test(found) && !paths.has(path))) named.add(found);
		if (named.size === mostNamed) break;
	}
	return [...named];
}
