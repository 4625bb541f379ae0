import { termCounter } from './count-terms.ts';
import { namedPaths } from './named-paths.ts';
import type { FileQuery } from './rank-files.ts';
import { searchTerms, type ThreadTexts } from './search-terms.ts';

/** What says nothing to a reader: what programs wrote, and what is no text. */
const unreadable =
	/(^|\/)(node_modules|vendor|dist|build|out|coverage|__snapshots__)\/|(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$|\.(lock|map|snap|svg|png|jpe?g|gif|ico|webp|pdf|zip|gz|tgz|jar|woff2?|ttf|eot|mp[34]|wasm|so|dll|exe|bin|pyc|class)$|\.min\.(js|css)$/i;

/** Files that are read for their words: a huge repository costs no more time than this. */
const mostCandidates = 20_000;

/** Which files of a repository a thread may be about, and what they are ranked by. */
export interface Candidates extends FileQuery {
	/** Paths whose words are worth counting, the likeliest first. */
	readonly paths: readonly string[];
}

/**
 * The paths of a tree that a thread may be about: those that it names, then those whose path holds most of its words. Pure: no file is read.
 * What programs wrote, and what is no text, is left out unless its whole path is named.
 */
export function candidatePaths(tree: readonly string[], texts: ThreadTexts): Candidates {
	const [task] = texts;
	const terms = searchTerms(texts);
	const named = namedPaths(texts.join('\n'), tree, (path) => !unreadable.test(path));
	if (terms.length === 0) return { task, terms, named, paths: named };
	const isNamed = new Set(named);
	const count = termCounter(terms);
	const others = tree
		.filter((path) => !unreadable.test(path) && !isNamed.has(path))
		.map((path) => ({ path, held: count(Buffer.from(path)).times.size }))
		.sort((a, b) => b.held - a.held || (a.path < b.path ? -1 : 1));
	return { task, terms, named, paths: [...named, ...others.map(({ path }) => path)].slice(0, mostCandidates) };
}
