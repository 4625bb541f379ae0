import { expect, it } from 'vitest';
import { type Trigger, triggers } from '../../src/core/index.ts';
import { readEvent } from '../../src/github/index.ts';
import { aPayload } from './payloads.ts';

const anIssue = { 'issue.title': 'It breaks', 'issue.body': 'Badly', 'issue.created_at': '2019-05-15T15:20:18Z' };
const opened = { ...anIssue, 'issue.updated_at': '2019-05-15T15:20:18Z', 'issue.labels': [{ name: 'agent' }] };
const dispatched = aPayload('workflow_dispatch');

/** An event for each trigger. A new trigger does not compile until an event is named here, or it starts in a terminal. */
const events: Readonly<Record<Exclude<Trigger, 'terminal'>, readonly [name: string, payload: unknown]>> = {
	comment: ['issue_comment', aPayload('issue_comment', 'created', { 'comment.body': '/agent fix it' })],
	label: ['issues', aPayload('issues', 'labeled', { ...anIssue, 'label.name': 'agent' })],
	issue: ['issues', aPayload('issues', 'opened', opened)],
	'pull-request': ['pull_request_target', aPayload('pull_request', 'opened', { 'pull_request.draft': false })],
	dispatch: ['workflow_dispatch', dispatched],
	schedule: ['schedule', { schedule: '0 3 * * *', repository: dispatched['repository'], sender: dispatched['sender'] }],
};

it.each(Object.entries(events))('the trigger `%s` starts a run by an event', (trigger, [name, payload]) => {
	const context = { name, payload, workflowRunId: '1001', task: 'Tidy up', label: 'agent' };
	expect(readEvent(context)).toMatchObject({ kind: 'start', trigger });
});

it('covers every trigger except the terminal', () => {
	expect([...Object.keys(events), 'terminal'].toSorted()).toEqual(triggers.toSorted());
});
