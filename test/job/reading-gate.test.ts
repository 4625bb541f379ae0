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

/** Judges calls in a dry run, given the verdicts of mode `plan` and of the run's own mode. */
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

test('a dry run executes a call that mode plan allows', () => {
	expect(judged('allow', 'allow')).toMatchObject({ verdicts: [{ decision: 'allow' }], told: [], modes: ['plan plan'] });
});

test.each([
	['allow', 'It would have run unasked'],
	['confirm', 'A person would have been asked'],
] as const)('a dry run reports once that the run would %s a call, and does not execute it', (own, words) => {
	const { verdicts, told, modes } = judged('block', own, [call('c1'), call('c1'), call('context')]);
	expect(verdicts).toMatchObject(
		verdicts.map(() => ({ decision: 'block', rule: 'dry-run', reason: expect.stringContaining(words) })),
	);
	expect(told).toEqual([`c1 ${own}`]);
	expect(modes.slice(0, 2)).toEqual(['plan plan', 'edit edit']);
});

test('a blocked call keeps its own reason in a dry run', () => {
	expect(judged('confirm', 'block').verdicts).toMatchObject([{ decision: 'block', rule: 'a-rule' }]);
});
