import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const cli = join(import.meta.dirname, '../../dist/cli.js');

/** A commit that nobody has. */
export const someUses = `octo-org/countersign@${'0'.repeat(40)}`;

export const workflow = '.github/workflows/agent.yml';
/** What a bare repository gets, in the order of their names. */
export const written = [
	'.github/countersign.yml',
	'.github/countersign/config.schema.json',
	'.github/countersign/policy.schema.json',
	'.github/countersign/skills/house-rules/SKILL.md',
	'.github/policies/own.yml',
	workflow,
];
export const hookFiles = [
	'.claude/settings.local.json',
	'.countersign/.gitignore',
	'.countersign/hooks/controls.json',
	'.countersign/hooks/safety-guard.sh',
];

/** What a call of the built program answered. */
export interface Answer {
	readonly stdout: string;
	readonly stderr: string;
	readonly status: number | null;
}

/** Calls the built program as a person would, without a terminal. */
export function countersign(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Answer {
	const all = { PATH: process.env['PATH'], HOME: '/nonexistent', ...env };
	const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], {
		cwd,
		env: all,
		encoding: 'utf8',
		input: '',
	});
	return { stdout, stderr, status };
}

/** Real git, without anybody's own settings. */
export function git(cwd: string, ...args: readonly string[]): string {
	const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
	const who = ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com'];
	const { stdout, stderr, status } = spawnSync('git', [...who, ...args], { cwd, env, encoding: 'utf8' });
	if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
	return stdout;
}

/** Writes files, with the folders they need. */
export function put(root: string, files: Readonly<Record<string, string>>): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
}

/** Every path below a folder, with its mode and a digest of its bytes; of a link, where it leads. */
export function everything(root: string): Readonly<Record<string, string>> {
	const entries = readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => {
		const path = join(entry.parentPath, entry.name);
		const { mode } = lstatSync(path);
		const bytes = entry.isFile() ? readFileSync(path) : entry.isSymbolicLink() ? readlinkSync(path) : '';
		const digest = createHash('sha256').update(bytes).digest('hex');
		return [relative(root, path), `${mode.toString(8)} ${digest}`] as const;
	});
	return Object.fromEntries(entries.sort());
}

/** The repository that most fixtures begin as: one commit, a lock file, a test. */
export function project(root: string): void {
	git(root, 'init', '-q', '-b', 'main');
	put(root, {
		'package.json': '{"name":"slugs","scripts":{"test":"node --test"}}\n',
		'package-lock.json': '{}\n',
		'.gitignore': 'node_modules/\n',
	});
	git(root, 'add', '-A');
	git(root, 'commit', '-qm', 'Begin');
}
