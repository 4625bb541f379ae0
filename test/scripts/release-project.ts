import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = join(import.meta.dirname, '../../scripts/release.ts');

const parts = { name: 'made-up', version: '0.1.0', license: 'Apache-2.0', bin: { 'made-up': 'dist/cli.js' } };
const manifest = { ...parts, type: 'module', files: ['dist', 'action.yml'], scripts: { build: 'node build.js' } };
const lock = { name: 'made-up', version: '0.1.0', lockfileVersion: 3, requires: true, packages: { '': parts } };

/** The manifest with more fields, or with other ones. */
export function manifestWith(fields: object): string {
	return `${JSON.stringify({ ...manifest, ...fields }, null, '\t')}\n`;
}

/** A small project with the parts that a release touches. It has no packages to install, so it needs no network. */
const projectFiles: Readonly<Record<string, string>> = {
	'package.json': manifestWith({}),
	'package-lock.json': `${JSON.stringify(lock, null, '\t')}\n`,
	'src/version.ts': "export const version = '0.1.0';\n",
	'build.js':
		"import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';\nmkdirSync('dist', { recursive: true });\n" +
		"writeFileSync('dist/cli.js', readFileSync('src/version.ts'));\n",
	'dist/cli.js': "export const version = '0.1.0';\n",
	'action.yml': 'name: Made up\n',
	'README.md': '# Made up\n',
	LICENSE: 'Apache-2.0\n',
	'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n### Added\n\n- The beginning.\n',
	'.gitignore': 'node_modules/\n/release/\n',
};

export interface Answer {
	readonly status: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** A checkout of the project, with a folder as its `origin`. */
export class Project implements Disposable {
	readonly #folder = temporaryFolder();
	readonly root = join(this.#folder.path, 'project');
	readonly origin = join(this.#folder.path, 'origin.git');
	readonly #programs = join(this.#folder.path, 'programs');
	readonly log = join(this.#folder.path, 'log');

	constructor() {
		for (const [path, text] of Object.entries(projectFiles)) this.write(path, text);
		mkdirSync(this.#programs);
		this.git('init', '--quiet', '--initial-branch=main');
		this.git('init', '--quiet', '--bare', this.origin);
		this.git('remote', 'add', 'origin', this.origin);
		this.git('config', 'user.name', 'maintainer');
		this.git('config', 'user.email', 'maintainer@example.com');
		this.commit('Begin');
	}

	write(path: string, text: string): void {
		mkdirSync(dirname(join(this.root, path)), { recursive: true });
		writeFileSync(join(this.root, path), text);
	}

	commit(message: string): void {
		this.git('add', '--all');
		this.git('commit', '--quiet', '--message', message);
	}

	git(...args: readonly string[]): string {
		const { stdout, stderr, status } = spawnSync('git', args, { cwd: this.root, encoding: 'utf8' });
		if (status !== 0) throw new Error(stderr);
		return stdout.trim();
	}

	/** Puts a program before all others in the path. It gets the file of the log as `$LOG`. */
	program(name: string, text: string): void {
		const path = join(this.#programs, name);
		writeFileSync(path, `#!/bin/sh\n${text}\n`);
		chmodSync(path, 0o755);
	}

	release(args: readonly string[], env: Readonly<Record<string, string>> = {}): Answer {
		const path = [this.#programs, process.env['PATH'] ?? ''].join(delimiter);
		const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
			...{ cwd: this.root, encoding: 'utf8' },
			env: { ...process.env, GITHUB_REPOSITORY: '', ...env, PATH: path, LOG: this.log },
		});
		return { status, stdout, stderr };
	}

	[Symbol.dispose](): void {
		this.#folder[Symbol.dispose]();
	}
}
