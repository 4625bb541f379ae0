import { expect, test } from 'vitest';
import type { Cap, Entry, EntryBody, RunLimits } from '../../src/core/index.ts';
import { nextStep, openCalls, replay, type State } from '../../src/run/index.ts';
import { bindingCap, capToAsk, raiseFor } from '../../src/run/state/budget.ts';
import { agentRequest } from '../support/world.ts';

const content = { preview: '', sha256: '0'.repeat(64), bytes: 0 };
const runner = { kind: 'actions', id: '1', attempt: 1 } as const;
const call = { id: 'c1', name: 'look', args: content, redacted: false };

/** A run between two replies, with one second between entries. */
function after(limits: Partial<RunLimits>, bodies: readonly EntryBody[]): State {
	const header: EntryBody = {
		...{ type: 'run_started', schema: 2, program: 'test', run: '1-r', repository: 'octo-org/sample', runner },
		...{ request: agentRequest(), base_sha: 'b'.repeat(40), base_branch: 'main', controls: content },
		settings: {
			mode: 'edit',
			model: 'scripted:x',
			limits: { maxIterations: 8, approvalTimeoutSeconds: 60, ...limits },
		},
	};
	const begun: readonly EntryBody[] = [
		header,
		{ type: 'admitted', actor: agentRequest().actor, role: 'admin' },
		{ type: 'claimed', key: 'k', subject: 'command', taken_over: false },
		{ type: 'checkpoint', count: 3, head: '0'.repeat(64) },
		{ type: 'reported', comment_id: 1, url: 'u' },
		{ type: 'delivery_checked' },
		{ type: 'context', segment: 1, system: content, tools: content, user: content },
	];
	const entries = [...begun, ...bodies].map((body, index): Entry => {
		const at = new Date(Date.parse('2026-11-22T12:00:00Z') + index * 1000).toISOString();
		return { prev: '0'.repeat(64), seq: index + 1, at, ...body };
	});
	return replay(entries);
}

const reply = (tokens: number, calls = [call]): EntryBody => ({
	...{ type: 'model_reply', iteration: 1, model: 'x', request: '0'.repeat(64), text: content, raw: content },
	...{ calls, stop: 'x', usage: { input: tokens, output: 0, cached: 0 } },
});
const result = (id: string): EntryBody => {
	return { type: 'tool_result', call_id: id, ok: true, output: content, duration_ms: 0, tree: '0'.repeat(64) };
};
const round = (tokens: number): readonly EntryBody[] => [reply(tokens), result('c1'), { type: 'heeded' }];
const reached = (cap: Cap, to: number, id = 'budget-1'): EntryBody => {
	return { type: 'cap_reached', call_id: id, cap, used: 10, limit: 10, to, args: content };
};
const denied: EntryBody = {
	...{ type: 'approval', id: 'A1', call_id: 'budget-1', tool_name: 'budget', approved: false },
	...{ user_id: 7, user: 'maintainer', role: 'admin', approver_type: 'human', rejection_reason: 'no' },
};

test.each([
	[10, 20],
	[19, 20],
	[20, 30],
	[104, 110],
])('%i used of 10 tokens: an approval raises the limit to %i', (used, to) => {
	const state = after({ tokensPerRun: 10, atCap: 'ask' }, round(used));
	expect(raiseFor(state, 'tokens')).toEqual({ cap: 'tokens', used, limit: 10, to });
});

const ask = { atCap: 'ask' } as const;
test.each<readonly [string, Partial<RunLimits>, readonly EntryBody[], object]>([
	[
		'below the cap, the run asks the model',
		{ ...ask, tokensPerRun: 11 },
		round(10),
		{ kind: 'ask-model', closing: false },
	],
	[
		'at a cap that asks, the run records the cap',
		{ ...ask, tokensPerRun: 10 },
		round(10),
		{ kind: 'reach-cap', cap: 'tokens' },
	],
	['at a cap that does not ask, the run ends', { tokensPerRun: 10, atCap: 'end' }, round(10), { kind: 'remember' }],
	['at a cap of an old journal without `atCap`, the run ends', { tokensPerRun: 10 }, round(10), { kind: 'remember' }],
	[
		'after the last iteration, the model gives its last answer',
		{ maxIterations: 1 },
		round(1),
		{ kind: 'ask-model', closing: true },
	],
	[
		'after the last iteration with a cap that asks, the run records the cap',
		{ ...ask, maxIterations: 1 },
		round(1),
		{ kind: 'reach-cap', cap: 'iterations' },
	],
	['at the cap with a final answer, the run ends', { ...ask, tokensPerRun: 10 }, [reply(10, [])], { kind: 'remember' }],
	[
		'at the cap with an open call, the run judges the call',
		{ ...ask, tokensPerRun: 10 },
		[reply(10)],
		{ kind: 'judge', call: { id: 'c1' } },
	],
	['before the daily figures are known, the run reads them', { ...ask, tokensPerDay: 10 }, [], { kind: 'read-spent' }],
	[
		'at a daily cap, the run records the cap',
		{ ...ask, tokensPerDay: 10 },
		[{ type: 'spent_read', day: '2026-11-22', tokens: 10, seconds: 0 }],
		{ kind: 'reach-cap', cap: 'day-tokens' },
	],
	[
		'with one cap recorded and another reached, the run records the other cap',
		{ ...ask, tokensPerRun: 10, maxIterations: 1 },
		[...round(10), reached('tokens', 20)],
		{ kind: 'reach-cap', cap: 'iterations' },
	],
	[
		'with all caps recorded, the run judges the budget request',
		{ ...ask, tokensPerRun: 10 },
		[...round(10), reached('tokens', 20)],
		{ kind: 'judge', call: { id: 'budget-1' } },
	],
	[
		'after an approval, the run asks the model',
		{ ...ask, tokensPerRun: 10 },
		[...round(10), reached('tokens', 20), result('budget-1')],
		{ kind: 'ask-model', closing: false },
	],
	[
		'after an approved amount is used up, the run records the cap again',
		{ ...ask, tokensPerRun: 10 },
		[...round(10), reached('tokens', 20), result('budget-1'), ...round(10)],
		{ kind: 'reach-cap', cap: 'tokens' },
	],
	[
		'after a denial, the run ends',
		{ ...ask, tokensPerRun: 10 },
		[...round(10), reached('tokens', 20), denied],
		{ kind: 'remember' },
	],
	[
		'after a denial of more iterations with another question open, the model gives its last answer',
		{ ...ask, maxIterations: 1, minutesPerRun: 60 },
		[...round(10), reached('iterations', 2), reached('minutes', 120, 'budget-2'), denied],
		{ kind: 'ask-model', closing: true },
	],
])('%s', (_where, limits, bodies, step) => {
	expect(nextStep(after(limits, bodies))).toMatchObject(step);
});

test('a cap that ends the run at once comes first, and nothing is asked after a denial', () => {
	const limits = { ...ask, tokensPerRun: 10, maxIterations: 1 };
	expect(bindingCap(after(limits, round(10)))).toBe('tokens');
	const refused = after(limits, [...round(10), reached('iterations', 2), denied]);
	expect([bindingCap(refused), capToAsk(refused), openCalls(refused)]).toEqual(['tokens', undefined, []]);
});
