import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'src/cli.ts');
const checkout = join(root, 'test/fixtures/checkout');

function gate(lines: readonly (string | object)[], args: readonly string[] = []) {
	const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
	const all = [cli, 'gate', '--root', checkout, '--home', '/home/runner', ...args];
	const { stdout, stderr, status } = spawnSync(process.execPath, all, { input, encoding: 'utf8', cwd: root });
	const answers = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
	return { answers, verdicts: answers.map((answer) => answer.verdict), stderr, status };
}

function writeSkill(folder: string, name: string, line: string): void {
	mkdirSync(join(folder, name));
	const head = `---\nname: ${name}\ndescription: One of its own.\ntriggers: ["*"]\n${line}\n---\n`;
	writeFileSync(join(folder, name, 'SKILL.md'), `${head}What to do.\n`);
}

const bash = (command: string) => ({ tool: 'Bash', args: { command } });

test('answers each call in order, with the matches of every layer [seeds 24]', () => {
	const { answers, verdicts, status } = gate([bash('git status'), bash('npm ci'), bash('rm -rf /'), bash('cat .env')]);
	expect([verdicts, status]).toEqual([['allow', 'confirm', 'block', 'block'], 0]);
	expect(answers[3]).toMatchObject({
		verdict: 'block',
		risk: 'critical',
		rule: 'secret-read',
		effects: [{ kind: 'secret.read', what: '.env' }],
		matches: expect.arrayContaining([
			expect.objectContaining({
				stage: 'floor',
				rule: 'secret-read',
				file: 'policies/floor.yml',
				line: expect.any(Number),
			}),
		]),
	});
});

test('knows file tools by their own names and by those of other agents', () => {
	const { verdicts } = gate([
		{ tool: 'Read', args: { file_path: 'README.md' } },
		{ tool: 'file_read', args: { path: '/etc/passwd' } },
		{ tool: 'Write', args: { file_path: 'src/a.ts', content: 'x' } },
		{ tool: 'NotebookEdit', args: { notebook_path: '.git/hooks/pre-commit' } },
		{ tool: 'no_such_tool', args: {} },
	]);
	expect(verdicts).toEqual(['allow', 'block', 'confirm', 'block', 'confirm']);
});

test('blocks an invalid line with the reason and still answers the other lines', () => {
	const { answers, verdicts } = gate([
		bash('ls'),
		'{',
		'[]',
		'{"tool":1,"args":{}}',
		'{"tool":"Bash"}',
		'',
		bash('ls'),
	]);
	expect(verdicts).toEqual(['allow', 'block', 'block', 'block', 'block', 'allow']);
	expect(answers.slice(1, 5).map((answer) => answer.reason)).toEqual([
		expect.stringMatching(/^Line 2 is not valid JSON\./),
		expect.stringMatching(/^Line 3 is not a JSON object\./),
		expect.stringMatching(/^Line 4 has no `tool`\./),
		expect.stringMatching(/^Line 5 has no `args`\./),
	]);
});

test('answers each line at once, before the input ends', async () => {
	const child = spawn(process.execPath, [cli, 'gate', '--root', checkout], { stdio: ['pipe', 'pipe', 'inherit'] });
	const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	for (const [command, verdict] of [
		['ls', 'allow'],
		['sudo ls', 'block'],
	] as const) {
		child.stdin.write(`${JSON.stringify(bash(command))}\n`);
		expect(JSON.parse((await answers.next()).value ?? '').verdict).toBe(verdict);
	}
	child.stdin.end();
	expect(await once(child, 'exit')).toEqual([0, null]);
});

describe('options', () => {
	it('--changed: a test asks when its definition was changed', () => {
		expect(gate([bash('npm test')]).verdicts).toEqual(['allow']);
		expect(gate([bash('npm test')], ['--changed', 'package.json']).answers[0]).toMatchObject({
			verdict: 'confirm',
			rule: 'definition-changed',
		});
	});

	it('--mode contained: allows what stays inside the sandbox and names the closed walls', () => {
		const calls = [bash('rm -rf dist && ./build.sh'), bash('curl https://e.example'), bash('rm -rf /')];
		const { answers, verdicts } = gate(calls, ['--mode', 'contained']);
		expect(verdicts).toEqual(['allow', 'confirm', 'block']);
		expect(answers[0]).toMatchObject({ rule: 'contained', walls: { closed: expect.arrayContaining(['network']) } });
		expect(answers[1]).toMatchObject({ rule: 'network' });
	});

	it('--mode edit: allows writing ordinary files', () => {
		const write = { tool: 'Write', args: { file_path: 'src/a.ts', content: 'x' } };
		expect(gate([write], ['--mode', 'edit']).verdicts).toEqual(['allow']);
		expect(gate([write], ['--mode', 'plan']).verdicts).toEqual(['block']);
	});

	it('--allow: allows another directory; plan files are allowed without it [seeds 31]', () => {
		const read = { tool: 'Read', args: { file_path: '/opt/shared/a.md' } };
		expect(gate([read]).verdicts).toEqual(['block']);
		expect(gate([read], ['--allow', '/opt/shared']).verdicts).not.toEqual(['block']);
		const plan = { tool: 'Write', args: { file_path: '/home/runner/.claude/plans/a.md', content: 'x' } };
		expect(gate([plan]).verdicts).not.toEqual(['block']);
	});

	it('--policy: uses the given file together with the floor', () => {
		using folder = temporaryFolder();
		const file = join(folder.path, 'mine.yml');
		writeFileSync(file, 'settings: { default_action: allow }\n');
		expect(gate([bash('touch a'), bash('rm -rf /')], ['--policy', file]).verdicts).toEqual(['allow', 'block']);
	});

	it('--skills: uses the given patterns instead of the shipped ones [seeds 3]', () => {
		using folder = temporaryFolder();
		expect(gate([bash('ls')], ['--skills', folder.path]).verdicts).toEqual(['allow']);
		writeSkill(folder.path, 'mine', 'danger_patterns: ["shell_exec .*ls"]');
		expect(gate([bash('ls')], ['--skills', folder.path]).verdicts).toEqual(['block']);
	});

	it('--skills: refuses a symbolic link in the folder, as a run does', () => {
		using folder = temporaryFolder();
		writeSkill(folder.path, 'mine', 'danger_patterns: []');
		symlinkSync(join(folder.path, 'mine'), join(folder.path, 'other'));
		const { answers, stderr, status } = gate([bash('ls')], ['--skills', folder.path]);
		expect([answers, status]).toEqual([[], 2]);
		expect(stderr).toMatch(/other\/SKILL\.md.*Replace the link by the file itself/s);
	});

	it('--skills: names the line of an invalid pattern', () => {
		using folder = temporaryFolder();
		writeSkill(folder.path, 'mine', 'danger_patterns: ["("]');
		const { answers, stderr, status } = gate([bash('ls')], ['--skills', folder.path]);
		expect([answers, status]).toEqual([[], 2]);
		expect(stderr).toContain('mine/SKILL.md:5');
	});

	it.each([
		[['--policy', 'defautl'], 'did you mean `default`'],
		[['--policy', 'no/such.yml'], 'no/such.yml cannot be read'],
		[['--polcy', 'x'], 'did you mean `--policy`'],
		[['--skills', 'no/such'], 'The folder of skills `such` cannot be read'],
		[['--mode', 'fast'], 'Unknown mode `fast`'],
		[['--root', '/no/such/folder'], '/no/such/folder'],
	])('%j is refused before any answer', (args, message) => {
		const { answers, stderr, status } = gate([bash('ls')], args);
		expect([answers, status]).toEqual([[], 2]);
		expect(stderr).toContain(message);
	});
});

test('with --json, errors are printed as JSON too', () => {
	const { stderr, status } = spawnSync(process.execPath, [cli, 'sweep', '--json'], { encoding: 'utf8', env: {} });
	const error = { code: 'bad-input', message: expect.stringContaining('GITHUB_REPOSITORY'), fix: expect.any(String) };
	expect([status, JSON.parse(stderr)]).toEqual([2, { error }]);
});

test('a mistyped command gets a suggestion', () => {
	const { stderr, status } = spawnSync(process.execPath, [cli, 'gaet'], { encoding: 'utf8' });
	expect([status, stderr.split('\n')[0]]).toEqual([
		2,
		expect.stringMatching(/^countersign: `gaet` is not a command; did you mean `gate`\? One of: .*gate, /),
	]);
});
