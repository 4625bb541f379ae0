import { expect, it } from 'vitest';
import { callFilters, matchingCalls } from '../../playground/page/explorer/call-filters.ts';
import { pairCalls } from '../../playground/page/explorer/compare.ts';
import { exampleFiles } from '../../playground/page/explorer/example.ts';
import { type OpenRun, openRun } from '../../playground/page/explorer/open-run.ts';
import { type ReplayChoice, type ReplayedCall, replayRun } from '../../playground/page/explorer/replay.ts';
import { countCalls } from '../../playground/page/explorer/run-facts.ts';
import { standInFiles } from '../../playground/page/explorer/stand-in-files.ts';
import { since, stepWords } from '../../playground/page/explorer/step-words.ts';
import { aboutCall, block, clock, effectWords, line } from '../../playground/page/explorer/texts.ts';
import type { Effect } from '../../src/core/index.ts';
import { policyTexts } from './policy-texts.ts';

const calm = { tell: () => undefined, signal: new AbortController().signal };
const example = (): Promise<OpenRun> => openRun(exampleFiles(), calm);

it('shows each call with its verdict, its approval and its result', async () => {
	const { calls, facts } = await example();
	expect(countCalls(calls)).toMatchObject({ asked: 1, blocked: 1 });
	const asked = calls.find((call) => call.asked.length > 0);
	expect(asked).toMatchObject({ state: 'done', verdict: { decision: 'confirm' } });
	expect(asked?.asked.map(({ kind, who }) => [kind, who])).toEqual([
		['asked', ''],
		['signed', 'maintainer'],
	]);
	expect(calls.find(({ state }) => state === 'blocked')?.output).toBeDefined();
	expect(facts).toMatchObject({ jobs: 2, outcome: { kind: 'completed' } });
	expect(facts.waited).toBeGreaterThan(0);
	expect(facts.tokens.input).toBeGreaterThan(0);
});

it('finds calls by kind and by words', async () => {
	const { calls } = await example();
	expect(matchingCalls(calls, 'refused', '')).toEqual(calls.filter(callFilters.refused.is));
	expect(matchingCalls(calls, 'all', 'CURL').map(({ state }) => state)).toEqual(['blocked']);
	expect(matchingCalls(calls, 'asked', 'curl')).toEqual([]);
});

async function replay(choice: Partial<ReplayChoice>): Promise<readonly ReplayedCall[]> {
	const { record } = await example();
	const all: ReplayChoice = { policy: 'run', own: '', mode: undefined, ...choice };
	return replayRun(record, all, { ...calm, texts: policyTexts(), today: '2026-11-28' });
}

const changed = (calls: readonly ReplayedCall[]) => calls.filter(({ now }) => now !== undefined);

it('a replay with the rules of the run changes no decision', async () => {
	expect(new Set((await replay({})).map(({ kind }) => kind))).toEqual(new Set(['same']));
});

it('a replay with stricter rules asks more, and names the rule with file and line', async () => {
	const calls = changed(await replay({ policy: 'strict' }));
	expect(calls.length).toBeGreaterThan(0);
	expect(calls.every(({ kind }) => kind === 'stricter')).toBe(true);
	expect(calls.some(({ now }) => /^policies\/strict\.yml:\d+$/.test(now?.place ?? ''))).toBe(true);
});

it('a replay with another mode or a given policy changes decisions', async () => {
	expect(changed(await replay({ mode: 'plan' })).length).toBeGreaterThan(0);
	const own = 'rules:\n  - name: mine\n    effects: [read]\n    action: deny\n    reason: No.\n';
	const [first] = changed(await replay({ policy: 'own', own }));
	expect(first).toMatchObject({
		tool: 'file_read',
		kind: 'stricter',
		now: { rule: 'mine', place: 'your-policy.yml:2' },
	});
	await expect(replay({ policy: 'own', own: 'rules: 7' })).rejects.toThrow('your-policy.yml');
});

it('every shipped policy can be replayed', async () => {
	for (const policy of ['default', 'permissive', 'autonomous', 'maintenance'])
		expect((await replay({ policy })).length, policy).toBeGreaterThan(5);
});

it('a replay skips a verdict that depends on missing files', async () => {
	const { record } = await example();
	const entries = record.entries.map((entry) =>
		entry.type === 'tool_attempt' ? { ...entry, effects: [], decision: 'confirm' as const } : entry,
	);
	const choice: ReplayChoice = { policy: 'strict', own: '', mode: undefined };
	const calls = await replayRun({ ...record, entries }, choice, { ...calm, texts: policyTexts(), today: '2026-11-28' });
	expect(calls.some(({ kind, why }) => kind === 'unclear' && why?.includes('files of the checkout'))).toBe(true);
});

it('a replay declares each script that was run in a stand-in file', () => {
	const effects: readonly Effect[] = [
		{ kind: 'exec.project', script: 'npm test', definedIn: 'package.json' },
		{ kind: 'exec.project', script: 'npm run lint', definedIn: 'package.json' },
		{ kind: 'exec.project', script: 'make all', definedIn: 'Makefile' },
	];
	const files = standInFiles(effects);
	expect(files.map(({ path, text }) => [path, JSON.parse(text)])).toEqual([
		['package.json', { scripts: { test: 'node --test', lint: 'node --test' } }],
	]);
});

it('a comparison pairs the calls of two runs', async () => {
	const { calls } = await example();
	expect(pairCalls(calls, calls).every(({ kind }) => kind === 'same')).toBe(true);
	const without = calls.filter((_, index) => index !== 3);
	expect(pairCalls(calls, without).filter(({ kind }) => kind !== 'same')).toEqual([
		{ left: calls[3], kind: 'only-left' },
	]);
	expect(pairCalls(without, calls).filter(({ kind }) => kind !== 'same')).toEqual([
		{ right: calls[3], kind: 'only-right' },
	]);
	const failed = calls.map((call, index) => (index === 1 ? { ...call, state: 'failed' as const } : call));
	expect(
		pairCalls(calls, failed)
			.map(({ kind }) => kind)
			.indexOf('changed'),
	).toBe(1);
	const swapped = [...calls.slice(0, 4).reverse(), ...calls.slice(4)];
	const pairs = pairCalls(calls, swapped);
	expect(pairs.flatMap(({ left }) => left ?? []).map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
	expect(pairs.flatMap(({ right }) => right ?? []).map(({ id }) => id)).toEqual(swapped.map(({ id }) => id));
});

it('foreign text cannot hide characters or use colours', () => {
	expect(line('a\u001b[31mred\u202e\nb')).toBe('a\\u{1b}[31mred\\u{202e} b');
	expect(block('a\u0000b\n<b>')).toBe('a\\u{0}b\n<b>');
	expect(aboutCall({ command: 'x '.repeat(500) }).length).toBeLessThan(200);
	expect(aboutCall({})).toBe('');
});

it('an unknown effect is shown as JSON', () => {
	const odd = [{ kind: 'fly', path: '<img>' }] as unknown as readonly Effect[];
	expect(effectWords(odd)).toEqual([{ pieces: ['', '{"kind":"fly","path":"<img>"}', ''], all: [] }]);
	const [known] = effectWords([{ kind: 'write', path: 'src/a\u0000b.ts' }]);
	expect(known?.pieces).toEqual(['writes ', 'src/a\\u{0}b.ts', '']);
});

it('times are shown relative to the start', () => {
	const began = '2026-05-01T12:00:00.500Z';
	expect(since(began, began)).toBe('start');
	expect(since('2026-05-01T12:00:07.700Z', began)).toBe('+7 s');
	expect(since('2026-05-01T12:02:07.700Z', began)).toBe('+2 min 7 s');
	expect(since('<b>', began)).toBe('unknown time');
	expect(clock('<b>')).toBe('unknown time');
	expect(stepWords({ kind: 'denied', id: 'A1', who: '', role: '' }).words).toContain('without an answer');
	expect(stepWords({ kind: 'signed', id: 'A1', who: 'x\u202e', role: 'write' }).words).toBe(
		'@x\\u{202e} (write) approves A1',
	);
});
