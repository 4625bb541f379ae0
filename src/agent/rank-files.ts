import { type TermCounts, termCounter } from './count-terms.ts';
import { type SearchTerm, wordsOf } from './search-terms.ts';

/** A file with its counted words. */
export interface CountedFile {
	readonly path: string;
	readonly counts: TermCounts;
}

/** A path and its score. The best file has 1. */
export interface RankedFile {
	readonly path: string;
	readonly score: number;
}

/** The words and paths of a thread, for ranking files. */
export interface FileQuery {
	readonly terms: readonly SearchTerm[];
	/** Paths that the thread names. They come first in the result. */
	readonly named: readonly string[];
	/** The text of the command. If it mentions tests, test files keep their full score. */
	readonly task: string;
}

/** Parameters of BM25: how quickly further occurrences of a word lose their effect, and how much the length of a file lowers its score. */
const saturation = 1.5;
const lengthShare = 0.6;

/** A word in the path counts like this many occurrences in the text. */
const weightOfPath = 3;

/** Kinds of files that seldom contain a bug: the factor for their score, and the words in a task that mean such files. */
const sideKinds: readonly { readonly path: RegExp; readonly factor: number; readonly askedBy: readonly string[] }[] = [
	{
		path: /(^|\/)(tests?|specs?|__tests__|testing|fixtures?|testdata|features)\/|[._-](test|spec)s?\.\w+$|(^|\/)test_|_test\.\w+$|Tests?\.\w+$/,
		factor: 0.25,
		askedBy: ['test', 'tests', 'spec', 'specs', 'fixture', 'fixtures', 'flaky'],
	},
	{
		path: /\.(md|rst|txt|adoc|markdown|html?|css|pot?|json|ya?ml|csv|xml|toml|cfg|ini|ipynb|out)$|(^|\/)(docs?|examples?|benchmarks?|demos?|website|changelogs?|i18n|locales?)\/|(^|\/)(CHANGE|AUTHORS|NEWS|HISTORY|README|LICENSE)/i,
		factor: 0.25,
		askedBy: [
			'doc',
			'docs',
			'document',
			'documentation',
			'readme',
			'changelog',
			'example',
			'examples',
			'config',
			'configuration',
		],
	},
];

/**
 * Ranks files by BM25, over the words of their text and path. Files that the thread names come first. It leaves out files without any of
 * the words. The result does not depend on the order of the files.
 */
export function rankFiles(files: readonly CountedFile[], query: FileQuery): readonly RankedFile[] {
	const held = heldTerms(files, query.terms);
	const weights = weightsOf(query.terms, held);
	const factorOf = factorsFor(query.task);
	const named = new Set(query.named);
	const scored = files.map(({ path }, index) => {
		let score = 0;
		for (const [term, count] of held[index] ?? []) score += ((weights[term] ?? 0) * count) / (saturation + count);
		return { path, score: score * factorOf(path), isNamed: named.has(path) };
	});
	const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
	return scored
		.filter(({ score, isNamed }) => score > 0 || isNamed)
		.sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.score - a.score || (a.path < b.path ? -1 : 1))
		.map(({ path, score, isNamed }) => ({ path, score: isNamed ? 1 : score / best }));
}

/** Returns the terms of each file with their weights. A weight is lower in a long file and higher if the path contains the term. */
function heldTerms(
	files: readonly CountedFile[],
	terms: readonly SearchTerm[],
): readonly ReadonlyMap<number, number>[] {
	const average = files.reduce((sum, { counts }) => sum + counts.words, 0) / files.length;
	const ofPath = termCounter(terms);
	return files.map(({ path, counts }) => {
		const norm = 1 / (1 - lengthShare + (lengthShare * counts.words) / Math.max(1, average));
		const held = new Map([...counts.times].map(([term, count]) => [term, count * norm]));
		for (const [term, count] of ofPath(Buffer.from(path)).times) {
			held.set(term, (held.get(term) ?? 0) + count * weightOfPath);
		}
		return held;
	});
}

/** Returns the weight of each term. Terms that few files contain have more weight. */
function weightsOf(terms: readonly SearchTerm[], held: readonly ReadonlyMap<number, number>[]): readonly number[] {
	const holders = terms.map(() => 0);
	for (const times of held) for (const term of times.keys()) holders[term] = (holders[term] ?? 0) + 1;
	return terms.map(({ weight }, term) => {
		const holding = holders[term] ?? 0;
		return weight * Math.log(1 + (held.length - holding + 0.5) / (holding + 0.5));
	});
}

/** Returns a function that gives the factor for the score of a path. */
function factorsFor(task: string): (path: string) => number {
	const words = new Set(wordsOf(task));
	const kinds = sideKinds.filter(({ askedBy }) => !askedBy.some((word) => words.has(word)));
	return (path) => kinds.reduce((factor, kind) => (kind.path.test(path) ? factor * kind.factor : factor), 1);
}
