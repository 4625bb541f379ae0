import { expect, test } from 'vitest';
import type { KeptRun } from '../../rehearsal/chaos/journals.ts';
import { type Evidence, judge } from '../../rehearsal/chaos/judge.ts';
import type { SaidCommand, Task } from '../../rehearsal/chaos/people.ts';

const task: Task = {
	issue: 1,
	who: 'maintainer',
	kind: 'label',
	slot: 0,
	verdict: 'approve',
	twice: false,
	mayAsk: true,
};
const said: SaidCommand = { command: 'comment/1', task };
const stranger: SaidCommand = { command: 'comment/9', task: { ...task, kind: 'plain', mayAsk: false } };

const aRun = (entries: readonly object[]): KeptRun => ({
	...{ ref: 'refs/countersign/runs/1-a', run: '1-a', command: 'comment/1' },
	entries: [{ type: 'admitted' }, ...entries] as unknown as KeptRun['entries'],
});
const asked = { type: 'approval_requested', items: [{ id: 'A1', call_id: 'c1' }] };
const approved = { type: 'approval', id: 'A1', call_id: 'c1', approved: true };
const done = { type: 'tool_result', call_id: 'c1', ok: true };
const finished = { type: 'run_finished', outcome: { kind: 'completed' } };
const begun = { run: '1-a', call: 'c1', job: 1 };

const good: Evidence = {
	said: [said, stranger],
	dispatched: ['comment/1', 'comment/1'],
	runs: [aRun([asked, approved, done, finished])],
	begun: [begun],
	labels: new Map([[1, ['step-0']]]),
	duplicateModelCalls: [],
};

const broken = (change: Partial<Evidence>): readonly string[] =>
	judge({ ...good, ...change }).flatMap(({ what, against }) => (against.length === 0 ? [] : [what]));

test('the judge finds no broken promise in a storm with the expected results', () => {
	expect(broken({})).toEqual([]);
});

test.each([
	['each command of a writer has a workflow run', { dispatched: [] }],
	['each task has exactly one admitted run', { runs: [...good.runs, ...good.runs] }],
	['strangers start nothing', { dispatched: ['comment/1', 'comment/9'] }],
	['every run is over, and every answer was heard', { runs: [aRun([asked, approved, done])] }],
	[
		'each run ends as its people said',
		{ runs: [aRun([asked, { ...finished, outcome: { kind: 'denied' } }])], labels: new Map() },
	],
	['no approval is executed twice', { begun: [begun, begun] }],
	['an approved step is done, a denied one is not', { labels: new Map() }],
	['duplicates make no model call', { duplicateModelCalls: ['comment/1'] }],
] as const)('the judge reports a broken promise: %s', (what, change) => {
	expect(broken(change)).toEqual([what]);
});
