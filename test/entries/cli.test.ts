import { expect, test } from 'vitest';
import { PersonsMachine } from '../support/terminal.ts';

const install = 'npm install --offline --no-audit --no-fund ./vendor/tiny-words-1.0.0.tgz';
const edit = { tool: 'file_edit', args: { path: 'src/slug.js', old_text: "join('_')", new_text: "join('-')" } };
const deliver = { tool: 'open_pull_request', args: { title: 'Join words with hyphens', body: 'As asked.' } };
const ask = { tool: 'shell_exec', args: { command: install } };
const question = /it is denied\) > $/;

test('a run in a terminal asks, runs the approved step, and delivers a branch with a valid journal', async () => {
	using machine = new PersonsMachine();
	const script = machine.script(
		JSON.stringify({ turns: [{ calls: [edit, ask] }, { calls: [deliver] }, { text: 'Done.' }] }),
	);
	const run = machine.terminal(['run', '--model', script, 'make the test pass']);
	await run.until(question);
	run.type('y\r');
	await run.until(/A1 approved: shell_exec npm install/);
	const [, audit = '', head = ''] = await run.until(/audit verify (\S+) --head (\S+)/);
	expect(await run.end()).toBe(0);
	expect(machine.git('show', 'countersign/1-make-the-test-pass:src/slug.js')).toContain("join('-')");
	expect(machine.git('status', '--porcelain')).toBe('');
	expect(await machine.piped(['audit', 'verify', audit, '--head', head])).toMatchObject({ code: 0 });
});

test('a denied step ends a terminal run as denied', async () => {
	using machine = new PersonsMachine();
	const script = machine.script(JSON.stringify({ turns: [{ calls: [ask] }, { text: 'Then not.' }] }));
	const run = machine.terminal(['run', '--model', script, 'install it']);
	await run.until(question);
	run.type('n not on a Friday\r');
	await run.until(/A1 denied: not on a Friday/);
	expect(await run.end()).toBe(1);
});
