import type { ContextInput } from './context-input.ts';
import { attribute } from './fence.ts';
import { foldedTree } from './folded-tree.ts';
import { codePiece, foreignPiece, type Piece, toldPiece } from './piece.ts';
import { relevance } from './relevance.ts';

/** What is remembered, and what a file holds, must share so much with the task (Wolffish, The Agent Pipeline: ras). */
const leastShared = 0.25;

/** Characters of one file; `file_read` shows the rest. */
const longestFile = 8_000;

/** What the repository tells those who work on it; each text once, however many files hold it. */
export function instructionPieces({ instructions = [] }: ContextInput): readonly Piece[] {
	const seen = new Set<string>();
	return instructions.flatMap(({ path, text }) => {
		const words = text.trim();
		if (words === '' || seen.has(words)) return [];
		seen.add(words);
		return [toldPiece({ category: 'instructions', source: path, score: 1, always: true }, 'instructions', text)];
	});
}

/** Instructions of skills, in the order of their names. One that the run needs is always told. */
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

/** The checkout's paths. */
export function treePieces({ tree }: ContextInput): readonly Piece[] {
	const text = foldedTree(tree).map(attribute).join('\n');
	if (text === '') return [];
	const write = (): string => `<tree source="checkout">\n${text}\n</tree>`;
	return [{ category: 'memory', source: 'tree', text, score: 1, always: true, write }];
}

/** Files that the thread names, and those that share enough of its words. */
export function filePieces({ files = [] }: ContextInput, keywords: readonly string[]): readonly Piece[] {
	return files.map(({ path, text, named }) => {
		const score = named ? 1 : relevance(keywords, `${path}\n${text}`);
		const never = score < leastShared ? { never: `its score is below ${leastShared}` } : {};
		return codePiece({ category: 'memory', source: `${path}, in the checkout`, score, ...never }, text, longestFile);
	});
}

/** What earlier runs left: models and people wrote it, so it is data. */
export function memoryPieces({ memory }: ContextInput, keywords: readonly string[]): readonly Piece[] {
	if (memory === undefined) return [];
	const { episodes, feedback, found = [] } = memory;
	const digest = { category: 'memory', source: 'memory, what maintainers approve and deny here', score: 1 } as const;
	return [
		...(feedback.trim() === '' ? [] : [foreignPiece(digest, feedback)]),
		...found.map(({ path, text }) => {
			const score = relevance(keywords, text);
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
