import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'rm -f none; touch a' } }] }, { text: 'done' }],
});

/** What people can do right after the first look at the thread, which the next check reuses. */
const meanwhile: Readonly<Record<string, (stage: Stage, answer: number) => unknown>> = {
	'a denial': (stage) => stage.comment('hubot-writer', '/deny A1 not now'),
	'a stop': (stage) => stage.comment('hubot-writer', '/agent stop'),
	'an edited approval': (stage, answer) =>
		stage.github.act('maintainer', 'PATCH', `/issues/comments/${answer}`, { body: 'Let me think.' }),
	'a deleted approval': (stage, answer) => stage.github.act('maintainer', 'DELETE', `/issues/comments/${answer}`),
	'a lost right': (stage) => stage.github.setPermission('maintainer', 'read'),
};

test.each(Object.entries(meanwhile))(
	'%s right after the first look prevents the approved step',
	async (_what, happens) => {
		await using stage = await Stage.open({ script });
		await stage.say('maintainer', '/agent do it');
		const answer = await stage.comment('maintainer', '/approve A1');
		// The first look sends both requests at the same time.
		const looks = { listing: 0, graph: 0 };
		let isOver = false;
		stage.github.intercept = async ({ method, path, body }, phase) => {
			if (phase !== 'after') return undefined;
			if (method === 'GET' && path.endsWith(`/issues/${stage.issue}/comments`)) looks.listing += 1;
			else if (String(Object(body).query).includes('issueOrPullRequest')) looks.graph += 1;
			if (isOver || looks.listing === 0 || looks.graph === 0) return undefined;
			isOver = true;
			await happens(stage, answer.id);
			return undefined;
		};
		const end = await (await stage.start(answer)).ended;
		expect(looks.graph, end.log).toBeGreaterThan(1);
		expect(journalOf(end).filter(({ type }) => type === 'tool_started')).toEqual([]);
		expect(end.outputs['outcome']).not.toBe('completed');
	},
);
