import { expect, test } from 'vitest';
import { journalOf, Stage } from '../e2e/stage.ts';

const install = 'npm install --offline --no-audit --no-fund ./vendor/tiny-words-1.0.0.tgz';
const script = JSON.stringify({
	turns: [
		{
			calls: [
				{ tool: 'file_edit', args: { path: 'src/slug.js', old_text: "join('_')", new_text: "join('-')" } },
				{ tool: 'shell_exec', args: { command: install } },
			],
		},
		{ calls: [{ tool: 'open_pull_request', args: { title: 'Join words with hyphens', body: 'As asked.' } }] },
		{ text: 'Opened.' },
	],
});

test('a step waits for approval; after it, another job runs the step and opens the pull request', async () => {
	await using stage = await Stage.open({ script });
	const waiting = await stage.say('maintainer', '/agent make the test pass');
	expect(waiting, waiting.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'waiting', approvals: 'A1' } });
	const done = await stage.say('maintainer', '/approve A1');
	expect(done, done.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(await stage.pulls()).toMatchObject([{ title: 'Join words with hyphens', draft: true }]);
	const steps = journalOf(done).filter(({ type }) => ['tool_attempt', 'approval'].includes(String(type)));
	expect(steps.map((step) => step['decision'] ?? step['approved'])).toEqual(['allow', 'confirm', true, 'allow']);
});

test("a denied step never runs, and a stranger's approval does not count", async () => {
	const calls = [{ tool: 'shell_exec', args: { command: install } }];
	await using stage = await Stage.open({ script: JSON.stringify({ turns: [{ calls }, { text: 'Then not.' }] }) });
	await stage.say('maintainer', '/agent install it');
	const refused = await stage.say('octocat', '/approve A1');
	expect(refused.outputs, refused.log).not.toMatchObject({ outcome: 'completed' });
	const denied = await stage.say('maintainer', '/deny A1 not on a Friday');
	expect(denied, denied.log).toMatchObject({ outputs: { outcome: 'denied', 'reason-code': 'denied-by-maintainer' } });
	expect(journalOf(denied).filter(({ type }) => type === 'tool_started')).toEqual([]);
});
