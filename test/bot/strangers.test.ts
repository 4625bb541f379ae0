import { expect, test } from 'vitest';
import { createStrangers } from '../../src/bot/strangers.ts';
import { home } from './github-stand-in.ts';
import { testedBot } from './running-bot.ts';

test('repeated requests of a repository without the App cost GitHub one look-up', async () => {
	await using bot = await testedBot();
	const installation = `/repos/${home.full_name}/installation`;
	bot.github.answers[`GET ${installation}`] = () => ({ status: 404, body: { message: 'Not Found' } });
	const at = Math.floor(Date.now() / 1000);
	const workflow = `${home.full_name}/.github/workflows/countersign.yml@refs/heads/master`;
	const token = bot.github.signed({
		...{ iss: bot.github.url, aud: 'https://bot.example.com', iat: at, nbf: at, exp: at + 300 },
		...{ repository: home.full_name, repository_id: String(home.id), ref: 'refs/heads/master' },
		...{ workflow_ref: workflow, job_workflow_ref: workflow, event_name: 'workflow_dispatch' },
	});
	for (let time = 0; time < 3; time++) {
		const headers = { authorization: `Bearer ${token}` };
		const answer = await fetch(`${bot.url}/token`, { method: 'POST', headers });
		expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'not-installed' }]);
	}
	expect(bot.github.sent('GET', installation)).toHaveLength(1);
});

test('a repository without the App is looked up again after 30 seconds', () => {
	let now = 0;
	const strangers = createStrangers(() => now);
	strangers.add(1);
	expect([strangers.has(1), strangers.has(2)]).toEqual([true, false]);
	now = 30_000;
	expect(strangers.has(1)).toBe(false);
});
