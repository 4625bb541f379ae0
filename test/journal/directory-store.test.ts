import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint, CheckpointLabel } from '../../src/core/index.ts';
import { directoryStore, forgetVersions } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function aCheckpoint(run: string, status: CheckpointLabel['status']): Checkpoint {
	return {
		journal: Buffer.from('line\n'),
		...{ blobs: new Map(), files: new Map(), manifest: { baseSha: 'b'.repeat(40), entries: [] } },
		label: { run, thread: Number.parseInt(run, 10), status, lastApproval: 1, count: 1, head: 'a'.repeat(64) },
	};
}

test('the store lists the waiting runs of all threads by their last saved state', async () => {
	using folder = temporaryFolder();
	const store = directoryStore(folder.path, () => false);
	expect(await store.waiting()).toEqual([]);
	for (const run of ['1-a', '2-a', '3-a']) await store.save(aCheckpoint(run, 'waiting'));
	await store.save(aCheckpoint('2-a', 'finished'));
	await store.save(aCheckpoint('4-a', 'running'));
	expect((await store.waiting()).map(({ run }) => run).sort()).toEqual(['1-a', '3-a']);
});

test('the store frees the space of old versions but never reuses their numbers', async () => {
	using folder = temporaryFolder();
	const store = directoryStore(folder.path, () => false);
	const late = directoryStore(folder.path, () => false);
	for (const status of ['running', 'waiting', 'finished'] as const) {
		await store.save(aCheckpoint('1-a', status));
		if (status === 'running') await late.load('1-a');
	}
	forgetVersions(folder.path, '1-a');
	const versions = ['1', '2', '3'].map((version) =>
		existsSync(join(folder.path, 'runs/1-a', version, 'journal.jsonl')),
	);
	expect(versions).toEqual([false, false, true]);
	expect(await late.save(aCheckpoint('1-a', 'running'))).toBe('conflict');
	expect((await directoryStore(folder.path, () => false).load('1-a'))?.label.status).toBe('finished');
});

test('a claim that fails on a full disk is not made and can be taken later', async () => {
	using folder = temporaryFolder();
	const library = JSON.stringify(join(import.meta.dirname, '../../src/journal/index.ts'));
	const words = `const { directoryStore } = await import(${library});
		await directoryStore(${JSON.stringify(folder.path)}, () => true).claim('one', { kind: 'terminal', id: '1', attempt: 1 });`;
	// No process can write a byte to any file.
	const child = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, words]);
	expect(child.status).not.toBe(0);
	expect(readdirSync(join(folder.path, 'claims'))).toBeDefined();
	const runner = { kind: 'terminal', id: '2', attempt: 1 } as const;
	expect(await directoryStore(folder.path, () => false).claim('one', runner)).toEqual({ kind: 'claimed' });
});
