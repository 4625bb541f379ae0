import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callAs, countersignHook, heardAs, installFor } from '../support/hooked.ts';

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "countersign hook's "));
	spawnSync('git', ['init', '-q'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string) => {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), text);
};
const guardPath = '.countersign/hooks/safety-guard.sh';

const others = [
	{ agent: 'codex', path: '.codex/hooks.json', event: 'PreToolUse', shell: 'Bash', afterwards: 'type /hooks in Codex' },
	{
		agent: 'gemini',
		path: '.gemini/settings.json',
		event: 'BeforeTool',
		shell: 'run_shell_command',
		afterwards: 'it trusts the folder',
	},
] as const;

describe.each(others)('countersign hook install --for $agent', ({ agent, path, event, shell, afterwards }) => {
	const call = (command: string, more: object = {}) =>
		callAs(agent, root, { cwd: root, hook_event_name: event, tool_name: shell, tool_input: { command }, ...more });
	const check = () => countersignHook(root, 'check');

	it('writes only its own settings, blocks or allows calls, and says what the person must do', () => {
		const { stdout, status } = countersignHook(root, 'install', '--for', agent);
		expect([status, stdout]).toEqual([0, expect.stringContaining(afterwards)]);
		expect(stdout).toContain(`created   ${path}`);
		expect(existsSync(join(root, '.claude'))).toBe(false);
		expect(heardAs(agent, call('rm -rf /'))).toBe('deny');
		expect(heardAs(agent, call('ls'))).toBe('pass');
		expect(check()).toMatchObject({ status: 0, stdout: expect.stringMatching(/^(ok {2}hook: .*\n){4}$/) });
	});

	it('tells the person what to do where the agent cannot ask', () => {
		installFor(root, agent);
		expect(call('npm ci')).toEqual({
			status: 2,
			stdout: '',
			stderr: expect.stringMatching(/cannot ask\. Tell the person: .*countersign hook install --for/),
		});
	});

	it('keeps other settings, repairs a wrong matcher, and changes nothing on a second run', () => {
		const own = { matcher: 'x', hooks: [{ type: 'command', command: 'true' }] };
		write(path, `{\r\n\t"theme": "é",\r\n\t"hooks": ${JSON.stringify({ [event]: [own], Stop: [own] })}\r\n}`);
		installFor(root, agent);
		const settings = JSON.parse(read(path));
		expect(settings).toMatchObject({ theme: 'é', hooks: { Stop: [own], [event]: [{ matcher: '*' }, own] } });
		expect(read(path)).toMatch(/^\{\r\n\t"theme"/);
		expect(read('.git/info/exclude')).toContain(`\n/${path}\n`);
		const before = read(path);
		installFor(root, agent);
		expect(read(path)).toBe(before);
		writeFileSync(join(root, path), before.replace('"*"', '"write_file"'));
		expect(check()).toMatchObject({ status: 1, stdout: expect.stringContaining(`--for ${agent}`) });
		installFor(root, agent);
		expect(read(path)).toBe(before);
	});

	it.each([
		['broken JSON', () => write(path, '{"hooks": '), /it is not valid JSON/],
		['hooks that are not a list', () => write(path, JSON.stringify({ hooks: { [event]: {} } })), /is not a list/],
		[
			'linked settings',
			() => {
				write('a', '{}');
				mkdirSync(join(root, dirname(path)));
				symlinkSync('../a', join(root, path));
			},
			/is a link/,
		],
	])('writes nothing with %s', (_, prepare, message) => {
		prepare();
		const { status, stderr } = countersignHook(root, 'install', '--for', agent);
		expect([status, stderr, existsSync(join(root, '.countersign'))]).toEqual([
			2,
			expect.stringMatching(message),
			false,
		]);
	});

	it.each([
		['the guard is gone', () => rmSync(join(root, guardPath))],
		['the guard is not executable', () => chmodSync(join(root, guardPath), 0o644)],
		['Node exits without output', () => write(guardPath, read(guardPath).replace(/^node=.*$/m, "node='/bin/false'"))],
		['controls.json is gone', () => rmSync(join(root, '.countersign/hooks/controls.json'))],
	])('blocks with a reason when %s', (_, breakIt) => {
		installFor(root, agent);
		breakIt();
		const said = call('ls');
		expect([said.status, said.stderr]).toEqual([2, expect.stringContaining('Countersign')]);
		expect(check().status).toBe(1);
	});

	it('restores all files if the guard fails its test', () => {
		write(path, '{}');
		write('.github/countersign.yml', "safety:\n  blocked_patterns: [{pattern: '^ls$', on: executed}]\n");
		const { stdout, status } = countersignHook(root, 'install', '--for', agent);
		expect([status, read(path), existsSync(join(root, '.countersign'))]).toEqual([1, '{}', false]);
		expect(stdout).toContain('All files are restored.');
	});

	it("leaves file edits to the agent's own question, unless a person chose a mode", () => {
		installFor(root, agent);
		const edits = {
			codex: {
				tool_name: 'apply_patch',
				tool_input: { command: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' },
			},
			gemini: { tool_name: 'write_file', tool_input: { file_path: 'a', content: 'x' } },
		};
		const edit = () => heardAs(agent, callAs(agent, root, edits[agent]));
		expect(edit()).toBe('pass');
		expect(countersignHook(root, 'install', '--for', agent, '--mode', 'default').status).toBe(0);
		expect(edit()).toBe('deny');
	});
});

describe('several agents in one checkout', () => {
	it('share one guard, and the check reports each agent', () => {
		installFor(root, 'claude', 'gemini');
		installFor(root, 'codex');
		const { status, stdout } = countersignHook(root, 'check', '--json');
		expect([status, JSON.parse(stdout).ok]).toEqual([0, true]);
		expect(stdout).toMatch(/Claude Code calls it.*Codex calls it.*Gemini CLI calls it/);
		write(
			'.gemini/settings.json',
			JSON.stringify({ ...JSON.parse(read('.gemini/settings.json')), hooksConfig: { disabled: ['countersign'] } }),
		);
		write('.codex/config.toml', '[features]\nhooks = false\n');
		const { stdout: off } = countersignHook(root, 'check');
		expect(off).toContain('not hook: .gemini/settings.json turns all hooks off.');
		expect(off).toContain('not hook: .codex/config.toml turns all hooks off.');
	});

	it('are reported as JSON, with the files written or the reason for none', () => {
		const told = (...more: readonly string[]) => {
			const { status, stdout } = countersignHook(root, 'install', '--for', 'gemini', '--json', ...more);
			return { status, ...JSON.parse(stdout) };
		};
		const settings = (state: string) => expect.arrayContaining([{ path: '.gemini/settings.json', state }]);
		expect(told('--dry-run')).toMatchObject({ status: 0, ok: true, files: settings('created') });
		expect(existsSync(join(root, '.gemini'))).toBe(false);
		expect(told()).toMatchObject({
			status: 0,
			ok: true,
			files: settings('created'),
			afterwards: [{ agent: 'gemini' }],
		});
		expect(told()).toMatchObject({ files: settings('unchanged') });
		write('.github/countersign.yml', "safety:\n  blocked_patterns: [{pattern: '^ls$', on: executed}]\n");
		expect(told()).toMatchObject({ status: 1, ok: false, files: [], trouble: expect.stringContaining('`ls`') });
	});

	it('cannot include Codex without git, which Codex needs to find the checkout', () => {
		rmSync(join(root, '.git'), { recursive: true });
		const { stdout, status } = countersignHook(root, 'install', '--for', 'codex');
		expect([status, stdout]).toEqual([1, expect.stringContaining('does not allow `ls`')]);
		expect(existsSync(join(root, '.codex'))).toBe(false);
	});

	it.each([
		[['install', '--for', 'gemni'], 'did you mean `gemini`'],
		[['--dialect', 'cursor'], 'Unknown agent'],
	])('%j is refused', (args, message) => {
		const { status, stderr } = countersignHook(root, ...args);
		expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
	});
});
