import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hookPlaces } from '../../src/commands/hook/hook-places.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { countersign, everything as everyFile, git, put } from './init-stage.ts';

/** The program as a package: nothing but what is published. */
let packaged: ReturnType<typeof temporaryFolder>;
let program: string;
beforeAll(() => {
	packaged = temporaryFolder();
	program = realpathSync(packaged.path);
	for (const part of ['dist', 'examples', 'package.json', 'policies', 'skills', 'safety'])
		cpSync(join(import.meta.dirname, '../..', part), join(program, part), { recursive: true });
});
afterAll(() => packaged[Symbol.dispose]());

/** Leaves out node_modules, because the program stores its compiled code there. */
function everything(at: string): Readonly<Record<string, string>> {
	return Object.fromEntries(Object.entries(everyFile(at)).filter(([path]) => !path.startsWith('node_modules/')));
}

const settings = '{\n    "permissions": { "allow": ["Bash(ls)"] },\n    "hooks": {}\n}\n';

let folder: ReturnType<typeof temporaryFolder>;
let base: string;
let root: string;
beforeEach(() => {
	folder = temporaryFolder();
	base = realpathSync(folder.path);
	root = join(base, 'slugs');
	mkdirSync(root);
	git(root, 'init', '-q', '-b', 'main');
	put(root, {
		'.claude/settings.json': settings,
		'package.json': '{"devDependencies": {"countersign": "0.1.0"}}\n',
		'.gitignore': 'node_modules/\n',
		'.gitattributes': '* text=auto eol=crlf\n',
	});
	commitAll(root);
});
afterEach(() => folder[Symbol.dispose]());

function commitAll(at: string): void {
	git(at, 'add', '-A');
	git(at, 'commit', '-qm', 'Change', '--allow-empty');
}

/** As `npm ci` would, from a folder instead of a registry. */
function installPackages(at: string): void {
	mkdirSync(join(at, 'node_modules'));
	symlinkSync(program, join(at, 'node_modules/countersign'));
}

function cloned(): string {
	const clone = join(base, 'clone');
	rmSync(clone, { recursive: true, force: true });
	git(base, 'clone', '-q', root, clone);
	return clone;
}

const lines = {
	claude: ['.claude/settings.json', 'PreToolUse', 'Bash'],
	gemini: ['.gemini/settings.json', 'BeforeTool', 'run_shell_command'],
	codex: ['.codex/hooks.json', 'PreToolUse', 'Bash'],
} as const;

/** Every hook that an agent finds in a clone, started as the agent does; undefined where there is none. */
function calledIn(clone: string, command: string, agent: keyof typeof lines = 'claude') {
	const [path, event, tool_name] = lines[agent];
	const { hooks = {} } = existsSync(join(clone, path)) ? JSON.parse(readFileSync(join(clone, path), 'utf8')) : {};
	const line = hooks[event]?.[0]?.hooks[0].command;
	if (line === undefined) return undefined;
	const input = JSON.stringify({ hook_event_name: event, cwd: clone, tool_name, tool_input: { command } });
	const env = {
		PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
		HOME: base,
		CLAUDE_PROJECT_DIR: clone,
		GEMINI_PROJECT_DIR: clone,
	};
	const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', line], { cwd: clone, env, input, encoding: 'utf8' });
	return { status, stdout, stderr };
}

const hook = (at: string, ...args: readonly string[]) => countersign(at, ['hook', ...args]);

function installed(at: string, ...args: readonly string[]): string {
	const { stdout, stderr, status } = hook(at, 'install', ...args);
	expect([status, stderr], stdout).toEqual([0, '']);
	return stdout;
}

describe('a personal hook', () => {
	it('does not affect people who clone, and is invisible to git', () => {
		installed(root);
		installed(root, '--for', 'codex', '--for', 'gemini');
		expect(git(root, 'status', '--porcelain')).toBe('');
		commitAll(root);
		const clone = cloned();
		expect([calledIn(clone, 'ls'), calledIn(clone, 'ls', 'codex'), calledIn(clone, 'ls', 'gemini')]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(hook(root, 'check').status).toBe(0);
		rmSync(join(root, '.countersign'), { recursive: true });
		expect(hook(root, 'check')).toMatchObject({
			status: 1,
			stdout: expect.stringContaining('it does not allow `ls`'),
		});
	});

	it('is removed by `uninstall` without a trace', () => {
		put(root, { '.claude/settings.local.json': '{ "model": "opus" }', '.git/info/exclude': '*.log' });
		const before = everything(root);
		const { stdout } = { stdout: installed(root, '--for', 'claude', '--for', 'codex', '--for', 'gemini') };
		expect(stdout).toContain(
			'Codex has no personal settings for a project, so git ignores .codex/hooks.json in this clone.',
		);
		expect(hook(root, 'uninstall', '--for', 'codex').stdout).toMatch(
			/removed {3}\.codex\/hooks\.json\nchanged {3}\.git\/info\/exclude\nThe hook is removed/,
		);
		expect(hook(root, 'check').stdout).toMatch(/Claude Code calls it[\s\S]*Gemini CLI calls it/);
		const installedState = everything(root);
		expect(hook(root, 'uninstall', '--dry-run').stdout).toMatch(
			/removed {3}\.gemini\/settings\.json[\s\S]*Nothing was written/,
		);
		expect(everything(root)).toEqual(installedState);
		expect(hook(root, 'uninstall').status).toBe(0);
		expect(everything(root)).toEqual(before);
		expect(JSON.parse(hook(root, 'uninstall', '--json').stdout)).toEqual({ ok: true, files: [] });
		expect(hook(root, 'uninstall').stdout).toContain('The hook is not installed here');
	});

	it('keeps its log after `uninstall`', () => {
		installed(root);
		put(root, { '.countersign/hooks/log.jsonl': '{}\n' });
		hook(root, 'uninstall');
		expect(Object.keys(everything(join(root, '.countersign')))).toEqual(['.gitignore', 'hooks', 'hooks/log.jsonl']);
		expect(git(root, 'status', '--porcelain')).toBe('');
	});

	it.each([
		['claude', '.claude/settings.local.json'],
		['codex', '.codex/hooks.json'],
		['gemini', '.gemini/settings.json'],
	])('is not written to settings that are committed: %s', (agent, path) => {
		put(root, { [path]: '{}\n' });
		commitAll(root);
		const before = everything(root);
		expect(hook(root, 'install', '--for', agent)).toMatchObject({
			status: 2,
			stderr: expect.stringMatching(new RegExp(`${path} is committed.*--shared --for ${agent}`)),
		});
		expect(everything(root)).toEqual(before);
	});

	it('stays out of commits in a linked work tree and in a subfolder', () => {
		git(root, 'worktree', 'add', '-q', join(base, 'tree'));
		mkdirSync(join(root, 'packages/a'), { recursive: true });
		for (const at of [join(base, 'tree'), join(root, 'packages/a')]) {
			installed(at);
			expect(git(at, 'status', '--porcelain')).toBe('');
			expect(hook(at, 'uninstall').status).toBe(0);
		}
	});
});

describe('a hook that an earlier version wrote into the team’s settings', () => {
	const old = { matcher: '*', hooks: [hookPlaces.claude.hooks.personal] };
	const team = (groups: readonly object[]) =>
		`${JSON.stringify({ model: 'opus', hooks: { PreToolUse: groups } }, undefined, 2)}\n`;
	const own = { matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] };

	it('blocks everybody who clones, is reported by check and doctor, and is moved by install', () => {
		installed(root);
		put(root, { '.claude/settings.json': team([own, old]) });
		commitAll(root);
		expect(git(root, 'show', 'HEAD:.claude/settings.json')).toContain('safety-guard');
		const told =
			'not hook: .claude/settings.json calls a guard that only this machine has, so Claude Code is blocked in every other clone of this repository. Run: countersign hook install. It moves the hook to';
		expect(hook(root, 'check')).toMatchObject({ status: 1, stdout: expect.stringContaining(told) });
		expect(countersign(cloned(), ['doctor']).stdout).toContain(told);
		expect(installed(root)).toMatch(/changed {3}\.claude\/settings\.json\n/);
		expect(readFileSync(join(root, '.claude/settings.json'), 'utf8')).toBe(team([own]));
		expect(hook(root, 'check').status).toBe(0);
		commitAll(root);
		expect(calledIn(cloned(), 'ls')?.stderr).toBe('');
	});

	it('is removed by `uninstall`, together with a file that contained nothing else', () => {
		put(root, { '.claude/settings.json': `${JSON.stringify({ hooks: { PreToolUse: [old] } }, undefined, 2)}\n` });
		expect(hook(root, 'uninstall').stdout).toMatch(/removed {3}\.claude\/settings\.json/);
		expect(existsSync(join(root, '.claude'))).toBe(false);
	});

	it('is reported with a fix for an agent that has only one settings file', () => {
		installPackages(root);
		put(root, {
			'.gemini/settings.json': `${JSON.stringify({ hooks: { BeforeTool: [{ matcher: '*', hooks: [hookPlaces.gemini.hooks.personal] }] } }, undefined, 2)}\n`,
		});
		commitAll(root);
		expect(hook(root, 'check').stdout).toMatch(
			/not hook: \.gemini\/settings\.json calls a guard.*--shared --for gemini, or countersign hook uninstall --for gemini/,
		);
		installed(root, '--shared', '--for', 'gemini');
		expect(hook(root, 'check')).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/^(ok {2}shared hook: .*\n){4}$/),
		});
	});
});

describe('a shared hook', () => {
	it.each(['claude', 'codex', 'gemini'] as const)(
		'works in a fresh clone once the packages are installed: %s',
		(agent) => {
			installPackages(root);
			const before = everything(root);
			expect(installed(root, '--shared', '--for', agent)).toContain(`Commit ${lines[agent][0]} and .countersign.`);
			commitAll(root);
			const clone = cloned();
			expect(calledIn(clone, 'rm -rf /', agent)).toEqual({
				status: 0,
				stdout: expect.stringMatching(/^\{"systemMessage":"Countersign is not installed here.*npm ci\)\."\}\n$/),
				stderr: expect.stringContaining('npm ci'),
			});
			installPackages(clone);
			expect(calledIn(clone, 'rm -rf /', agent)).toMatchObject({
				status: 2,
				stderr: expect.stringContaining('Countersign'),
			});
			expect(calledIn(clone, 'ls', agent)).toEqual({ status: 0, stdout: '', stderr: '' });
			expect(hook(clone, 'check')).toMatchObject({
				status: 0,
				stdout: expect.stringMatching(/^(ok {2}shared hook: .*\n){4}$/),
			});
			expect(git(clone, 'status', '--porcelain')).toBe('');
			rmSync(join(clone, 'node_modules'), { recursive: true });
			expect(calledIn(clone, 'ls', agent)).toMatchObject({
				status: 2,
				stderr: expect.stringContaining('is missing now. Install the packages'),
			});
			expect(hook(root, 'uninstall', '--shared').status).toBe(0);
			const { '.git': _, ...after } = everything(root);
			const same = Object.entries(before).filter(([path]) => path !== '.git' && !path.startsWith('.git/'));
			expect(Object.entries(after).filter(([path]) => !path.startsWith('.git/'))).toEqual(same);
		},
	);

	it('works beside a personal hook, each with its own guard', () => {
		installPackages(root);
		installed(root);
		installed(root, '--shared');
		expect(hook(root, 'check')).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/^(ok {2}hook: .*\n){4}(ok {2}shared hook: .*\n){4}$/),
		});
		commitAll(root);
		expect(git(root, 'ls-files', '.countersign')).toBe(
			'.countersign/.gitignore\n.countersign/shared/.gitattributes\n.countersign/shared/controls.json\n.countersign/shared/safety-guard.sh\n',
		);
		expect(hook(root, 'uninstall', '--shared').status).toBe(0);
		expect(readFileSync(join(root, '.countersign/.gitignore'), 'utf8')).toBe('*\n');
		expect(hook(root, 'check')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^(ok {2}hook: .*\n){4}$/) });
	});

	it('judges by the committed rules, names no local path, and logs what it blocks', () => {
		installPackages(root);
		put(root, { '.github/countersign.yml': "policies: [dev-tools]\nsafety:\n  blocked_patterns: ['secret word']\n" });
		installed(root, '--shared');
		const committed = ['safety-guard.sh', 'controls.json'].map((name) =>
			readFileSync(join(root, '.countersign/shared', name), 'utf8'),
		);
		expect(committed.join('')).not.toMatch(
			new RegExp([join(import.meta.dirname, '../..'), program, process.execPath, base].join('|')),
		);
		commitAll(root);
		const clone = cloned();
		installPackages(clone);
		expect(calledIn(clone, 'echo secret word')?.status).toBe(2);
		expect(readFileSync(join(clone, '.countersign/hooks/log.jsonl'), 'utf8')).toContain('secret word');
		expect(git(clone, 'status', '--porcelain')).toBe('');
		put(clone, { '.github/countersign.yml': '' });
		expect(hook(clone, 'check').stdout).toContain('not shared hook: configuration, policies or skills have changed');
	});

	it.each<readonly [string, () => void, readonly string[], number, RegExp]>([
		[
			'the package is not a dependency',
			() => put(root, { 'package.json': '{}' }),
			[],
			2,
			/`countersign` is missing in package\.json.*npm install --save-dev/,
		],
		[
			'the package is not installed',
			() => rmSync(join(root, 'node_modules'), { recursive: true }),
			[],
			2,
			/node_modules\/countersign\/dist\/cli\.js is missing/,
		],
		[
			'it allows a folder of this machine',
			() => put(root, { a: '' }),
			['--allow', '/tmp'],
			2,
			/`--allow` names a folder of this machine/,
		],
		[
			'git ignores its guard',
			() => put(root, { '.gitignore': 'node_modules/\n.countersign/\n' }),
			[],
			1,
			/git ignores \.countersign\/shared\/safety-guard\.sh/,
		],
	])('is refused if %s', (_, prepare, args, status, message) => {
		installPackages(root);
		prepare();
		const before = everything(root);
		const answer = hook(root, 'install', '--shared', ...args);
		expect([answer.status, answer.stdout + answer.stderr]).toEqual([status, expect.stringMatching(message)]);
		expect(everything(root)).toEqual(before);
	});
});
