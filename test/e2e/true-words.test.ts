import { describe, expect, it } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { maintainer, Stage, stranger } from './stage.ts';

/** The author of a command always gets a reply, even if the command had no effect. */

const danger = (path: string) => ({ calls: [{ tool: 'shell_exec', args: { command: `rm -rf ${path}` } }] });
const asking = JSON.stringify({ turns: [danger('src'), danger('test'), { text: 'Done.' }] });

async function repliesTo(stage: Stage, login: string): Promise<readonly string[]> {
	return (await stage.comments()).flatMap(({ body }) => (body.startsWith(`@${login} `) ? [body] : []));
}

/** A comment that an app writes with a person's token. */
async function byApp(stage: Stage, body: string) {
	const payload = await stage.github.issueCommentEvent(await stage.comment(maintainer.login, body));
	const comment = { ...(payload['comment'] as object), performed_via_github_app: { id: 7, slug: 'helper' } };
	return stage.startWith({ event: { name: 'issue_comment', payload: { ...payload, comment } } }).ended;
}

const stateRef = (stage: Stage): string => stage.refs().find((name) => name.includes('/runs/')) ?? '';

it.each(['/approve A1', '/agent do it', '/agent stop'])(
	'%s in a comment by an app has no effect, and gets one reply',
	async (body) => {
		await using stage = await Stage.open({ script: asking });
		for (const _ of [1, 2]) {
			const end = await byApp(stage, body);
			expect(end.outputs, end.log).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'bot-author' });
		}
		expect(await repliesTo(stage, maintainer.login)).toEqual([
			expect.stringMatching(/a comment that an app wrote has no effect.*Write it in a comment of your own/),
		]);
		expect(stateRef(stage)).toBe('');
	},
);

describe('when GitHub does not return the rights of a person', () => {
	it.each(['/agent do it', '/approve A1', '/agent status'])('%s does nothing, and the person is told', async (body) => {
		await using stage = await Stage.open({ script: asking });
		let isAway = true;
		stage.github.intercept = ({ path }) =>
			isAway && path.endsWith('/permission') ? { status: 502, body: { message: 'Server Error' } } : undefined;
		const end = await stage.say(maintainer.login, body);
		expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'reason-code': 'github-unreachable' });
		expect(await repliesTo(stage, maintainer.login)).toEqual([
			expect.stringMatching(/GitHub did not tell whether you may ask this, so nothing was done\. Write it again later/),
		]);
		isAway = false;
		expect((await stage.say(maintainer.login, '/agent do it')).outputs).toMatchObject({ outcome: 'waiting' });
	});
});

describe('a saved state that somebody removed', () => {
	it('is reported as gone to the person who answers', async () => {
		await using stage = await Stage.open({ script: asking });
		await stage.say(maintainer.login, '/agent do it');
		git(stage.github.repositoryDir, 'update-ref', '-d', stateRef(stage));
		for (const answer of ['/approve A1', '/approve']) {
			const end = await stage.say(maintainer.login, answer);
			expect(end.outputs, end.log).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'nothing-pending' });
		}
		const told = await repliesTo(stage, maintainer.login);
		expect(told).toHaveLength(2);
		for (const text of told)
			expect(text).toMatch(/The saved state of the run that asked for A1 is gone.*Start it again with a new `\/agent`/);
	});

	it('is reported as outdated if an older state replaced it', async () => {
		await using stage = await Stage.open({ script: asking });
		await stage.say(maintainer.login, '/agent do it');
		const ref = stateRef(stage);
		const older = git(stage.github.repositoryDir, 'rev-parse', ref);
		await stage.say(maintainer.login, '/deny A1 not this one');
		git(stage.github.repositoryDir, 'update-ref', ref, older);
		const end = await stage.say(maintainer.login, '/approve A2');
		expect(end.outputs, end.log).toMatchObject({ outcome: 'nothing-to-do' });
		expect((await repliesTo(stage, maintainer.login)).at(-1)).toMatch(
			/The saved state of the run that asked for A2 is older than what it asked/,
		);
	});

	it('is not mentioned if nothing was requested', async () => {
		await using stage = await Stage.open({ script: asking });
		const end = await stage.say(maintainer.login, '/approve A1');
		expect(end.outputs).toMatchObject({ outcome: 'nothing-to-do' });
		expect(await repliesTo(stage, maintainer.login)).toEqual([expect.stringContaining('Nothing waits for that here')]);
	});
});

it('a refusal of a stranger records the id of the account', async () => {
	await using stage = await Stage.open({ script: asking });
	for (const body of ['/agent do it', '/approve A1', '/agent stop']) {
		const end = await stage.say(stranger.login, body);
		expect(end.outputs, end.log).toMatchObject({ outcome: 'refused', 'reason-code': 'no-write-access' });
		expect(end.outputs['summary']).toContain(`The account is ${stranger.id}.`);
	}
});
