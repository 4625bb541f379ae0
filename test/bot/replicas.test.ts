import { expect, test } from 'vitest';
import { startBot } from '../../src/bot/index.ts';
import { aPayload } from '../github/payloads.ts';
import { author, installation, name, owner } from './github-stand-in.ts';
import { settingsFor, signature, testedBot } from './running-bot.ts';

const comments = `/repos/${owner}/${name}/issues/1/comments`;

test('two bots that refuse the same comment at once leave one reply', async () => {
	await using one = await testedBot();
	const { github } = one;
	const other = await startBot(settingsFor(github.url), { print: () => undefined });
	github.role = 'read';
	const both = Promise.withResolvers<void>();
	// Both wait here, so neither sees the comment of the other.
	github.answers[`POST ${comments}`] = async ({ body }) => {
		if (github.sent('POST', comments).length === 2) both.resolve();
		await both.promise;
		return { status: 201, body: github.addComment(String(body['body'])) };
	};
	github.answers[`DELETE /repos/${owner}/${name}/issues/comments/1001`] = () => {
		github.comments.splice(1, 1);
		return { status: 204 };
	};
	const payload = JSON.stringify(
		aPayload('issue_comment', 'created', {
			'comment.body': '/agent fix it',
			'comment.performed_via_github_app': undefined,
			sender: { ...author, type: 'User' },
			installation: { id: installation },
		}),
	);
	const headers = { 'x-github-event': 'issue_comment', 'x-github-delivery': 'the-same' };
	const sent = [one.url, `http://127.0.0.1:${other.port}`].map((url) =>
		fetch(`${url}/webhooks`, {
			method: 'POST',
			body: payload,
			headers: { ...headers, 'x-hub-signature-256': signature(payload) },
		}),
	);
	for (const answer of await Promise.all(sent)) expect(await answer.json()).toEqual({ end: 'refused' });
	await other.close();
	expect(github.sent('POST', comments)).toHaveLength(2);
	expect(github.comments.map(({ id }) => id)).toEqual([1000]);
});
