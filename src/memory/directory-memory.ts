import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Memory, sha256 } from '../core/index.ts';

/**
 * Episodes and feedback as markdown, a file for each day (Wolffish, The Agent Pipeline: Memory). What is remembered twice, because the
 * process died before its journal said so, is written once: each block ends with a mark over the whole of what was remembered.
 */
export function directoryMemory(dir: string): Memory {
	return {
		async remember(day, episode, feedback) {
			// Threat: the day becomes a file name.
			if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new TypeError(`not a day: ${day}`);
			const mark = `<!-- remembered ${sha256(JSON.stringify([day, episode, feedback])).slice(0, 16)} -->`;
			await append({ folder: join(dir, 'episodes'), day, text: episode, mark });
			await append({ folder: join(dir, 'feedback'), day, text: feedback, mark });
		},
	};
}

async function append(block: { folder: string; day: string; text: string; mark: string }): Promise<void> {
	const { folder, day, text, mark } = block;
	if (text.trim() === '') return;
	await mkdir(folder, { recursive: true });
	const file = join(folder, `${day}.md`);
	const before = await readOrEmpty(file);
	if (before.includes(mark)) return;
	const header = before === '' ? `# ${day}\n` : '';
	await appendFile(file, `${header}\n${text.trimEnd()}\n${mark}\n`);
}

async function readOrEmpty(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (thrown) {
		if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return '';
		throw thrown;
	}
}
