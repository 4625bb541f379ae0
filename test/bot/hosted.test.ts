import { Probot } from 'probot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bot } from '../../src/bot.ts';
import { aPayload } from '../github/payloads.ts';
import { appId, appPem, author, GitHubStandIn, installation } from './github-stand-in.ts';
import { secret, settingsFor } from './running-bot.ts';

let github: GitHubStandIn;
let probot: Probot;
beforeEach(async () => {
	github = new GitHubStandIn();
	const settings = settingsFor(await github.listen());
	probot = new Probot({ appId, privateKey: appPem, secret, baseUrl: github.url, logLevel: 'fatal' });
	await probot.load(bot(settings));
});
afterEach(() => github.close());

const delivery = () => {
	const changes = {
		'comment.body': '/agent fix it',
		'comment.performed_via_github_app': undefined,
		...{ sender: { ...author, type: 'User' }, installation: { id: installation } },
	};
	return { id: 'one', name: 'issue_comment', payload: aPayload('issue_comment', 'created', changes) } as never;
};

it('a Probot server hosted elsewhere dispatches commands', async () => {
	await probot.receive(delivery());
	expect(github.sent('POST', '/dispatches')).toHaveLength(1);
});

it('a delivery that must be repeated throws an error in Probot', async () => {
	const route = 'POST /repos/Codertocat/Hello-World/actions/workflows/countersign.yml/dispatches';
	github.answers[route] = () => ({ status: 403, body: { message: 'Resource not accessible by integration' } });
	await expect(probot.receive(delivery())).rejects.toThrow('not-permitted');
});

it('a Probot server refuses to run jobs beside the bot', () => {
	expect(() => bot(settingsFor(github.url, { RUNNER: 'local' }))).toThrow('works only with `countersign bot`');
});
