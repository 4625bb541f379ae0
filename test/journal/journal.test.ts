import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/index.ts';
import { createRedactor, openJournal, verifyChain } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };

async function journalWith(folder: string, texts: readonly string[], secrets: readonly string[] = []) {
	const path = join(folder, 'journal.jsonl');
	const journal = await openJournal({ path, clock, redactor: createRedactor(secrets) });
	for (const text of texts) await journal.append({ type: 'note', text });
	return { journal, path };
}

test('each line begins with the hash of the line before, and the head is the count and the last hash [seeds 44, 47]', async () => {
	using folder = temporaryFolder();
	const { journal, path } = await journalWith(folder.path, ['one', 'two', 'three']);
	const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
	expect(lines[1]?.startsWith(`{"prev":"${sha256(lines[0] ?? '')}","seq":2,"at":"2026-11-21T12:00:00.000Z"`)).toBe(
		true,
	);
	expect(journal.head()).toEqual({ count: 3, hash: sha256(lines[2] ?? '') });
	expect(verifyChain(readFileSync(path))).toEqual({ kind: 'intact', head: journal.head() });
});

test('a reopened journal replays the same entries and continues the chain [seeds 44]', async () => {
	using folder = temporaryFolder();
	await journalWith(folder.path, ['one']);
	const { journal, path } = await journalWith(folder.path, ['two']);
	expect(journal.entries().map((entry) => entry.seq)).toEqual([1, 2]);
	expect(verifyChain(readFileSync(path)).kind).toBe('intact');
});

test('a torn last line is removed, and a note says so', async () => {
	using folder = temporaryFolder();
	const { path } = await journalWith(folder.path, ['one', 'two']);
	appendFileSync(path, '{"prev":"abc","seq":3,"at":');
	const { journal } = await journalWith(folder.path, []);
	expect(journal.entries().at(-1)).toMatchObject({
		type: 'note',
		seq: 3,
		text: expect.stringContaining('torn (27 bytes'),
	});
	expect(verifyChain(readFileSync(path)).kind).toBe('intact');
});

test.each([
	['an edit', (lines: string[]) => [lines[0], lines[1]?.replace('two', 'TWO'), lines[2]], 2],
	['a missing line', (lines: string[]) => [lines[0], lines[2]], 2],
	['two swapped lines', (lines: string[]) => [lines[1], lines[0], lines[2]], 1],
	['an inserted line', (lines: string[]) => [lines[0], lines[0], lines[1], lines[2]], 2],
])('the check finds %s and names the line [seeds 44]', async (_what, tamper, line) => {
	using folder = temporaryFolder();
	const { path } = await journalWith(folder.path, ['one', 'two', 'three']);
	const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
	writeFileSync(path, `${tamper(lines).join('\n')}\n`);
	expect(verifyChain(readFileSync(path))).toMatchObject({ kind: 'broken', line });
	await expect(journalWith(folder.path, [])).rejects.toMatchObject({
		code: 'journal-broken',
		message: expect.stringContaining(`line ${line}`),
	});
});

test('the published head reveals a missing tail, an edited last line, and an added line', async () => {
	using folder = temporaryFolder();
	const { journal, path } = await journalWith(folder.path, ['one', 'two', 'three']);
	const head = journal.head();
	const bytes = readFileSync(path);
	const lines = bytes.toString().trimEnd().split('\n');
	expect(verifyChain(bytes, head)).toEqual({ kind: 'intact', head });
	expect(verifyChain(Buffer.from(`${lines.slice(0, 2).join('\n')}\n`), head)).toMatchObject({
		kind: 'broken',
		line: 3,
	});
	expect(verifyChain(Buffer.from(bytes.toString().replace('three', 'THREE')), head)).toMatchObject({
		kind: 'broken',
		line: 3,
	});
	expect(verifyChain(Buffer.concat([bytes, Buffer.from('{}\n')]), head)).toMatchObject({ kind: 'broken', line: 4 });
});

test('the journal redacts a known secret in every spelling before it writes', async () => {
	using folder = temporaryFolder();
	const secret = 's3cret-"token"/value+x';
	const spellings = [
		secret,
		Buffer.from(secret).toString('base64'),
		encodeURIComponent(secret),
		JSON.stringify(secret),
	];
	const { path } = await journalWith(folder.path, spellings, [secret]);
	const text = readFileSync(path, 'utf8');
	for (const spelling of [...spellings, JSON.stringify(secret).slice(1, -1)]) expect(text).not.toContain(spelling);
	expect(text.match(/\[redacted\]/g)).toHaveLength(4);
});

test('a subscriber that throws does not stop the journal', async () => {
	using folder = temporaryFolder();
	const { journal } = await journalWith(folder.path, []);
	const seen: number[] = [];
	journal.subscribe(() => {
		throw new Error('the progress bar fell over');
	});
	journal.subscribe((entry) => void seen.push(entry.seq));
	await journal.append({ type: 'note', text: 'one' });
	expect(seen).toEqual([1]);
});
