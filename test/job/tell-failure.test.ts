import { describe, expect, it } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { Stage } from '../e2e/stage.ts';
import { jobHere } from './job-here.ts';

const broken = { '.github/countersign.yml': 'mode: edit\nmax_iteration: 4\n' };
const why = /countersign\.yml:2: `max_iteration` is not a key/;

const repliesOf = async (stage: Stage) =>
	(await stage.comments()).filter(({ user }) => user.login === 'github-actions[bot]').map(({ body }) => body);

async function say(stage: Stage, user: string, body: string): Promise<void> {
	const payload = await stage.github.issueCommentEvent(await stage.comment(user, body));
	await jobHere({ event: { name: 'issue_comment', payload } }, stage);
}

describe('a task that cannot start', () => {
	it('is answered in its thread, once for each comment', async () => {
		await using stage = await Stage.open({ files: broken });
		const payload = await stage.github.issueCommentEvent(await stage.comment('maintainer', '/agent do it'));
		const event = { name: 'issue_comment', payload };
		for (let delivery = 0; delivery < 2; delivery++)
			await expect(jobHere({ event }, stage)).rejects.toMatchObject({ code: 'bad-config' });
		const [reply, ...others] = await repliesOf(stage);
		expect(others).toEqual([]);
		expect(reply).toMatch(/^@maintainer this task did not start, or did not go on: /);
		expect(reply).toMatch(why);
	});

	it('is answered in the issue that got the label', async () => {
		await using stage = await Stage.open({ files: broken });
		const { github, issue } = stage;
		await github.act('maintainer', 'POST', '/labels', { name: 'agent', color: 'ffffff' });
		await github.act('maintainer', 'POST', `/issues/${issue}/labels`, { labels: ['agent'] });
		const labelled = (await github.act('maintainer', 'GET', `/issues/${issue}`)).body;
		const payload = await github.issuesEvent(labelled as never, 'labeled', 'agent', 'maintainer');
		await expect(jobHere({ event: { name: 'issues', payload } }, stage)).rejects.toMatchObject({ code: 'bad-config' });
		expect(await repliesOf(stage)).toEqual([expect.stringMatching(why)]);
	});

	it('tells a stranger nothing but that they may not start one', async () => {
		await using stage = await Stage.open({ files: broken });
		await say(stage, 'octocat', '/agent do it');
		expect(await repliesOf(stage)).toEqual([expect.not.stringMatching(why)]);
	});
});

it('tells a person whose `/agent retry` cannot go on why', async () => {
	await using stage = await Stage.open({ script: 'turns: [{ text: Done. }]' });
	await say(stage, 'maintainer', '/agent do it');
	const { github } = stage;
	const post = async (to: string, body: object): Promise<string> =>
		((await github.act('maintainer', 'POST', to, body as never)).body as { sha: string }).sha;
	const [[path, content]] = Object.entries(broken) as [[string, string]];
	const parent = git(github.repositoryDir, 'rev-parse', 'refs/heads/main');
	const entry = { path, mode: '100644', type: 'blob', content };
	const tree = await post('/git/trees', { base_tree: `${parent}`, tree: [entry] });
	const commit = await post('/git/commits', { message: 'Break it', tree, parents: [parent] });
	git(github.repositoryDir, 'update-ref', 'refs/heads/main', commit);
	await expect(say(stage, 'maintainer', '/agent retry')).rejects.toMatchObject({ code: 'bad-config' });
	expect((await repliesOf(stage)).at(-1)).toMatch(/^@maintainer this did not go on: .*max_iteration/);
});
