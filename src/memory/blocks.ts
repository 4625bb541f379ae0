import { type Remembrance, sha256 } from '../core/index.ts';

const markLine = /^<!-- remembered ([0-9a-f]{16}) -->$/;

/**
 * The last line of a block. One run writes up to three blocks (episode, feedback, notes), and all end with the same line. A process may die
 * after it has written a block but before it records this. The next process then sees from this line that the block is already there.
 */
export function markOf({ day, episode, feedback, notes }: Remembrance): string {
	// Without notes, the mark is the same as before notes existed. So blocks of an older version are recognized, too.
	const parts = notes === '' ? [day, episode, feedback] : [day, episode, feedback, notes];
	return `<!-- remembered ${sha256(JSON.stringify(parts)).slice(0, 16)} -->`;
}

/** Returns the file of a day with one more block. Returns undefined if the block is already there or is empty. */
export function withBlock(before: string, { day, text, mark }: Block): string | undefined {
	if (text.trim() === '' || before.includes(mark)) return undefined;
	const header = before === '' ? `# ${day}\n` : '';
	return `${before}${header}\n${text.trimEnd()}\n${mark}\n`;
}

export interface Block {
	readonly day: string;
	readonly text: string;
	readonly mark: string;
}

/**
 * The blocks of a day's file, oldest first, without their marks. Threat: another person's text may contain a mark, to hide or split a
 * block. So a mark counts only as a whole line, and text by another person never begins a line of the file.
 */
export function blocksOf(file: string): readonly string[] {
	const blocks: string[] = [];
	let lines: string[] = [];
	for (const line of file.split('\n')) {
		if (markLine.test(line)) {
			blocks.push(lines.join('\n').trim());
			lines = [];
		} else if (blocks.length > 0 || lines.length > 0 || !line.startsWith('# ')) lines.push(line);
	}
	return [...blocks, lines.join('\n').trim()].filter((block) => block !== '');
}
