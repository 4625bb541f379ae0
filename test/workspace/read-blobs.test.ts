import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blobId } from '../../src/workspace/base-tree.ts';
import { newBlobReader } from '../../src/workspace/read-blobs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const file = (text: string) => ({ mode: '100644' as const, id: blobId(Buffer.from(text), 40) });

function aRepository(root: string, ...texts: readonly string[]): void {
	execFileSync('git', ['init', '-q'], { cwd: root });
	for (const [index, text] of texts.entries()) {
		writeFileSync(join(root, `${index}`), text);
		execFileSync('git', ['hash-object', '-w', `${index}`], { cwd: root });
	}
}

test('gives each of several parallel readers its own file', async () => {
	using folder = temporaryFolder();
	const texts = ['one\n', '', 'two\nblob 3\n', 'ü'];
	aRepository(folder.path, ...texts);
	const read = newBlobReader(folder.path);
	const asked = [...texts, 'one\n'];
	const found = await Promise.all(asked.map((text) => read(file(text))));
	expect(found.map((bytes) => Buffer.from(bytes).toString())).toEqual(asked);
	expect(Buffer.from(await read(file('ü'))).toString()).toBe('ü');
});

test('a missing blob is an error for all reads of the same batch, but for no later read', async () => {
	using folder = temporaryFolder();
	aRepository(folder.path, 'one');
	const read = newBlobReader(folder.path);
	const both = await Promise.allSettled([read(file('one')), read(file('not there'))]);
	expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	await expect(read(file('not there'))).rejects.toMatchObject({ code: 'checkout-mismatch' });
	expect(Buffer.from(await read(file('one'))).toString()).toBe('one');
});
