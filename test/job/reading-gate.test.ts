import { expect, test } from 'vitest';
import type { Decision, GateContext, ToolCall, Verdict } from '../../src/core/index.ts';
import { readingGate } from '../../src/job/reading-gate.ts';

const verdict = (decision: Decision): Verdict => ({
	...{ decision, risk: 'low', reason: 'because', rule: 'a-rule', effects: [], matches: [], executes: [] },
});
const context: GateContext = {
	facts: { root: '/r', home: '/h', realPath: (path) => path, readText: () => undefined, changedInRun: () => false },
	mode: 'edit',
	grants: [{ kind: 'mode', mode: 'edit' }],
};
const call = (id: string): ToolCall => ({ id, name: 'shell_exec', args: {} });

/** Judges one call in a dry run, by what mode `plan` says of it and what the run's own mode does. */
function judged(plan: Decision, own: Decision, calls: readonly ToolCall[] = [call('c1')]) {
	const told: string[] = [];
	const modes: string[] = [];
	const judge = (_call: ToolCall, { mode, grants }: GateContext): Verdict => {
		modes.push(`${mode} ${grants.map((grant) => ('mode' in grant ? grant.mode : grant.kind)).join()}`);
		return verdict(mode === 'plan' ? plan : own);
	};
	const gate = readingGate({ judge }, ({ id }, { decision }) => told.push(`${id} ${decision}`));
	return { verdicts: calls.map((one) => gate.judge(one, context)), told, modes };
}

test('what a plan may do is done', () => {
	expect(judged('allow', 'allow')).toMatchObject({ verdicts: [{ decision: 'allow' }], told: [], modes: ['plan plan'] });
});

test.each([
	['allow', 'It would have run unasked'],
	['confirm', 'A person would have been asked'],
] as const)('what the run would %s is told, once, and not done', (own, words) => {
	const { verdicts, told, modes } = judged('block', own, [call('c1'), call('c1'), call('context')]);
	expect(verdicts).toMatchObject(
		verdicts.map(() => ({ decision: 'block', rule: 'dry-run', reason: expect.stringContaining(words) })),
	);
	expect(told).toEqual([`c1 ${own}`]);
	expect(modes.slice(0, 2)).toEqual(['plan plan', 'edit edit']);
});

test('what is blocked is blocked for its own reason', () => {
	expect(judged('confirm', 'block').verdicts).toMatchObject([{ decision: 'block', rule: 'a-rule' }]);
});
