import { expect, test } from 'vitest';
import { callsOf } from '../../playground/world/calls.ts';
import type { Entry } from '../../src/core/index.ts';

const stamp = { prev: '0'.repeat(64), seq: 1, at: '2026-01-05T10:00:00.000Z' };
const matches = [
	{
		stage: 'effects',
		decision: 'confirm',
		rule: 'effects.network',
		reason: 'It talks to a host.',
		risk: 'medium',
		evidence: 'npm',
	},
	{
		stage: 'policy',
		decision: 'confirm',
		rule: 'install',
		reason: 'It installs.',
		risk: 'high',
		evidence: 'npm',
		file: 'policies/default.yaml',
		line: 12,
	},
];

function entry(facts: object): Entry {
	return { ...stamp, ...facts } as unknown as Entry;
}

function attempt(call_id: string, decision: string): Entry {
	return entry({
		type: 'tool_attempt',
		...{ call_id, tool_name: 'shell_exec', tool_input: { command: 'npm install' }, classification: 'shell' },
		...{ risk_level: 'high', decision, matched_rule: 'install', reason: 'It installs.', effects: [], matches },
		...{ binding: '0'.repeat(64), session_mode: 'default' },
	});
}

const content = (preview: string) => ({ preview, sha256: '0'.repeat(64), bytes: preview.length });
const asked = entry({ type: 'approval_requested', items: [{ id: 'A1', call_id: 'c1', binding: '', again: false }] });
const started = entry({ type: 'tool_started', call_id: 'c1', attempt: 1 });
const done = entry({
	type: 'tool_result',
	call_id: 'c1',
	ok: true,
	output: content('added 1 package'),
	duration_ms: 12,
	tree: '',
});
const answer = (approved: boolean, more = {}) =>
	entry({ type: 'approval', id: 'A1', call_id: 'c1', approved, ...more });

test('a call shows the rule that decided, with file and line', () => {
	expect(callsOf([attempt('c1', 'confirm')])).toMatchObject([
		{
			id: 'c1',
			tool: 'shell_exec',
			decision: 'confirm',
			rule: 'install',
			file: 'policies/default.yaml',
			line: 12,
			state: 'judged',
		},
	]);
});

test.each([
	['judged', [attempt('c1', 'allow')]],
	['waiting', [attempt('c1', 'confirm'), asked]],
	['judged', [attempt('c1', 'confirm'), asked, answer(true)]],
	['waiting', [attempt('c1', 'confirm'), asked, answer(true, { incomplete: true })]],
	['denied', [attempt('c1', 'confirm'), asked, answer(false)]],
	[
		'judged',
		[attempt('c1', 'confirm'), asked, answer(true), entry({ type: 'approval_void', id: 'A1', call_id: 'c1', why: '' })],
	],
	['running', [attempt('c1', 'confirm'), asked, answer(true), started]],
	['done', [attempt('c1', 'confirm'), asked, answer(true), started, done]],
	['failed', [attempt('c1', 'allow'), started, entry({ ...done, ok: false })]],
	[
		'unknown',
		[attempt('c1', 'allow'), started, entry({ type: 'effect_unknown', call_id: 'c1', why: 'The job ended.' })],
	],
	['blocked', [attempt('c1', 'block')]],
])('a call is %s after these entries: case %#', (state, entries) => {
	expect(callsOf(entries)).toMatchObject([{ id: 'c1', state }]);
});

test('a call that is judged again keeps its approval number, and calls keep their order', () => {
	const calls = callsOf([attempt('c1', 'confirm'), attempt('c2', 'allow'), asked, attempt('c1', 'confirm')]);
	expect(calls.map(({ id, approval }) => [id, approval])).toEqual([
		['c1', 'A1'],
		['c2', undefined],
	]);
});
