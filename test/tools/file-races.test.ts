import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { readTreeEntry } from '../../src/workspace/tree-entry.ts';
import { putFiles, sh, temporaryDirectory } from '../sandbox/temporary.ts';
import { testServices } from './tool-services.ts';

/** Replaces a name with a link and restores it, as fast as possible, in its own thread. */
const swap = `
	const { renameSync } = require('node:fs');
	const { workerData: { name, swaps } } = require('node:worker_threads');
	let made = 0;
	const put = (from, to) => {
		try {
			renameSync(from, to);
		} catch {
			// A tool created the name while it was missing.
			renameSync(to, to + '.made.' + (made += 1));
			put(from, to);
		}
	};
	// Sometimes a state lasts longer, so that even slow tools meet each state.
	const stay = (isWanted) => isWanted && Atomics.wait(swaps, 2, 0, 1);
	while (Atomics.load(swaps, 1) === 0) {
		const round = Atomics.add(swaps, 0, 1);
		renameSync(name, name + '.parked');
		put(name + '.trap', name);
		stay(round % 3 === 0);
		put(name, name + '.trap');
		put(name + '.parked', name);
		stay(round % 3 !== 1);
	}
`;

async function whileSwapping(name: string, work: () => Promise<void>): Promise<number> {
	const swaps = new Int32Array(new SharedArrayBuffer(12));
	const worker = new Worker(swap, { eval: true, workerData: { name, swaps } });
	onTestFinished(async () => void (await worker.terminate()));
	const ended = new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
	while (Atomics.load(swaps, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
	await work();
	Atomics.store(swaps, 1, 1);
	await ended;
	return Atomics.load(swaps, 0);
}

const changes = [
	['file_write', { path: 'way/inner/file', content: 'inside\n' }],
	['file_list', { path: 'way/inner' }],
	['file_edit', { path: 'way/inner/file', old_text: 'inside', new_text: 'still inside' }],
	['file_write', { path: 'way/inner/new', content: 'inside' }],
] as const;

describe('while a path is swapped with a link to the outside again and again', () => {
	it.each([
		['a parent folder', 'way', ''],
		['the folder of the file', 'way/inner', 'inner'],
		['the file', 'way/inner/file', 'inner/file'],
	])('tools read and write nothing outside (swapped: %s)', async (_, swapped, target) => {
		const outside = temporaryDirectory();
		putFiles(outside, { 'inner/file': 'canary' });
		const { root, call } = await testServices({ 'way/inner/file': 'inside\n', 'beside/file': 'inside\n' });
		sh(`ln -s ${join(outside, target)} ${swapped}.trap`, root);
		const told = new Map<boolean, number>();
		const tell = ({ ok, text }: { readonly ok: boolean; readonly text: string }): void => {
			expect(text).not.toMatch(/canary|\/proc\/|countersign-test/);
			told.set(ok, (told.get(ok) ?? 0) + 1);
		};
		const swaps = await whileSwapping(join(root, swapped), async () => {
			for (let round = 0; round < 1_000; round += 1) {
				tell(await call('file_read', { path: 'way/inner/file' }));
				const [name, args] = changes[round % changes.length] ?? changes[0];
				tell(await call(name, args));
				expect(await call('file_read', { path: 'beside/file' })).toEqual({ ok: true, text: '1\tinside' });
			}
		});
		expect(readFileSync(join(outside, 'inner/file'), 'utf8')).toBe('canary');
		expect(readdirSync(join(outside, 'inner'))).toEqual(['file']);
		expect(existsSync(join(outside, 'new'))).toBe(false);
		// Both must happen: the race took place, and the tools still worked.
		expect([swaps > 100, (told.get(true) ?? 0) > 100, (told.get(false) ?? 0) > 10]).toEqual([true, true, true]);
	});

	it('a snapshot saves nothing outside', async () => {
		const outside = temporaryDirectory();
		putFiles(outside, { file: 'canary' });
		const { root } = await testServices({ 'way/file': 'inside' });
		sh(`ln -s ${outside} way.trap`, root);
		const seen = new Set<string>();
		await whileSwapping(join(root, 'way'), async () => {
			for (let round = 0; round < 30_000; round += 1) {
				try {
					seen.add(readTreeEntry(root, 'way/file')?.bytes.toString() ?? 'nothing');
				} catch (error) {
					seen.add(error instanceof CountersignError ? 'refused' : String(error));
				}
			}
		});
		expect(seen).toContain('inside');
		expect([...seen].filter((one) => !['inside', 'nothing', 'refused'].includes(one))).toEqual([]);
	});
});
