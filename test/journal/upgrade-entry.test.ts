import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storedName } from '../../src/core/stored-object.ts';
import { parseEntries, storedEntry } from '../../src/journal/index.ts';
import { renames, upgradeEntry } from '../../src/journal/upgrade-entry.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'journals');
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
const lines = (name: string): readonly Record<string, unknown>[] =>
	readFileSync(join(folder, name), 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line));

/** The names of all fields in a value, but not those in the arguments of a call. */
function namesIn(value: unknown): readonly string[] {
	if (Array.isArray(value)) return value.flatMap(namesIn);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => [name, ...(name === 'tool_input' ? [] : namesIn(inner))]);
}

const isOld = (name: string): boolean => /[A-Z]/.test(name);

describe.each(names)('%s', (name) => {
	const entries = parseEntries(readFileSync(join(folder, name)));

	test('it is a journal of version 1 with the names of that version', () => {
		expect(lines(name)[0]).toMatchObject({ type: 'run_started', schema: 1 });
		expect(namesIn(lines(name)).filter(isOld)).toContain('takenOver');
	});

	test('its entries equal those of the same journal in version 2', () => {
		const stored = entries.map(storedEntry);
		expect(stored[0]).toMatchObject({ schema: 2 });
		expect(namesIn(stored).filter(isOld)).toEqual([]);
		const again = parseEntries(Buffer.from(stored.map((line) => `${JSON.stringify(line)}\n`).join('')));
		expect(again).toEqual(entries);
	});

	test('the upgrade loses no field and does not change lines of version 2', () => {
		const upgraded = lines(name).map(upgradeEntry);
		expect(upgraded).toEqual(entries.map(storedEntry));
		expect(upgraded.map((line) => upgradeEntry(line as Record<string, unknown>))).toEqual(upgraded);
	});
});

type Names = typeof renames;

/** The old and new field names of each place. */
function placesIn(own: Names, place: string): readonly { readonly place: string; readonly from: string; to: string }[] {
	return Object.entries(own).flatMap(([name, rename]) =>
		typeof rename === 'string'
			? [{ place, from: name, to: rename }]
			: placesIn(rename.inside, `${place}${place === '' ? '' : '.'}${name}`),
	);
}

const places = placesIn(renames, '');

test('a new name differs only in case, or is the name that other entries use for the same thing', () => {
	const unlike = places.filter(({ from, to }) => storedName(from) !== to);
	expect(unlike.map(({ place, from, to }) => `${place}.${from} ${to}`)).toEqual([
		'model_reply.calls.id call_id',
		'model_reply.calls.name tool_name',
		'security_violation.rule matched_rule',
	]);
});

test('no name is both old and new in the same place', () => {
	for (const { place, to } of places)
		expect(places.filter((other) => other.place === place && other.from === to)).toEqual([]);
});

test('the stored journals contain each renamed field of version 1, with two known exceptions', () => {
	const seen = new Set(names.flatMap((name) => namesIn(lines(name))));
	const missing = places.filter(({ from }) => !seen.has(from)).map(({ place, from }) => `${place}.${from}`);
	expect(missing).toEqual(['run_started.request.forStranger', 'run_started.pull.readOnly']);
});

test('a line with both the old and the new name of a field is refused', () => {
	const claimed = { type: 'claimed', key: 'k', subject: 'call', call_id: 'c1', taken_over: false };
	const stamp = { prev: '0'.repeat(64), seq: 1, at: '2026-11-28T00:00:00.000Z' };
	const bytes = (line: object): Buffer => Buffer.from(`${JSON.stringify({ ...stamp, ...line })}\n`);
	expect(parseEntries(bytes(claimed))).toHaveLength(1);
	expect(() => parseEntries(bytes({ ...claimed, callId: 'c2' }))).toThrow('The journal does not hold at line 1');
});

test('a line of an unknown type, even one like `constructor`, stays unchanged', () => {
	for (const type of ['later', 'constructor', '__proto__', 7])
		expect(upgradeEntry({ type, callId: 'c' })).toEqual({ type, callId: 'c' });
});
