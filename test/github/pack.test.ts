import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commitOf, type GitObject, idOf, lastOf, packOf, treesOf } from '../../src/github/git/pack.ts';
import { unpack } from '../../src/github/git/unpack.ts';
import { createRandom, type Random } from '../gate/random.ts';

const dir = mkdtempSync(join(tmpdir(), 'pack-'));
execFileSync('git', ['init', '--quiet', '--bare', dir]);
afterAll(() => rmSync(dir, { recursive: true }));

const git = (args: readonly string[], input?: Uint8Array): string =>
	execFileSync('git', ['--git-dir', dir, ...args], { ...(input === undefined ? {} : { input }) }).toString();

const names = ['a', 'a-b', 'a.b', 'a0', 'ab', 'journal.jsonl', 'packs', 'z', 'ü'];

/** Files under random paths; no file has the path of a folder. */
function someFiles(random: Random): ReadonlyMap<string, Uint8Array> {
	const files = new Map<string, Uint8Array>();
	for (let left = 1 + random.below(8); left > 0; left--) {
		const path = Array.from({ length: 1 + random.below(3) }, () => random.pick(names)).join('/');
		const isFree = [...files.keys()].every(
			(one) => !`${one}/`.startsWith(`${path}/`) && !`${path}/`.startsWith(`${one}/`),
		);
		const size = random.pick([0, 1, 15, 16, 17, 2047, 2048, 300_000]);
		if (isFree) files.set(path, Buffer.from(Array.from({ length: size }, () => random.below(256))));
	}
	return files;
}

test('git accepts our packs and reads back every file by its id', () => {
	for (let seed = 1; seed <= 60; seed++) {
		const files = someFiles(createRandom(seed));
		const blobs = [...files].map(([path, content]): readonly [string, GitObject] => [path, { type: 'blob', content }]);
		const trees = treesOf(new Map(blobs.map(([path, blob]) => [path, idOf(blob)])));
		const tree = idOf(lastOf(trees));
		const commit = commitOf({ tree, parents: [], message: `wörds ${seed}`, at: new Date('2026-01-01T12:00:00Z') });
		git(['unpack-objects', '-q', '--strict'], packOf([commit, ...trees, ...blobs.map(([, blob]) => blob)]));
		const shown = git(['show', '-s', '--format=%T %ct %ae %s', idOf(commit)]).trim();
		expect(shown, `seed ${seed}`).toBe(`${tree} 1767268800 noreply@countersign.invalid wörds ${seed}`);
		const listed = git(['ls-tree', '-r', '-z', tree]).split('\0').filter(Boolean);
		const expected = blobs.map(([path, blob]) => `100644 blob ${idOf(blob)}\t${path}`);
		expect(listed.toSorted(), `seed ${seed}`).toEqual(expected.toSorted());
	}
});

/** Similar texts, so that git stores some of them as deltas. */
function alike(random: Random): readonly GitObject[] {
	const lines = Array.from({ length: 400 }, () => `${random.below(1e9)}\n`);
	return Array.from({ length: 6 }, () => {
		lines[random.below(lines.length)] = `${random.below(1e9)}\n`;
		return { type: 'blob', content: Buffer.from(random.chance(0.5) ? lines.join('') : lines.toReversed().join('')) };
	});
}

function packedByGit(objects: readonly GitObject[]): Buffer {
	git(['unpack-objects', '-q'], packOf(objects));
	return execFileSync('git', ['--git-dir', dir, 'pack-objects', '-q', '--stdout'], {
		input: objects.map((object) => `${idOf(object)}\n`).join(''),
	});
}

test('packs of git are read correctly, with deltas too', () => {
	let deltas = 0;
	for (let seed = 1; seed <= 12; seed++) {
		const objects = alike(createRandom(seed));
		const pack = packedByGit(objects);
		const found = unpack(pack);
		const whole = packOf(objects).length;
		if (pack.length < whole / 2) deltas += 1;
		for (const object of objects)
			expect(Buffer.from(found.get(idOf(object))?.content ?? 'none').equals(object.content), `seed ${seed}`).toBe(true);
		expect(found.size).toBe(new Set(objects.map(idOf)).size);
	}
	expect(deltas).toBe(12);
});

test('a damaged pack is refused, or its objects still match their ids', () => {
	const objects = alike(createRandom(99));
	const pack = packedByGit(objects);
	let refused = 0;
	for (let seed = 1; seed <= 400; seed++) {
		const random = createRandom(seed);
		const broken = Buffer.from(random.chance(0.3) ? pack.subarray(0, random.below(pack.length)) : pack);
		if (broken.length > 0) broken[random.below(broken.length)] = random.below(256);
		try {
			for (const [id, object] of unpack(broken)) expect(idOf(object)).toBe(id);
		} catch (error) {
			if (!(error instanceof Error) || error.name === 'AssertionError') throw error;
			refused += 1;
		}
	}
	expect(refused).toBeGreaterThan(100);
});
