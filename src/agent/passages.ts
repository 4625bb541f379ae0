import { type TermCounts, termCounter } from './count-terms.ts';
import type { SearchTerm } from './search-terms.ts';

/** The number of lines in a block. A block is shown or left out as a whole. */
const linesOfBlock = 20;

/** The largest share of the space that a block may take. */
const shareOfBlock = 0.25;

/**
 * Returns the part of a file to show: the whole file if it fits, otherwise the blocks of lines with most of the search terms, in order.
 * Notes say which lines are left out. If the lines are too long for blocks, it returns the whole text, which the caller cuts.
 */
export function passagesOf(text: string, terms: readonly SearchTerm[], most: number): string {
	if (text.length <= most) return text;
	const blocks = blocksOf(text, most * shareOfBlock);
	const shown = new Set<Block>();
	let remaining = most - longestNote;
	const scored = bestFirst(blocks, terms);
	// Show blocks without any term only if no block has a term.
	const least = Math.min(scored[0]?.score ?? 0, Number.MIN_VALUE);
	for (const { block, score } of scored) {
		const cost = block.text.length + longestNote;
		if (cost > remaining || score < least) continue;
		shown.add(block);
		remaining -= cost;
	}
	if (shown.size === 0) return text;
	return joinedBlocks(blocks, shown);
}

/** The most characters of a note between blocks. */
const longestNote = 50;

interface Block {
	/** The number of the block's first line. */
	readonly first: number;
	readonly last: number;
	readonly text: string;
}

/** Splits a text into blocks. If lines are long, blocks have fewer lines, so that several blocks fit. */
function blocksOf(text: string, longest: number): readonly Block[] {
	const blocks: Block[] = [];
	let lines: string[] = [];
	let length = 0;
	let first = 1;
	const end = (): void => {
		if (lines.length > 0) blocks.push({ first, last: first + lines.length - 1, text: lines.join('\n') });
		first += lines.length;
		lines = [];
		length = 0;
	};
	for (const line of text.split('\n')) {
		if (lines.length === linesOfBlock || length + line.length > longest) end();
		lines.push(line);
		length += line.length + 1;
	}
	end();
	return blocks;
}

/** Sorts blocks by the weights of their terms. A term has more weight if few blocks contain it. Equal blocks stay in order. */
function bestFirst(
	blocks: readonly Block[],
	terms: readonly SearchTerm[],
): readonly { readonly block: Block; readonly score: number }[] {
	const count = termCounter(terms);
	const counted = blocks.map((block) => ({ block, counts: count(Buffer.from(block.text)) }));
	const holders = terms.map((_, term) => counted.filter(({ counts }) => counts.times.has(term)).length);
	const scoreOf = ({ times }: TermCounts): number =>
		[...times.keys()].reduce((sum, term) => {
			const rarity = Math.log(1 + blocks.length / (holders[term] ?? 1));
			return sum + (terms[term]?.weight ?? 0) * rarity;
		}, 0);
	return counted
		.map(({ block, counts }) => ({ block, score: scoreOf(counts) }))
		.sort((a, b) => b.score - a.score || a.block.first - b.block.first);
}

function joinedBlocks(blocks: readonly Block[], shown: ReadonlySet<Block>): string {
	const parts: string[] = [];
	let omitted: Block | undefined;
	for (const block of blocks) {
		if (!shown.has(block)) {
			omitted ??= block;
			continue;
		}
		if (omitted !== undefined) parts.push(omittedNote(omitted.first, block.first - 1));
		omitted = undefined;
		parts.push(block.text);
	}
	if (omitted !== undefined) parts.push(omittedNote(omitted.first, blocks.at(-1)?.last ?? omitted.last));
	return parts.join('\n');
}

function omittedNote(first: number, last: number): string {
	return `[lines ${first} to ${last} are not shown]`;
}
