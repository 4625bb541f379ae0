import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

/** The package as it would be installed in another place, which keeps compiled code of its own. */
function installIn(folder: string): string {
	for (const part of ['dist', 'package.json', 'policies', 'skills', 'safety'])
		cpSync(join(root, part), join(folder, part), { recursive: true });
	return join(folder, 'dist/cli.js');
}

function explain(cli: string) {
	const env = { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: undefined };
	const { stdout, stderr, status } = spawnSync(process.execPath, [cli, 'policy', 'explain', 'ls'], {
		...{ encoding: 'utf8', cwd: root, env },
	});
	return { stdout, stderr, status };
}

test('the program stores its compiled code, and gives the same output with it', () => {
	using folder = temporaryFolder();
	const cli = installIn(folder.path);
	const first = explain(cli);
	expect(first).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('allow') });
	expect(readdirSync(join(folder.path, '.cache')).length).toBeGreaterThan(0);
	expect(explain(cli)).toEqual(first);
});

test('the program works where it cannot store compiled code', () => {
	using folder = temporaryFolder();
	const cli = installIn(folder.path);
	writeFileSync(join(folder.path, '.cache'), '');
	expect(explain(cli)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('allow') });
});

/** A call of an installed hook. */
function hook(cli: string, root: string, command: string): number | null {
	const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command } });
	return spawnSync(process.execPath, [cli, 'hook', '--root', root], { input }).status;
}

test('a hook judges the same with its compiled functions, without them, and with broken ones', () => {
	using folder = temporaryFolder();
	const cli = installIn(folder.path);
	const root = join(folder.path, 'checkout');
	mkdirSync(root);
	expect(spawnSync(process.execPath, [cli, 'hook', 'install', '--root', root]).status).toBe(0);
	const [kept = ''] = readdirSync(join(folder.path, '.cache')).filter((name) => name.startsWith('hook-'));
	const scripts = join(folder.path, '.cache', kept);
	// The scripts that judge are the largest.
	const [file = ''] = readdirSync(scripts)
		.map((name) => join(scripts, name))
		.sort((a, b) => statSync(b).size - statSync(a).size);
	const judged = () => [hook(cli, root, 'ls'), hook(cli, root, 'rm -rf /')];
	const spoils: readonly (() => void)[] = [
		() => undefined,
		() => rmSync(file),
		() => writeFileSync(file, readFileSync(file).subarray(0, 70_000)),
		// From another version: everything differs except the end, which marks the file as complete.
		() =>
			writeFileSync(file, Buffer.concat([Buffer.alloc(statSync(file).size - 16, 7), readFileSync(file).subarray(-16)])),
	];
	for (const spoil of spoils) {
		spoil();
		expect(judged()).toEqual([0, 2]);
		expect(statSync(file).size).toBeGreaterThan(100_000);
	}
});

test('a hook without its scripts blocks', () => {
	using folder = temporaryFolder();
	const cli = installIn(folder.path);
	rmSync(join(folder.path, 'dist/hook/judging.cjs'));
	expect(hook(cli, folder.path, 'ls')).toBe(2);
});

/** Lines of `countersign gate`. */
function gate(cli: string, commands: readonly string[], args: readonly string[] = []) {
	const input = commands.map((command) => JSON.stringify({ tool: 'Bash', args: { command } })).join('\n');
	const { stdout, stderr, status } = spawnSync(process.execPath, [cli, 'gate', '--root', root, ...args], {
		...{ input, encoding: 'utf8' },
	});
	const verdicts = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).verdict]));
	return { verdicts, stderr, status };
}

test('the gate gives the same verdicts with its compiled functions, and with named policies', () => {
	using folder = temporaryFolder();
	const cli = installIn(folder.path);
	const commands = ['ls', 'npm ci', 'rm -rf /'];
	const expected = { verdicts: ['allow', 'confirm', 'block'], stderr: '', status: 0 };
	expect(gate(cli, commands)).toEqual(expected);
	const [kept = ''] = readdirSync(join(folder.path, '.cache')).filter((name) => name.startsWith('hook-'));
	expect(readdirSync(join(folder.path, '.cache', kept))).toContain('gate.cjs');
	expect(gate(cli, commands)).toEqual(expected);
	expect(gate(cli, commands, ['--policy', 'default'])).toEqual(expected);
});

test('an error in the scripts is reported like any error of the program', () => {
	using folder = temporaryFolder();
	const cli = installIn(folder.path);
	expect(gate(cli, [], ['--mode', 'none'])).toMatchObject({
		status: 2,
		stderr: expect.stringMatching(/^countersign: Unknown mode `none`\. One of: /),
	});
});
