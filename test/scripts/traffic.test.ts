import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCollection } from '../../scripts/traffic/collection.ts';
import { type JudgedCall, judgeRun } from '../../scripts/traffic/judge-run.ts';
import { readRuns } from '../../scripts/traffic/read-runs.ts';
import { reportText } from '../../scripts/traffic/report.ts';
import { startRun } from '../../scripts/traffic/run-state.ts';
import { summaryOf } from '../../scripts/traffic/summary.ts';
import { step } from '../../scripts/traffic/tool-actions.ts';
import type { Action } from '../../scripts/traffic/trajectory.ts';
import { judgeTraffic } from '../../scripts/traffic.ts';
import { createGate } from '../../src/gate-library.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const bash = (command: string, cwd?: string): Action => step('Bash', { command }, cwd);
const only = (document: unknown, name = 'run.json') => readRuns(name, JSON.stringify(document))[0];
const lines = (records: readonly unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');

describe('formats of trajectories', () => {
	it('mini-swe-agent: takes the one code block of each turn', () => {
		const turn = (content: string) => ({ role: 'assistant', content });
		const two = '```bash\nls\n```\n```bash\npwd\n```';
		expect(
			only({
				info: { mini_version: '1.15.0', config: { environment: { cwd: '/testbed' } } },
				messages: [{ role: 'user', content: '```bash\nrm x\n```' }, turn('Look.\n```bash\nls src\n```'), turn(two)],
			}),
		).toEqual({
			name: 'run.json',
			format: 'mini-swe-agent',
			root: '/testbed',
			actions: [bash('ls src'), { skipped: 'a turn without one command' }],
		});
	});

	it('mini-swe-agent 2: takes `actions` instead of the text', () => {
		const extra = { actions: [{ command: 'cd /srv/app && ls' }] };
		const messages = [{ role: 'assistant', content: '```bash\npwd\n```', extra }];
		expect(only({ trajectory_format: 'mini-swe-agent-1.1', info: {}, messages })).toMatchObject({
			root: '/srv/app',
			actions: [bash('cd /srv/app && ls')],
		});
	});

	it('SWE-agent: distinguishes its own commands from shell commands', () => {
		const at = (folder: string, open = 'n/a') => JSON.stringify({ working_dir: folder, open_file: open });
		expect(
			only({
				trajectory: [
					{ action: 'cd lib\n', state: at('/shop') },
					{ action: 'open "a b.py" 12', state: at('/shop/lib', '/shop/lib/a b.py') },
					{ action: 'edit 1:2\nx = 1\nend_of_edit', state: at('/shop/lib', '/shop/lib/a b.py') },
					{ action: 'str_replace_editor create /shop/t.py --file_text x', state: { working_dir: '/shop' } },
					{ action: 'find_file "a.py" tests' },
					{ action: 'submit' },
				],
			}),
		).toMatchObject({
			format: 'SWE-agent',
			root: '/shop',
			actions: [
				bash('cd lib', '/shop'),
				step('Read', { file_path: 'a b.py' }, '/shop'),
				step('Edit', { file_path: '/shop/lib/a b.py' }, '/shop/lib'),
				step('Write', { file_path: '/shop/t.py', content: '' }, '/shop/lib'),
				step('Read', { file_path: 'tests' }, '/shop'),
				{ skipped: 'submit' },
			],
		});
	});

	it('OpenHands: reads events and their folder, and one run from each line', () => {
		const history = [
			{ id: 1, source: 'user', action: 'message', args: { content: 'Fix it.' } },
			{ id: 2, source: 'agent', action: 'run', args: { command: 'ls /workspace/shop' } },
			{ id: 3, observation: 'run', extras: { metadata: { working_dir: '/workspace/shop' } } },
			{ id: 4, source: 'agent', action: 'edit', args: { command: 'create', path: 'a.go', file_text: 'package a' } },
			{ id: 5, source: 'agent', action: 'run', args: { command: 'C-c', is_input: 'true' } },
		];
		const runs = readRuns(
			'output.jsonl',
			lines([
				{ instance_id: 'one', history },
				{ instance_id: 'two', history },
			]),
		);
		expect(runs.map(({ name, format, root }) => [name, format, root])).toEqual([
			['output.jsonl#1', 'OpenHands', '/workspace/shop'],
			['output.jsonl#2', 'OpenHands', '/workspace/shop'],
		]);
		expect(runs[0]?.actions).toEqual([
			bash('ls /workspace/shop'),
			step('Write', { file_path: 'a.go', content: 'package a' }, '/workspace/shop'),
			{ skipped: 'input to a process' },
		]);
	});

	it('OpenHands 1: reads the tool of an `ActionEvent`', () => {
		const run = { command: 'cargo test', kind: 'TerminalAction' };
		const view = { command: 'view', path: '/w/src/lib.rs', kind: 'FileEditorAction' };
		const event = { id: 'e', source: 'agent', kind: 'ActionEvent' };
		const events = [
			{ ...event, tool_name: 'terminal', action: run },
			{ ...event, tool_name: 'file_editor', action: view },
		];
		expect(only(events)?.actions).toEqual([bash('cargo test'), step('Read', { file_path: '/w/src/lib.rs' })]);
	});

	it('Claude Code: reads each `tool_use` block once', () => {
		const use = (id: string, name: string, input: unknown) => ({
			type: 'assistant',
			cwd: '/home/me/shop',
			message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
		});
		const edit = { file_path: '/home/me/shop/a.ts', old_string: 'a', new_string: 'b' };
		const session = [
			{ type: 'user', cwd: '/home/me/shop', message: { role: 'user', content: 'Fix it.' } },
			use('1', 'Bash', { command: 'npm test', description: 'Run the tests' }),
			use('1', 'Bash', { command: 'npm test', description: 'Run the tests' }),
			use('2', 'Edit', edit),
			use('3', 'TodoWrite', { todos: [] }),
		];
		const [run] = readRuns('session.jsonl', lines(session));
		expect(run).toEqual({
			name: 'session.jsonl',
			format: 'Claude Code',
			root: '/home/me/shop',
			actions: [bash('npm test', '/home/me/shop'), step('Edit', edit, '/home/me/shop'), { skipped: 'TodoWrite' }],
		});
	});

	it('Codex: reads shells, and the files of a patch', () => {
		const call = (name: string, args: unknown) => ({
			type: 'response_item',
			payload: { type: 'function_call', name, arguments: JSON.stringify(args) },
		});
		const patch = '*** Begin Patch\n*** Add File: new.ts\n+one\n+two\n*** Update File: old.ts\n-a\n+b\n*** End Patch';
		const session = [
			{ type: 'session_meta', payload: { cwd: '/code/shop' } },
			call('shell', { command: ['bash', '-lc', 'rg todo | head'] }),
			call('shell', { command: ['git', 'log', '--format=%h %s'] }),
			call('exec_command', { cmd: 'ls', workdir: '/code/shop/src' }),
			{ type: 'response_item', payload: { type: 'custom_tool_call', name: 'apply_patch', input: patch } },
		];
		const [run] = readRuns('rollout.jsonl', lines(session));
		expect(run).toMatchObject({ format: 'Codex', root: '/code/shop' });
		expect(run?.actions).toEqual([
			bash('rg todo | head', '/code/shop'),
			bash("git log '--format=%h %s'", '/code/shop'),
			bash('ls', '/code/shop/src'),
			step('Write', { file_path: 'new.ts', content: 'one\ntwo\n' }, '/code/shop'),
			step('Edit', { file_path: 'old.ts' }, '/code/shop'),
		]);
	});

	it('OpenAI: reads `tool_calls`, and the root from the task', () => {
		const call = (name: string, args: string) => ({ type: 'function', function: { name, arguments: args } });
		const messages = [
			{ role: 'user', content: '<uploaded_files>\n/workspace/shop\n</uploaded_files>' },
			{ role: 'assistant', content: null, tool_calls: [call('execute_bash', '{"command":"go vet ./..."}')] },
			{ role: 'assistant', content: null, tool_calls: [call('execute_bash', 'not json')] },
		];
		expect(only({ messages })).toMatchObject({
			format: 'OpenAI tool calls',
			root: '/workspace/shop',
			actions: [bash('go vet ./...'), { skipped: 'execute_bash' }],
		});
	});
});

describe('the state of a run', () => {
	const gate = createGate();
	const judged = (...commands: readonly string[]): readonly JudgedCall[] =>
		judgeRun(gate, { name: 'run', format: 'test', root: '/shop', actions: commands.map((one) => bash(one)) }, 'edit');
	const call = (name: string, args: Record<string, string>) => ({ id: '1', name, args });

	it('uses the root of the run as the checkout', () => {
		const [inside, outside] = judged('cat /shop/a.txt', 'cat /other/a.txt');
		expect([inside?.decision, outside?.decision]).toEqual(['allow', 'confirm']);
	});

	it('assumes a proven sandbox in mode contained', () => {
		const run = { name: 'run', format: 'test', root: '/shop', actions: [bash('./run.sh')] };
		const decisions = (['edit', 'contained'] as const).map((mode) => judgeRun(gate, run, mode)[0]?.decision);
		expect(decisions).toEqual(['confirm', 'allow']);
	});

	it('knows the text of a file that an earlier call wrote', () => {
		const { facts, note } = startRun('/shop');
		const heredoc = call('Bash', { command: "cat > src/a.py <<'EOF'\nimport os\nEOF\n" });
		note(heredoc, allowed([{ kind: 'write', path: 'src/a.py' }]));
		const write = call('Write', { file_path: '/shop/b.py', content: 'one two' });
		note(write, allowed([{ kind: 'write', path: 'b.py' }]));
		const edit = call('Edit', { file_path: '/shop/b.py', old_string: 'two', new_string: '$& three' });
		note(edit, allowed([{ kind: 'write', path: 'b.py' }]));
		expect(facts.readText('src/a.py')).toBe('import os\n');
		expect(facts.readText('/shop/src/../b.py')).toBe('one $& three');
		expect(facts.changedInRun('src/a.py')).toBe(true);
		expect(facts.changedInRun('src/other.py')).toBe(false);
	});

	it('forgets the text of a file that it cannot compute', () => {
		const { facts, note } = startRun('/shop');
		note(call('Write', { file_path: 'a', content: 'x' }), allowed([{ kind: 'write', path: 'a' }]));
		note(call('Bash', { command: 'sort a -o a' }), allowed([{ kind: 'write', path: 'a' }]));
		expect(facts.readText('a')).toBeUndefined();
		note(call('Bash', { command: 'cat > b <<EOF\n$HOME\nEOF' }), allowed([{ kind: 'write', path: 'b' }]));
		expect(facts.readText('b')).toBeUndefined();
		expect(facts.changedInRun('b')).toBe(true);
	});

	it('ignores the writes of a call that was not allowed', () => {
		const { facts, note } = startRun('/shop');
		const asked = { ...allowed([{ kind: 'write', path: 'a' }]), decision: 'confirm' as const };
		note(call('Write', { file_path: 'a', content: 'x' }), asked);
		expect(facts.changedInRun('a')).toBe(false);
	});
});

const allowed = (effects: Parameters<ReturnType<typeof startRun>['note']>[1]['effects']) => ({
	decision: 'allow' as const,
	risk: 'low' as const,
	reason: '',
	rule: '',
	effects,
	matches: [],
	executes: [],
});

describe('the summary of a collection', () => {
	const answer = (decision: JudgedCall['decision'], rule = 'r', question = rule): JudgedCall => ({
		run: 'run',
		step: 1,
		tool: 'Bash',
		command: `${rule} | x`,
		decision,
		rule,
		reason: '',
		rules: [rule],
		effects: [],
		question,
	});

	it('counts the questions of each run, repeated ones too', () => {
		const allow = answer('allow');
		const runs = [[allow], [allow, answer('block', 'floor')], [answer('confirm'), answer('confirm'), allow]];
		expect(summaryOf('edit', runs)).toMatchObject({
			runs: 3,
			calls: 6,
			allowed: 3,
			asked: 2,
			blocked: 1,
			distinctQuestions: 1,
			median: 0,
			p90: 2,
			mean: 2 / 3,
			silent: 2 / 3,
			free: 1 / 3,
			rules: [
				{ decision: 'confirm', rule: 'r', count: 2 },
				{ decision: 'block', rule: 'floor', count: 1 },
			],
		});
	});

	it('names unknown files and calls that are not judged', () => {
		using temporary = temporaryFolder();
		const folder = temporary.path;
		const put = (name: string, text: string) => {
			mkdirSync(dirname(join(folder, name)), { recursive: true });
			writeFileSync(join(folder, name), text);
		};
		put('notes.md', '# Notes');
		put('deep/a.traj', JSON.stringify({ trajectory: [{ action: 'ls' }, { action: 'submit' }] }));
		put('deep/empty.traj', JSON.stringify({ trajectory: [{ action: 'submit' }] }));
		const collection = readCollection(folder);
		expect(collection).toMatchObject({ files: 3, unknown: ['notes.md'], empty: 1 });
		const text = reportText(collection, [summaryOf('edit', judgeTraffic(collection, 'edit'))]);
		expect(text).toContain('Files read: 3. Runs: 1 (SWE-agent 2). Runs without a command: 1.');
		expect(text).toContain('Unknown format: 1 files: notes.md.');
		expect(text).toContain('Calls that no tool of the gate corresponds to: submit 2.');
		expect(text).toContain(
			'| edit | 1 | 1 | 1 (100.0 %) | 0 (0.0 %) | 0 (0.0 %) | 0 | 0 / 0 / 0.00 | 100.0 % | 100.0 % |',
		);
	});
});
