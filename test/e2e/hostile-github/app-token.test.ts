import { expect, test } from 'vitest';
import { makeApp } from '../../../rehearsal/github/local-github.ts';
import { openHostileStages, Stage } from '../stage.ts';

openHostileStages();

const script = JSON.stringify({
	turns: [
		{ calls: [{ tool: 'file_write', args: { path: 'src/new.js', content: 'export const one = 1;\n' } }] },
		{ calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/once.sh' } }] },
		{ calls: [{ tool: 'open_pull_request', args: { title: 'Add one', body: 'It was missing.' } }] },
		{ text: 'Ended.' },
	],
});

test("a run with an App's token continues after an approval, and comments as the App", async () => {
	await using stage = await Stage.open({
		script,
		app: makeApp({ slug: 'my-app' }),
		files: {
			'.github/workflows/ci.yml': 'on: push\n',
			'scripts/once.sh': 'if false; then ./tool; fi\necho ran\n',
		},
	});
	const inputs = { 'github-token': stage.github.installationToken() };
	const asked = await stage.say('maintainer', '/agent do it', { inputs });
	expect(asked.outputs, asked.log).toMatchObject({ outcome: 'waiting' });
	const answered = await stage.say('maintainer', '/approve A1', { inputs });
	expect(answered.outputs, answered.log).toMatchObject({ outcome: 'completed' });
	const all = (await stage.github.act('maintainer', 'GET', `/issues/${stage.issue}/comments`)).body as {
		readonly user: { readonly login: string };
	}[];
	expect(new Set(all.map(({ user }) => user.login))).toEqual(new Set(['maintainer', 'my-app[bot]']));
	// A pull request by an App starts its checks itself, so the text names no button.
	const pull = await stage.github.act('maintainer', 'GET', `/pulls/${answered.outputs['pull-request']}`);
	expect(pull.body).toMatchObject({ user: { login: 'my-app[bot]' }, body: expect.not.stringContaining('Reopen') });
});
