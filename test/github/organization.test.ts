import { expect, test } from 'vitest';
import { organizationIsOff, readOrganizationFiles } from '../../src/github/index.ts';
import { type Answer, type Asked, aGitHub, anApi, errorOf, lines, no } from './support.ts';

const sha = 'c'.repeat(40);
const home = '/repos/acme/.github';
const content = (text: string) => ({ type: 'file', encoding: 'base64', content: Buffer.from(text).toString('base64') });
const listed = (...names: readonly string[]) =>
	names.map((name) => ({ path: `countersign/policies/${name}`, type: name.includes('.') ? 'file' : 'dir' }));

/** The organization's repository, with these answers by path. */
function anOrganization(answers: Readonly<Record<string, Answer>>): readonly Asked[] {
	return aGitHub(
		({ path }) => answers[path.slice(home.length)] ?? (path === `${home}/commits` ? [200, [{ sha }]] : no(404)),
	);
}

test('one request is enough if the organization has no such repository', async () => {
	const asked = anOrganization({ '/commits': no(404) });
	expect(await readOrganizationFiles(anApi())).toBeUndefined();
	expect(lines(asked)).toEqual([`GET ${home}/commits`]);
	expect(asked[0]?.query).toEqual({ per_page: '1' });
});

test.each<[string, Readonly<Record<string, Answer>>]>([
	['is empty', { '/commits': no(409, 'Git Repository is empty.') }],
	['has no file of Countersign', {}],
])('a repository that %s has no rules', async (_what, answers) => {
	anOrganization(answers);
	expect(await readOrganizationFiles(anApi())).toBeUndefined();
});

test('the configuration and all policies are read from one commit', async () => {
	const asked = anOrganization({
		'/contents/countersign.yml': [200, content('mode: plan\n')],
		'/contents/countersign/policies': [200, listed('a.yml', 'b.yaml', 'C.YML', 'README.md')],
		'/contents/countersign/policies/a.yml': [200, content('rules: []\n')],
		'/contents/countersign/policies/b.yaml': [200, content('name: b\n')],
		'/contents/countersign/policies/C.YML': [200, content('name: c\n')],
	});
	expect(await readOrganizationFiles(anApi())).toEqual({
		repository: 'acme/.github',
		sha,
		files: [
			{ path: 'countersign.yml', text: 'mode: plan\n' },
			{ path: 'countersign/policies/a.yml', text: 'rules: []\n' },
			{ path: 'countersign/policies/b.yaml', text: 'name: b\n' },
			{ path: 'countersign/policies/C.YML', text: 'name: c\n' },
		],
	});
	expect(asked.slice(1).map(({ query }) => query['ref'])).toEqual([sha, sha, sha, sha, sha]);
});

test('policies count without a configuration', async () => {
	anOrganization({
		'/contents/countersign/policies': [200, listed('a.yml')],
		'/contents/countersign/policies/a.yml': [200, content('rules: []\n')],
	});
	expect((await readOrganizationFiles(anApi()))?.files).toHaveLength(1);
});

const refused = ['github-refused', 'acme/.github'] as const;

test.each<[string, Readonly<Record<string, Answer>>, string, string]>([
	['refuses the repository', { '/commits': no(403) }, 'github-refused', 'acme/.github'],
	['refuses the file', { '/contents/countersign.yml': no(403) }, 'github-refused', 'acme/.github'],
	[
		'does not know the commit yet',
		{ '/contents/countersign.yml': no(404, `No commit found for the ref ${sha}`) },
		...refused,
	],
	[
		'leaves out a file over 1 MB',
		{ '/contents/countersign.yml': [200, { type: 'file', encoding: 'none', content: '' }] },
		...(['bad-config', 'acme/.github:countersign.yml is too large'] as const),
	],
	['is down', { '/commits': no(502) }, 'github-unreachable', 'commits'],
	['drops the connection', { '/contents/countersign/policies': 'dropped' }, 'github-unreachable', 'policies'],
	[
		'returns a folder instead of the configuration',
		{ '/contents/countersign.yml': [200, listed('a.yml')] },
		'github-refused',
		'form',
	],
	[
		'lists a folder among the policies',
		{
			'/contents/countersign/policies': [200, listed('a.yml', 'deeper')],
			'/contents/countersign/policies/a.yml': [200, content('rules: []\n')],
		},
		...(['bad-config', 'acme/.github:countersign/policies/deeper is a folder'] as const),
	],
	[
		'lists a link without a target',
		{ '/contents/countersign/policies': [200, listed('a.yml')] },
		'bad-config',
		'acme/.github:countersign/policies/a.yml',
	],
])('reading the rules of an organization fails if GitHub %s', async (_what, answers, code, names) => {
	anOrganization(answers);
	const error = await errorOf(readOrganizationFiles(anApi()));
	expect(error.code).toBe(code);
	expect(error.message).toContain(names);
});

test.each<[string, Answer, boolean]>([
	['stops all runs', [200, content('enabled: false\n')], true],
	['allows runs', [200, content('policies: [countersign/policies/a.yml]\n')], false],
	['is missing', no(404), false],
])('the switch of an organization is read live: its file %s', async (_what, answer, off) => {
	anOrganization({ '/contents/countersign.yml': answer });
	expect(await organizationIsOff({ repository: 'acme/.github', sha, files: [] }, anApi())).toBe(off);
});

test('reading the switch fails if the file of the organization is invalid', async () => {
	anOrganization({ '/contents/countersign.yml': [200, content('enabeld: false\n')] });
	const { code, message } = await errorOf(organizationIsOff({ repository: 'acme/.github', sha, files: [] }, anApi()));
	expect([code, message]).toEqual(['bad-config', expect.stringContaining('acme/.github:countersign.yml:1: `enabeld`')]);
});
