import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadStanding } from '../../src/gate/loading.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type PastCall, writeRun } from './past-run.ts';

const root = join(import.meta.dirname, '../..');
const checkout = join(root, 'test/fixtures/checkout');

/** Runs `countersign policy …` in a checkout, as a person would. */
function policy(...args: readonly string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'src/cli.ts'), 'policy', ...args], {
		encoding: 'utf8',
		cwd: checkout,
	});
	return { status, text: stdout.trimEnd(), stderr };
}

let number = 0;
const asked = (command: string, answer: PastCall['answer'], by = 'ada'): PastCall => ({
	id: `c${++number}`,
	name: 'shell_exec',
	args: { command },
	decision: 'confirm',
	...(answer === undefined ? {} : { answer }),
	by,
});

test('turns calls that were always answered the same way into rules that `policy test` accepts', async () => {
	using folder = temporaryFolder();
	const run = await writeRun(join(folder.path, 'run'), [
		asked('mkdir build', 'yes'),
		asked('mkdir build', 'yes', 'grace'),
		asked('mkdir build', 'yes'),
		asked('mkdir build', 'expiry'),
		asked('rm notes.md', 'no'),
		asked('rm notes.md', 'no'),
		asked('rm notes.md', 'no', 'grace'),
		asked('touch sometimes.txt', 'yes'),
		asked('touch sometimes.txt', 'yes'),
		asked('touch sometimes.txt', 'yes'),
		asked('touch sometimes.txt', 'no'),
		asked('touch rare.txt', 'yes'),
		asked('touch waiting.txt', 'none'),
		asked('ls', undefined),
	]);
	const { status, text } = policy('suggest', run);
	expect(text).toMatchInlineSnapshot(`
		"# Suggested by \`countersign policy suggest\`. Nothing was applied. Read the rules, and copy the ones that you want.
		# Runs asked for approval 13 times. People approved 7 times (54 %) and denied 4 times; 2 got no answer.
		# Below are rules for calls that got the same answer at least 3 times, and never another answer.
		rules:
		  # Approved each of 3 times, by @ada, @grace, in 12-abc. It would have saved 4 questions. Put it into .github/countersign/always.yml.
		  - name: allow-mkdir-build
		    effects: [write]
		    paths: ['build']
		    action: allow
		    match:
		      - {"tool":"shell_exec","args":{"command":"mkdir build"}}
		    not_match:
		      - {"tool":"shell_exec","args":{"command":"rm notes.md"}}
		      - {"tool":"shell_exec","args":{"command":"touch sometimes.txt"}}
		  # Denied each of 3 times, by @ada, @grace, in 12-abc. It would have saved 3 questions. Put it into a policy file that the configuration names under \`policies\`.
		  - name: deny-rm-notes-md
		    effects: [delete]
		    paths: ['notes.md']
		    action: deny
		    match:
		      - {"tool":"shell_exec","args":{"command":"rm notes.md"}}
		    not_match:
		      - {"tool":"shell_exec","args":{"command":"mkdir build"}}
		      - {"tool":"shell_exec","args":{"command":"touch sometimes.txt"}}
		      - {"tool":"shell_exec","args":{"command":"touch rare.txt"}}"
	`);
	expect(status).toBe(0);
	const file = join(folder.path, 'suggested.yml');
	writeFileSync(file, text);
	expect(policy('test', file)).toMatchObject({ status: 0, text: expect.stringMatching(/2 rules, [4-9] examples/) });
	const json = JSON.parse(policy('suggest', run, '--json').text);
	expect(json).toMatchObject({
		asked: 13,
		yes: 7,
		share: 7 / 13,
		no: 4,
		unanswered: 2,
		rules: [
			{ action: 'allow', times: 3, spares: 4 },
			{ action: 'deny', times: 3, spares: 3, by: ['ada', 'grace'] },
		],
	});
	expect(loadStanding(json.rules[0].yaml).rules).toHaveLength(1);
	expect(JSON.parse(policy('suggest', run, '--json', '--at-least', '1').text).rules).toHaveLength(3);
});

test('counts one answer for several calls as one question, saved only if the rules allow all of them', async () => {
	using folder = temporaryFolder();
	const run = await writeRun(join(folder.path, 'run'), [
		{ ...asked('mkdir build', 'yes'), question: 1 },
		{ ...asked('mkdir build', 'yes'), question: 1 },
		{ ...asked('mkdir build', 'yes'), question: 2 },
		{ ...asked('touch a.txt', 'yes'), question: 2 },
	]);
	const json = JSON.parse(policy('suggest', run, '--json').text);
	expect(json).toMatchObject({ asked: 2, yes: 2, share: 1, rules: [{ times: 3, spares: 1 }] });
});

test('names a call that no rule can allow and suggests no rule for it', async () => {
	using folder = temporaryFolder();
	const command = 'sh -c "$X"';
	const run = await writeRun(join(folder.path, 'run'), [asked(command, 'yes'), asked(command, 'yes')]);
	const { text } = policy('suggest', run, '--at-least', '2');
	expect(text).toContain(`# No rule is possible for shell_exec {"command":"sh -c \\"$X\\""}.`);
	expect(text).toMatch(/^rules: \[\]$/m);
});

test('lets no text of a call or a name end a YAML comment', async () => {
	using folder = temporaryFolder();
	const command = 'mkdir "a\nrules: [x]\u2028b"';
	const run = await writeRun(join(folder.path, 'run'), [asked(command, 'yes', 'ada\n  - name: evil')]);
	const { text } = policy('suggest', run, '--at-least', '1');
	const file = join(folder.path, 'suggested.yml');
	writeFileSync(file, text);
	expect(policy('test', file).status).toBe(0);
	expect(text).not.toMatch(/^\s*- name: evil/m);
	expect(text).not.toMatch(/^rules: \[x\]/m);
});

test('wrong usage prints the right usage', () => {
	expect(policy('suggest')).toMatchObject({ status: 2, stderr: expect.stringContaining('policy suggest <journal') });
	expect(policy('suggest', 'x', '--at-least', 'often').stderr).toContain('Invalid number in --at-least: often');
	expect(policy('suggest', 'nowhere').stderr).toContain('nowhere does not exist');
	expect(policy('--help').text).toContain('countersign policy suggest runs/');
});

test('searches folders that link to each other only once', async () => {
	using folder = temporaryFolder();
	await writeRun(join(folder.path, 'run'), [asked('mkdir build', 'yes')]);
	for (const name of ['a', 'b']) symlinkSync('.', join(folder.path, name));
	const args = [join(root, 'src/cli.ts'), 'policy', 'suggest', folder.path];
	const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: checkout, timeout: 10_000 });
	expect([status, stdout]).toEqual([0, expect.stringContaining('Runs asked for approval 1 time.')]);
});
