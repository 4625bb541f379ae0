import type { ContextInput } from './context-input.ts';
import { attribute } from './fence.ts';
import { foldedTree } from './folded-tree.ts';
import { passagesOf } from './passages.ts';
import { codePiece, foreignPiece, type Piece, toldPiece } from './piece.ts';
import { relevance } from './relevance.ts';
import type { SearchTerm } from './search-terms.ts';

/**
 * The least score of a memory that is shown (Wolffish, The Agent Pipeline: ras). A score is the share of keywords, relative to the best
 * memory, because no memory contains a quarter of the words of a long issue.
 */
const leastShared = 0.25;

/** The number of files with a long excerpt. The other excerpts are short, so that several fit. `file_read` shows the rest. */
const longFiles = 3;
const shareOfLong = 1 / 12;
const shareOfOthers = 1 / 30;

/** The characters of code in one token. The real number is usually higher. */
const charactersPerToken = 3;

/** For this many tokens of the budget, one line of the tree is shown. */
const tokensOfLine = 80;

/** Returns the repository's instructions for contributors. Each text is shown once, even if several files contain it. */
export function instructionPieces({ instructions = [] }: ContextInput): readonly Piece[] {
	const seen = new Set<string>();
	return instructions.flatMap(({ path, text }) => {
		const words = text.trim();
		if (words === '' || seen.has(words)) return [];
		seen.add(words);
		return [toldPiece({ category: 'instructions', source: path, score: 1, always: true }, 'instructions', text)];
	});
}

/** Returns the instructions of skills, sorted by name. A skill that the run needs is always shown. */
export function skillPieces({ skills }: ContextInput, keywords: readonly string[]): readonly Piece[] {
	return [...skills]
		.filter((skill) => skill.body !== '')
		.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
		.map(({ name, file, body, triggers, description, isNeeded }) => {
			const text = `<skill name="${name}" source="${attribute(file)}">\n${body}\n</skill>`;
			const piece = { category: 'skills', source: `skill ${name}, ${file}`, text, write: () => text } as const;
			if (isNeeded) return { ...piece, score: 1, always: true };
			return { ...piece, score: relevance(keywords, `${triggers.join(' ')} ${description}`) };
		});
}

/** Returns the piece with the checkout's paths. */
export function treePieces({ tree }: ContextInput, budget: number): readonly Piece[] {
	const text = foldedTree(tree, Math.floor(budget / tokensOfLine))
		.map(attribute)
		.join('\n');
	if (text === '') return [];
	const write = (): string => `<tree source="checkout">\n${text}\n</tree>`;
	return [{ category: 'memory', source: 'tree', text, score: 1, always: true, write }];
}

/** Returns the files with the best rank, each with the passages that contain most of the thread's words. */
export function filePieces(
	{ files = [] }: ContextInput,
	{ terms, budget }: { readonly terms: readonly SearchTerm[]; readonly budget: number },
): readonly Piece[] {
	return files.map(({ path, text, score }, rank) => {
		const most = Math.floor(budget * charactersPerToken * (rank < longFiles ? shareOfLong : shareOfOthers));
		const kind = { category: 'memory', source: `${path}, in the checkout`, score } as const;
		return { ...codePiece(kind, passagesOf(text, terms, most), most), foreign: text };
	});
}

/** Returns the memory of earlier runs. It counts as untrusted data, because models and people wrote it. */
export function memoryPieces({ memory }: ContextInput, keywords: readonly string[]): readonly Piece[] {
	if (memory === undefined) return [];
	const { episodes, feedback, found = [] } = memory;
	const digest = { category: 'memory', source: 'memory, what maintainers approve and deny here', score: 1 } as const;
	return [
		...(feedback.trim() === '' ? [] : [foreignPiece(digest, feedback)]),
		...scoredAgainstBest(found, keywords).map(({ path, text, score }) => {
			const never = score < leastShared ? { never: `its score is below ${leastShared}` } : {};
			return foreignPiece({ category: 'memory', source: `memory, ${path}`, score, ...never }, text);
		}),
		...episodes.map(({ day, text }) => {
			const score = relevance(keywords, text);
			const never = score === 0 ? { never: 'it shares no word with the task' } : {};
			return foreignPiece({ category: 'history', source: `memory, runs of ${day}`, score, ...never }, text);
		}),
	];
}

/** Returns the texts with their scores: the share of the keywords that each contains, relative to the best text. */
function scoredAgainstBest<T extends { readonly text: string }>(
	texts: readonly T[],
	keywords: readonly string[],
): readonly (T & { readonly score: number })[] {
	const shares = texts.map(({ text }) => relevance(keywords, text));
	const best = Math.max(...shares);
	return texts.map((one, index) => ({ ...one, score: best > 0 ? (shares[index] ?? 0) / best : 0 }));
}
