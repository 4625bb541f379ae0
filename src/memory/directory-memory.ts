import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memory } from '../core/index.ts';
import { type Block, markOf, withBlock } from './blocks.ts';
import { requireDay } from './day-file.ts';

/**
 * Stores episodes and feedback as markdown, one file for each day (Wolffish, The Agent Pipeline: Memory). The process may die before its
 * journal records the write, and then write again. Each block ends with a mark over its whole content, so the second write adds nothing.
 */
export function directoryMemory(dir: string): Memory {
	return {
		async remember(day, episode, feedback, notes = '') {
			requireDay(day);
			const mark = markOf({ day, episode, feedback, notes });
			await append(join(dir, 'episodes'), { day, text: episode, mark });
			await append(join(dir, 'feedback'), { day, text: feedback, mark });
			await append(join(dir, 'notes'), { day, text: notes, mark });
		},
	};
}

async function append(folder: string, block: Block): Promise<void> {
	const file = join(folder, `${block.day}.md`);
	const before = await readOrEmpty(file);
	const after = withBlock(before, block);
	if (after === undefined) return;
	await mkdir(folder, { recursive: true });
	await appendFile(file, after.slice(before.length));
}

async function readOrEmpty(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (thrown) {
		if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return '';
		throw thrown;
	}
}
