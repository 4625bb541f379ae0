import { expect, test } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { aGitHub, anApi, times, webUrl } from './support.ts';

const marker = 'countersign:request:7-a:1';
const listing = 'GET /issues/7/comments';

/** A thread whose listing is empty for the first looks, also after something was written. */
function aThread(behind: number) {
	const there: object[] = [];
	let looks = 0;
	const asked = aGitHub(({ method, body }) => {
		if (method === 'GET') return [200, ++looks > behind ? there : []];
		const user = { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' };
		const at = '2026-01-01T12:00:00Z';
		const made = {
			id: 1,
			node_id: 'IC_1',
			body: body['body'],
			user,
			created_at: at,
			updated_at: at,
			html_url: `${webUrl}/c/1`,
		};
		there.push(made);
		return [201, made];
	});
	const api = anApi();
	return { asked, there, api, forge: createForge(api, { login: 'github-actions[bot]' }) };
}

test('a listing from before our own comment is asked for again, so that a question does not look as if it were taken back', async () => {
	const { forge, api } = aThread(3);
	await forge.upsertComment(7, marker, 'May I?');
	expect(await forge.comments(7)).toMatchObject([{ id: 1 }]);
	expect(api.waits).toEqual([1000, 2000]);
});

test('a comment of ours that stays away was deleted, and is waited for once', async () => {
	const { forge, api, asked, there } = aThread(0);
	await forge.upsertComment(7, marker, 'May I?');
	there.length = 0;
	expect(await forge.comments(7)).toEqual([]);
	expect(await forge.comments(7)).toEqual([]);
	expect(api.waits).toEqual([1000, 2000]);
	expect(times(asked, listing)).toBe(5);
});
