import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { PersonsMachine } from '../support/terminal.ts';

const edit = { tool: 'file_edit', args: { path: 'src/slug.js', old_text: "join('_')", new_text: "join('-')" } };

const deliver = { tool: 'open_pull_request', args: { title: 'Join words with hyphens', body: 'As the test says.' } };

const install = {
	tool: 'shell_exec',
	args: { command: 'npm install --offline --no-audit --no-fund ./vendor/tiny-words-1.0.0.tgz' },
};

interface Turn {
	readonly text?: string;
	readonly calls?: readonly { readonly tool: string; readonly args: Readonly<Record<string, string>> }[];
}

const turns = (...list: readonly Turn[]): string => JSON.stringify({ turns: list });
const asking = turns({ calls: [edit] }, { text: 'All is done.' });

test('text that was begun before the question does not answer it with a later Enter', async () => {
	using machine = new PersonsMachine();
	const run = machine.terminal([
		'run',
		'--approval-timeout',
		'4',
		'--model',
		machine.script(turns({ calls: [install] }, { text: 'Done.' })),
		'make it pass',
	]);
	await run.until(/Run 1 on main/);
	run.type('y');
	await run.until(/it is denied\) > $/);
	run.type('\r');
	await run.until(/Type y, or n and a reason/);
	await run.until(/A1 denied: Nobody answered/);
	await run.end();
});

test('a run never moves an existing branch', async () => {
	using machine = new PersonsMachine();
	machine.git('branch', 'countersign/1-make-it-pass');
	const run = machine.terminal([
		'run',
		'--model',
		machine.script(turns({ calls: [edit] }, { calls: [deliver] }, { text: 'Done.' })),
		'make it pass',
	]);
	await run.until(/branch countersign\/1-make-it-pass-2/);
	expect(await run.end()).toBe(0);
	expect(machine.git('rev-parse', 'countersign/1-make-it-pass')).toBe(machine.head);
});

test('with --here the run works in the checkout, if it is clean', async () => {
	using machine = new PersonsMachine();
	const model = machine.script(turns({ calls: [edit] }, { text: 'Done.' }));
	writeFileSync(join(machine.repository, 'mine.txt'), 'mine');
	expect(await machine.piped(['run', '--here', '--model', model, 'make it pass'])).toMatchObject({
		code: 2,
		err: expect.stringContaining('Commit or stash them'),
	});
	machine.git('stash', '--include-untracked');
	expect(await machine.piped(['run', '--here', '--model', model, 'make it pass'])).toMatchObject({ code: 0 });
	expect(machine.git('status', '--porcelain')).toBe('M src/slug.js');
});

test.each(['node_modules', '..tools'])(
	'--here refuses a checkout that contains the program itself: in %s',
	async (place) => {
		using machine = new PersonsMachine({ '.gitignore': `${place}/\n` });
		const program = join(machine.repository, place, 'countersign');
		for (const part of ['dist', 'package.json', 'policies', 'safety', 'skills'])
			cpSync(join(import.meta.dirname, '../..', part), join(program, part), { recursive: true });
		const task = ['--model', machine.script(asking), 'make it pass'];
		expect(await machine.piped(['run', '--here', ...task], machine.repository, program)).toMatchObject({
			code: 2,
			err: expect.stringContaining('Countersign itself is in this checkout'),
		});
		expect(await machine.piped(['run', ...task], machine.repository, program)).toMatchObject({ code: 0 });
	},
);

test('a run does not begin if runs are switched off', async () => {
	using machine = new PersonsMachine({ '.github/countersign.yml': 'enabled: false\n' });
	const run = await machine.piped(['run', '--model', machine.script(asking), 'make it pass']);
	expect(run).toMatchObject({ code: 1, out: expect.stringContaining('switched-off') });
	expect(leftBy(machine)).toEqual([]);
});

/** What is kept of runs that did not begin. */
function leftBy({ state }: PersonsMachine): readonly string[] {
	const [folder = ''] = readdirSync(join(state, 'countersign'));
	const left = ['threads', 'work', 'countersign'].flatMap((part) =>
		readdirSync(join(state, 'countersign', folder, part)),
	);
	return [...left, ...readdirSync(join(state, '..', 'slugs')).filter((name) => name === '.countersign')];
}

test('a run that cannot begin leaves nothing behind', async () => {
	using machine = new PersonsMachine({ '.github/countersign.yml': 'modle: x\n' });
	const run = await machine.piped(['run', '--model', machine.script(asking), 'task']);
	expect(run).toMatchObject({ code: 2, err: expect.stringContaining('modle') });
	expect(leftBy(machine)).toEqual([]);
	expect(machine.git('worktree', 'list').split('\n')).toHaveLength(1);
	expect(await machine.piped(['resume'])).toMatchObject({
		err: expect.stringContaining('This repository has no run here'),
	});
});

test('a task can contain words that look like options or paths', async () => {
	using machine = new PersonsMachine();
	const run = await machine.piped(['run', '--json', '--model', machine.script(asking), '--', '--here', '../../etc']);
	expect(run.code).toBe(0);
	expect(machine.git('status', '--porcelain')).toBe('');
});

test.each([
	['no task', ['run'], /The task is missing\./],
	['an unknown flag', ['run', '--max-iteration', '3', 'task'], /did you mean `--max-iterations`/],
	['an unknown mode', ['run', '--mode', 'yolo', 'task'], /`mode`/],
	['an invalid time', ['run', '--approval-timeout', 'soon', 'task'], /`approval-timeout-seconds`/],
	['an unknown run', ['resume', '7'], /no run 7/],
	['an invalid run name', ['resume', '../x'], /no run `\.\.\/x`/],
	['nothing to resume', ['resume'], /This repository has no run here/],
	['a missing script', ['run', '--model', 'scripted:nowhere.yml', 'task'], /nowhere\.yml/],
])('wrong usage is reported: %s', async (_what, args, message) => {
	using machine = new PersonsMachine();
	const { code, out, err } = await machine.piped(args);
	expect(code).toBeGreaterThan(0);
	expect(out + err).toMatch(message);
});

test('a run refuses a plain folder, a bare repository and one without a commit', async () => {
	using machine = new PersonsMachine();
	const empty = join(machine.folder, 'empty');
	mkdirSync(empty);
	const task = ['run', '--model', machine.script(asking), 'task'];
	expect(await machine.piped(task, empty)).toMatchObject({
		code: 2,
		err: expect.stringContaining('is not in a git checkout'),
	});
	git(empty, 'init', '-q', '--bare');
	expect(await machine.piped(task, empty)).toMatchObject({
		code: 2,
		err: expect.stringContaining('is not in a git checkout'),
	});
	const fresh = join(machine.folder, 'fresh');
	mkdirSync(fresh);
	git(fresh, 'init', '-q');
	expect(await machine.piped(task, fresh)).toMatchObject({ code: 2, err: expect.stringContaining('has no commit') });
	expect(existsSync(join(fresh, '.countersign'))).toBe(false);
	// A subfolder works like the top.
	const below = await machine.piped(
		['run', '--model', machine.script(turns({ text: 'Hi.' })), 'task'],
		join(machine.repository, 'src'),
	);
	expect(below.code).toBe(0);
	expect(execFileSync('git', ['status', '--porcelain'], { cwd: machine.repository, encoding: 'utf8' })).toBe('');
});
