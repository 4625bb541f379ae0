import { spawn } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { countersign, everything, git, project, put, someUses } from './init-stage.ts';

const cli = join(import.meta.dirname, '../../dist/cli.js');
const token = `ghp_${'madeUp'.repeat(6)}`;
const key = 'sk-ant-made-up-1234567890';

/** What GitHub answers, by path; what is not here is a 404. */
let answers: Record<string, readonly [number, object]>;
const asked: string[] = [];
const server = createServer((request, response) => {
	const path = decodeURIComponent(request.url ?? '').split('?')[0] ?? '';
	asked.push(`${request.method} ${path}`);
	const [status, body] = answers[path] ?? [404, { message: 'Not Found' }];
	const scopes = request.headers.authorization?.includes(token) ? { 'x-oauth-scopes': 'repo, workflow' } : {};
	response.writeHead(status, { 'content-type': 'application/json', ...scopes }).end(JSON.stringify(body));
});

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;
let url: string;
beforeEach(async () => {
	folder = temporaryFolder();
	repository = realpathSync(folder.path);
	project(repository);
	git(repository, 'remote', 'add', 'origin', 'git@github.com:octo-org/slugs.git');
	countersign(repository, ['init', '--yes', '--uses', someUses]);
	asked.length = 0;
	answers = {
		'/repos/octo-org/slugs': [200, { default_branch: 'main', permissions: { push: true } }],
		'/repos/octo-org/slugs/actions/permissions': [200, { enabled: true }],
		'/repos/octo-org/slugs/actions/permissions/workflow': [200, { can_approve_pull_request_reviews: true }],
		'/repos/octo-org/slugs/actions/secrets': [200, { secrets: [] }],
		'/repos/octo-org/slugs/actions/organization-secrets': [200, { secrets: [{ name: 'ANTHROPIC_API_KEY' }] }],
		'/repos/octo-org/slugs/contents/.github/workflows/agent.yml': [200, {}],
		'/repos/octo-org/slugs/contents/.github/countersign.yml': [200, {}],
		'/v1/models/claude-sonnet-5-5': [200, {}],
	};
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
	folder[Symbol.dispose]();
	server.closeAllConnections();
	server.close();
});

interface Told {
	readonly ok: boolean;
	readonly findings: readonly { readonly state: string; readonly text: string }[];
}

/** Calls the built doctor against the stand-in. Another test covers the findings about the machine. */
async function doctor(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
	const child = spawn(process.execPath, [cli, 'doctor', '--json', ...args], {
		cwd: repository,
		env: { PATH: process.env['PATH'], GITHUB_API_URL: url, ANTHROPIC_BASE_URL: url, ...env },
	});
	const said: Buffer[] = [];
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
	const status = await new Promise((resolve) => child.once('close', resolve));
	const all = Buffer.concat(said).toString();
	const told = JSON.parse(all) as Told;
	expect(status).toBe(told.ok ? 0 : 1);
	expect(all).not.toMatch(new RegExp(`${token}|${key}`));
	const lines = told.findings.map(({ state, text }) => `${state} ${text}`);
	return {
		all,
		lines,
		wrong: lines.filter((line) => line.startsWith('not ')),
		skipped: lines.filter((line) => line.startsWith('skipped ')),
	};
}

describe('countersign doctor in a checkout', () => {
	it('finds no fault in what init wrote, makes no request, and changes nothing', async () => {
		const before = everything(repository);
		const { lines, wrong, skipped } = await doctor([], { ANTHROPIC_API_KEY: key });
		expect(wrong).toEqual([]);
		expect(lines).toEqual(
			expect.arrayContaining([
				'ok configuration: .github/countersign.yml is valid; 2 policies, pattern lists and skills of the repository are valid',
				expect.stringMatching(
					/^ok workflow: \.github\/workflows\/agent\.yml, job `agent`.* stops the schedules of a public/,
				),
				'ok credentials: git stores none in this checkout',
				'ok key: ANTHROPIC_API_KEY is set',
				'ok remote: octo-org/slugs on github.com',
			]),
		);
		expect(skipped).toEqual([
			expect.stringMatching(/model: .*not contacted; `countersign doctor --online`/),
			expect.stringMatching(/GitHub: not checked, because there is no token/),
		]);
		expect(asked).toEqual([]);
		expect(everything(repository)).toEqual(before);
	});

	it('tries the programs of the tests, and says how to add a missing one', async () => {
		put(repository, { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n", 'go.mod': 'module example.com/slugs\n' });
		const node = join(process.execPath, '..');
		const { lines, wrong } = await doctor([], { PATH: `${node}:/usr/bin:/bin` });
		expect(lines).toContainEqual(expect.stringMatching(/tests: `node` runs in the sandbox \(v24\./));
		const missing = wrong.filter((line) => line.includes('`pnpm`'));
		expect(missing).toEqual([
			expect.stringMatching(
				/tests: `pnpm` does not run in the sandbox: it is in no folder of the PATH\. Do: Install it, in a folder of the PATH\. In the workflow it must be on the PATH before this action, for example by `- uses: pnpm\/action-setup@[0-9a-f]{40} # v\S+`/,
			),
		]);
	});

	it('finds a program in a folder that the configuration names', async () => {
		using tools = temporaryFolder();
		writeFileSync(join(tools.path, 'pnpm'), '#!/bin/sh\necho 10.0.0\n', { mode: 0o755 });
		const config = `sandbox:\n  tools: [${realpathSync(tools.path)}]\n`;
		put(repository, { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n", '.github/countersign.yml': config });
		// The job keeps its own files in its temporary folder, so the programs are in another folder.
		const { lines } = await doctor([], { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`, TMPDIR: repository });
		expect(lines).toContainEqual(expect.stringMatching(/tests: `pnpm` runs in the sandbox \(10\.0\.0\)/));
	});

	it('checks GitHub with a token and the model with --online, by GET requests only', async () => {
		const { lines, wrong, skipped } = await doctor(['--online'], { GITHUB_TOKEN: token, ANTHROPIC_API_KEY: key });
		expect([wrong, skipped]).toEqual([[], []]);
		expect(lines).toEqual(
			expect.arrayContaining([
				'ok GitHub: the token may write octo-org/slugs (scopes: repo, workflow)',
				'ok GitHub: the default branch of octo-org/slugs is `main`',
				'ok GitHub: .github/workflows/agent.yml is on the default branch',
				'ok GitHub: Actions may open pull requests',
				'ok GitHub: there is a secret ANTHROPIC_API_KEY',
				`ok model: anthropic:claude-sonnet-5-5: ${new URL(url).host} answers`,
			]),
		);
		expect(asked.every((line) => line.startsWith('GET '))).toBe(true);
	});

	it('says how to fix each fault', async () => {
		put(repository, {
			'.github/policies/own.yml': 'version: "1"\nrules: 5\n',
			'.github/countersign/skills/house-rules/SKILL.md': '---\nname: x\n---\n',
			'.github/workflows/old.yml':
				'on: workflow_run\njobs: { a: { runs-on: x, steps: [{ uses: octo-org/countersign@v1 }] } }\n',
		});
		git(repository, 'remote', 'set-url', 'origin', `https://octocat:${token}@github.com/octo-org/slugs.git`);
		answers['/repos/octo-org/slugs/contents/.github/workflows/agent.yml'] = [404, {}];
		answers['/repos/octo-org/slugs/actions/organization-secrets'] = [403, {}];
		answers['/repos/octo-org/slugs/actions/permissions/workflow'] = [200, { can_approve_pull_request_reviews: false }];
		answers['/v1/models/claude-sonnet-5-5'] = [401, {}];
		const { wrong } = await doctor(['--online'], { GITHUB_TOKEN: token, ANTHROPIC_API_KEY: `${key} ` });
		const expected = [
			/^not \.github\/policies\/own\.yml: /,
			/house-rules\/SKILL\.md: /,
			/old\.yml, job `a`: it does not say what its token may/,
			/`octo-org\/countersign@v1` can be moved/,
			/`workflow_run`, which lends/,
			/credentials: git stores one in .*config \(remote\.url\)/,
			/ANTHROPIC_API_KEY contains spaces/,
			/model: .*refuses the key \(401\)|cannot be reached/,
			/agent\.yml is not on `main`/,
			/may open no pull requests.*https:\/\/github\.com\/octo-org\/slugs\/settings\/actions/,
			/no secret ANTHROPIC_API_KEY.*settings\/secrets\/actions\/new/,
		];
		for (const told of expected) expect(wrong).toContainEqual(expect.stringMatching(told));
		for (const line of wrong) expect(line).toContain(' Do: ');
	});

	it.each([
		['that GitHub refuses', 401, 'Bad credentials', /^not GitHub: GitHub does not take this token \(401\)/],
		['without access to the repository', 404, 'Not Found', /^not GitHub: GitHub shows this token no octo-org\/slugs/],
		['that GitHub cannot check now', 500, 'x', /^skipped GitHub: not checked: GitHub cannot be asked/],
	])('reports one finding for a token %s', async (_, status, message, told) => {
		answers = Object.fromEntries(Object.keys(answers).map((path) => [path, [status, { message }]]));
		const { lines } = await doctor([], { GITHUB_TOKEN: token });
		expect(lines.filter((line) => line.includes(' GitHub: '))).toEqual([expect.stringMatching(told)]);
	});

	it('lists what a token may not see as skipped, not as a fault', async () => {
		for (const path of ['permissions', 'permissions/workflow', 'secrets'])
			answers[`/repos/octo-org/slugs/actions/${path}`] = [403, {}];
		const { wrong, skipped } = await doctor([], { GITHUB_TOKEN: token, GITHUB_REPOSITORY: 'octo-org/slugs' });
		expect(wrong).toEqual([]);
		expect(skipped.filter((line) => line.includes('this token may not see it (403)'))).toHaveLength(3);
	});

	it('checks only the machine outside a repository', () => {
		using elsewhere = temporaryFolder();
		const { stdout, status } = countersign(elsewhere.path, ['doctor']);
		expect([status, stdout]).toEqual([
			0,
			expect.stringMatching(
				/\n– {3}repository: this folder is not in a repository, so only the machine was checked\n$/,
			),
		]);
	});

	it('escapes control characters in the names of a workflow', () => {
		put(repository, {
			'.github/workflows/agent.yml': `on: issues\njobs: { "a\\e[2Jb": { runs-on: x, steps: [{ uses: "octo-org/countersign@\\e[1A" }] } }\n`,
		});
		const { stdout, status } = countersign(repository, ['doctor']);
		expect(stdout).toContain('job `a\\u{1b}[2Jb`');
		expect([status, stdout.includes('\u001b')]).toEqual([1, false]);
	});

	it('rejects arguments and unknown options', () => {
		expect(countersign(repository, ['doctor', 'patient']).status).toBe(2);
		expect(countersign(repository, ['doctor', '--onlin']).stderr).toContain('did you mean `--online`');
	});
});
