import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/index.ts';
import { createChainCheck } from '../../src/journal/chain.ts';
import { genesis, verifyJournalFile } from '../../src/journal/index.ts';
import { eachLine } from '../../src/journal/lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The lines of a journal with these members, chained. */
function chained(bodies: readonly object[]): readonly string[] {
	let prev = genesis;
	return bodies.map((body, index) => {
		const line = JSON.stringify({ prev, seq: index + 1, at: '2026-05-01T12:00:00.000Z', ...body });
		prev = sha256(line);
		return line;
	});
}

const notes = (count: number) => Array.from({ length: count }, (_, n) => ({ type: 'note', text: `number ${n + 1}` }));
const headOf = (lines: readonly string[]): string => `${lines.length}:${sha256(lines.at(-1) ?? '')}`;

async function verify(lines: readonly string[], head?: string, end = '\n') {
	using folder = temporaryFolder();
	const path = join(folder.path, 'journal.jsonl');
	writeFileSync(path, `${lines.join('\n')}${end}`);
	const { kind, line, why } = await verifyJournalFile(path, head);
	return { kind, line, why };
}

const lines = chained(notes(6));
const [one = '', two = '', three = '', four = '', five = '', six = ''] = lines;

test('a complete journal is unanchored without its head and verified with it', async () => {
	expect((await verify(lines)).kind).toBe('unanchored');
	expect((await verify(lines, headOf(lines))).kind).toBe('verified');
	await expect(verify(lines, '6:abc')).rejects.toMatchObject({
		code: 'bad-input',
		fix: expect.stringContaining('journal-head'),
	});
});

const forged = chained([...notes(5), { type: 'note', text: 'another end' }]);

test.each([
	['an edit', [one, two.replace('number', 'nomber'), three, four, five, six], 2, /was changed/],
	[
		'a changed link',
		[one, two, three.replace(/[0-9a-f]{64}/, 'a'.repeat(64)), four, five, six],
		3,
		/does not name the hash/,
	],
	[
		'an edit in the line before the last',
		[one, two, three, four, five.replace('number', 'nomber'), six],
		5,
		/was changed/,
	],
	['a missing line', [one, two, four, five, six], 3, /number 3 is missing/],
	['two swapped lines', [one, three, two, four, five, six], 2, /number 2 is missing/],
	['a repeated line', [one, two, two, three, four, five, six], 3, /number 2 stands here again/],
	['a missing first line', [two, three, four, five, six], 1, /number 1 is missing/],
	['a line that is not JSON', [one, two, '{"prev', three, four, five, six], 3, /not JSON/],
	['an empty line', [one, two, '', three, four, five, six], 3, /not JSON/],
	['JSON that is not an entry', [one, two, '{"a":1}', three, four, five, six], 3, /does not begin with the hash/],
])('the check finds %s without a head', async (_, changed, line, why) => {
	expect(await verify(changed)).toEqual({ kind: 'broken', line, why: expect.stringMatching(why) });
	expect(await verify(changed, headOf(lines))).toEqual({ kind: 'broken', line, why: expect.stringMatching(why) });
});

test.each([
	['a missing tail', lines.slice(0, 4), 5, /the tail was cut: 6 lines were published, and 4 are here/],
	['added lines', chained(notes(8)), 7, /added after the published head/],
	['a rewritten journal', forged, 6, /not the line whose hash was published/],
	[
		'an edit of the last line',
		[one, two, three, four, five, six.replace('number', 'nomber')],
		6,
		/not the line whose hash/,
	],
])('the check finds %s with the head', async (_, changed, line, why) => {
	expect((await verify(changed)).kind).toBe('unanchored');
	expect(await verify(changed, headOf(lines))).toEqual({ kind: 'broken', line, why: expect.stringMatching(why) });
});

test('the head shows which of the last two lines was changed', async () => {
	const changed = [one, two, three, four, five, six.replace(/[0-9a-f]{64}/, 'a'.repeat(64))];
	expect((await verify(changed, headOf(lines))).line).toBe(6);
});

test('a last line without a newline is reported as torn', async () => {
	expect(await verify(lines, undefined, '')).toEqual({ kind: 'torn', line: 6, why: 'the last line is incomplete' });
});

test('a last line that is not JSON is reported although no line follows', async () => {
	const start = five.slice(0, 9) + sha256(four) + five.slice(73, 120);
	expect(await verify([one, two, three, four, `${start.slice(0, -9)}}`])).toMatchObject({
		kind: 'broken',
		line: 5,
		why: 'it is not JSON',
	});
});

test('the check finds each of 10,000 random changes, and its line to within one', async () => {
	let seed = 7;
	const next = (below: number): number => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((seed / 2_147_483_648) * below);
	};
	const whole = chained(notes(9));
	const head = { count: 9, hash: sha256(whole.at(-1) ?? '') };
	const bytes = Buffer.from(`${whole.join('\n')}\n`);
	const startOf = (line: number): number => whole.slice(0, line).join('\n').length + (line === 0 ? 0 : 1);
	const missed: string[] = [];
	for (let round = 0; round < 10_000; round++) {
		const line = next(9);
		const [from, to] = [startOf(line), startOf(line + 1)];
		const at = from + next(to - from);
		const flipped = Buffer.from(bytes);
		flipped[at] = (flipped[at] ?? 0) ^ (1 << next(8));
		const other = bytes.subarray(startOf(next(9)), undefined);
		const otherLine = other.subarray(0, other.indexOf('\n') + 1);
		const changes: readonly Uint8Array[] = [
			flipped,
			Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
			Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]),
			Buffer.concat([bytes.subarray(0, to), otherLine, bytes.subarray(to)]),
			bytes.subarray(0, at),
			Buffer.concat([bytes.subarray(0, from), Buffer.from(bytes.subarray(from, to)).reverse(), bytes.subarray(to)]),
		];
		const kind = round % changes.length;
		const check = createChainCheck(head);
		let fault: { readonly line: number } | undefined;
		const end = await eachLine([changes[kind] ?? bytes], (bytesOfLine) => {
			fault = check.next(bytesOfLine);
			return fault === undefined;
		});
		fault ??= check.end(end === 'whole');
		const placed = fault?.line ?? (end === 'torn' ? check.head().count + 1 : undefined);
		if (placed === undefined || Math.abs(placed - (kind === 3 ? line + 2 : line + 1)) > 1)
			missed.push(`change ${kind} of line ${line + 1}: ${placed}`);
	}
	expect(missed).toEqual([]);
});

test('each content that an entry names must exist and match its hash', async () => {
	using folder = temporaryFolder();
	const content = { preview: 'x', sha256: sha256('x'), bytes: 1 };
	const named = chained([{ type: 'remembered', episode: content, feedback: content }]);
	writeFileSync(join(folder.path, 'journal.jsonl'), `${named.join('\n')}\n`);
	const alone = await verifyJournalFile(folder.path, undefined);
	expect(alone).toMatchObject({ kind: 'unanchored', text: expect.stringMatching(/contents were not checked\.$/) });
	mkdirSync(join(folder.path, 'blobs'));
	const blob = join(folder.path, 'blobs', content.sha256);
	expect(await verifyJournalFile(folder.path, undefined)).toMatchObject({
		kind: 'broken',
		file: blob,
		why: expect.stringMatching(/line 1 of the journal/),
	});
	writeFileSync(blob, 'x');
	expect(await verifyJournalFile(folder.path, undefined)).toMatchObject({ kind: 'unanchored', blobs: 1 });
	writeFileSync(blob, 'y');
	expect(await verifyJournalFile(folder.path, undefined)).toMatchObject({
		kind: 'broken',
		file: blob,
		why: expect.stringMatching(/other bytes/),
	});
	rmSync(blob);
	mkdirSync(blob);
	await expect(verifyJournalFile(folder.path, undefined)).rejects.toMatchObject({ code: 'bad-input' });
});

test('a content in the arguments of a call is not checked', async () => {
	using folder = temporaryFolder();
	const input = { content: { preview: 'x', sha256: 'f'.repeat(64), bytes: 1 } };
	const named = chained([{ type: 'tool_attempt', tool_input: input }]);
	writeFileSync(join(folder.path, 'journal.jsonl'), `${named.join('\n')}\n`);
	mkdirSync(join(folder.path, 'blobs'));
	expect((await verifyJournalFile(folder.path, undefined)).kind).toBe('unanchored');
});

test('lines are read whole, however the bytes arrive', async () => {
	const heard: string[] = [];
	const pieces = [...Buffer.from('ab\n\ncde\nf')].map((byte) => Uint8Array.of(byte));
	expect(await eachLine(pieces, (line) => heard.push(line.toString()) > 0)).toBe('torn');
	expect(heard).toEqual(['ab', '', 'cde']);
	expect(await eachLine([Buffer.alloc(20 * 1_048_576), Buffer.alloc(20 * 1_048_576)], () => true)).toBe('too-long');
});
