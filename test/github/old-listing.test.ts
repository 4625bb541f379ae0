import { expect, test } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { aGitHub, anApi, times, webUrl } from './support.ts';

const marker = 'countersign:request:7-a:1';
const listing = 'GET /issues/7/comments';

/** A thread whose first `behind` listings are empty, even after a comment was written. */
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

test('a listing that lacks our newest comment is requested again', async () => {
	const { forge, api } = aThread(3);
	await forge.upsertComment(7, marker, 'May I?');
	expect(await forge.comments(7)).toMatchObject([{ id: 1 }]);
	expect(api.waits).toEqual([1000, 2000]);
});

test('our comment that stays missing counts as deleted, after one series of waits', async () => {
	const { forge, api, asked, there } = aThread(0);
	await forge.upsertComment(7, marker, 'May I?');
	there.length = 0;
	expect(await forge.comments(7)).toEqual([]);
	expect(await forge.comments(7)).toEqual([]);
	expect(api.waits).toEqual([1000, 2000]);
	expect(times(asked, listing)).toBe(5);
});
