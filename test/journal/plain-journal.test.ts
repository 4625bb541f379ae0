import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { openJournal, readContent, readJournal, redact, verifyJournal } from '../../src/journal-library.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
let path: string;
let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
	temporary = temporaryFolder();
	folder = join(temporary.path, 'new/log');
	path = join(folder, 'journal.jsonl');
});
afterEach(() => temporary[Symbol.dispose]());

const now = () => new Date('2026-05-01T12:00:00.000Z');

async function filled(): Promise<string> {
	const journal = await openJournal(folder, { now });
	await journal.append({ type: 'start', by: 'octocat' });
	await journal.append({ type: 'end', n: 2, parts: [null, { deep: true }] });
	return journal.head();
}

async function typesIn(): Promise<readonly string[]> {
	const types: string[] = [];
	await readJournal(folder, ({ type }) => types.push(type));
	return types;
}

it('writes a valid chain that only its owner can read', async () => {
	const head = await filled();
	expect(await verifyJournal(folder, { head })).toMatchObject({ ok: true, kind: 'verified', head });
	expect(await verifyJournal(path)).toMatchObject({ ok: true, kind: 'unanchored', head });
	expect(statSync(path).mode & 0o777).toBe(0o600);
	const entries: unknown[] = [];
	expect(await readJournal(folder, (entry) => entries.push(entry))).toMatchObject({ kind: 'whole', lines: 2 });
	expect(entries[1]).toEqual({
		prev: expect.stringMatching(/^[0-9a-f]{64}$/),
		...{ seq: 2, at: '2026-05-01T12:00:00.000Z', type: 'end', n: 2, parts: [null, { deep: true }] },
	});
});

it('continues an existing journal', async () => {
	await filled();
	const journal = await openJournal(folder, { now });
	const { seq } = await journal.append({ type: 'again' });
	expect(seq).toBe(3);
	expect(await verifyJournal(folder, { head: journal.head() })).toMatchObject({ ok: true });
});

it('writes entries in call order, even without awaiting each', async () => {
	const journal = await openJournal(folder);
	await Promise.all(Array.from({ length: 20 }, (_, n) => journal.append({ type: `n${n}` })));
	expect(await typesIn()).toEqual(Array.from({ length: 20 }, (_, n) => `n${n}`));
});

it('writes no secret that is a number', async () => {
	const journal = await openJournal(folder, { secrets: ['48151623', '0.12345678'] });
	await journal.append({ type: 'login', code: 48151623, parts: [-48151623, 0.12345678], left: 4815162 });
	const line = readFileSync(path, 'utf8');
	expect(line).not.toMatch(/48151623|12345678/);
	expect(JSON.parse(line)).toMatchObject({ left: 4815162 });
});

it('writes no secret into a line, a content file, or a key', async () => {
	const secret = 'hunter2-hunter2';
	const journal = await openJournal(folder, { secrets: [secret] });
	const kept = await journal.keep(`the key is ${secret}`);
	await journal.append({
		type: 'call',
		[secret]: [secret],
		base64: Buffer.from(secret).toString('base64'),
		kept: { ...kept },
	});
	const files = [path, ...readdirSync(join(folder, 'blobs')).map((name) => join(folder, 'blobs', name))];
	expect(files.map((file) => readFileSync(file, 'utf8')).join('')).not.toMatch(/hunter2|aHVudGVy/);
	expect(await readContent(folder, kept)).toBe('the key is [redacted]');
	expect(redact(`x ${secret} ghp_${'a'.repeat(36)}`, [secret])).toBe('x [redacted] [redacted]');
});

it('removes a torn line, and a note says so', async () => {
	await filled();
	appendFileSync(path, '{"prev":"00');
	await openJournal(folder);
	expect(await typesIn()).toEqual(['start', 'end', 'note']);
});

it('refuses to continue a journal that was changed', async () => {
	await filled();
	writeFileSync(path, readFileSync(path, 'utf8').replace('octocat', 'mallory'));
	await expect(openJournal(folder)).rejects.toMatchObject({
		code: 'journal-broken',
		message: expect.stringContaining(`${path}:1`),
	});
	expect(await readJournal(folder, () => undefined)).toMatchObject({ kind: 'broken', line: 1 });
});

it('stops if another process writes to the journal, and damages nothing', async () => {
	const one = await openJournal(folder);
	const other = await openJournal(folder);
	await one.append({ type: 'mine' });
	await expect(other.append({ type: 'yours' })).rejects.toMatchObject({ code: 'journal-broken' });
	expect(await verifyJournal(folder, { head: one.head() })).toMatchObject({ ok: true });
});

it.each<readonly [string, unknown]>([
	['has no type', { kind: 'call' }],
	['has a type that is not text', { type: 7 }],
	['sets its own number', { type: 'call', seq: 9 }],
	['sets its own previous hash', { type: 'call', prev: '0' }],
	['sets its own time', { type: 'call', at: '1970-01-01' }],
	['is a list', ['call']],
	['is longer than the longest line that can be verified', { type: 'call', text: 'x'.repeat(34_000_000) }],
])('refuses an entry that %s, and accepts the next one', async (_, entry) => {
	const journal = await openJournal(folder);
	const appended = journal.append(entry as { type: string } & JsonObject);
	await expect(appended).rejects.toMatchObject({ code: 'bad-input' });
	await journal.append({ type: 'next' });
	expect(await typesIn()).toEqual(['next']);
});

it('finds content files that were changed or removed', async () => {
	const journal = await openJournal(folder);
	const kept = await journal.keep('whole');
	await journal.append({ type: 'call', kept: { ...kept } });
	const blob = join(folder, 'blobs', kept.sha256);
	writeFileSync(blob, 'other');
	await expect(readContent(folder, kept)).rejects.toMatchObject({ code: 'journal-broken' });
	expect(await verifyJournal(folder)).toMatchObject({ kind: 'broken', file: blob });
	rmSync(blob);
	await expect(readContent(folder, kept)).rejects.toMatchObject({ code: 'journal-broken' });
	expect(await verifyJournal(folder)).toMatchObject({ kind: 'broken', file: blob });
});

it('reports a folder without a journal', async () => {
	await expect(verifyJournal(folder)).rejects.toMatchObject({ code: 'bad-input' });
	await expect(readJournal(temporary.path, () => undefined)).rejects.toMatchObject({ code: 'bad-input' });
});
