import { expect, it } from 'vitest';
import { journalOf, openHostileStages, Stage } from '../stage.ts';

openHostileStages();

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'rm -f none; touch a.txt' } }] }, { text: 'Ended.' }],
});

it('an outdated list of comments withdraws no request and hides no answer', async () => {
	await using stage = await Stage.open({ script });
	stage.github.staleLists = 10 * 60_000;
	const waiting = await stage.say('maintainer', '/agent do it');
	expect(waiting.outputs, waiting.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	const entries = journalOf(end);
	expect(entries.filter(({ type }) => type === 'tool_started')).toHaveLength(1);
	expect(entries.filter(({ approver_type: by }) => by === 'withdrawal')).toEqual([]);
});

it('a deleted request is withdrawn, even if the list of comments is outdated', async () => {
	await using stage = await Stage.open({ script });
	await stage.say('maintainer', '/agent do it');
	const request = (await stage.comments()).find(({ body }) => body.includes('needs your approval'));
	await stage.github.act('maintainer', 'DELETE', `/issues/comments/${request?.id}`);
	stage.github.staleLists = 10 * 60_000;
	const end = await stage.say('maintainer', '/approve A1');
	expect(journalOf(end).filter(({ type }) => type === 'tool_started')).toEqual([]);
	expect(journalOf(end).find(({ type }) => type === 'approval')).toMatchObject({ approver_type: 'withdrawal' });
});
