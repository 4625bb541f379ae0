import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memory } from '../core/index.ts';
import { type Block, markOf, withBlock } from './blocks.ts';
import { requireDay } from './day-file.ts';

/**
 * Episodes and feedback as markdown, a file for each day (Wolffish, The Agent Pipeline: Memory). What is remembered twice, because the
 * process died before its journal said so, is written once: each block ends with a mark over the whole of what was remembered.
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
