import { expect, test } from 'vitest';
import { wordsOf } from '../../src/github/index.ts';
import { appLogin, asking, BotStage, entriesOf, outcomes } from './bot-stage.ts';

/** One step that waits for approval, then a pull request. */
const install = 'npm install --offline --no-audit --no-fund ./vendor/tiny-words-1.0.0.tgz';
const delivering = JSON.stringify({
	turns: [
		{
			calls: [
				{ tool: 'file_write', args: { path: 'NEW.md', content: 'new' } },
				{ tool: 'shell_exec', args: { command: install } },
			],
		},
		{ calls: [{ tool: 'open_pull_request', args: { title: 'Add it', body: 'As asked.' } }] },
		{ text: 'Opened.' },
	],
});

test('a comment starts a run, another approves a step, and the App opens the pull request', async () => {
	await using there = await BotStage.open({ script: delivering, inputs: { mode: 'edit' } });
	const { github, stage } = there;
	const task = await github.comment({ issue: stage.issue, user: 'maintainer', body: '/agent add it' });
	const [waiting] = await there.settled();
	expect(waiting, waiting?.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'waiting', approvals: 'A1' } });
	const { body: reactions } = await github.act('maintainer', 'GET', `/issues/comments/${task.id}/reactions`);
	expect(reactions).toMatchObject([{ content: 'eyes', user: { login: appLogin } }]);
	expect(github.dispatches.map(({ inputs, who }) => [inputs['command'], who.login])).toEqual([
		[`comment/${task.id}`, appLogin],
	]);
	// The run reacts, too: the bot has done so before it dispatched.
	const posts = github.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1));
	expect(posts.indexOf('reactions')).toBeGreaterThanOrEqual(0);
	expect(posts.indexOf('reactions')).toBeLessThan(posts.indexOf('dispatches'));
	const [ended, ...others] = await there.say('maintainer', '/approve A1');
	expect(ended, ended?.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'pull-request': '2' } });
	expect(others).toEqual([]);
	const { body: pulls } = await github.act('maintainer', 'GET', '/pulls');
	expect(pulls).toMatchObject([{ title: 'Add it', draft: true, user: { login: appLogin, type: 'Bot' } }]);
	const { body: files } = await github.act('maintainer', 'GET', '/pulls/2/files');
	expect(files).toEqual(expect.arrayContaining([expect.objectContaining({ filename: 'NEW.md' })]));
	const [progress, request] = await there.own();
	expect(progress?.body).toContain('/pull/2');
	expect(request?.body).toMatch(/A1.*approved by .*maintainer/s);
	expect(await there.comments()).toHaveLength(4);
	const writers = github.requests.filter(({ method, status }) => method !== 'GET' && (status ?? 0) < 300);
	expect(new Set(writers.map(({ who }) => who))).toEqual(new Set([appLogin]));
	expect(there.bot.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});

test('a denial ends the run, a stranger gets one refusal, and other comments are ignored', async () => {
	await using there = await BotStage.open({ script: asking });
	expect(outcomes(await there.say('maintainer', '/agent write it'))).toEqual(['waiting']);
	expect(await there.say('octocat', '/approve A1')).toEqual([]);
	expect(await there.say('octocat', '/approve A1')).toEqual([]);
	expect(await there.say('hubot-writer', 'I would deny it.')).toEqual([]);
	const refusals = (await there.own()).filter(({ body }) => body.startsWith('@octocat'));
	expect(refusals.map(({ body }) => body)).toEqual([expect.stringContaining('may not decide here')]);
	const [denied] = await there.say('maintainer', '/deny A1 not now');
	expect(denied, denied?.log).toMatchObject({ outputs: { outcome: 'denied' } });
	expect(entriesOf(denied, 'tool_started')).toEqual([]);
	expect(there.bot.ends().filter((end) => end === 'refused')).toHaveLength(2);
});

test('a review comment, a label, and a new issue with the label each start one run', async () => {
	await using there = await BotStage.open({ script: 'turns: [{ text: I have looked. }]' });
	const { github, stage } = there;
	const pull = await there.pullRequest();
	const beside = { pull, path: 'ADDED.md', line: 2, user: 'maintainer' };
	const { id } = await github.reviewComment({ ...beside, body: '/agent is this right?' });
	const labels = `/issues/${stage.issue}/labels`;
	await github.act('maintainer', 'POST', labels, { labels: ['agent'] });
	const opened = { user: 'hubot-writer', title: 'Look around', body: 'Please.', labels: ['agent'] };
	const { number } = await github.openIssue(opened);
	const ends = await there.settled();
	const byCommand = Map.groupBy(ends, (_end, index) => there.runs[index]?.command ?? '');
	const commands = [
		`review/${id}`,
		`label/${stage.issue}/${wordsOf('Titles get underscores\n\nThe test fails.')}`,
		`label/${number}/${wordsOf('Look around\n\nPlease.')}`,
	];
	expect([...byCommand.keys()].sort()).toEqual([...commands].sort());
	for (const command of commands) {
		const [done, ...others] = [...outcomes(byCommand.get(command) ?? [])].sort();
		expect([command, done]).toEqual([command, 'completed']);
		// GitHub tells of an issue with a label twice.
		expect(others.filter((outcome) => outcome !== 'duplicate')).toEqual([]);
	}
	const { body: reactions } = await github.act('maintainer', 'GET', `/pulls/comments/${id}/reactions`);
	expect(reactions).toMatchObject([{ content: 'eyes', user: { login: appLogin } }]);
	for (const thread of [pull, stage.issue, number])
		expect((await there.own(thread)).map(({ body }) => body.includes('I have looked.'))).toEqual([true]);
});

const denied = `rules:
  - name: no-deploy
    tools: [shell_exec]
    command_patterns: ['deploy\\.sh']
    action: deny
    reason: Releases are made by people.
`;

test('a rule of a private organization reaches the run with the token, and blocks a call', async () => {
	const calls = [{ tool: 'shell_exec', args: { command: 'bash scripts/deploy.sh' } }];
	await using there = await BotStage.open({
		organizationPrivate: true,
		organizationFiles: { 'countersign/policies/own.yml': denied },
		files: {
			'.github/countersign.yml': 'policies: [.github/own.yml]\n',
			'.github/own.yml': 'rules:\n  - { name: all, tools: [shell_exec], action: allow }\n',
			'scripts/deploy.sh': 'if false; then ./tool; fi\necho deployed\n',
		},
		script: JSON.stringify({ turns: [{ calls }, { text: 'Ended.' }] }),
	});
	const [end] = await there.say('maintainer', '/agent release it');
	expect(end, end?.log).toMatchObject({ outputs: { outcome: 'completed' } });
	const [attempt] = entriesOf(end, 'tool_attempt');
	expect(attempt).toMatchObject({ decision: 'block', matched_rule: 'no-deploy' });
	expect(attempt?.['matches']).toContainEqual(
		expect.objectContaining({ rule: 'no-deploy', file: 'octo-org/.github:countersign/policies/own.yml' }),
	);
});
