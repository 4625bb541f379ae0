import { expect, it } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { aGitHub, anApi, answerGraph, lines, no, nodesWith, times, webUrl } from './support.ts';

const user = { id: 1001, login: 'maintainer', type: 'User' };
const base = { user, created_at: '2026-01-01T12:00:00Z', performed_via_github_app: null };
const comment = (id: number, body: string) => ({
	...base,
	...{ id, node_id: `IC_${id}`, body, html_url: `${webUrl}/c/${id}` },
});
const one = 'GET /issues/comments/9';

/** A thread whose listing shows two comments, and GitHub's answer for a third one by its id. */
function aThread(third: ReturnType<typeof comment> | undefined, edited: readonly string[] = []) {
	const listed = [comment(3, 'Hello'), comment(12, 'Later')];
	const asked = aGitHub(
		({ path }) =>
			path.endsWith('/issues/comments/9') ? (third === undefined ? no(404) : [200, third]) : [200, listed],
		answerGraph({ viewer: { login: 'github-actions[bot]' }, nodes: nodesWith(edited) }),
	);
	return { asked, forge: createForge(anApi()), listed };
}

it('a comment of the event that the listing lacks is read by its id and sorted in', async () => {
	const { forge } = aThread(comment(9, '/approve A1'));
	forge.expectComment?.(7, 9);
	const found = await forge.comments(7);
	expect(found.map(({ id, edited }) => [id, edited])).toEqual([
		[3, undefined],
		[9, false],
		[12, undefined],
	]);
});

it('a comment of the event that was edited meanwhile is marked as edited', async () => {
	const { forge } = aThread(comment(9, '/approve A1'), ['IC_9']);
	forge.expectComment?.(7, 9);
	expect((await forge.comments(7)).find(({ id }) => id === 9)?.edited).toBe(true);
});

it('a comment of the event that is gone is left out, and looked for once', async () => {
	const { forge, asked } = aThread(undefined);
	forge.expectComment?.(7, 9);
	for (let look = 0; look < 2; look += 1) expect((await forge.comments(7)).map(({ id }) => id)).toEqual([3, 12]);
	expect(times(asked, one)).toBe(1);
});

it('a comment that is listed, or in another thread, costs no extra request', async () => {
	const { forge, asked } = aThread(comment(9, '/approve A1'));
	forge.expectComment?.(7, 12);
	forge.expectComment?.(8, 9);
	await forge.comments(7);
	expect(lines(asked)).toEqual(['GET /issues/7/comments']);
});
