import { expect, test } from 'vitest';
import { Stage } from './stage.ts';

const policy = (text: string) => ({
	'.github/countersign.yml': 'policies: [.github/countersign/policy.yml]\n',
	'.github/countersign/policy.yml': text,
});

test('a comment without a command causes no API call', async () => {
	await using stage = await Stage.open();
	for (const body of ['Thanks!', '> /agent do it', '```\n/approve A1\n```']) {
		const end = await stage.say('maintainer', body);
		expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'nothing-to-do', 'reason-code': 'no-command' } });
	}
	expect(stage.github.requests).toEqual([]);
});

test('a person without write access causes no model call, no ref, and only one reply', async () => {
	await using stage = await Stage.open();
	for (const body of ['/agent do it', '/agent do it now', '/approve A1', '/deny A1 no']) {
		const end = await stage.say('octocat', body);
		expect(end.exitCode).toBe(0);
		expect(['refused', 'nothing-to-do']).toContain(end.outputs['outcome']);
	}
	const replies = (await stage.comments()).filter((comment) => comment.user.login === 'github-actions[bot]');
	expect(replies.map((comment) => comment.body)).toEqual([
		expect.stringContaining('@octocat may not start a run here'),
	]);
	expect(stage.refs().filter((ref) => ref.includes('countersign'))).not.toContainEqual(
		expect.stringMatching(/runs|claims/),
	);
});

test.each([
	['a malformed event file', { payload: '{"action": "created"' }, 'bad-event', /event file .* cannot be read as JSON/],
	['an incomplete event', { payload: { action: 'created' } }, 'bad-event', /`?issue_comment`?.*comment/],
	['an unsupported event', { name: 'push' }, 'bad-event', /"push" is not one of issue_comment/],
	['a missing token', { inputs: { 'github-token': '' } }, 'bad-input', /`github-token` is missing.*github\.token/],
	['an unknown input', { inputs: { promt: 'x' } }, 'bad-input', /`promt` is not an input.*did you mean `prompt`/],
	['an input out of range', { inputs: { 'max-iterations': '500' } }, 'bad-input', /`max-iterations`/],
	['an unknown model', { inputs: { model: 'gpt' } }, 'bad-input', /`model` must be provider:name/],
	[
		'mode auto in the workflow',
		{ inputs: { mode: 'auto' } },
		'bad-input',
		/only the configuration on the default branch/,
	],
	['a refused token', { inputs: { 'github-token': 'ghs_wrong' } }, 'github-refused', /401.*github\.token/],
	['a missing script', { inputs: { model: 'scripted:/nowhere.yml' } }, 'model-script', /nowhere\.yml/],
])('%s causes an error that names it', async (_what, change, reason, said) => {
	await using stage = await Stage.open();
	const comment = await stage.comment('maintainer', '/agent do it');
	const {
		name = 'issue_comment',
		payload = await stage.github.issueCommentEvent(comment),
		inputs = {},
	} = change as {
		name?: string;
		payload?: unknown;
		inputs?: Record<string, string>;
	};
	const end = await stage.startWith({ event: { name, payload }, inputs }).ended;
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': reason } });
	expect(end.log).toMatch(said);
	expect(end.log).not.toMatch(/\n\s+at .*\.js:\d+/);
	expect(stage.refs().filter((ref) => ref.includes('countersign/runs'))).toEqual([]);
});

test.each([
	[
		'key',
		'version: "1"\nname: own\nrules:\n  - name: a\n    tools: [Bash]\n    comand_patterns: ["^x"]\n    action: deny\n',
		/`comand_patterns` is not a key.*policy\.yml:6.*did you mean `command_patterns`/,
	],
	[
		'action',
		'version: "1"\nname: own\nrules:\n  - name: a\n    tools: [Bash]\n    action: forbid\n',
		/`forbid`.*policy\.yml:6/,
	],
	['YAML text', 'rules: [\n', /policy\.yml/],
])('a policy with an invalid %s stops every run, and the error names its place', async (_what, text, said) => {
	await using stage = await Stage.open({ files: policy(text) });
	const end = await stage.say('maintainer', '/agent do it');
	expect(end).toMatchObject({ exitCode: 1, outputs: { 'reason-code': 'bad-policy' } });
	expect(end.log).toMatch(said);
});

test('a wrong configuration key or an invalid SKILL.md stops every run, and the error names the line', async () => {
	await using config = await Stage.open({ files: { '.github/countersign.yml': 'mode: edit\nmax_iteration: 4\n' } });
	const first = await config.say('maintainer', '/agent do it');
	expect(first.outputs['reason-code']).toBe('bad-config');
	expect(first.log).toMatch(/countersign\.yml:2: `max_iteration` is not a key.*did you mean `max_iterations`/);
	await using skill = await Stage.open({
		files: { '.github/countersign/skills/own/SKILL.md': '---js\n{ name: "own" }\n---\n' },
	});
	const second = await skill.say('maintainer', '/agent do it');
	expect(second.outputs['reason-code']).toBe('bad-skill');
	expect(second.log).toMatch(/skills\/own\/SKILL\.md:1/);
});

test('an oversized task is refused, and nothing starts', async () => {
	await using stage = await Stage.open();
	const end = await stage.say('maintainer', `/agent ${'x'.repeat(40_000)}`);
	expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'refused', 'reason-code': 'comment-too-long' } });
	expect(stage.github.requests).toEqual([]);
});

test('a job retries when GitHub is down, and fails with a message if it stays down', async () => {
	await using stage = await Stage.open();
	let failures = 2;
	stage.github.intercept = (_request, phase) => (phase === 'before' && failures-- > 0 ? 'drop' : undefined);
	expect(await stage.say('maintainer', '/agent do it')).toMatchObject({
		exitCode: 0,
		outputs: { outcome: 'completed' },
	});
	const before = stage.github.requests.length;
	stage.github.intercept = () => ({ status: 502, body: { message: 'Bad gateway' } });
	const end = await stage.say('maintainer', '/agent do it again');
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': 'github-unreachable' } });
	const asked = stage.github.requests.slice(before).filter(({ path }) => path.endsWith('/permission'));
	expect(asked).toHaveLength(4);
	// The job tries equally often to post in the thread, and no more.
	expect(stage.github.requests.length - before).toBe(8);
	expect(end.log).toMatch(/could not be reached.*re-run this job/);
});
