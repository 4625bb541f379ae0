import { describe, expect, it } from 'vitest';
import { createRefStore } from '../../src/github/index.ts';
import { directoryStore } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { FakeGit, troubleWith } from './fake-git.ts';
import { aGitHub, anApi, errorOf, lines, no } from './support.ts';

const now = () => new Date('2026-11-22T12:00:00Z');
const names = ['2026-11-22/7-a-1/10/5', '2026-11-22/7-a-1/20/5', '2026-11-22/7-a-2/0/0'];

describe('the spending of a day', () => {
	it('is read from the names of refs, in one request', async () => {
		const git = new FakeGit();
		const asked = aGitHub(git.handle);
		const store = createRefStore({ api: anApi(), now });
		for (const name of [...names, names[0] ?? '', '2026-11-21/7-a-1/10/5']) await store.noteSpent(name);
		git.refs.set('countersign/spent/2026-11-22/forged', git.baseSha);
		const before = asked.length;
		expect((await store.spentOn('2026-11-22')).toSorted()).toEqual(
			[...names, '2026-11-22/forged'].map((name) => `refs/countersign/spent/${name}`),
		);
		expect(lines(asked.slice(before))).toEqual(['GET /git/matching-refs/countersign/spent/2026-11-22']);
		// The commit holds no file of the repository, because GitHub refuses a commit with workflow files that no branch has.
		expect(asked.filter(({ path }) => path === '/git/trees').map(({ body }) => body)).toEqual([
			{ tree: [{ path: 'note', mode: '100644', type: 'blob', content: 'countersign\n' }] },
		]);
	});

	it('is an error, not zero, if GitHub refuses to answer', async () => {
		const git = new FakeGit();
		aGitHub(git.handle);
		git.trouble = troubleWith(/spent/, no(403));
		const store = createRefStore({ api: anApi(), now });
		expect((await errorOf(store.spentOn('2026-11-22'))).code).toMatch(/^github-/);
		git.trouble = troubleWith(/^POST /, no(403));
		expect((await errorOf(store.noteSpent('2026-11-22/x/1/1'))).code).toMatch(/^github-/);
	});

	it('is also kept by a store in a folder', async () => {
		using folder = temporaryFolder();
		const store = directoryStore(folder.path, () => false);
		expect(await store.spentOn('2026-11-22')).toEqual([]);
		for (const name of [...names, names[0] ?? '']) await store.noteSpent(name);
		expect(await store.spentOn('2026-11-22')).toEqual(expect.arrayContaining(names));
	});
});
