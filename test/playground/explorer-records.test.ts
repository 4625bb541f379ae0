import { createHash } from 'node:crypto';
import { crc32 as nodeCrc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../playground/page/explorer/crc32.ts';
import { exampleFiles } from '../../playground/page/explorer/example.ts';
import { type OpenRun, openRun } from '../../playground/page/explorer/open-run.ts';
import type { PickedFile } from '../../playground/page/explorer/picked-file.ts';
import { checkContents, contentOf } from '../../playground/page/explorer/read-record.ts';
import { longestLine } from '../../src/journal/lines.ts';
import { type ZipFile, zipOf } from '../journal/zip-files.ts';

const calm = { tell: () => undefined, signal: new AbortController().signal };

function picked(path: string, content: string | Uint8Array): PickedFile {
	return { path, file: new File([typeof content === 'string' ? content : Buffer.from(content)], path) };
}

async function exampleTexts(): Promise<readonly ZipFile[]> {
	return Promise.all(
		exampleFiles().map(async ({ path, file }) => ({ name: path.replace('example/', ''), text: await file.text() })),
	);
}

async function exampleJournal(): Promise<string> {
	return String((await exampleTexts()).find(({ name }) => name === 'journal.jsonl')?.text);
}

function openZip(files: readonly ZipFile[]): Promise<OpenRun> {
	return openRun([picked('artifact.zip', zipOf(files))], calm);
}

/** Chains lines, as a run does. */
function chained(bodies: readonly object[]): string {
	let prev = '0'.repeat(64);
	const lines = bodies.map((body, index) => {
		const line = JSON.stringify({ prev, seq: index + 1, at: '2026-05-01T12:00:00Z', ...body });
		prev = createHash('sha256').update(line).digest('hex');
		return line;
	});
	return `${lines.join('\n')}\n`;
}

describe('a record that a visitor chose', () => {
	it('is read from a folder, with its blobs', async () => {
		const run = await openRun(exampleFiles(), calm);
		expect(run.record.end.kind).toBe('whole');
		expect(run.calls.length).toBeGreaterThan(5);
		expect(await checkContents(run.record.source, calm)).toMatchObject({ kind: 'whole' });
		const output = run.calls.find(({ state }) => state === 'failed')?.output;
		const text = await contentOf(run.record.source, output?.sha256 ?? '');
		expect(text?.slice(0, 100)).toBe(output?.preview.slice(0, 100));
	});

	it('is read from a zip, deflated or stored, with the same result as from a folder', async () => {
		const folder = await openRun(exampleFiles(), calm);
		for (const stored of [false, true]) {
			const files = (await exampleTexts()).map((file) => ({ ...file, stored }));
			const zip = await openZip(files);
			expect(zip.record.end).toEqual(folder.record.end);
			expect(await checkContents(zip.record.source, calm)).toMatchObject({ kind: 'whole' });
		}
	});

	it('is read from a single journal without blobs', async () => {
		const run = await openRun([picked('journal.jsonl', await exampleJournal())], calm);
		expect(run.record.end.kind).toBe('whole');
		expect(await checkContents(run.record.source, calm)).toEqual({ kind: 'none' });
	});

	it('is checked against a published head', async () => {
		const text = await exampleJournal();
		const lines = text.trimEnd().split('\n');
		const hash = createHash('sha256')
			.update(String(lines.at(-1)))
			.digest('hex');
		const head = { count: lines.length, hash };
		const whole = await openRun([picked('journal.jsonl', text)], { ...calm, head });
		expect(whole.record.end.kind).toBe('whole');
		const cut = `${lines.slice(0, -2).join('\n')}\n`;
		const short = await openRun([picked('journal.jsonl', cut)], { ...calm, head });
		expect(short.record.end).toMatchObject({ kind: 'broken', line: lines.length - 1 });
	});

	it('names the changed line and trusts only the lines before it', async () => {
		const text = await exampleJournal();
		const run = await openRun([picked('journal.jsonl', text.replace('"role":"admin"', '"role":"write"'))], calm);
		const line = 1 + text.split('\n').findIndex((one) => one.includes('"role":"admin"'));
		expect(run.record.end).toMatchObject({ kind: 'broken', line });
		expect(run.trusted.length).toBe(line - 1);
	});

	it('names the blob that was changed or is missing', async () => {
		const files = exampleFiles();
		const changed = files.map((one) => (one === files[3] ? picked(one.path, 'other') : one));
		const bad = await openRun(changed, calm);
		expect(await checkContents(bad.record.source, calm)).toMatchObject({ kind: 'bad', file: files[3]?.path });
		expect(await contentOf(bad.record.source, String(files[3]?.path.slice(-64)))).toBeUndefined();
	});
});

describe('a hostile record', () => {
	const journal: ZipFile = { name: 'journal.jsonl', text: '{}\n' };
	it.each<[string, readonly ZipFile[], RegExp]>([
		['a path that leads outside', [journal, { name: '../x', text: '' }], /outside/],
		['an absolute path', [journal, { name: '/etc/x', text: '' }], /outside/],
		['a name with a control character', [journal, { name: 'a\u001b[31m', text: '' }], /outside/],
		['one name twice', [journal, journal], /twice/],
		['two journals', [journal, { name: 'a/journal.jsonl', text: '' }], /2 journals/],
		['no journal', [{ name: 'a.txt', text: '' }], /no journal/],
		['an encrypted file', [{ ...journal, says: { flags: 1 } }], /encrypted/],
		['an unknown compression method', [{ ...journal, says: { method: 12 } }], /deflate/],
		['more bytes than declared', [{ ...journal, text: '\n'.repeat(9_000_000), says: { bytes: 10 } }], /more than/],
		['a wrong checksum', [{ ...journal, text: chained([{ type: 'note', text: 'a' }]), says: { crc: 1 } }], /checksum/],
		['an invalid offset', [{ ...journal, says: { start: 9_999 } }], /zip that cannot be trusted/],
		[
			'four gigabytes in a few bytes',
			[
				journal,
				{ name: 'b', text: '', says: { bytes: 0xfffffff0 } },
				{ name: 'c', text: '', says: { bytes: 0xfffffff0 } },
			],
			/limit/,
		],
	])('is refused when its zip has %s', async (_, files, why) => {
		await expect(openZip(files)).rejects.toThrow(why);
	});

	it('is refused at its first line when it inflates without end', async () => {
		const run = await openZip([{ ...journal, text: '\n'.repeat(40_000_000) }]);
		expect(run.record.end).toMatchObject({ kind: 'broken', line: 1 });
	});

	it('is refused when its zip is cut off', async () => {
		const zip = zipOf([journal]);
		await expect(openRun([picked('a.zip', zip.subarray(0, -5))], calm)).rejects.toThrow(/cut off/);
	});

	it.each([
		['invalid JSON', 'hello\n', 'it is not JSON'],
		['another file', '{"a":1}\n', 'hash of the line before'],
		['an unknown entry', chained([{ type: 'dance' }]), 'no entry that this version knows'],
		['an endless line', 'x'.repeat(longestLine + 300_000), 'too long'],
	])('reports line 1 as bad when it contains %s', async (_, text, why) => {
		const run = await openRun([picked('journal.jsonl', text)], calm);
		expect(run.record.end).toMatchObject({ kind: 'broken', line: 1, why: expect.stringContaining(why) });
	});

	it('is refused when it is empty', async () => {
		await expect(openRun([picked('journal.jsonl', '')], calm)).rejects.toThrow('no whole line');
		await expect(openRun([], calm)).rejects.toThrow('no file');
	});

	it('is refused when its JSON is nested too deeply', async () => {
		const attempt = String((await exampleJournal()).split('\n').find((one) => one.includes('"type":"tool_attempt"')));
		const { prev: _, seq: __, at: ___, ...body } = JSON.parse(attempt);
		const shallow = chained([{ ...body, tool_input: { deep: 'here' } }]);
		const text = shallow.replace('"here"', `${'['.repeat(5000)}${']'.repeat(5000)}`);
		await expect(openRun([picked('journal.jsonl', text)], calm)).rejects.toThrow('nested too deeply');
	});

	it('stops being read when the visitor stops', async () => {
		const control = new AbortController();
		const notes = chained(Array.from({ length: 20_000 }, (_, index) => ({ type: 'note', text: `${index}` })));
		let told = 0;
		const tell = (): void => {
			told++;
			control.abort();
		};
		await expect(openRun([picked('journal.jsonl', notes)], { tell, signal: control.signal })).rejects.toThrow(/abort/i);
		expect(told).toBeLessThan(8);
	});
});

it('crc32 gives the same checksum as Node', () => {
	const bytes = Buffer.from('Any text, in pieces. é');
	expect(crc32(bytes.subarray(5), crc32(bytes.subarray(0, 5), 0))).toBe(nodeCrc32(bytes));
});
