import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
	type InterceptedRequest,
	type Json,
	type LocalGitHub,
	type LocalGitHubOptions,
	startLocalGitHub,
} from '../../rehearsal/github/local-github.ts';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import { assumptions } from '../../scripts/try-github/assumptions.ts';
import { plays } from '../../scripts/try-github/plays.ts';
import { maintainer, root } from './stage.ts';

interface Scratch extends AsyncDisposable {
	readonly github: LocalGitHub;
	readonly token: string;
	/** Runs the script; `during` sees its output as it comes. */
	readonly run: (args?: readonly string[], more?: Running) => Promise<Ended>;
	/** What is left: refs besides the default branch, and open issues and pull requests. */
	readonly left: () => Promise<{ readonly refs: readonly string[]; readonly open: readonly number[] }>;
}

type Files = Readonly<Record<string, string>>;

interface Running {
	readonly env?: Readonly<Record<string, string>>;
	readonly during?: (text: string, child: ChildProcess) => void;
}

interface Ended {
	readonly code: number | null;
	readonly text: string;
}

async function scratch(options: Partial<LocalGitHubOptions> = {}, files = 1, more: Files = {}): Promise<Scratch> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-scratch-'));
	const names = Array.from({ length: files }, (_none, at) => [
		at === 0 ? 'README.md' : `file-${at}.md`,
		'A scratch.\n',
	]);
	const source = join(folder, 'source');
	writeFiles(source, { ...Object.fromEntries(names), ...more });
	git(source, 'init', '-q', '-b', 'main');
	git(source, 'add', '-A');
	git(source, 'commit', '-q', '-m', 'Begin');
	const place = { owner: 'octo-org', repo: 'scratch', repositoryPath: source };
	const github = await startLocalGitHub({ ...place, users: [maintainer], ...options });
	const token = github.tokenOf('maintainer');
	return {
		github,
		token,
		run: (args = ['--yes', 'octo-org/scratch'], more = {}) =>
			runScript(github, args, { ...more, env: { GITHUB_TOKEN: token, TMPDIR: folder, ...more.env } }),
		left: async () => {
			const refs = git(github.repositoryDir, 'for-each-ref', '--format=%(refname)').split('\n');
			const { body } = await github.act('maintainer', 'GET', '/issues?state=open&per_page=100');
			const open = (body as { number: number }[]).map(({ number }) => number);
			return { refs: refs.filter((ref) => ref !== 'refs/heads/main' && !ref.startsWith('refs/pull/')), open };
		},
		async [Symbol.asyncDispose]() {
			await github.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function runScript(github: LocalGitHub, args: readonly string[], { env = {}, during }: Running): Promise<Ended> {
	const script = [join(root, 'scripts', 'try-github.ts'), 'octo-org/scratch', '--api-url', github.url, ...args];
	const child = spawn(process.execPath, script, {
		env: { PATH: process.env['PATH'] ?? '', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let text = '';
	const take = (chunk: Buffer): void => {
		text += chunk.toString();
		during?.(text, child);
	};
	child.stdout.on('data', take);
	child.stderr.on('data', take);
	return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })));
}

const nothing = { refs: [], open: [] };

/** What the script says of each row at the end. */
function findings({ text }: Ended): Readonly<Record<string, string>> {
	const [, summary = ''] = text.split('What came of it');
	return Object.fromEntries([...summary.matchAll(/([\w-]+): (.*)/g)].map(([, id = '', finding = '']) => [id, finding]));
}

const yes = ['--yes', 'octo-org/scratch'];
const only = (...ids: readonly string[]) => [...yes, '--only', ids.join(',')];

test('on a hostile GitHub with a job token, every assumption that can be tried holds', async () => {
	await using there = await scratch({ hostile: true, organizationFiles: {} });
	const { actionsToken } = there.github;
	const ended = await there.run([...yes, '--push-default-branch'], { env: { JOB_TOKEN: actionsToken } });
	expect(ended.code, ended.text).toBe(0);
	const found = findings(ended);
	expect(Object.keys(found)).toEqual([...plays, ...assumptions].map(({ id }) => id));
	const untried = Object.entries(found).filter(([, finding]) => !finding.startsWith('as assumed'));
	expect(untried.map(([id]) => id)).toEqual(['job-logs', 'longest-job', 'waiting-checks']);
	expect(found).toMatchObject({
		'workflow-change': 'as assumed (on top of the present branch)',
		'own-login': 'as assumed (JOB_TOKEN is github-actions[bot])',
		'comment-times': 'as assumed (3 of 3 differ: 1 s, 1 s, 1 s)',
	});
	expect(await there.left()).toEqual(nothing);
	const { repositoryDir } = there.github;
	expect(git(repositoryDir, 'ls-tree', '-r', '--name-only', 'main')).toBe('README.md');
	expect(git(repositoryDir, 'rev-list', '--count', 'main')).toBe('4');
	for (const secret of [there.token, actionsToken]) expect(ended.text).not.toContain(secret);
});

test('with one token and no push to the default branch, the script lists what it could not try', async () => {
	await using there = await scratch();
	const ended = await there.run(only('main-job', 'workflow-change', 'own-login', 'workflow-files'));
	expect(ended.code, ended.text).toBe(0);
	expect(findings(ended)).toEqual({
		'main-job': 'as assumed',
		'workflow-change': 'not tried: needs --push-default-branch',
		'own-login': expect.stringMatching(/^not tried: .*JOB_TOKEN/),
		'workflow-files': expect.stringMatching(/^not tried: .*JOB_TOKEN/),
	});
	expect(git(there.github.repositoryDir, 'rev-list', '--count', 'main')).toBe('1');
	expect(await there.left()).toEqual(nothing);
	expect(ended.text).not.toContain(there.token);
});

test('if GitHub refuses custom refs, the script exits with 1, and the main job uses branches', async () => {
	await using there = await scratch({ refuseCustomRefs: true });
	const ended = await there.run(only('main-job', 'own-refs'));
	expect(ended.code, ended.text).toBe(1);
	expect(findings(ended)).toEqual({
		'main-job': 'as assumed',
		'own-refs': expect.stringMatching(/^otherwise: make: 422 Reference namespace is not allowed/),
	});
	expect(await there.left()).toEqual(nothing);
});

type Otherwise = readonly [
	id: string,
	said: RegExp,
	when: (request: InterceptedRequest) => boolean,
	status: number,
	body: Json,
];
const path = (method: string, end: RegExp) => (request: InterceptedRequest) =>
	request.method === method && end.test(request.path);
const asked = (word: string) => (request: InterceptedRequest) => JSON.stringify(request.body).includes(word);
const data = (value: Json): Json => ({ data: value });

test.each<Otherwise>([
	['own-login', /it says somebody/, asked('viewer'), 200, data({ viewer: { login: 'somebody' } })],
	['last-edited', /an edited comment has none/, asked('lastEditedAt'), 200, data({ nodes: [{ lastEditedAt: null }] })],
	['head-is-default', /not there/, asked('HEAD:'), 200, data({ repository: { object: null } })],
	[
		'one-winner',
		/the second attempt: 500/,
		(it) => path('POST', /\/git\/refs$/)(it) && it.response?.status === 422,
		500,
		{},
	],
	['forward-only', /moved aside: 200/, path('PATCH', /-forward$/), 200, {}],
	['next-page', /1 pages hold 1 comments, and the issue has 3/, path('GET', /\/\d+\/comments$/), 200, [{ id: 1 }]],
	['locked-thread', /403 no/, path('POST', /\/comments$/), 403, { message: 'no' }],
	['workflow-permissions', /404 no/, path('GET', /permissions\/workflow$/), 404, { message: 'no' }],
	['workflow-files', /403 no; the header names nothing/, path('POST', /\/git\/refs$/), 403, { message: 'no' }],
])('%s is reported as "otherwise" if GitHub answers something else', async (id, said, when, status, body) => {
	await using there = await scratch();
	there.github.intercept = (request, phase) => (phase === 'after' && when(request) ? { status, body } : undefined);
	const ids = id === 'next-page' ? ['comment-times', id] : [id];
	const ended = await there.run(only(...ids));
	expect(ended.code, ended.text).toBe(1);
	expect(findings(ended)[id]).toMatch(/^otherwise: /);
	expect(findings(ended)[id]).toMatch(said);
	there.github.intercept = undefined;
	expect(await there.left()).toEqual(nothing);
});

test.each([
	['while a job runs', 'tool.allowed open_pull_request', 'SIGINT'],
	['while a request waits for an answer', 'waiting (approval-pending)', 'SIGTERM'],
	['while it probes', 'own-refs', 'SIGHUP'],
] as const)('the script cleans up when it is stopped %s', async (_when, words, signal) => {
	await using there = await scratch();
	let isSent = false;
	const during = (text: string, child: ChildProcess): void => {
		if (isSent || !text.includes(words)) return;
		isSent = true;
		child.kill(signal);
	};
	const ended = await there.run(only('main-job', 'own-refs', 'one-winner', 'forward-only'), { during });
	expect(isSent, ended.text).toBe(true);
	expect(ended.code, ended.text).toBe(2);
	expect(ended.text).toContain('It was stopped.');
	expect(await there.left()).toEqual(nothing);
});

test('--clean-up removes what a killed script left', async () => {
	await using there = await scratch();
	const during = (text: string, child: ChildProcess): void => {
		if (text.includes('waiting (approval-pending)')) child.kill('SIGKILL');
	};
	await there.run(only('main-job'), { during });
	expect((await there.left()).open).toEqual([1]);
	const refused = await there.run();
	expect(refused.text).toContain('Countersign keeps runs in it (of a killed try? --clean-up)');
	const ended = await there.run([...yes, '--clean-up']);
	expect(ended.code, ended.text).toBe(0);
	expect(await there.left()).toEqual(nothing);
});

test('the script names what it could not remove', async () => {
	await using there = await scratch();
	there.github.intercept = ({ method }, phase) =>
		phase === 'before' && method === 'DELETE' ? { status: 403, body: { message: 'no deleting' } } : undefined;
	const ended = await there.run(only('one-winner'));
	const { refs } = await there.left();
	expect(refs).toEqual([expect.stringMatching(/^refs\/heads\/countersign-try\/\d+-claim$/)]);
	expect(ended.text).toContain(`left behind: ${refs[0]} is there: 403 no deleting`);
});

test('the script does not print a token that GitHub repeats', async () => {
	await using there = await scratch();
	const message = `no such token: ${there.token}`;
	there.github.intercept = (request, phase) =>
		phase === 'after' && /permissions\/workflow$/.test(request.path) ? { status: 404, body: { message } } : undefined;
	const ended = await there.run(only('workflow-permissions'));
	expect(ended.text).toContain('404 no such token: ***');
	expect(ended.text).not.toContain(there.token);
});

test('the script leaves other refs and issues alone', async () => {
	await using there = await scratch();
	const { repositoryDir } = there.github;
	git(repositoryDir, 'update-ref', 'refs/heads/countersign/kept', 'main');
	await there.github.openIssue({ user: 'maintainer', title: 'Mine' });
	const during = (text: string): void => {
		if (text.includes('1/1')) git(repositoryDir, 'update-ref', 'refs/heads/topic', 'main');
	};
	await there.run(only('one-winner'), { during });
	expect(await there.left()).toEqual({ refs: ['refs/heads/countersign/kept', 'refs/heads/topic'], open: [1] });
});

const listening = { '.github/workflows/agent.yml': 'on: issue_comment\n' };

test.each<[string, RegExp, Parameters<typeof scratch>, readonly string[]]>([
	['has content', /it has 11 files, more than 10/, [{}, 11], yes],
	['has a workflow that answers comments', /agent\.yml answers comments/, [{}, 1, listening], yes],
	['is not confirmed by name', /name the repository again/, [{}], []],
	['is confirmed by another name', /name the repository again/, [{}], ['--yes', 'octo-org/other']],
])('a repository that %s is refused before anything is written', async (_what, why, given, args) => {
	await using there = await scratch(...given);
	const ended = await there.run(args);
	expect(ended.code, ended.text).toBe(2);
	expect(ended.text).toMatch(why);
	expect(there.github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.each([
	['stars', { stargazers_count: 3 }, /has stars \(3\)/],
	['forks', { forks_count: 1 }, /has forks \(1\)/],
	['a new name', { full_name: 'octo-org/renamed' }, /was moved to octo-org\/renamed/],
	['an archived state', { archived: true }, /archived/],
	['no write access', { permissions: { push: false } }, /may not write/],
])('a repository with %s is refused before anything is written', async (_what, change, why) => {
	await using there = await scratch();
	there.github.intercept = (request, phase) => {
		if (phase === 'before' || request.path !== '/repos/octo-org/scratch') return undefined;
		return { status: 200, body: { ...Object(request.response?.body), ...change } };
	};
	const ended = await there.run();
	expect(ended.code, ended.text).toBe(2);
	expect(ended.text).toMatch(why);
	expect(there.github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('--even-so accepts a repository with content', async () => {
	await using there = await scratch({}, 11);
	const ended = await there.run([...only('one-winner'), '--even-so']);
	expect(ended.code, ended.text).toBe(0);
});

test.each([
	['--help', 0, /Exit codes: 0 all as assumed/],
	['--only', 2, /argument missing/],
	['--only=nonsense', 2, /unknown nonsense/],
	['--api-url=nonsense', 2, /is no address/],
])('the option %s gets its exit code and message', async (argument, code, said) => {
	await using there = await scratch();
	expect(await there.run([argument])).toEqual({ code, text: expect.stringMatching(said) });
});
