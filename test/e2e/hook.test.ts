import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookPlaces } from '../../src/commands/hook/hook-places.ts';

const cli = join(import.meta.dirname, '../../dist/cli.js');
const guardPath = '.countersign/hooks/safety-guard.sh';
const logPath = '.countersign/hooks/log.jsonl';

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "countersign hook's "));
	writeFileSync(join(root, 'README.md'), 'x\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function countersign(...args: readonly string[]) {
	const { stdout, stderr, status } = spawnSync(process.execPath, [cli, 'hook', ...args], {
		cwd: root,
		encoding: 'utf8',
	});
	return { stdout, stderr, status };
}

function install(...args: readonly string[]): void {
	const { stderr, status } = countersign('install', ...args);
	expect([stderr, status]).toEqual(['', 0]);
}

interface Around {
	readonly cwd?: string;
	readonly env?: NodeJS.ProcessEnv;
	readonly shell?: string;
}

/** Calls the hook as Claude Code does: by a shell, with the line that stands in the settings. */
function call(input: unknown, { cwd = '/', env = {}, shell = '/bin/sh' }: Around = {}) {
	const settings = JSON.parse(read('.claude/settings.local.json'));
	const { command } = settings.hooks.PreToolUse[0].hooks[0];
	const all = { PATH: process.env['PATH'], HOME: process.env['HOME'], CLAUDE_PROJECT_DIR: root, ...env };
	const text = typeof input === 'string' || Buffer.isBuffer(input) ? input : JSON.stringify(input);
	const { stdout, stderr, status } = spawnSync(shell, ['-c', command], {
		input: text,
		cwd,
		env: all,
		encoding: 'utf8',
	});
	const answer = stdout === '' ? undefined : JSON.parse(stdout).hookSpecificOutput.permissionDecision;
	return { answer, status, stderr };
}

const bash = (command: string, more: object = {}) => ({
	...{ session_id: 's1', hook_event_name: 'PreToolUse', cwd: root, tool_name: 'Bash', tool_input: { command } },
	...more,
});
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string) => {
	mkdirSync(join(root, path, '..'), { recursive: true });
	writeFileSync(join(root, path), text);
};
const modeOf = (path: string) => statSync(join(root, path)).mode & 0o777;
const everything = () =>
	readdirSync(root, { recursive: true, withFileTypes: true })
		.map((entry) => join(entry.parentPath, entry.name))
		.sort()
		.map((path) => [path, statSync(path).mode, statSync(path).isFile() ? readFileSync(path, 'utf8') : '']);

describe('the installed hook', () => {
	it('blocks with exit code 2, asks, or allows, for every tool [seeds 49, 55]', () => {
		install();
		expect(call(bash('rm -rf /'))).toMatchObject({
			status: 2,
			answer: 'deny',
			stderr: expect.stringMatching(/^Countersign: /),
		});
		expect(call(bash('npm ci'))).toMatchObject({ status: 0, answer: 'ask' });
		expect(call(bash('ls'))).toEqual({ status: 0, answer: undefined, stderr: '' });
		const tool = (tool_name: string, tool_input: object) => call({ tool_name, tool_input }).answer;
		expect(tool('Write', { file_path: '.claude/settings.local.json', content: '{}' })).toBe('deny');
		expect(tool('Edit', { file_path: join(root, guardPath), old_string: '2', new_string: '0' })).toBe('deny');
		expect(tool('Write', { file_path: '.github/countersign.yml', content: '' })).toBe('ask');
		expect(tool('Read', { file_path: join(root, '.env') })).toBe('deny');
		expect(tool('Read', { file_path: join(root, 'README.md') })).toBeUndefined();
		expect(tool('mcp__db__query', { sql: 'DROP TABLE x' })).toBe('ask');
		expect(tool('TodoWrite', { todos: [] })).toBeUndefined();
	});

	it('parses its input as JSON, and needs neither jq nor another program [seeds 57]', () => {
		install();
		const nothing = { env: { PATH: '/nonexistent' } };
		const raw = (command: string) => `{"tool_name":"Bash","tool_input":{"command":"${command}"}}`;
		expect(call(raw('rm\\u0020-rf\\u0020/'), nothing)).toMatchObject({ status: 2, answer: 'deny' });
		expect(call(raw('echo \\"x\\"; rm -rf /'), nothing)).toMatchObject({ status: 2, answer: 'deny' });
		expect(call(raw('echo \\"rm -rf /\\"'), nothing)).toMatchObject({ status: 0 });
		for (const spelling of [
			"r''m -rf /",
			'rm --recursive --force /',
			'rm -r -f "/"',
			'bash -c "rm -rf /"',
			'ls\nrm -rf /',
			'DROP=1 rm -fr ~',
		])
			expect(call(bash(spelling), nothing)).toMatchObject({ status: 2, answer: 'deny' });
	});

	it('blocks invalid input with exit code 2 [seeds 49]', () => {
		install();
		const inputs: readonly (readonly [string, string | Buffer])[] = [
			['nothing', ''],
			['blanks', ' \n'],
			['half a call', '{"tool_name":"Bash","tool_input":{"comm'],
			['a list', '[{"tool_name":"Bash","tool_input":{"command":"ls"}}]'],
			['no tool', '{"tool_input":{"command":"ls"}}'],
			['no input', '{"tool_name":"Bash"}'],
			['no command', '{"tool_name":"Bash","tool_input":{}}'],
			['a command that is a list', '{"tool_name":"Bash","tool_input":{"command":["ls"]}}'],
			['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
			[
				'more than it reads',
				`{"tool_name":"Write","tool_input":{"file_path":"a","content":"${'a'.repeat(9_000_000)}"}}`,
			],
		];
		for (const [what, input] of inputs) {
			expect(call(input), what).toMatchObject({
				status: 2,
				answer: undefined,
				stderr: expect.stringContaining('could not be checked'),
			});
			expect(
				spawnSync(process.execPath, [cli, 'hook'], { cwd: root, input }).status,
				`${what}, without the guard`,
			).toBe(2);
		}
	});

	it('judges from the folder of the session, wherever the hook starts', () => {
		install();
		mkdirSync(join(root, 'src'));
		expect(call(bash('cat ../README.md', { cwd: join(root, 'src') }), { cwd: tmpdir() })).toMatchObject({
			status: 0,
			answer: undefined,
		});
		expect(call(bash('rm -rf ..', { cwd: join(root, 'src') }))).toMatchObject({ status: 2 });
		expect(call(bash('rm -rf *', { cwd: '/' }))).toMatchObject({ status: 2 });
		expect(call(bash('ls'), { shell: '/bin/bash', cwd: '/' })).toMatchObject({ status: 0 });
	});

	it('follows the mode of Claude Code, or the mode that a person chose', () => {
		install();
		const edit = (mode: string) =>
			call({ tool_name: 'Write', tool_input: { file_path: 'a.txt', content: '' }, permission_mode: mode }).answer;
		expect([edit('default'), edit('acceptEdits'), edit('bypassPermissions')]).toEqual(['ask', undefined, 'ask']);
		install('--mode', 'edit', '--allow-unasked');
		expect([edit('default'), call(bash('ls')).answer]).toEqual(['allow', 'allow']);
		install();
		expect(edit('default')).toBe('allow');
	});
});

describe('the hook when something fails', () => {
	const broken: readonly (readonly [string, () => Around | undefined, RegExp])[] = [
		['the guard is gone', () => void rmSync(join(root, guardPath)), /the guard is missing or broken/],
		[
			'the guard is not executable',
			() => void chmodSync(join(root, guardPath), 0o644),
			/the guard is missing or broken/,
		],
		[
			'the guard is a folder',
			() => {
				rmSync(join(root, guardPath));
				mkdirSync(join(root, guardPath));
			},
			/missing or broken/,
		],
		[
			'controls.json is gone',
			() => void rmSync(join(root, '.countersign/hooks/controls.json')),
			/countersign hook install/,
		],
		[
			'controls.json is broken',
			() => void write('.countersign/hooks/controls.json', '{"version":1}'),
			/countersign hook install/,
		],
		['CLAUDE_PROJECT_DIR is empty', () => ({ env: { CLAUDE_PROJECT_DIR: '' } }), /missing or broken/],
		['the program is gone', () => replaceInGuard(/^cli=.*$/m, "cli='/nonexistent/cli.js'"), /cli\.js is missing/],
		[
			'Node is gone, and the PATH has none',
			() => {
				replaceInGuard(/^node=.*$/m, "node='/nonexistent/node'");
				return { env: { PATH: '/nonexistent' } };
			},
			/Node is missing/,
		],
		['Node fails', () => replaceInGuard(/^node=.*$/m, "node='/bin/false'"), /^$/],
		['the program is killed', () => killer(), /^(Killed\n)?$/],
	];
	it.each(broken)('exits with 2 when %s', (_, breakIt, message) => {
		install();
		const around = breakIt();
		const { status, answer, stderr } = call(bash('ls'), around);
		expect([status, answer]).toEqual([2, undefined]);
		expect(stderr).toMatch(message);
		// The guard blocks by itself, too.
		const alone = spawnSync(join(root, guardPath), {
			input: JSON.stringify(bash('ls')),
			env: { ...process.env, ...around?.env },
		});
		if (alone.error === undefined && around?.env?.['CLAUDE_PROJECT_DIR'] === undefined) expect(alone.status).toBe(2);
		expect(countersign('check').status).toBe(around === undefined || around.env?.['PATH'] !== undefined ? 1 : 0);
	});

	function replaceInGuard(what: RegExp, by: string): undefined {
		writeFileSync(join(root, guardPath), read(guardPath).replace(what, by));
	}

	function killer(): undefined {
		write('killer.sh', '#!/bin/sh\nkill -9 $$\n');
		chmodSync(join(root, 'killer.sh'), 0o755);
		replaceInGuard(/^node=.*$/m, `node="${join(root, 'killer.sh')}"`);
	}

	it('uses another Node if the one from the installation is gone', () => {
		install();
		replaceInGuard(/^node=.*$/m, "node='/nonexistent/node'");
		const env = { PATH: join(process.execPath, '..') };
		expect([call(bash('ls'), { env }).status, call(bash('rm -rf /'), { env }).status]).toEqual([0, 2]);
	});

	it('does not wait for a call that never ends', async () => {
		install();
		const child = spawn(process.execPath, [cli, 'hook', '--root', root, '--deadline', '0.3'], {
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		child.stdin.write('{"tool_name":"Bash",');
		let said = '';
		child.stderr.on('data', (chunk) => {
			said += chunk;
		});
		expect(await once(child, 'close')).toEqual([2, null]);
		expect(said).toContain('the gate did not answer within 0.3 s');
	});

	it.each([
		['--deadline', '60'],
		['--deadlin', '1'],
		['--deadline', 'x'],
	])('refuses %s %s', (...args) => {
		install();
		expect(countersign(...args).status).toBe(2);
	});
});

describe('warnings', () => {
	const lines = () =>
		read(logPath)
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));

	it('are logged only for calls that match a pattern [seeds 64]', () => {
		install();
		call(bash('ls'));
		expect(existsSync(join(root, logPath))).toBe(false);
		call(bash('git push --force origin topic'));
		call(bash(`npm install ${'x'.repeat(600)}`));
		call(bash('touch a.txt'));
		expect(lines()).toEqual([
			expect.objectContaining({
				level: 'warning',
				session: 's1',
				tool: 'Bash',
				decision: 'block',
				input: '{"command":"git push --force origin topic"}',
				patterns: [
					expect.stringContaining('danger_patterns'),
					expect.stringContaining('confirm_patterns'),
					expect.stringContaining('blocked_patterns'),
				],
			}),
			expect.objectContaining({ decision: 'confirm', input: expect.stringMatching(/x\.\.\.\[truncated\]$/) }),
		]);
		expect(modeOf(logPath)).toBe(0o600);
	});

	it('contain no credential, and a failing log changes no verdict', () => {
		install();
		call(bash(`npm install x --token ghp_${'a'.repeat(36)}`));
		expect(read(logPath)).toContain('[redacted]');
		rmSync(join(root, logPath));
		symlinkSync(join(root, 'elsewhere'), join(root, logPath));
		expect(call(bash('rm -rf /'))).toMatchObject({
			status: 2,
			answer: 'deny',
			stderr: expect.stringContaining('could not be written'),
		});
		expect(existsSync(join(root, 'elsewhere'))).toBe(false);
	});
});

describe('countersign hook install', () => {
	it('creates the folder, an executable guard and the settings, and lists them [seeds 59]', () => {
		const { stdout, status } = countersign('install');
		expect(status).toBe(0);
		expect(stdout).toMatch(
			/created {3}\.countersign\/hooks\/safety-guard\.sh\ncreated {3}\.claude\/settings\.local\.json\nThe hook works: it blocks/,
		);
		expect([modeOf(guardPath), read('.countersign/.gitignore')]).toEqual([0o755, '*\n']);
		expect(spawnSync('/bin/sh', ['-n', join(root, guardPath)]).status).toBe(0);
		expect(JSON.parse(read('.claude/settings.local.json')).hooks.PreToolUse).toEqual([
			{ matcher: '*', hooks: [{ ...hookPlaces.claude.hooks.personal }] },
		]);
	});

	it('changes nothing on a second run, and repairs changed files [seeds 59, 60]', () => {
		write(
			'.claude/settings.local.json',
			'{\n\t"model": "x",\n\t"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]}\n}',
		);
		install();
		const before = everything();
		install();
		expect(everything()).toEqual(before);
		chmodSync(join(root, guardPath), 0o644);
		writeFileSync(
			join(root, '.claude/settings.local.json'),
			read('.claude/settings.local.json').replace('"*"', '"Bash"'),
		);
		expect(countersign('check').status).toBe(1);
		expect(countersign('install').stdout).toMatch(
			/repaired {2}\.countersign\/hooks\/safety-guard\.sh\nchanged {3}\.claude\/settings\.local\.json/,
		);
		expect(everything()).toEqual(before);
	});

	it('writes nothing with --dry-run', () => {
		const before = everything();
		const { stdout, status } = countersign('install', '--dry-run');
		expect([status, everything()]).toEqual([0, before]);
		expect(stdout).toMatch(/\+ {8}"matcher": "\*",/);
	});

	it.each<readonly [string, () => void, RegExp]>([
		['broken JSON', () => write('.claude/settings.local.json', '{"hooks": '), /it is not valid JSON/],
		[
			'a linked .claude',
			() => {
				mkdirSync(join(root, 'other'));
				symlinkSync('other', join(root, '.claude'));
			},
			/\.claude is a link/,
		],
		[
			'linked settings',
			() => {
				write('other.json', '{}');
				mkdirSync(join(root, '.claude'));
				symlinkSync('../other.json', join(root, '.claude/settings.local.json'));
			},
			/settings\.local\.json is a link/,
		],
		['a file named .countersign', () => write('.countersign', ''), /\.countersign is not a folder/],
		['an invalid configuration', () => write('.github/countersign.yml', 'modle: x\n'), /countersign\.yml:1/],
		[
			'a policy whose example fails',
			() => {
				write(
					'.github/own.yml',
					'rules: [{name: a, tools: [Bash], command_patterns: ["^x"], action: deny, reason: b, match: [y]}]\n',
				);
				write('.github/countersign.yml', 'policies: [.github/own.yml]\n');
			},
			/own\.yml/,
		],
		[
			'an invalid pattern',
			() => write('.github/countersign.yml', 'safety:\n  blocked_patterns: ["("]\n'),
			/countersign\.yml:2/,
		],
	])('writes nothing with %s', (_, prepare, message) => {
		prepare();
		const before = everything();
		const { stderr, status } = countersign('install');
		expect([status, everything()]).toEqual([2, before]);
		expect(stderr).toMatch(message);
	});

	it('restores all files if the guard fails its test', () => {
		write('.claude/settings.local.json', '{}');
		write('.github/countersign.yml', "safety:\n  blocked_patterns: [{pattern: '^ls$', on: executed}]\n");
		const before = everything();
		const { stdout, status } = countersign('install');
		expect([status, everything()]).toEqual([1, before]);
		expect(stdout).toMatch(
			/^not hook: it does not allow `ls` \(exit code 2\): Countersign: .*\nAll files are restored\.\n$/,
		);
	});
});

describe('the rules of the hook', () => {
	it('are those of the checkout at installation: policies, patterns and modes', () => {
		write(
			'.github/own.yml',
			'rules:\n  - {name: no-touch, tools: [Bash], command_patterns: ["^touch"], action: deny, reason: No., match: [touch a], not_match: [ls]}\n  - {name: asks, tools: [Write], action: require_approval, reason: Ask.}\n',
		);
		write(
			'.github/countersign.yml',
			"policies: [dev-tools, .github/own.yml]\nsafety:\n  blocked_patterns: ['secret word']\n",
		);
		install();
		const judged = () => [call(bash('touch a')).answer, call(bash('echo secret word')).answer, call(bash('ls')).answer];
		expect(judged()).toEqual(['deny', 'deny', undefined]);
		const edit = { tool_name: 'Write', tool_input: { file_path: 'a', content: '' }, permission_mode: 'acceptEdits' };
		expect(call(edit).answer).toBe('ask');
		expect(countersign('check')).toMatchObject({ status: 0 });
		rmSync(join(root, '.github'), { recursive: true });
		expect(judged()).toEqual(['deny', 'deny', undefined]);
		const { stdout, status } = countersign('check');
		expect([status, stdout]).toEqual([1, expect.stringContaining('have changed since it was installed')]);
		install();
		expect(judged()).toEqual(['ask', undefined, undefined]);
	});
});

describe('countersign hook check', () => {
	it('reports a hook that is missing or turned off', () => {
		expect(countersign('check').stdout).toContain(
			'not hook: .claude/settings.local.json is missing. Run: countersign hook install',
		);
		install();
		expect(countersign('check')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^(ok {2}hook: .*\n){4}$/) });
		write('.claude/settings.json', '{"disableAllHooks": true}');
		expect(countersign('check').stdout).toContain('not hook: .claude/settings.json turns all hooks off.');
	});

	it('is part of the doctor if a hook is installed', () => {
		const doctor = () => spawnSync(process.execPath, [cli, 'doctor'], { cwd: root, encoding: 'utf8' }).stdout;
		expect(doctor()).not.toContain('hook');
		install();
		chmodSync(join(root, guardPath), 0o644);
		expect(doctor()).toMatch(
			/not hook: .*safety-guard\.sh has the wrong permissions; 755 is expected\. Run: countersign hook install\n/,
		);
	});

	it.each([
		[['instal'], 'did you mean `hook install`'],
		[['install', '--dryrun'], 'did you mean `--dry-run`'],
		[['install', '--root', '/no/such'], '/no/such'],
		[['install', '--mode', 'fast'], 'Unknown mode `fast`'],
		[['install', '--mode', 'contained'], 'needs the sandbox of a run, and a hook has no sandbox'],
	])('%j is refused', (args, message) => {
		const { stderr, status } = countersign(...args);
		expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
	});
});
