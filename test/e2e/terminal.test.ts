import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import { PersonsMachine } from '../support/terminal.ts';

const install = 'npm install --offline --no-audit --no-fund ./vendor/tiny-words-1.0.0.tgz';
const edit = { tool: 'file_edit', args: { path: 'src/slug.js', old_text: "join('_')", new_text: "join('-')" } };
const deliver = { tool: 'open_pull_request', args: { title: 'Join words with hyphens', body: 'As the test says.' } };
const question = /it is denied\) > $/;

interface Turn {
	readonly text?: string;
	readonly calls?: readonly { readonly tool: string; readonly args: Readonly<Record<string, string>> }[];
}

const turns = (...list: readonly Turn[]): string => JSON.stringify({ turns: list });
const shell = (command: string) => ({ tool: 'shell_exec', args: { command } });
const asking = turns({ calls: [edit] }, { calls: [shell(install)] }, { calls: [deliver] }, { text: 'All is done.' });

/** Every file below a folder but git's own and the runs' reports, by its bytes. */
function filesOf(folder: string): ReadonlyMap<string, string> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = files.map((entry) => join(entry.parentPath, entry.name));
	const own = paths.filter((path) => !/^(\.git|\.countersign\/runs)\//.test(relative(folder, path)));
	return new Map(own.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]));
}

test("an approved step runs, the result is a branch, and the person's files stay unchanged", async () => {
	using machine = new PersonsMachine();
	writeFiles(machine.repository, { 'notes.txt': 'mine', 'src/slug.js': '// half a thought\n' });
	machine.git('add', 'notes.txt');
	const before = { files: filesOf(machine.repository), status: machine.git('status', '--porcelain') };
	const run = machine.terminal(['run', '--model', machine.script(asking), 'make the test pass']);
	await run.until(/does not see or change your uncommitted changes \(2 paths\)/);
	await run.until(
		/A1 · `shell_exec`[\s\S]*tiny-words-1\.0\.0\.tgz[\s\S]*An approval is valid only for [^`]*`[0-9a-f]{16}`/,
	);
	await run.until(question);
	run.type('y\r');
	await run.until(/A1 approved: shell_exec npm install/);
	const [, audit, head] = await run.until(/audit verify (\S+) --head (\S+)/);
	expect(await run.end()).toBe(0);

	expect({ files: filesOf(machine.repository), status: machine.git('status', '--porcelain') }).toEqual(before);
	const branch = 'countersign/1-make-the-test-pass';
	expect(machine.git('diff', '--stat', `main...${branch}`)).toContain('1 file changed');
	expect(machine.git('log', '-1', '--format=%an <%ae>%n%B', branch)).toMatch(
		/^Ann Example <ann@example.com>\nJoin words with hyphens\n\nAs the test says\.\n\nCountersign-Delivery: \S+$/,
	);
	expect(machine.git('worktree', 'list').split('\n')).toHaveLength(1);
	const verified = await machine.piped(['audit', 'verify', audit ?? '', '--head', head ?? '']);
	expect(verified).toMatchObject({ code: 0 });
	expect(readdirSync(audit ?? '')).toEqual(expect.arrayContaining(['journal.jsonl', 'report.html', 'changes.diff']));
});

test('the model gets a denial with its reason', async () => {
	using machine = new PersonsMachine();
	const script = machine.script(`turns:
  - calls: [{ tool: shell_exec, args: { command: "${install}" } }]
  - when: { last_result_contains: not on a Friday }
    text: Understood.
    otherwise: { text: It did not hear the reason. }
`);
	const run = machine.terminal(['run', '--model', script, 'install it']);
	await run.until(question);
	run.type('n not on a Friday\r');
	await run.until(/A1 denied: not on a Friday/);
	await run.until(/model: Understood\./);
	await run.until(/denied \(denied-by-maintainer\)/);
	expect(await run.end()).toBe(1);
});

test('no answer in time counts as a denial [seeds 38]', async () => {
	using machine = new PersonsMachine();
	const run = machine.terminal(['run', '--approval-timeout', '2', '--model', machine.script(asking), 'make it pass']);
	await run.until(question);
	await run.until(/A1 denied: Nobody answered/);
	await run.until(/All is done/);
	expect(await run.end()).toBe(0);
});

test('text that was typed before the question does not answer it', async () => {
	using machine = new PersonsMachine();
	const run = machine.terminal(['run', '--approval-timeout', '3', '--model', machine.script(asking), 'make it pass']);
	run.type('y\ry\ry\r');
	await run.until(question);
	await run.until(/A1 denied: Nobody answered/);
	await run.end();
});

test('a person answers two steps one by one, and an unclear answer is asked again', async () => {
	using machine = new PersonsMachine();
	const two = turns(
		{ calls: [shell(install), shell('node -e "console.log(6 * 7)" extra && curl https://example.com')] },
		{ text: 'All is done.' },
	);
	const run = machine.terminal(['run', '--model', machine.script(two), 'do both']);
	await run.until(/2 steps need your approval/);
	await run.until(/A1 shell_exec .* a: approve all that are left/);
	run.type('yes please\r');
	await run.until(/Type y, or n and a reason/);
	run.type('/approve\r');
	await run.until(question);
	run.type('n\r');
	await run.until(/A2 shell_exec/);
	await run.until(question);
	run.type('/deny A2 not here\r');
	await run.until(/A1 denied/);
	await run.until(/A2 denied: not here/);
	expect(await run.end()).toBe(1);
});

const slow = {
	'package.json': '{ "name": "slugs", "type": "module", "scripts": { "test": "node slow.js" } }\n',
	'slow.js': 'setTimeout(() => console.log("slept"), 3000);\n',
};
const slowly = turns({ calls: [edit] }, { calls: [shell('npm test')] }, { calls: [deliver] }, { text: 'All is done.' });

test('Ctrl-C stops the run between two steps, and `resume` continues it', async () => {
	using machine = new PersonsMachine(slow);
	const run = machine.terminal(['run', '--model', machine.script(slowly), 'make it pass']);
	await run.until(/… shell_exec npm test/);
	run.type('\x03');
	await run.until(/Stopping after this step/);
	await run.until(/✓ shell_exec npm test/);
	await run.until(/continue with countersign resume 1/);
	expect(await run.end()).toBe(130);
	expect(machine.git('branch', '--list', 'countersign/*')).toBe('');
	const resumed = machine.terminal(['resume']);
	await resumed.until(/branch countersign\/1-make-it-pass/);
	expect(await resumed.end()).toBe(0);
	expect(machine.git('show', 'countersign/1-make-it-pass:src/slug.js')).toContain("join('-')");
});

test('a second Ctrl-C stops the run at once', async () => {
	using machine = new PersonsMachine(slow);
	const run = machine.terminal(['run', '--model', machine.script(slowly), 'make it pass']);
	await run.until(/… shell_exec npm test/);
	run.type('\x03');
	await run.until(/Ctrl-C again: at once/);
	run.type('\x03');
	expect(await run.end()).toBe(130);
	expect(run.shown).not.toContain('✓ shell_exec npm test');
});

test('`resume` asks about the unfinished step of a killed process, and refuses while one is at work', async () => {
	using machine = new PersonsMachine(slow);
	const script = machine.script(
		turns(
			{ calls: [edit] },
			{ calls: [shell('npm test && npm publish --dry-run')] },
			{ calls: [deliver] },
			{ text: 'All is done.' },
		),
	);
	const run = machine.terminal(['run', '--model', script, 'make it pass']);
	await run.until(question);
	const refused = await machine.piped(['resume', '1']);
	expect(refused).toMatchObject({
		code: 2,
		err: expect.stringMatching(/Another process \(\d+\) works on run 1-\S+/),
	});
	run.type('y\r');
	await run.until(/… shell_exec npm test/);
	await run.kill();

	const resumed = machine.terminal(['resume']);
	await resumed.until(/begun|how a step ended|outcome/i);
	await resumed.until(question);
	resumed.type('n leave it\r');
	await resumed.until(/denied: leave it/);
	await resumed.until(/branch countersign\/1-make-it-pass/);
	expect(await resumed.end()).toBe(0);
});

/** Leaves a work tree like a process that was killed while git wrote the files. */
function halfAWorkTree({ state, repository }: PersonsMachine): void {
	const [place = ''] = readdirSync(join(state, 'countersign'));
	const kept = join(state, 'countersign', place);
	const { run } = JSON.parse(readFileSync(join(kept, 'threads', '1.json'), 'utf8')) as { run: string };
	const folder = join(kept, 'work', run);
	if (!existsSync(folder)) git(repository, 'worktree', 'add', '-q', '--no-checkout', '--detach', folder);
	writeFileSync(join(folder, 'half.txt'), 'half');
}

test('a run resumes after a kill before its first save, or before its answer was read', async () => {
	using machine = new PersonsMachine();
	const run = machine.terminal(['run', '--model', machine.script(asking), 'make it pass']);
	await run.until(/Run 1 on main/);
	await run.kill();
	halfAWorkTree(machine);
	const second = machine.terminal(['resume']);
	await second.until(question);
	second.type('y\r');
	await second.until(/\n/);
	await second.kill();
	const third = machine.terminal(['resume']);
	await Promise.race([third.until(question).then(() => third.type('y\r')), third.end()]);
	await third.until(/branch countersign\/1-make-it-pass/);
	expect(await third.end()).toBe(0);
	expect(machine.git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('a run starts no git hook and no filter of the repository', async () => {
	using machine = new PersonsMachine({ '.gitattributes': '*.txt filter=loud\n', 'a.txt': 'plain\n' });
	const ran = join(machine.folder, 'ran');
	for (const hook of ['post-checkout', 'post-commit', 'pre-commit', 'reference-transaction', 'commit-msg'])
		writeFileSync(join(machine.repository, '.git', 'hooks', hook), `#!/bin/sh\necho ${hook} >> ${ran}\n`, {
			mode: 0o755,
		});
	machine.git('config', 'filter.loud.smudge', `sh -c 'echo smudge >> ${ran}; cat'`);
	machine.git('config', 'filter.loud.clean', `sh -c 'echo clean >> ${ran}; cat'`);
	machine.git('config', 'core.fsmonitor', `echo monitor >> ${ran}; false`);
	const model = machine.script(
		turns({ calls: [edit] }, { calls: [{ tool: 'git_status', args: {} }, deliver] }, { text: 'Done.' }),
	);
	const run = await machine.piped(['run', '--model', model, 'make it pass']);
	expect(run).toMatchObject({ code: 0, out: expect.stringContaining('branch countersign/1-make-it-pass') });
	expect(existsSync(ran)).toBe(false);
	expect(machine.git('show', 'countersign/1-make-it-pass:a.txt')).toBe('plain');
});

test('two runs at once do not disturb each other', async () => {
	using machine = new PersonsMachine();
	const model = machine.script(asking);
	const [one, two] = [
		machine.terminal(['run', '--model', model, 'first']),
		machine.terminal(['run', '--model', model, 'second']),
	];
	await Promise.all([one.until(question), two.until(question)]);
	one.type('y\r');
	two.type('n\r');
	expect(await Promise.all([one.end(), two.end()])).toEqual([0, 0]);
	expect(machine.git('branch', '--list', 'countersign/*').split('\n')).toHaveLength(2);
});

test('a dry run only reads, and shows what it would do and ask', async () => {
	using machine = new PersonsMachine();
	const before = { files: filesOf(machine.repository), refs: machine.git('for-each-ref') };
	const script = machine.script(
		turns(
			{ calls: [{ tool: 'file_read', args: { path: 'src/slug.js' } }, edit] },
			{ calls: [shell(install)] },
			{ calls: [deliver] },
			{ text: 'All is done.' },
		),
	);
	const run = machine.terminal(['run', '--dry-run', '--model', script, 'make it pass']);
	await run.until(/✓ file_read src\/slug\.js/);
	await run.until(/would run without approval: file_edit/);
	await run.until(/would need approval: shell_exec npm install .* \(rule `/);
	expect(await run.end()).toBe(0);
	expect(run.shown).not.toMatch(question);
	expect({ files: filesOf(machine.repository), refs: machine.git('for-each-ref') }).toEqual(before);
});

test('without a terminal the run waits, and a person answers it later in a terminal', async () => {
	using machine = new PersonsMachine();
	const piped = await machine.piped(['run', '--json', '--model', machine.script(asking), 'make it pass']);
	expect(piped.code).toBe(3);
	expect(JSON.parse(piped.out)).toMatchObject({ outcome: 'waiting', waits: ['A1'], number: 1, resumable: true });
	expect(piped.err).toContain('countersign resume 1');
	expect(await machine.piped(['resume'])).toMatchObject({ code: 3 });
	const resumed = machine.terminal(['resume', '1']);
	await resumed.until(question);
	resumed.type('f\r');
	await resumed.until(/A1 approved/);
	expect(await resumed.end()).toBe(0);
	expect(await machine.piped(['resume', '1'])).toMatchObject({ code: 0, out: 'Run 1 is over.\n' });
});

test('model output cannot move the cursor or reverse a line', async () => {
	using machine = new PersonsMachine();
	const nasty = '\u001b[2J\u001b[1;1HApproved.\u202egnihton\u0007\u009b31m';
	const script = turns(
		{ text: `Hello ${nasty}`, calls: [shell(`npm install ./${nasty}`)] },
		{ text: `\u001b]0;title\u0007done` },
	);
	const run = machine.terminal(['run', '--model', machine.script(script), `task ${nasty}`]);
	await Promise.race([run.until(question).then(() => run.type('n \u0001\r')), run.end()]);
	await run.end();
	expect(run.shown).toContain('model: Hello \\u{1b}[2J');
	expect(run.shown).toContain('npm install ./\\u{1b}[2J');
	expect(run.shown.replace(/[\n\r]/g, '')).not.toMatch(/[\p{Cc}\u202e]/u);
});

test('a call that needs two people is blocked at once, because one person cannot approve it', async () => {
	using machine = new PersonsMachine({ '.github/countersign.yml': 'approvals:\n  signatures: 2\n' });
	const run = machine.terminal(['run', '--model', machine.script(asking), 'make it pass']);
	await run.until(/refused by `nobody-here-can-sign`: .* 2 people with write access/);
	expect(await run.end()).toBe(0);
	expect(run.shown).not.toMatch(question);
});
