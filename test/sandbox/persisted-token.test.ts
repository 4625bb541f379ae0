import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { persistedTokens } from '../../src/sandbox/index.ts';
import { aRepository, putFiles, sh, temporaryDirectory } from './temporary.ts';

const token = 'made-up-token-of-octocat';
const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
const header = `AUTHORIZATION: basic ${basic}`;

describe('persistedTokens', () => {
	it('finds nothing in a checkout without a token', () => {
		const { root } = aRepository();
		sh(
			'git remote add origin https://github.com/octo-org/slugs; git remote add me https://octocat@github.com/x; git config user.name a:b@c; git config http.extraheader "X-Trace: 1"; git remote add s git@github.com:x/y',
			root,
		);
		expect(persistedTokens(root)).toEqual([]);
		expect(persistedTokens(temporaryDirectory())).toEqual([]);
	});

	it('finds the token of actions/checkout, encoded and plain', () => {
		const { root } = aRepository();
		sh(`git config --local http.https://github.com/.extraheader "${header}"`, root);
		expect(persistedTokens(root)).toEqual([
			{ file: join(root, '.git/config'), key: 'http.extraheader', secrets: [basic, token] },
		]);
	});

	it('finds the token of newer versions in a conditionally included file', () => {
		const { root } = aRepository();
		const file = join(temporaryDirectory(), 'git-credentials-1.config');
		sh(
			`git config --file ${file} http.https://github.com/.extraheader "${header}"; git config includeIf.gitdir:${root}/.git.path ${file}; git config include.path config`,
			root,
		);
		expect(persistedTokens(root)).toEqual([{ file, key: 'http.extraheader', secrets: [basic, token] }]);
	});

	it.each([
		['in the URL of a remote', `git remote add origin https://x-access-token:${token}@github.com/a/b`, 'remote.url'],
		['as the user name in a URL', `git remote add origin https://${token}@github.com/a/b`, 'remote.url'],
		['in the URL for pushes', `git config remote.origin.pushurl https://o:${token}@github.com/a/b`, 'remote.pushurl'],
		[
			'in a URL with `insteadOf`',
			`git config url.https://o:${token}@github.com/.insteadOf https://github.com/`,
			'url.',
		],
		['as a bearer token', `git config http.extraHeader "Authorization: Bearer ${token}"`, 'http.extraheader'],
	])('finds a token %s', (_, script, key) => {
		const { root } = aRepository();
		sh(script, root);
		expect(persistedTokens(root)).toEqual([{ file: join(root, '.git/config'), key, secrets: [token] }]);
	});

	it('finds the token of a linked work tree, and stops at circular includes', () => {
		const { root } = aRepository();
		sh(
			`git worktree add -q ../linked; git config extensions.worktreeConfig true; git -C ../linked config --worktree http.extraheader "${header}"
			git config include.path included; git config --file .git/included include.path config`,
			root,
		);
		expect(persistedTokens(join(root, '../linked'))).toMatchObject([
			{ key: 'http.extraheader', secrets: [basic, token] },
		]);
		putFiles(root, { '.git/included': '[include]\n\tpath = included\n\tpath = config\n' });
		expect(persistedTokens(root)).toEqual([]);
	});
});
