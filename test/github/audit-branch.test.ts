import { describe, expect, it } from 'vitest';
import { commitAudit } from '../../src/github/index.ts';
import { FakeGit, troubleWith } from './fake-git.ts';
import { type Asked, aGitHub, anApi, errorOf, no, type TestApi, times } from './support.ts';

const ref = 'heads/countersign/audit';

function aWorld(): { git: FakeGit; api: TestApi; asked: readonly Asked[]; commit: (run: string) => Promise<void> } {
	const git = new FakeGit();
	const asked = aGitHub(git.handle);
	const api = anApi();
	const files = (run: string) => new Map([['journal.jsonl', Buffer.from(`journal of ${run}`)]]);
	return { git, api, asked, commit: (run) => commitAudit(api, run, files(run)) };
}

/** The files of the audit of these runs. */
function auditOf(...runs: readonly string[]): object {
	return Object.fromEntries(runs.map((run) => [`runs/${run}/journal.jsonl`, `journal of ${run}`]));
}

describe('the audit branch', () => {
	it('starts with a commit that contains no code', async () => {
		const { git, commit } = aWorld();
		await commit('7-a');
		expect(git.filesOf(git.refs.get(ref))).toEqual(auditOf('7-a'));
		expect(git.commits.get(git.refs.get(ref) ?? '')?.parents).toEqual([]);
	});

	it('keeps the audits of other runs', async () => {
		const { git, commit } = aWorld();
		await commit('7-a');
		const before = git.refs.get(ref);
		await commit('7-b');
		expect(git.filesOf(git.refs.get(ref))).toEqual(auditOf('7-a', '7-b'));
		expect(git.commits.get(git.refs.get(ref) ?? '')?.parents).toEqual([before]);
	});

	it('gets no new commit if it already has the audit', async () => {
		const { git, commit } = aWorld();
		await commit('7-a');
		const before = git.refs.get(ref);
		await commit('7-a');
		expect(git.refs.get(ref)).toBe(before);
	});

	it.each([
		['both create it', []],
		['both add to it', ['6-z']],
	])('keeps the audits of two concurrent runs when %s', async (_what, earlier) => {
		const { git, commit } = aWorld();
		for (const run of earlier) await commit(run);
		await Promise.all([commit('7-a'), commit('7-b')]);
		expect(git.filesOf(git.refs.get(ref))).toEqual(auditOf(...earlier, '7-a', '7-b'));
	});

	it.each([
		['POST', /^POST \/git\/refs/, []],
		['PATCH', /^PATCH /, ['6-z']],
	])('has an audit once when the answer to the %s is lost', async (_what, line, earlier) => {
		const { git, commit } = aWorld();
		for (const run of earlier) await commit(run);
		const before = git.commits.size;
		git.trouble = troubleWith(line, 'lost');
		await commit('7-a');
		expect(git.filesOf(git.refs.get(ref))).toEqual(auditOf(...earlier, '7-a'));
		expect(git.commits.size).toBe(before + 1);
	});

	it('gives up after five tries if others keep moving it', async () => {
		const { git, api, asked, commit } = aWorld();
		await commit('6-z');
		git.trouble = ({ method }) => (method === 'PATCH' ? no(422, 'Update is not a fast forward') : undefined);
		expect((await errorOf(commit('7-a'))).code).toBe('github-refused');
		expect(times(asked, `PATCH /git/refs/${ref}`)).toBe(5);
		expect(api.waits).toEqual([250, 500, 750, 1000, 1250]);
	});

	it('gives up at once if a rule forbids it', async () => {
		const { git, asked, commit } = aWorld();
		git.refuses = /audit/;
		expect(await errorOf(commit('7-a'))).toMatchObject({ code: 'github-rules', status: 422 });
		expect(times(asked, 'POST /git/refs')).toBe(1);
	});
});
