import { spawnSync } from 'node:child_process';
import {
	appendFileSync,
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, callAs, heardAs } from '../support/hooked.ts';

const packageRoot = join(import.meta.dirname, '../..');

let root: string;
let home: string;
beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), "countersign hook's "));
	home = mkdtempSync(join(tmpdir(), 'countersign-home-'));
	spawnSync('git', ['init', '-q'], { cwd: root });
	install('--for', 'claude', '--for', 'codex', '--for', 'gemini');
});
afterAll(() => {
	for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true });
});

function install(...args: readonly string[]): void {
	typedLine(['hook', 'install', ...args]);
}

/** Runs `countersign` as the person types it. */
function typedLine(words: readonly string[]): void {
	const cli = join(packageRoot, 'dist/cli.js');
	const done = spawnSync(process.execPath, [cli, ...words], { cwd: root, env: environment(), encoding: 'utf8' });
	expect([done.stderr, done.status]).toEqual(['', 0]);
}

function environment(): NodeJS.ProcessEnv {
	return { PATH: process.env['PATH'], HOME: home };
}

type Input = readonly [tool: string, input: object];

function called(agent: Agent, [tool_name, tool_input]: Input, more: object = {}) {
	const answer = callAs(agent, root, { cwd: root, tool_name, tool_input, ...more }, environment());
	return { heard: heardAs(agent, answer), text: adviceOf(answer.stdout, answer.stderr) };
}

function adviceOf(stdout: string, stderr: string): string {
	return stderr === '' && stdout !== '' ? JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason : stderr;
}

/** What an advice says is to be done: which lines go into which files, and what is typed then. */
function readAdvice(text: string) {
	const [, files = '', command = ''] = / under `rules:` in (.+), then run: countersign (.+)\n/.exec(text) ?? [];
	return {
		files: files.match(/[~.][\w./-]+\.yml/g) ?? [],
		lines: text.split('\n').filter((line) => line.startsWith('  - ')),
		command: command.split(' '),
	};
}

/** Does what an advice says, with one of the files that it names. */
function follow(text: string, file: string): void {
	const { files, lines, command } = readAdvice(text);
	expect([files, lines.length > 0]).toEqual([expect.arrayContaining([file]), true]);
	const path = file.startsWith('~/') ? join(home, file.slice(2)) : join(root, file);
	mkdirSync(dirname(path), { recursive: true });
	if (!existsSync(path)) writeFileSync(path, 'rules:\n');
	appendFileSync(path, lines.map((line) => `${line}\n`).join(''));
	typedLine(command);
}

const guard = '.countersign/hooks/safety-guard.sh';
const settings = '.claude/settings.local.json';
const added = '  - { name: added, tools: [mcp__added__tool], action: allow }\n';

function edit(path: string, change: (text: string) => string): void {
	writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')));
}

function checked() {
	const cli = join(packageRoot, 'dist/cli.js');
	return spawnSync(process.execPath, [cli, 'hook', 'check'], { cwd: root, env: environment(), encoding: 'utf8' });
}

const repository = '.github/countersign/hook.yml';
const person = '~/.config/countersign/hook.yml';

const shell =
	(tool: string) =>
	(command: string): Input => [tool, { command }];
const bash = shell('Bash');
const run = shell('run_shell_command');
const web = (url: string): Input => ['WebFetch', { url, prompt: 'What does it say?' }];

/** A call that needs a person, the file for its rule, and a similar call that must still need a person. */
const refused: readonly (readonly [Agent, call: Input, file: string, near: Input])[] = [
	['codex', ['mcp__memory__search', { query: 'x' }], repository, ['mcp__memory__delete', { id: 1 }]],
	['codex', bash('npm install'), person, bash('npm install left-pad')],
	['codex', bash('node build.mjs && curl https://docs.example.com/a'), repository, bash('curl https://example.com/a')],
	['codex', bash('echo x > .npmrc'), person, bash('echo x > .yarnrc.yml')],
	['gemini', ['mcp_notes_search', { query: 'x' }], person, ['mcp_notes_write', { text: 'x' }]],
	['gemini', ['google_web_search', { query: 'x' }], repository, ['save_memory', { fact: 'x' }]],
	['gemini', ['activate_skill', { name: 'review' }], person, ['read_mcp_resource', { uri: 'a' }]],
	['gemini', run('pip install requests'), repository, run('pip install flask')],
	[
		'gemini',
		['web_fetch', { prompt: 'Compare https://docs.example.com/a with http://example.org:8080/b' }],
		person,
		['web_fetch', { prompt: 'Read https://docs.example.com/a and https://example.net/' }],
	],
	['claude', web('https://api.example.com/v1'), repository, web('https://api.example.com.example.net/v1')],
	['claude', web('https://guide.example.com:8443/'), person, web('https://guide.example.com/')],
	['claude', ['WebSearch', { query: 'x' }], repository, ['mcp__search__web', { query: 'x' }]],
	['claude', ['Skill', { skill: 'review' }], person, ['SlashCommand', { command: '/review' }]],
	['claude', bash('cargo add serde'), repository, bash('cargo add tokio')],
	['claude', ['Write', { file_path: 'notes.md', content: 'x' }], person, ['Write', { file_path: 'b.md', content: '' }]],
];

describe('files that Claude Code keeps outside the checkout', () => {
	const session = '0b7f3a52-9d1c-4f0e-8a57-3f7c2d1e9b64';
	const kept = () => {
		const transcript = join(home, `.claude/projects/-project/${session}.jsonl`);
		const scratchpad = join(home, `tmp/claude-1000/-project/${session}/scratchpad`);
		return {
			told: { session_id: session, transcript_path: transcript, scratchpad_dir: scratchpad },
			results: transcript.replace('.jsonl', '/tool-results'),
			scratchpad,
		};
	};
	const file = (tool: string, path: string): Input => [
		tool,
		{ file_path: path, ...(tool === 'Write' && { content: 'x' }) },
	];

	it('need no approval: plans, scratchpad, skills and tool results', () => {
		const { told, results, scratchpad } = kept();
		const heard = (tool: string, path: string) => called('claude', file(tool, path), told).heard;
		expect([
			heard('Write', join(home, '.claude/plans/a.md')),
			heard('Write', `${scratchpad}/a.md`),
			heard('Read', `${scratchpad}/a.md`),
			heard('Read', `${results}/toolu_1.txt`),
			heard('Read', join(home, '.claude/skills/review/SKILL.md')),
			called('claude', ['Bash', { command: `cat '${results}/toolu_1.txt'` }], told).heard,
		]).toEqual(Array(6).fill('pass'));
	});

	it('stay denied outside the session and the paths that the call proves', () => {
		const { told, results, scratchpad } = kept();
		const heard = (tool: string, path: string, more: object = told) => called('claude', file(tool, path), more).heard;
		const other = { ...told, session_id: 'another' };
		expect([
			heard('Write', `${results}/toolu_1.txt`),
			heard('Write', join(home, '.claude/skills/review/SKILL.md')),
			heard('Read', join(home, '.claude/settings.json')),
			heard('Read', join(home, '.claude/skills/review/.env')),
			heard('Read', `${results}/toolu_1.txt`, other),
			heard('Write', `${scratchpad}/a.md`, { session_id: session }),
			heard('Write', `${scratchpad}/../a.md`),
		]).toEqual(Array(7).fill('deny'));
	});

	it('are not open to other agents', () => {
		const { told, scratchpad } = kept();
		const patch = `*** Begin Patch\n*** Add File: ${scratchpad}/a.md\n+x\n*** End Patch`;
		expect(called('codex', ['apply_patch', { command: patch }], told).heard).toBe('deny');
	});
});

describe('the advice of the hook to a person', () => {
	it.each(refused)('makes the call of %s pass: %j, with a line in %s', (agent, call, file, near) => {
		const needsPerson = agent === 'claude' ? 'ask' : 'deny';
		const before = called(agent, call);
		expect(before.heard).toBe(needsPerson);
		follow(before.text, file);
		expect(called(agent, call).heard).toBe('pass');
		expect(called(agent, near).heard).toBe(needsPerson);
	});

	it('also works in mode bypassPermissions of Claude Code', () => {
		const call: Input = ['mcp__tickets__read', { number: 7 }];
		const bypassing = { permission_mode: 'bypassPermissions' };
		const before = called('claude', call, bypassing);
		expect(before.heard).toBe('ask');
		follow(before.text, repository);
		expect(called('claude', call, bypassing).heard).toBe('pass');
	});

	it.each<readonly [Agent, Input, RegExp]>([
		[
			'codex',
			bash('eval "$X"'),
			/they can run it themselves\. No rule can allow it: the gate cannot inspect what it does\./,
		],
		['codex', bash('cat /etc/hosts'), /No rule can allow it: `read-outside` always needs an approval\./],
		['gemini', run('python3 -c "$CODE"'), /No rule can allow it/],
	])('says that no rule can allow the call of %s: %j', (agent, call, why) => {
		const { heard, text } = called(agent, call);
		expect([heard, text]).toEqual(['deny', expect.stringMatching(why)]);
	});

	it('suggests no rule for a call that is always blocked', () => {
		for (const command of ['rm -rf /', 'cat .env', 'sudo id']) {
			const { heard, text } = called('codex', bash(command));
			expect([heard, text]).toEqual(['deny', expect.not.stringContaining('rules:')]);
		}
	});

	it.each<readonly [string, () => void]>([
		['controls.json is gone', () => rmSync(join(root, '.countersign/hooks/controls.json'))],
		['the guard is gone', () => rmSync(join(root, guard))],
		['the guard is not executable', () => chmodSync(join(root, guard), 0o644)],
		['the program is gone', () => edit(guard, (text) => text.replace(/^cli=.*$/m, "cli='/no/such/cli.js'"))],
		['the settings call it for one tool only', () => edit(settings, (text) => text.replace('"*"', '"Bash"'))],
		['a rule was added after the installation', () => appendFileSync(join(root, repository), added)],
	])('repairs the hook when %s', (_what, breakIt) => {
		breakIt();
		const told = checked();
		expect(told.status).toBe(1);
		const command = /[Rr]un:? countersign (hook install(?: --for \w+)?)/.exec(told.stdout);
		typedLine((command?.[1] ?? '').split(' '));
		expect(checked()).toMatchObject({ status: 0 });
	});

	it('names the file of the shared hook when that hook answers', () => {
		mkdirSync(join(root, 'node_modules'), { recursive: true });
		symlinkSync(packageRoot, join(root, 'node_modules/countersign'));
		writeFileSync(join(root, 'package.json'), '{"devDependencies":{"countersign":"0.1.0"}}');
		typedLine(['hook', 'uninstall']);
		install('--shared', '--for', 'codex');
		const call: Input = ['mcp__calendar__read', {}];
		const { heard, text } = called('codex', call);
		expect([heard, readAdvice(text).files]).toEqual(['deny', [repository]]);
		follow(text, repository);
		expect(called('codex', call).heard).toBe('pass');
	});
});
