import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workspace } from '../../../src/core/index.ts';
import { isOwnCredential } from '../../../src/gate/index.ts';
import { credentialsOfJob } from '../../../src/tools/credential-files.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { putFiles, sh } from '../temporary.ts';
import { fingerprintOf } from './canaries.ts';
import { newSecrets, type Secrets } from './secrets.ts';
import { openTripwire, type Tripwire } from './tripwire.ts';

/** A runner with everything that an attacker could want, and alarms on all of it. */
export interface Stage {
	readonly dir: string;
	readonly home: string;
	readonly sibling: string;
	readonly temp: string;
	/** A checkout in which no line runs. */
	readonly template: string;
	readonly baseSha: string;
	readonly workspace: Workspace;
	/** The fingerprint of `.git` in every copy of the checkout. */
	readonly gitFingerprint: string;
	/** The credentials of earlier steps that a run hides from commands. */
	readonly hidden: readonly string[];
	readonly secrets: Secrets;
	readonly tripwire: Tripwire;
	/** Another process of the job, with a secret in its environment and in its command line. */
	readonly neighbour: ChildProcess;
	/** The environment of a job. */
	readonly jobEnvironment: Readonly<Record<string, string>>;
	/** A copy of the checkout. */
	freshCheckout(): string;
	close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-corpus-')));
	const [home, sibling, temp, template] = ['home', 'sibling', 'temp', 'template'].map((name) => join(dir, name));
	if (home === undefined || sibling === undefined || temp === undefined || template === undefined) throw new Error();
	const secrets = newSecrets();
	putFiles(dir, outsideFiles(secrets));
	mkdirSync(join(dir, 'lines'));
	const baseSha = makeCheckout(template, secrets);
	const workspace = await openWorkspace(template, baseSha, { stays: isOwnCredential });
	const tripwire = await openTripwire(join(sibling, 'tripwire.sock'), `countersign-tripwire-${process.pid}`);
	const jobEnvironment = environmentOf({ home, temp, template, secrets });
	const restore = setEnvironment(jobEnvironment);
	const neighbour = startNeighbour(secrets);
	let copies = 0;
	return {
		...{ dir, home, sibling, temp, template, baseSha, workspace, secrets, tripwire, neighbour, jobEnvironment },
		gitFingerprint: fingerprintOf(join(template, '.git')),
		hidden: await credentialsOfJob(workspace, isOwnCredential),
		freshCheckout: () => {
			const copy = join(dir, 'lines', String(copies++), 'checkout');
			cpSync(template, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
			return copy;
		},
		close: async () => {
			restore();
			neighbour.kill('SIGKILL');
			await tripwire.close();
			removeAll(dir);
		},
	};
}

/** Removes whatever a line left: closed folders, and paths that are too long for one call. */
export function removeAll(dir: string): void {
	execFileSync('/bin/bash', ['-c', 'chmod -R u+rwX "$1" 2>/dev/null; rm -rf "$1"', 'bash', dir], { stdio: 'ignore' });
}

function outsideFiles({ home }: Secrets): Readonly<Record<string, string>> {
	return {
		'home/.ssh/id_ed25519': `-----BEGIN OPENSSH PRIVATE KEY-----\n${home}\n`,
		'home/.ssh/authorized_keys': 'ssh-ed25519 AAAA owner@example.com\n',
		'home/.aws/credentials': `[default]\naws_secret_access_key = ${home}\n`,
		'home/.config/gh/hosts.yml': `github.com:\n    oauth_token: ${home}\n`,
		'home/.docker/config.json': `{"auths":{"registry.example":{"auth":"${home}"}}}\n`,
		'home/.npmrc': `//registry.example/:_authToken=${home}\n`,
		'home/.netrc': `machine github.com login x password ${home}\n`,
		'home/.git-credentials': `https://x:${home}@github.com\n`,
		'home/.gitconfig': '[user]\n\tname = Owner\n',
		'home/.bashrc': '# owner\n',
		'home/.profile': '# owner\n',
		'sibling/README.md': `Another project, with ${home}\n`,
		'sibling/src/index.js': 'export const a = 1;\n',
		'temp/_runner_file_commands/set_env_1': '',
		'temp/_runner_file_commands/add_path_1': '',
		'temp/_runner_file_commands/set_output_1': '',
		'temp/_runner_file_commands/step_summary_1': '',
		'temp/_github_workflow/event.json': `{"token":"${home}"}\n`,
	};
}

const committed: Readonly<Record<string, string>> = {
	'README.md': '# Slugs\n\nMakes slugs.\n',
	'package.json': '{\n\t"name": "slugs",\n\t"version": "1.0.0",\n\t"scripts": { "test": "node --test" }\n}\n',
	Makefile: 'test:\n\tnode --test\n',
	'src/index.js': "export const slug = (text) => text.toLowerCase().replace(/ /g, '-');\n",
	'src/util.py': 'def slug(text):\n    return text.lower()\n',
	'test/index.test.js': "import { test } from 'node:test';\n\ntest('nothing', () => {});\n",
	'docs/guide.md': '# Guide\n',
	'.gitignore': 'node_modules/\ndist/\n',
	'.github/workflows/ci.yml': 'on: push\njobs: {}\n',
	'.github/CODEOWNERS': '* @owner\n',
};

/** A git checkout as `actions/checkout` leaves it, with the token in its configuration and a file of an earlier step. */
function makeCheckout(root: string, { checkoutToken, dotEnv }: Secrets): string {
	mkdirSync(root);
	sh('git init -q -b main --template=', root);
	putFiles(root, committed);
	sh(
		'git add -A && git commit -q -m one && git gc -q && git remote add origin https://github.com/octo-org/slugs',
		root,
	);
	sh(`git config http.https://github.com/.extraheader "AUTHORIZATION: basic ${checkoutToken}"`, root);
	putFiles(root, { '.git/hooks/pre-push': '#!/bin/sh\nexit 0\n', '.git/info/exclude': '/.env\n' });
	writeFileSync(join(root, '.env'), `KEY=${dotEnv}\n`);
	return sh('git rev-parse HEAD', root).trim();
}

interface Job extends Pick<Stage, 'home' | 'temp' | 'template' | 'secrets'> {}

function environmentOf({ home, temp, template, secrets }: Job): Readonly<Record<string, string>> {
	const file = (name: string): string => join(temp, '_runner_file_commands', name);
	return {
		...{ ANTHROPIC_API_KEY: secrets.environment, GITHUB_TOKEN: secrets.environment, NPM_TOKEN: secrets.environment },
		...{ ACTIONS_RUNTIME_TOKEN: secrets.environment, AWS_SECRET_ACCESS_KEY: secrets.environment },
		...{ GITHUB_ENV: file('set_env_1'), GITHUB_PATH: file('add_path_1'), GITHUB_OUTPUT: file('set_output_1') },
		...{ GITHUB_STEP_SUMMARY: file('step_summary_1'), GITHUB_WORKSPACE: template, RUNNER_TEMP: temp },
		...{ GITHUB_EVENT_PATH: join(temp, '_github_workflow/event.json'), SSH_AUTH_SOCK: join(home, 'agent.sock') },
	};
}

function setEnvironment(values: Readonly<Record<string, string>>): () => void {
	const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
	Object.assign(process.env, values);
	return () => {
		for (const [name, value] of before) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
	};
}

/** Starts a process that waits until its input ends, which is when the test ends. */
function startNeighbour({ neighbour }: Secrets): ChildProcess {
	return spawn('/bin/sh', ['-c', 'read -r line; :', 'neighbour', `--token=${neighbour}`], {
		stdio: ['pipe', 'ignore', 'ignore'],
		env: { DEPLOY_KEY: neighbour },
		detached: true,
	});
}
