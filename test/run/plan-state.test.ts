import { expect, test } from 'vitest';
import type { Entry, EntryBody, EntryOf } from '../../src/core/index.ts';
import { nextStep, openCalls, replay, type State } from '../../src/run/index.ts';
import { modeOf } from '../../src/run/state/pull-state.ts';
import { agentRequest } from '../support/world.ts';

const hash = '0'.repeat(64);
const content = { preview: 'x', sha256: hash, bytes: 1 };
const runner = { kind: 'actions', id: '1', attempt: 1 } as const;
type Settings = EntryOf<'run_started'>['settings'];

/** A started run in mode `plan`, with one second between entries. */
function after(bodies: readonly EntryBody[], more: Partial<Settings> = {}): State {
	const header: EntryBody = {
		...{ type: 'run_started', schema: 2, program: 'test', run: '1-r', repository: 'octo-org/sample', runner },
		...{ request: agentRequest(), base_sha: 'b'.repeat(40), base_branch: 'main', controls: content },
		settings: {
			...{ mode: 'plan', planned: 'edit', model: 'scripted:x' },
			limits: { maxIterations: 8, approvalTimeoutSeconds: 60 },
			...more,
		},
	};
	const begun: readonly EntryBody[] = [
		header,
		{ type: 'admitted', actor: agentRequest().actor, role: 'admin' },
		{ type: 'claimed', key: 'k', subject: 'command', taken_over: false },
		{ type: 'checkpoint', count: 3, head: hash },
		{ type: 'reported', comment_id: 1, url: 'u' },
		{ type: 'context', segment: 1, system: content, tools: content, user: content },
	];
	const entries = [...begun, ...bodies].map((body, index): Entry => {
		const at = new Date(Date.parse('2026-11-22T12:00:00Z') + index * 1000).toISOString();
		return { prev: hash, seq: index + 1, at, ...body };
	});
	return replay(entries);
}

const reply = (text = 'x'): EntryBody => ({
	...{ type: 'model_reply', iteration: 1, model: 'x', request: hash, text: { ...content, preview: text } },
	...{ raw: content, calls: [], stop: 'x', usage: { input: 1, output: 1, cached: 0 } },
});
const proposed = (number: number): EntryBody => {
	return { type: 'plan_proposed', call_id: `plan-${number}`, mode: 'edit', args: content };
};
const attempt = (number: number, decision: 'confirm' | 'block' = 'confirm'): EntryBody => ({
	...{ type: 'tool_attempt', call_id: `plan-${number}`, tool_name: 'plan', tool_input: {}, classification: 'plan' },
	...{ risk_level: 'medium', decision, matched_rule: 'plan', reason: '', effects: [], matches: [], binding: hash },
	...{ session_mode: 'plan', origin: 'run' },
});
const requested = (number: number): EntryBody => ({
	...{ type: 'approval_requested', comment_id: 10, expires_at: '2026-11-23T12:00:00.000Z' },
	items: [{ id: `A${number}`, call_id: `plan-${number}`, binding: hash, again: false }],
});
const answered = (number: number, approved: boolean, more: Partial<EntryOf<'approval'>> = {}): EntryBody => ({
	...{ type: 'approval', id: `A${number}`, call_id: `plan-${number}`, tool_name: 'plan', approved, comment_id: 11 },
	...{ user_id: 7, user: 'maintainer', role: 'admin', approver_type: 'human', ...more },
});
const asked = (number: number) => [reply(), proposed(number), attempt(number), requested(number)];
const upheld: EntryBody = { type: 'approval_upheld', id: 'A1', call_id: 'plan-1', role: 'admin', binding: hash };
const approved = [...asked(1), answered(1, true), upheld];
const changed: EntryBody = { type: 'mode_changed', call_id: 'plan-1', mode: 'edit', told: content };
const resumed: EntryBody = { type: 'run_resumed', program: 'test', runner, command: 'c' };
const because = { rejection_reason: 'because so' };

test.each<readonly [string, readonly EntryBody[], string]>([
	['an answer, the run proposes it as a plan', [reply()], 'propose-plan'],
	['an empty answer, the run ends', [reply(' \n')], 'remember'],
	['a plan, the run judges it', [reply(), proposed(1)], 'judge'],
	['a judged plan, the run asks for approval', [reply(), proposed(1), attempt(1)], 'ask-approval'],
	['a plan that cannot be shown, the run refuses it', [reply(), proposed(1), attempt(1, 'block')], 'refuse'],
	['a request, the run reads the answers', asked(1), 'settle'],
	['an approval, the run checks its author again', [...asked(1), answered(1, true)], 'uphold'],
	['a confirmed approval, the run checks what can be delivered', approved, 'check-delivery'],
	[
		'the check of what can be delivered, the run carries out the plan',
		[...approved, { type: 'delivery_checked' }],
		'carry-out',
	],
	['the change of the mode, the run asks the model', [...approved, { type: 'delivery_checked' }, changed], 'ask-model'],
	['the last answer, the run ends', [...approved, { type: 'delivery_checked' }, changed, reply()], 'remember'],
	[
		'a denial without a reason, the run ends',
		[...asked(1), answered(1, false, { rejection_reason: 'no reason given' })],
		'remember',
	],
	['an expiry, the run ends', [...asked(1), answered(1, false, { approver_type: 'expiry', ...because })], 'remember'],
	['a denial with a reason, the run reads new comments', [...asked(1), answered(1, false, because)], 'heed'],
	[
		'the next answer, the run proposes another plan',
		[...asked(1), answered(1, false, because), reply()],
		'propose-plan',
	],
])('after %s', (_what, bodies, kind) => {
	expect(nextStep(after(bodies)).kind).toBe(kind);
});

test('the run ends after the third denial', () => {
	const bodies = [1, 2, 3].flatMap((number) => [...asked(number), answered(number, false, because)]);
	expect(nextStep(after(bodies.slice(0, -5))).kind).toBe('heed');
	expect(nextStep(after(bodies)).kind).toBe('remember');
});

test('a run that was not asked for a plan ends with its answer', () => {
	const { planned: _, ...settings } = after([]).header?.settings ?? {};
	const state = after([reply()]);
	const older = { ...state, header: { ...state.header, settings } } as State;
	expect(nextStep(older).kind).toBe('remember');
});

test('the approved mode applies only from the entry `mode_changed` until the plan is revoked', () => {
	expect(modeOf(after(approved))).toBe('plan');
	const state = after([...approved, { type: 'delivery_checked' }, changed]);
	expect([modeOf(state), openCalls(state)]).toEqual(['edit', []]);
	const revoked: EntryBody = { type: 'plan_revoked', call_id: 'plan-1', why: 'Nobody signed.' };
	const ended = after([...approved, { type: 'delivery_checked' }, changed, resumed, revoked]);
	expect(modeOf(ended)).toBe('plan');
});

test('a process that resumes a plan checks its approval before anything else', () => {
	const bodies = [...approved, { type: 'delivery_checked' } as const, changed, resumed];
	const claimed: EntryBody = { type: 'claimed', key: 'k', subject: 'command', taken_over: true };
	const heeded: EntryBody = { type: 'heeded' };
	expect(nextStep(after([...bodies, claimed, heeded])).kind).toBe('uphold-plan');
	const saved: EntryBody = { type: 'checkpoint', count: 3, head: hash };
	const looked: EntryBody = { type: 'plan_upheld', call_id: 'plan-1' };
	expect(nextStep(after([...bodies, claimed, heeded, looked, saved])).kind).toBe('ask-model');
	const revoked: EntryBody = { type: 'plan_revoked', call_id: 'plan-1', why: 'Nobody signed.' };
	expect(nextStep(after([...bodies, claimed, heeded, revoked, saved])).kind).toBe('remember');
	const text = { preview: '', sha256: hash, bytes: 0 };
	const remembered: EntryBody = { type: 'remembered', episode: text, feedback: text };
	expect(nextStep(after([...bodies, claimed, heeded, revoked, saved, remembered]))).toMatchObject({
		kind: 'finish',
		outcome: { kind: 'denied', message: expect.stringContaining('Nobody signed.') },
	});
});
