import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { commitOf, type GitObject, idOf, packOf } from '../../src/github/git/pack.ts';
import { unpack } from '../../src/github/git/unpack.ts';
import { fetchBy } from '../../src/github/git/upload-pack.ts';

const treeOf = (entries: readonly (readonly [mode: string, name: string, id: string])[]): GitObject => ({
	type: 'tree',
	content: Buffer.concat(
		entries.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
	),
});
const commitOn = (tree: GitObject): GitObject =>
	commitOf({ tree: idOf(tree), parents: [], message: 'x', at: new Date('2026-01-01T12:00:00Z') });
const fetched = (objects: readonly GitObject[], commit: GitObject) =>
	fetchBy(async () => Buffer.concat([Buffer.from('0008NAK\n'), packOf(objects)]))(idOf(commit));

test.each<[string, GitObject]>([
	['no file', { type: 'tree', content: Buffer.alloc(0) }],
	['a file', treeOf([['100644', 'f', idOf({ type: 'blob', content: Buffer.from('x') })]])],
])('deeply nested trees that hold %s are not read to the end', async (_what, leaf) => {
	const trees = [leaf];
	for (let depth = 0; depth < 6; depth++) {
		const below = idOf(trees.at(-1) ?? leaf);
		trees.push(treeOf(Array.from({ length: 1000 }, (_, index) => ['40000', `d${1000 + index}`, below])));
	}
	const commit = commitOn(trees.at(-1) ?? leaf);
	const blob: GitObject = { type: 'blob', content: Buffer.from('x') };
	expect(await fetched([commit, blob, ...trees], commit)).toBeUndefined();
});

/** A size as deltas encode it: seven bits in each byte. */
function sizeOf(size: number): readonly number[] {
	return size < 128 ? [size] : [(size & 127) | 128, ...sizeOf(Math.floor(size / 128))];
}

/** A pack of one object and `count` deltas, which each expand to `size` bytes. */
function packOfDeltas(count: number, size: number): Buffer {
	const base: GitObject = { type: 'blob', content: Buffer.alloc(0x10000) };
	const whole = packOf([base]);
	const deltas = Array.from({ length: count }, (_, index) => {
		const copies = Array.from({ length: size / 0x10000 }, () => 0x80);
		const steps = Buffer.from([...sizeOf(0x10000), ...sizeOf(size + 2), ...copies, 2, index & 255, index >> 8]);
		const [first = 0, ...rest] = [(7 << 4) | (steps.length & 15), Math.floor(steps.length / 16)];
		return [Buffer.from([first | 0x80, ...rest.flatMap(sizeOf)]), Buffer.from(idOf(base), 'hex'), deflateSync(steps)];
	});
	const pack = Buffer.concat([whole.subarray(0, -20), ...deltas.flat(), Buffer.alloc(20)]);
	pack.writeUInt32BE(count + 1, 8);
	return pack;
}

test('the size of a pack includes what its deltas expand to', () => {
	expect(unpack(packOfDeltas(4, 0x100000)).size).toBe(5);
	expect(packOfDeltas(200, 0x100000).length).toBeLessThan(100_000);
	expect(() => unpack(packOfDeltas(200, 0x100000))).toThrow('too large');
});
