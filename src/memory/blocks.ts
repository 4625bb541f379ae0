import { type Remembrance, sha256 } from '../core/index.ts';

const markLine = /^<!-- remembered ([0-9a-f]{16}) -->$/;

/** The line that ends each block of one remembrance: what is written twice, because a process died before it could say so, is found. */
export function markOf({ day, episode, feedback, notes }: Remembrance): string {
	// As it was before there were notes: what an older version wrote is found, too.
	const parts = notes === '' ? [day, episode, feedback] : [day, episode, feedback, notes];
	return `<!-- remembered ${sha256(JSON.stringify(parts)).slice(0, 16)} -->`;
}

/** The file of a day with one more block; undefined where the block is there, or is empty. */
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

/** The blocks of a day's file, oldest first, without their marks. Threat: only a whole line is a mark, and no text of ours has lines of others. */
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
