import { describe, expect, it } from 'vitest';
import { journalOf, openHostileStages, Stage, writer } from '../stage.ts';

openHostileStages();

const script = JSON.stringify({
	turns: [
		{ calls: [{ tool: 'shell_exec', args: { command: 'rm -f none; touch a.txt; cat notes.txt' } }] },
		{ text: 'Ended.' },
	],
});
/** An installation token in the new format, in two pieces so that this repository contains no such token. */
const token = ['ghs_', `1234567_${'eyJhbGciOiJSUzI1NiJ9'}.${'a1B2c3D4e5'.repeat(30)}.${'Z9y8X7w6_v5'.repeat(15)}`].join(
	'',
);

describe('palantir/policy-bot#459: edits that the times of a comment do not show', () => {
	it('an unedited answer counts, even if its two times differ', async () => {
		await using stage = await Stage.open({ script, files: { 'notes.txt': 'nothing\n' } });
		const waiting = await stage.say('maintainer', '/agent do it');
		expect(waiting.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
		const answer = await stage.comment('maintainer', '/approve A1');
		expect(answer.updated_at).not.toBe(answer.created_at);
		const end = await (await stage.start(answer)).ended;
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	});

	it('an answer that somebody edited into a comment within the same second does not count', async () => {
		await using stage = await Stage.open({ script, files: { 'notes.txt': 'nothing\n' } });
		stage.github.timesDrift = false;
		await stage.say('maintainer', '/agent do it');
		const thanks = await stage.comment('maintainer', 'Thanks!');
		const edited = await stage.github.editComment({ comment: thanks.id, user: writer.login, body: '/approve A1' });
		expect(Date.parse(edited.updated_at) - Date.parse(edited.created_at)).toBeLessThan(2000);
		const end = await (await stage.start(edited)).ended;
		expect(end.outputs).toMatchObject({ outcome: 'waiting' });
		expect(journalOf(end).filter(({ type }) => type === 'tool_started')).toEqual([]);
	});

	it('a task that somebody edited into a comment within the same second starts nothing', async () => {
		await using stage = await Stage.open({ script, files: { 'notes.txt': 'nothing\n' } });
		stage.github.timesDrift = false;
		const thanks = await stage.comment('maintainer', 'Thanks!');
		// The event is written after the edit, and shows its words.
		const edited = await stage.github.editComment({ comment: thanks.id, user: writer.login, body: '/agent do it' });
		const end = await (await stage.start(edited)).ended;
		expect(end.outputs, end.log).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'not-created' });
		expect(stage.refs().filter((name) => name.includes('/runs/'))).toEqual([]);
	});

	it('a task counts after an edit by its author, and keeps its text after an edit by others', async () => {
		await using stage = await Stage.open({ script: 'turns: [{ text: done }]' });
		const typo = await stage.comment('maintainer', '/agent do ti');
		const mended = await stage.github.editComment({ comment: typo.id, user: 'maintainer', body: '/agent do it' });
		const end = await (await stage.start(mended)).ended;
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
		const said = await stage.comment('maintainer', '/agent do this');
		const event = { name: 'issue_comment', payload: await stage.github.issueCommentEvent(said) };
		await stage.github.editComment({ comment: said.id, user: writer.login, body: '/agent do that' });
		const other = await stage.startWith({ event }).ended;
		expect(other.outputs, other.log).toMatchObject({ outcome: 'completed' });
		expect(journalOf(other)[0]).toMatchObject({ request: { task: 'do this' } });
	});
});

it('a token in the new format is redacted everywhere', async () => {
	await using stage = await Stage.open({ script, mode: 'contained', files: { 'notes.txt': `token: ${token}\n` } });
	const end = await stage.say('maintainer', '/agent do it');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	const comments = (await stage.comments()).map(({ body }) => body).join('\n');
	for (const text of [JSON.stringify(journalOf(end)), comments, end.log, end.summary])
		expect(text).not.toContain(token.slice(0, 60));
	expect(JSON.stringify(journalOf(end))).toContain('redacted');
});

it('a deleted comment (410) counts as missing, and the job has nothing to do', async () => {
	await using stage = await Stage.open({ script });
	const { id } = await stage.comment('maintainer', '/agent do it');
	stage.github.intercept = ({ path }, phase) =>
		phase === 'before' && path.endsWith(`/issues/comments/${id}`)
			? { status: 410, body: { message: 'This issue was deleted', documentation_url: 'https://docs.example' } }
			: undefined;
	const payload = await stage.github.workflowDispatchEvent({ command: `comment/${id}` }, 'maintainer');
	const end = await stage.startWith({
		event: { name: 'workflow_dispatch', payload },
		inputs: { ...stage.inputs(), command: `comment/${id}` },
	}).ended;
	expect(end.outputs, end.log).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'comment-gone' });
});
