import { termCounter } from './count-terms.ts';
import { namedPaths } from './named-paths.ts';
import type { FileQuery } from './rank-files.ts';
import { searchTerms, type ThreadTexts } from './search-terms.ts';

/** Matches files that are not useful to read: generated files, and files that are not text. */
const generatedOrBinary =
	/(^|\/)(node_modules|vendor|dist|build|out|coverage|__snapshots__)\/|(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$|\.(lock|map|snap|svg|png|jpe?g|gif|ico|webp|pdf|zip|gz|tgz|jar|woff2?|ttf|eot|mp[34]|wasm|so|dll|exe|bin|pyc|class)$|\.min\.(js|css)$/i;

/** The most files whose words are counted. This limits the time for a huge repository. */
const mostCandidates = 20_000;

/** The files of a repository that a thread may be about, and the query for ranking them. */
export interface Candidates extends FileQuery {
	/** The files whose words should be counted, the most probable first. */
	readonly paths: readonly string[];
}

/**
 * Returns the paths of a tree that a thread may be about, without reading any file. Paths that the thread names come first, then paths that
 * contain most of its words. Generated files and files that are not text are left out, unless the thread names their whole path.
 */
export function candidatePaths(tree: readonly string[], texts: ThreadTexts): Candidates {
	const [task] = texts;
	const terms = searchTerms(texts);
	const named = namedPaths(texts.join('\n'), tree, (path) => !generatedOrBinary.test(path));
	if (terms.length === 0) return { task, terms, named, paths: named };
	const isNamed = new Set(named);
	const count = termCounter(terms);
	const unnamed = tree
		.filter((path) => !generatedOrBinary.test(path) && !isNamed.has(path))
		.map((path) => ({ path, termsInPath: count(Buffer.from(path)).times.size }))
		.sort((a, b) => b.termsInPath - a.termsInPath || (a.path < b.path ? -1 : 1));
	return { task, terms, named, paths: [...named, ...unnamed.map(({ path }) => path)].slice(0, mostCandidates) };
}
