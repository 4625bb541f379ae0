import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal } from '../../src/journal-library.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../src/cli.ts');
const run = (...args: readonly string[]) => spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });

test('file names cannot send control characters to the terminal', async () => {
	using folder = temporaryFolder();
	const path = join(folder.path, 'run');
	const journal = await openJournal(path);
	await journal.append({ type: 'start' });
	mkdirSync(join(path, 'blobs'), { recursive: true });
	const steering = '\u001b]0;x\u0007\u009b31m\u202e';
	const steers = /[^\P{Cc}\r\n]|\p{Cf}/u;
	const other = join(folder.path, steering);
	mkdirSync(other);
	writeFileSync(join(other, 'journal.jsonl'), 'no journal\n');
	writeFileSync(join(path, 'blobs', steering), 'x');
	for (const [place, status] of [
		[path, 1],
		[other, 1],
		[join(folder.path, 'none', steering), 2],
	] as const)
		for (const words of [['verify'], ['verify', '--json'], ['show'], ['export', '--format', 'csv']]) {
			const { stdout, stderr, ...answer } = run('audit', ...words, place);
			if (place !== path || words[0] === 'verify') expect(answer.status).toBe(status);
			expect(stdout + stderr).not.toMatch(steers);
		}
	expect(JSON.parse(run('audit', 'verify', '--json', path).stdout)).toMatchObject({
		file: join(path, 'blobs', steering),
	});
	const suggested = run('policy', 'suggest', folder.path);
	expect([suggested.status, suggested.stderr]).toEqual([2, expect.not.stringMatching(steers)]);
});
