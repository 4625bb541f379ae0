import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { exampleFiles } from '../../playground/page/explorer/example.ts';
import { openRun } from '../../playground/page/explorer/open-run.ts';
import { mostFiles, type PickedFile } from '../../playground/page/explorer/picked-file.ts';
import { type RecordMessage, tellRecord } from '../../playground/page/explorer/record-messages.ts';
import { createWorkerReading, type RecordEvents } from '../../playground/page/explorer/worker-reading.ts';
import { sha256 } from '../../src/core/index.ts';
import { type ZipFile, zipOf } from '../journal/zip-files.ts';

const megabyte = 1_048_576;
const picked = (path: string, content: string | Uint8Array): PickedFile => ({
	path,
	file: new File([typeof content === 'string' ? content : Buffer.from(content)], path),
});

/** All messages of a worker about a record. */
async function toldOf(files: readonly PickedFile[]): Promise<readonly RecordMessage[]> {
	const told: RecordMessage[] = [];
	await tellRecord({ picked: files, head: undefined }, (message) => told.push(message));
	return told;
}

/** The final message to the visitor. */
async function endOf(...files: readonly PickedFile[]): Promise<string> {
	const last = (await toldOf(files)).at(-1);
	if (last?.kind === 'failed') return last.why;
	if (last?.kind === 'checked') return `contents: ${last.contents.kind}`;
	return last?.kind === 'read' && last.end.kind === 'broken' ? `line ${last.end.line}: ${last.end.why}` : 'open';
}

const endOfZip = (zip: Uint8Array): Promise<string> => endOf(picked('artifact.zip', zip));
const endOfJournal = (text: string | Uint8Array): Promise<string> => endOf(picked('journal.jsonl', text));

/** Chains lines as a run does. `%` means the hash of the previous line. */
function chained(lines: readonly string[], encoding: BufferEncoding = 'utf8'): Buffer {
	let prev = '0'.repeat(64);
	const all = lines.map((text) => {
		const line = Buffer.from(text.replace('%', prev), encoding);
		prev = createHash('sha256').update(line).digest('hex');
		return Buffer.concat([line, Buffer.from('\n')]);
	});
	return Buffer.concat(all);
}

const note = (text: string, seq = 1): string =>
	`{"prev":"%","seq":${seq},"at":"2026-05-01T12:00:00Z","type":"note","text":${JSON.stringify(text)}}`;
const small = chained([note('hello')]).toString();
const journal: ZipFile = { name: 'journal.jsonl', text: small };

/** A journal line with a call with these arguments (JSON). */
async function attemptWith(input: string): Promise<string> {
	const text = await exampleFiles()
		.find(({ path }) => path.endsWith('journal.jsonl'))
		?.file.text();
	const attempt: object = JSON.parse(text?.split('\n').find((one) => one.includes('"type":"tool_attempt"')) ?? '{}');
	const line = JSON.stringify({ ...attempt, prev: '%', seq: 1, tool_input: { hostile: 'here' } });
	return line.replace('"here"', input);
}

describe('a hostile zip', () => {
	const deflated = zipOf([journal]);
	it.each<[string, Uint8Array, RegExp]>([
		['with a zip in it, and no journal', zipOf([{ name: 'inner.zip', text: deflated }]), /no journal\.jsonl/],
		['whose journal is a zip', zipOf([{ ...journal, text: deflated }]), /no whole line/],
		[
			'whose files share their bytes',
			zipOf([journal, { name: 'a', text: small, says: { start: 0 } }]),
			/"(?:a|journal\.jsonl)" overlaps/,
		],
		['with a NUL in a name', zipOf([journal, { name: 'a\0.txt', text: '' }]), /outside/],
		['with a Windows path in a name', zipOf([journal, { name: '..\\x', text: '' }]), /outside/],
		['with a drive letter in a name', zipOf([journal, { name: 'C:/x', text: '' }]), /outside/],
		['with `..` in the middle of a path', zipOf([journal, { name: 'a/../../x', text: '' }]), /outside/],
		['with a zip64 file', zipOf([{ ...journal, says: { bytes: 0xffffffff } }]), /zip64/],
		['with a zip64 file count', zipOf([journal], 0xffff), /zip64, or has too many files/],
		['that names more files than it has', zipOf([journal], 2), /names 1 files and says 2/],
		['whose directory is cut off', withoutBytes(deflated, deflated.length - 40, 10), /does not lie where it says/],
		['whose end is cut off', deflated.subarray(0, -5), /cut off/],
		['that declares 4 GB but has one line', zipOf([{ ...journal, says: { bytes: 0xfffffff0 } }]), /says 4294967280/],
		['with too few bytes', zipOf([{ ...journal, says: { bytes: 4 } }]), /more than the 4 bytes/],
	])('%s gives an error message', async (_, zip, why) => {
		expect(await endOfZip(zip)).toMatch(why);
	});

	it('with 200,000 files gives an error message', async () => {
		const files = Array.from({ length: 200_000 }, (_, index) => ({ name: `f${index}`, text: '', stored: true }));
		expect(await endOfZip(zipOf([journal, ...files], 200_001 % 65_536))).toMatch(/names more files than the 3393/);
		const many = Array.from({ length: mostFiles + 1 }, (_, index) => picked(`f${index}`, ''));
		expect(await endOf(...many)).toMatch(/at most 20000 files/);
	});

	it('that inflates to a thousand times its size is unpacked in small pieces', async () => {
		const zip = zipOf([journal, { name: `blobs/${'0'.repeat(64)}`, text: Buffer.alloc(100 * megabyte) }]);
		const given: number[] = [];
		const Real = DecompressionStream;
		vi.stubGlobal('DecompressionStream', function watched() {
			const { readable, writable } = new Real('deflate-raw');
			const gauge = new TransformStream<Uint8Array, Uint8Array>({
				transform: (piece, control) => {
					given.push(piece.length);
					control.enqueue(piece);
				},
			});
			void gauge.readable.pipeTo(writable);
			return { readable, writable: gauge.writable };
		});
		expect(await endOfZip(zip)).toBe('contents: bad');
		vi.unstubAllGlobals();
		// The browser inflates a whole piece at once, to at most 1,032 times its size.
		expect(Math.max(...given)).toBeLessThanOrEqual(16_384);
		expect(given.length).toBeGreaterThan(5);
	});
});

function withoutBytes(bytes: Buffer, from: number, count: number): Buffer {
	return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + count)]);
}

describe('a hostile journal', () => {
	it('with a line of 50 MB is broken at that line, also in a zip', async () => {
		const long = chained([note('first'), note('x'.repeat(50 * megabyte), 2)]);
		expect(await endOfJournal(long)).toBe('line 2: it is too long');
		expect(await endOfZip(zipOf([{ name: 'journal.jsonl', text: long }]))).toBe('line 2: it is too long');
	});

	it.each([
		['lists', '[', ']'],
		['objects', '{"a":', '}'],
	])('with 100,000 nested %s is refused', async (_, open, close) => {
		const line = await attemptWith(`${open.repeat(100_000)}1${close.repeat(100_000)}`);
		expect(await endOfJournal(chained([line]))).toMatch(/Line 1 of journal\.jsonl is nested too deeply/);
	});

	it('with a million empty lists in a line is refused', async () => {
		const line = await attemptWith(`[${'[],'.repeat(1_000_000)}1]`);
		expect(await endOfJournal(chained([line]))).toMatch(/Line 1 of journal\.jsonl has too many parts/);
	});

	it('that is not UTF-8 is read only if its chain is intact', async () => {
		expect(await endOfJournal(chained([note('caf\u00e9')], 'latin1'))).toBe('contents: none');
		expect(await endOfJournal(Buffer.alloc(1000, 0xff))).toMatch(/no whole line/);
		expect(await endOfJournal(Buffer.concat([Buffer.alloc(1000, 0xff), Buffer.from('\n')]))).toMatch(/^line 1: /);
	});

	it('with prototype keys pollutes no object', async () => {
		const line = await attemptWith(
			'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}',
		);
		const run = await openRun(
			[picked('journal.jsonl', chained([`{"__proto__":{"polluted":1},${line.slice(1)}`, note('end', 2)]))],
			{ tell: () => undefined, signal: new AbortController().signal },
		);
		expect(Object.keys(Object.prototype)).toEqual([]);
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
		expect(run.record.entries.every((entry) => !('polluted' in entry))).toBe(true);
	});
});

describe('the page', () => {
	/** A worker in this process. */
	const startHere = ({ told }: RecordEvents) => ({
		postMessage: (order: Parameters<typeof tellRecord>[0]) => void tellRecord(order, told),
		terminate: () => undefined,
	});
	const calm = { tell: () => undefined, signal: new AbortController().signal };

	it('gets the record unchanged from its worker, in messages of at most 500 entries', async () => {
		const here = await openRun(exampleFiles(), calm);
		const { read, contents } = createWorkerReading(startHere);
		const run = await openRun(exampleFiles(), calm, read);
		expect(run.record.entries).toEqual(here.record.entries);
		expect(run.record.end).toEqual(here.record.end);
		expect(await contents).toMatchObject({ kind: 'whole' });

		let prev = '0'.repeat(64);
		const lines = Array.from({ length: 1700 }, (_, index) => {
			const line = note(`${index}`, index + 1).replace('%', prev);
			prev = sha256(line);
			return line;
		});
		const told = await toldOf([picked('journal.jsonl', `${lines.join('\n')}\n`)]);
		const sizes = told.flatMap((message) => (message.kind === 'entries' ? [message.entries.length] : []));
		expect(sizes).toEqual([500, 500, 500, 200]);
	});

	it('shows why a record is refused, and ends the worker', async () => {
		const terminate = vi.fn();
		const refused = createWorkerReading((events) => ({ ...startHere(events), terminate }));
		await expect(openRun([picked('a.zip', 'PK\x03\x04')], calm, refused.read)).rejects.toThrow(/cannot be trusted/);
		await expect(refused.contents).rejects.toThrow(/cannot be trusted/);
		expect(terminate).toHaveBeenCalledOnce();
		const broken = createWorkerReading(({ broken: tell }) => ({ postMessage: () => tell('no file'), terminate }));
		await expect(openRun(exampleFiles(), calm, broken.read)).rejects.toThrow('in this browser: no file.');
	});

	it('ends the worker when the visitor stops', async () => {
		const stop = new AbortController();
		const terminate = vi.fn();
		const { read } = createWorkerReading(() => ({ postMessage: () => stop.abort(), terminate }));
		await expect(openRun(exampleFiles(), { ...calm, signal: stop.signal }, read)).rejects.toThrow('stopped');
		expect(terminate).toHaveBeenCalledOnce();
	});
});
