import { describe, expect, it } from 'vitest';
import { readJobEnvironment } from '../../src/config/index.ts';
import { errorOf } from '../support/error-of.ts';

const sha = 'a'.repeat(40);
const runner = {
	GITHUB_EVENT_NAME: 'issue_comment',
	GITHUB_EVENT_PATH: '/checkouts/event.json',
	GITHUB_REPOSITORY: 'acme/widgets',
	GITHUB_RUN_ID: '1001',
	GITHUB_RUN_ATTEMPT: '2',
	GITHUB_SHA: sha,
	GITHUB_REF_NAME: 'main',
	GITHUB_WORKFLOW: 'Agent',
	GITHUB_WORKSPACE: '/checkouts/widgets',
	GITHUB_API_URL: 'https://api.github.com',
	GITHUB_SERVER_URL: 'https://github.com',
	RUNNER_TEMP: '/checkouts/temp',
	PATH: '/usr/bin',
};
const read = {
	...{ eventName: 'issue_comment', eventPath: '/checkouts/event.json', owner: 'acme', repo: 'widgets' },
	...{ workflowRunId: '1001', attempt: 2, sha, refName: 'main', workflow: 'Agent', workspace: '/checkouts/widgets' },
	...{ apiUrl: 'https://api.github.com', serverUrl: 'https://github.com', temporary: '/checkouts/temp' },
	...{ hosted: false, runnerKind: 'actions', tools: { path: [], home: '/home/octocat', variables: [] } },
};

/** The variables that an error names. */
function blamed(env: NodeJS.ProcessEnv): readonly string[] {
	const { code, message } = errorOf(() => readJobEnvironment(env));
	expect(code).toBe('bad-input');
	return message.match(/\b(?:GITHUB|RUNNER)_[A-Z_]+/g) ?? [];
}

describe("the job's environment", () => {
	it('is read from the variables of the runner', () => {
		expect(readJobEnvironment({ ...runner, PATH: '' }, '/home/octocat')).toEqual(read);
	});

	it.each<[string, NodeJS.ProcessEnv, object]>([
		[
			'an Enterprise Server',
			{ GITHUB_API_URL: 'https://git.acme.example/api/v3', GITHUB_SERVER_URL: 'https://git.acme.example' },
			{ apiUrl: 'https://git.acme.example/api/v3', serverUrl: 'https://git.acme.example' },
		],
		[
			'a server on another port',
			{ GITHUB_API_URL: 'http://127.0.0.1:8080', GITHUB_SERVER_URL: 'http://127.0.0.1:8080' },
			{ apiUrl: 'http://127.0.0.1:8080', serverUrl: 'http://127.0.0.1:8080' },
		],
		['a machine of GitHub', { RUNNER_ENVIRONMENT: 'github-hosted' }, { hosted: true }],
		['a self-hosted machine', { RUNNER_ENVIRONMENT: 'self-hosted' }, { hosted: false }],
		[
			'a runner with few variables',
			{
				...{ GITHUB_API_URL: undefined, GITHUB_SERVER_URL: undefined, GITHUB_RUN_ATTEMPT: undefined },
				...{ GITHUB_REF_NAME: undefined, GITHUB_WORKFLOW: undefined },
			},
			{ attempt: 1, refName: '', workflow: 'workflow' },
		],
		['a repository with SHA-256 hashes', { GITHUB_SHA: 'b'.repeat(64) }, { sha: 'b'.repeat(64) }],
	])('is read from %s', (_what, env, expected) => {
		expect(readJobEnvironment({ ...runner, PATH: '', ...env }, '/home/octocat')).toEqual({ ...read, ...expected });
	});

	it('outside of a runner, the error names every missing variable', () => {
		expect(blamed({})).toEqual([
			...['GITHUB_EVENT_NAME', 'GITHUB_EVENT_PATH', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID'],
			...['GITHUB_SHA', 'GITHUB_WORKSPACE', 'RUNNER_TEMP'],
		]);
	});

	it.each([
		['GITHUB_REPOSITORY', ['acme', 'acme/', '/widgets', 'a/b/c', 'a b/c']],
		['GITHUB_RUN_ID', ['', 'x', '-1', '1.5']],
		['GITHUB_RUN_ATTEMPT', ['', 'x']],
		['GITHUB_SHA', ['main', 'A'.repeat(40), 'a'.repeat(39)]],
		['GITHUB_API_URL', ['api.github.com', 'ftp://x', 'javascript:alert(1)', '']],
		['GITHUB_SERVER_URL', ['github.com', 'file:///etc']],
		['GITHUB_WORKSPACE', ['']],
	])('an invalid value is named in the error: %s', (name, values) => {
		for (const value of values) expect(blamed({ ...runner, [name]: value })).toEqual([name]);
	});
});

it("finds the folders of the job's programs", () => {
	const { tools } = readJobEnvironment({ ...runner, PATH: '/a/bin:/b', GOROOT: '/sdk/go' }, '/home/octocat');
	expect(tools).toEqual({
		path: ['/a/bin', '/b'],
		home: '/home/octocat',
		variables: [{ name: 'GOROOT', kind: 'place', value: '/sdk/go' }],
	});
});

it('a tag with the name of the default branch is not taken for a branch', () => {
	expect(readJobEnvironment({ ...runner, GITHUB_REF_TYPE: 'tag' }).refName).toBe('refs/tags/main');
	expect(readJobEnvironment({ ...runner, GITHUB_REF_TYPE: 'branch' }).refName).toBe('main');
});
