import { lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Octokit } from 'octokit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { client, git, outcome, place, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
let github: LocalGitHub;
let bot: Octokit;
let main: string;

beforeAll(async () => {
	github = await startDemo(source.dir);
	bot = client(github);
	main = git(source.dir, 'rev-parse', 'HEAD');
});

afterAll(async () => {
	await github.close();
	source.remove();
});

type TreeInput = NonNullable<Parameters<Octokit['rest']['git']['createTree']>[0]>['tree'];

/** A commit on top of `parent` that changes `tree`. */
async function commit(parent: string, tree: TreeInput, message = 'change'): Promise<string> {
	const made = await bot.rest.git.createTree({ ...place, base_tree: parent, tree });
	const { data } = await bot.rest.git.createCommit({ ...place, message, tree: made.data.sha, parents: [parent] });
	return data.sha;
}

const file = (path: string, content: string): TreeInput => [{ path, mode: '100644', type: 'blob', content }];

function clone(...args: string[]): { dir: string; remove: () => void } {
	const dir = mkdtempSync(join(tmpdir(), 'clone-of-local-github-'));
	git(dir, 'clone', '--quiet', ...args, github.repositoryDir, '.');
	return { dir, remove: () => rmSync(dir, { recursive: true }) };
}

test('a ref is created once, read, listed, moved only forward, and deleted', async () => {
	const ref = 'refs/countersign/runs/r1';
	const short = 'countersign/runs/r1';
	const next = await commit(main, file('a.txt', 'a'));
	const aside = await commit(main, file('b.txt', 'b'));
	const made = await bot.rest.git.createRef({ ...place, ref, sha: main });
	expect(made).toMatchObject({ status: 201, data: { ref, object: { sha: main, type: 'commit' } } });
	expect(await outcome(bot.rest.git.createRef({ ...place, ref, sha: main }))).toEqual({
		status: 422,
		message: 'Reference already exists',
	});
	expect((await bot.rest.git.getRef({ ...place, ref: short })).data.object.sha).toBe(main);
	const moved = await bot.rest.git.updateRef({ ...place, ref: short, sha: next, force: false });
	expect(moved.data.object.sha).toBe(next);
	const back = { ...place, ref: short, sha: aside };
	expect(await outcome(bot.rest.git.updateRef({ ...back, force: false }))).toEqual({
		status: 422,
		message: 'Update is not a fast forward',
	});
	expect((await bot.rest.git.updateRef({ ...back, force: true })).data.object.sha).toBe(aside);
	expect(git(github.repositoryDir, 'rev-parse', ref)).toBe(aside);
	expect((await bot.rest.git.deleteRef({ ...place, ref: short })).status).toBe(204);
	expect(await outcome(bot.rest.git.getRef({ ...place, ref: short }))).toEqual({ status: 404, message: 'Not Found' });
});

test('impossible refs are refused with the messages of GitHub', async () => {
	const unknown = 'f'.repeat(40);
	const refused = async (ref: string, sha: string) =>
		(await outcome(bot.rest.git.createRef({ ...place, ref, sha }))).message;
	expect(await refused('refs/heads/x', unknown)).toBe('Object does not exist');
	expect(await refused('main', main)).toBe('Reference name must contain at least three slash-separated components.');
	expect(await refused('refs/heads/main/below', main)).toBe('Reference update failed');
	const missing = { status: 422, message: 'Reference does not exist' };
	expect(await outcome(bot.rest.git.updateRef({ ...place, ref: 'heads/none', sha: main }))).toEqual(missing);
	expect(await outcome(bot.rest.git.deleteRef({ ...place, ref: 'heads/none' }))).toEqual(missing);
});

test('listMatchingRefs returns every ref with the prefix, without pages', async () => {
	for (let at = 0; at < 35; at++) {
		await bot.rest.git.createRef({ ...place, ref: `refs/countersign/many/${at}`, sha: main });
	}
	const { data, headers } = await bot.rest.git.listMatchingRefs({ ...place, ref: 'countersign/many/' });
	expect([data.length, headers.link]).toEqual([35, undefined]);
	expect((await bot.rest.git.listMatchingRefs({ ...place, ref: 'countersign/many/3' })).data).toHaveLength(6);
	expect((await bot.rest.git.listMatchingRefs({ ...place, ref: 'countersign/nothing' })).data).toEqual([]);
});

test('one of several concurrent creations of a ref wins', async () => {
	for (let round = 0; round < 5; round++) {
		const ref = `refs/countersign/claims/${round}`;
		const racers = [1, 2, 3, 4].map(() => outcome(bot.rest.git.createRef({ ...place, ref, sha: main })));
		const statuses = (await Promise.all(racers)).map(({ status }) => status).sort();
		expect(statuses).toEqual([201, 422, 422, 422]);
	}
});

test('one of two concurrent fast-forwards from the same commit wins', async () => {
	const rivals = [await commit(main, file('x', '1')), await commit(main, file('x', '2'))];
	for (let round = 0; round < 5; round++) {
		const ref = `countersign/races/${round}`;
		await bot.rest.git.createRef({ ...place, ref: `refs/${ref}`, sha: main });
		const racers = rivals.map((sha) => outcome(bot.rest.git.updateRef({ ...place, ref, sha, force: false })));
		const results = await Promise.all(racers);
		expect(results.map(({ status }) => status).sort()).toEqual([200, 422]);
		const winner = rivals[results.findIndex(({ status }) => status === 200)];
		expect((await bot.rest.git.getRef({ ...place, ref })).data.object.sha).toBe(winner);
	}
});

test('git checks out a tree with every mode and a deletion', async () => {
	const blob = await bot.rest.git.createBlob({
		...place,
		content: Buffer.from([0, 255, 10]).toString('base64'),
		encoding: 'base64',
	});
	const directory = (await bot.rest.git.getTree({ ...place, tree_sha: main })).data.tree.find(
		({ path }) => path === 'src',
	);
	const sha = await commit(main, [
		{ path: 'bin/tool', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
		{ path: 'deep/er/raw.bin', mode: '100644', type: 'blob', sha: blob.data.sha },
		{ path: 'deep/to-readme', mode: '120000', type: 'blob', content: '../README.md' },
		{ path: 'copy', mode: '040000', type: 'tree', sha: directory?.sha ?? '' },
		{ path: 'src/app.ts', mode: '100644', type: 'blob', sha: null },
	]);
	await bot.rest.git.createRef({ ...place, ref: 'refs/heads/modes', sha });
	const { dir, remove } = clone('--branch', 'modes');
	expect(git(dir, 'rev-parse', 'HEAD')).toBe(sha);
	expect(lstatSync(join(dir, 'bin/tool')).mode & 0o111).not.toBe(0);
	expect(readFileSync(join(dir, 'deep/er/raw.bin'))).toEqual(Buffer.from([0, 255, 10]));
	expect(readlinkSync(join(dir, 'deep/to-readme'))).toBe('../README.md');
	const listed = git(dir, 'ls-tree', '-r', '--name-only', 'HEAD').split('\n');
	expect(listed).toEqual([
		'README.md',
		'bin/tool',
		'copy/app.ts',
		'deep/er/raw.bin',
		'deep/to-readme',
		'link.md',
		'run.sh',
	]);
	const all = await bot.rest.git.getTree({ ...place, tree_sha: sha, recursive: '1' });
	expect(all.data.truncated).toBe(false);
	expect(all.data.tree.filter(({ type }) => type === 'blob').map(({ path }) => path)).toEqual(listed);
	git(dir, 'fsck', '--strict');
	remove();
});

test('an impossible tree is refused', async () => {
	const refused = async (entry: TreeInput[number]) =>
		(await outcome(bot.rest.git.createTree({ ...place, base_tree: main, tree: [entry] }))).message;
	const blob = { mode: '100644', type: 'blob' } as const;
	expect(await refused({ path: 'no/such', ...blob, sha: null })).toBe('GitRPC::BadObjectState');
	expect(await refused({ path: 'x', ...blob, sha: 'f'.repeat(40) })).toMatch(/is not a valid blob$/);
	expect(await refused({ path: '../x', ...blob, content: '' })).toMatch(/malformed path component/);
	expect(await refused({ path: '.github/workflows/ci.yml', ...blob, content: 'on: push\n' })).toBe(
		'Resource not accessible by integration',
	);
});

test("a commit keeps its message and author; only a bot's own commit is verified", async () => {
	const tree = (await bot.rest.git.getCommit({ ...place, commit_sha: main })).data.tree.sha;
	const wanted = { ...place, message: 'no line break at the end', tree, parents: [main] };
	const byBot = (await bot.rest.git.createCommit(wanted)).data;
	expect(byBot).toMatchObject({
		message: wanted.message,
		author: { name: 'github-actions[bot]', email: '41898282+github-actions[bot]@users.noreply.github.com' },
		committer: { name: 'GitHub' },
		verification: { verified: true, reason: 'valid' },
		parents: [{ sha: main }],
	});
	expect(git(github.repositoryDir, 'log', '-1', '--format=%an %s', byBot.sha)).toBe(
		`github-actions[bot] ${wanted.message}`,
	);
	const byMaria = await client(github, github.tokenOf('maria')).rest.git.createCommit(wanted);
	expect(byMaria.data).toMatchObject({
		author: { name: 'maria' },
		verification: { verified: false, reason: 'unsigned' },
	});
	const named = { ...wanted, author: { name: 'Ann', email: 'ann@example.com' } };
	expect((await bot.rest.git.createCommit(named)).data.verification.verified).toBe(false);
	expect(await outcome(bot.rest.git.createCommit({ ...wanted, parents: [tree] }))).toMatchObject({ status: 422 });
});

test('contents returns a file, a directory and the target of a link, or 404', async () => {
	const read = bot.rest.repos.getContent;
	const readme = await read({ ...place, path: 'README.md' });
	expect(readme.data).toMatchObject({
		type: 'file',
		encoding: 'base64',
		size: 7,
		sha: git(source.dir, 'rev-parse', 'HEAD:README.md'),
	});
	expect(Buffer.from((readme.data as { content: string }).content, 'base64').toString()).toBe('# Demo\n');
	expect((await read({ ...place, path: 'link.md' })).data).toMatchObject({ type: 'file', size: 7 });
	expect((await read({ ...place, path: 'src', ref: main })).data).toMatchObject([{ path: 'src/app.ts', type: 'file' }]);
	expect((await read({ ...place, path: '' })).data).toHaveLength(4);
	expect(await outcome(read({ ...place, path: 'absent' }))).toEqual({ status: 404, message: 'Not Found' });
	expect(await outcome(read({ ...place, path: 'README.md', ref: 'absent' }))).toMatchObject({ status: 404 });
});

test('a comparison, a commit and a branch match the real history', async () => {
	const first = await commit(main, file('src/app.ts', 'export const one = 2;\n'), 'second');
	const head = await commit(first, [{ path: 'run.sh', mode: '100755', type: 'blob', sha: null }], 'third');
	await bot.rest.git.createRef({ ...place, ref: 'refs/heads/compared/it', sha: head });
	const { data } = await bot.rest.repos.compareCommitsWithBasehead({ ...place, basehead: 'main...compared/it' });
	expect(data).toMatchObject({ status: 'ahead', ahead_by: 2, behind_by: 0, merge_base_commit: { sha: main } });
	expect(data.commits.map(({ sha }) => sha)).toEqual([first, head]);
	expect(data.files).toMatchObject([
		{ filename: 'run.sh', status: 'removed', deletions: 2 },
		{
			filename: 'src/app.ts',
			status: 'modified',
			additions: 1,
			deletions: 1,
			patch: expect.stringContaining('+export const one = 2;'),
		},
	]);
	const shown = await bot.rest.repos.getCommit({ ...place, ref: 'compared/it' });
	expect(shown.data).toMatchObject({
		sha: head,
		author: { login: 'github-actions[bot]' },
		files: [{ filename: 'run.sh' }],
	});
	expect((await bot.rest.repos.getBranch({ ...place, branch: 'compared/it' })).data.commit.sha).toBe(head);
	expect(await outcome(bot.rest.repos.getBranch({ ...place, branch: 'nowhere' }))).toMatchObject({ status: 404 });
});

test('a server that allows only heads and tags refuses and hides custom refs', async () => {
	const strict = await startDemo(source.dir, { refuseCustomRefs: true });
	const api = client(strict).rest.git;
	const custom = { ...place, ref: 'refs/countersign/runs/r1', sha: main };
	expect(await outcome(api.createRef(custom))).toMatchObject({ status: 422 });
	expect(await outcome(api.createRef({ ...custom, ref: 'refs/heads/countersign-state/r1' }))).toMatchObject({
		status: 201,
	});
	strict.refuseCustomRefs = false;
	expect(await outcome(api.createRef(custom))).toMatchObject({ status: 201 });
	strict.refuseCustomRefs = true;
	expect(await outcome(api.getRef({ ...place, ref: 'countersign/runs/r1' }))).toMatchObject({ status: 404 });
	expect((await api.listMatchingRefs({ ...place, ref: 'countersign/' })).data).toEqual([]);
	await strict.close();
});
