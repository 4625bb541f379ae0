import { describe, expect, it } from 'vitest';
import { readLateEdits, readOpening } from '../../src/github/events/opening.ts';
import { aGitHub, anApi, answerGraph, no } from './support.ts';

const asked = '2026-11-02T12:00:00Z';

interface Told {
	readonly editedAt?: string;
	readonly renamedAt?: string;
	readonly by?: { readonly login: string } | null;
}

/** A GitHub with these changes of #7. */
function telling({ editedAt, renamedAt, by = { login: 'hubot' } }: Told) {
	const nodes = renamedAt === undefined ? [] : [{ createdAt: renamedAt, actor: by }];
	const issueOrPullRequest = {
		...{ title: 'It breaks', body: 'Badly', lastEditedAt: editedAt ?? null, editor: by, timelineItems: { nodes } },
	};
	aGitHub(() => no(404), answerGraph({ repository: { issueOrPullRequest } }));
	return anApi();
}

describe('the title and body as they were at a given time', () => {
	it.each<[string, Told, object]>([
		['are known if they never changed', {}, { title: 'It breaks', body: 'Badly' }],
		[
			'are known if they changed earlier',
			{ editedAt: '2026-11-02T11:59:59Z', renamedAt: '2026-11-01T00:00:00Z' },
			{ body: 'Badly' },
		],
		['lack a body that was edited later', { editedAt: '2026-11-02T12:00:01Z' }, { title: 'It breaks', body: null }],
		['lack a body that was edited in the same second', { editedAt: asked }, { title: 'It breaks', body: null }],
		['lack a title that was renamed later', { renamedAt: '2026-11-02T12:00:01Z' }, { title: null, body: 'Badly' }],
	])('%s', async (_what, told, expected) => {
		expect(await readOpening(telling(told), 7, asked)).toMatchObject(expected);
	});

	it('are unknown if GitHub has no such thread', async () => {
		aGitHub(() => no(404), answerGraph({ repository: { issueOrPullRequest: null } }));
		expect(await readOpening(anApi(), 7, asked)).toBeUndefined();
	});
});

describe('later changes', () => {
	it('have an author and a time for each part', async () => {
		const api = telling({ editedAt: '2026-11-02T12:00:01Z', renamedAt: '2026-11-02T12:00:02Z' });
		expect(await readLateEdits(api, 7)).toEqual({
			body: { by: 'hubot', at: '2026-11-02T12:00:01Z' },
			title: { by: 'hubot', at: '2026-11-02T12:00:02Z' },
		});
	});

	it('by a deleted account belong to the ghost', async () => {
		const api = telling({ editedAt: '2026-11-02T12:00:01Z', by: null });
		expect(await readLateEdits(api, 7)).toEqual({ body: { by: 'ghost', at: '2026-11-02T12:00:01Z' } });
	});
});
