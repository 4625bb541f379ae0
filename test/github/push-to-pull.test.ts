import { describe, expect, it } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { FakeGit } from './fake-git.ts';
import { type Asked, aGitHub, anApi, errorOf, times } from './support.ts';

const branch = 'countersign/7-fix-it';
const ref = `heads/${branch}`;
const nothingHeld = async () => new Map<string, Uint8Array>();
const marker = (call: string, run = '7-abc') => `countersign:pull-request:${run}:${call}`;

function aWorld(keeps: (asked: Asked) => boolean = () => false) {
	const git = new FakeGit();
	const headSha = git.addCommit('head', { 'README.md': '# Widgets\n', 'a.txt': 'a\n' }, [git.baseSha]);
	git.refs.set(ref, headSha);
	const asked = aGitHub((request) =>
		keeps(request) ? [422, { message: 'Repository rule violations found' }] : git.handle(request),
	);
	const forge = createForge(anApi());
	const files = [
		{ path: 'a.txt', mode: '100644', content: Buffer.from('a\n') },
		{ path: 'b.txt', mode: '100644', content: Buffer.from('b\n') },
		{ path: 'old.txt', mode: '100644', content: null },
	] as const;
	const request = { branch, headSha, message: 'fix: it', files, marker: marker('c1') };
	return { git, asked, forge, headSha, request };
}

describe('a commit to the own pull request', () => {
	it('has the head as its parent, holds the whole tree, and is found again', async () => {
		const { git, forge, headSha, request } = aWorld();
		const pushed = await forge.pushToPull(request);
		const tip = git.refs.get(ref) ?? '';
		expect(pushed).toEqual({ kind: 'pushed', sha: tip });
		expect(git.commits.get(tip)?.parents).toEqual([headSha]);
		expect(git.filesOf(tip)).toEqual({ 'README.md': '# Widgets\n', 'a.txt': 'a\n', 'b.txt': 'b\n' });
		expect(await forge.findPushed(request)).toBe(tip);
		expect(await forge.findPushed({ ...request, marker: marker('c2') })).toBeUndefined();
		expect(await forge.pushToPull(request)).toEqual(pushed);
		expect(git.refs.get(ref)).toBe(tip);
	});

	it('is added only to earlier commits of the same run', async () => {
		const { git, forge, request } = aWorld();
		const first = await forge.pushToPull(request);
		const second = { ...request, files: request.files.slice(0, 1), marker: marker('c2') };
		expect(await forge.pushToPull({ ...second, marker: marker('c2', '7-other') })).toEqual({ kind: 'moved' });
		expect(await forge.pushToPull(second)).toMatchObject({ kind: 'pushed' });
		expect(git.commits.get(git.refs.get(ref) ?? '')?.parents).toEqual([first.kind === 'pushed' ? first.sha : '']);
	});

	it('holds exactly the base with the given files, if the files are differences from the base', async () => {
		const { git, forge, headSha, request } = aWorld();
		await forge.pushToPull({ ...request, baseSha: git.baseSha, files: request.files.slice(1, 2) });
		const tip = git.refs.get(ref) ?? '';
		expect(git.commits.get(tip)?.parents).toEqual([headSha]);
		expect(git.filesOf(tip)).toEqual({ ...git.filesOf(git.baseSha), 'b.txt': 'b\n' });
	});

	it('is refused, and not reported as moved, if a rule protects the branch', async () => {
		const { git, forge, headSha, request } = aWorld(({ method }) => method === 'PATCH');
		expect(await forge.pushToPull(request)).toEqual({ kind: 'refused' });
		expect(git.refs.get(ref)).toBe(headSha);
	});

	it.each<[string, (git: FakeGit, headSha: string) => string | undefined]>([
		['another commit was pushed', (git, head) => git.addCommit('theirs', {}, [head])],
		['the branch was rewritten', (git) => git.addCommit('theirs', {}, [git.baseSha])],
		['the branch is gone', () => undefined],
	])('is not made if %s', async (_, change) => {
		const { git, asked, forge, headSha, request } = aWorld();
		const now = change(git, headSha);
		if (now === undefined) git.refs.delete(ref);
		else git.refs.set(ref, now);
		expect(await forge.pushToPull(request)).toEqual({ kind: 'moved' });
		expect(git.refs.get(ref)).toBe(now);
		expect(times(asked, 'POST /git/commits')).toBe(0);
	});

	it('is not made if nothing differs', async () => {
		const { forge, request } = aWorld();
		const files = request.files.filter(({ path }) => path !== 'b.txt');
		expect(await forge.pushToPull({ ...request, files })).toEqual({ kind: 'same' });
	});
});

describe('the files of a head', () => {
	it('are those that differ from the base, and only those are read', async () => {
		const { git, asked, forge, headSha } = aWorld();
		const { entries, files } = await forge.headFiles({ baseSha: git.baseSha, headSha }, nothingHeld);
		expect(entries.map(({ path, sha256 }) => [path, String(files.get(sha256 ?? '') ?? 'gone')])).toEqual([
			['a.txt', 'a\n'],
			['old.txt', 'gone'],
		]);
		expect(asked.filter(({ path }) => path.startsWith('/git/blobs'))).toHaveLength(1);
	});

	it('are not downloaded if the checkout has them', async () => {
		const { git, asked, forge, headSha } = aWorld();
		const held = async (ids: readonly string[]) => new Map(ids.map((id) => [id, Buffer.from('a\n')]));
		const { files } = await forge.headFiles({ baseSha: git.baseSha, headSha }, held);
		expect([...files.values()].map(String)).toEqual(['a\n']);
		expect(asked.filter(({ path }) => path.startsWith('/git/blobs'))).toEqual([]);
	});

	it('are not read if there are more than 500', async () => {
		const { git, asked, forge } = aWorld();
		const many = (count: number) =>
			git.addCommit('many', Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, `${index}`])));
		expect((await forge.headFiles({ baseSha: many(0), headSha: many(500) }, nothingHeld)).files.size).toBe(500);
		const before = asked.length;
		const error = await errorOf(forge.headFiles({ baseSha: many(0), headSha: many(501) }, nothingHeld));
		expect(error).toMatchObject({ code: 'checkout-mismatch', message: expect.stringContaining('501 of its files') });
		expect(asked.slice(before).some(({ path }) => path.startsWith('/git/blobs'))).toBe(false);
	});
});
