import { describe, expect, it } from 'vitest';
import { author, home, installation, name, owner } from '../bot/github-stand-in.ts';
import { settingsFor, signature, testedBot } from '../bot/running-bot.ts';
import { errorOf } from '../support/error-of.ts';

const comment = (body: string) => ({
	action: 'created',
	comment: { id: 5, body, user: { ...author, type: 'User' }, performed_via_github_app: null },
	issue: { number: 7, title: 'T', body: '', created_at: '', updated_at: '' },
	repository: { ...home, name, owner: { login: owner } },
	sender: { ...author, type: 'User' },
	installation: { id: installation },
});

describe('the signature of a delivery', () => {
	it('covers every byte: the same JSON in another spelling is refused', async () => {
		await using bot = await testedBot();
		const text = JSON.stringify(comment('Looks good.'));
		const signed = { 'x-hub-signature-256': signature(text) };
		expect((await bot.deliver('issue_comment', text, signed)).status).toBe(200);
		for (const other of [`${text} `, text.replace('Looks', 'Look\\u0073'), JSON.stringify(comment('/agent deploy'))])
			expect(await bot.deliver('issue_comment', other, signed)).toMatchObject({
				status: 400,
				body: { end: 'bad-signature' },
			});
	});

	it('must be SHA-256; a SHA-1 signature is refused', async () => {
		await using bot = await testedBot();
		const text = JSON.stringify(comment('/agent deploy'));
		const old = { 'x-hub-signature-256': '', 'x-hub-signature': signature(text).replace('sha256', 'sha1') };
		expect((await bot.deliver('issue_comment', text, old)).status).toBe(400);
	});
});

describe('the secret of the webhook', () => {
	it.each(['development', '', 'short'])('is refused when it is well known or easy to guess: "%s"', (secret) => {
		const error = errorOf(() => settingsFor('http://127.0.0.1:9', { WEBHOOK_SECRET: secret }));
		expect(error).toMatchObject({ code: 'bad-input', message: expect.stringContaining('WEBHOOK_SECRET') });
		if (secret !== '') expect(error.message).not.toContain(secret);
	});
});

describe('the ten seconds in which GitHub expects an answer', () => {
	it('end with status 503, so that GitHub marks the delivery as failed', async () => {
		await using bot = await testedBot({ limits: { delivery: 50 } });
		const rights = `GET /repos/${owner}/${name}/collaborators/${author.login}/permission`;
		bot.github.answers[rights] = () => new Promise(() => undefined);
		const { status, body } = await bot.deliver('issue_comment', comment('/agent fix it'));
		expect([status, body['end']]).toEqual([503, 'unavailable']);
		expect(bot.github.sent('POST', '/dispatches')).toEqual([]);
	});
});
