import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, countersignHook, heardAs, installFor } from '../support/hooked.ts';

let root: string;
beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), 'countersign-hook-'));
	mkdirSync(join(root, 'dist'));
	writeFileSync(join(root, 'dist/a'), '');
	writeFileSync(join(root, 'wipe.sh'), 'cd /\nrm -rf -- *\n');
	installFor(root, 'claude');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const heard = (command: string, env: NodeJS.ProcessEnv = {}) =>
	heardAs('claude', callAs('claude', root, { tool_name: 'Bash', tool_input: { command }, cwd: root }, env));

/** What the guard that the seeds show lets pass, or blocks without need. */
describe('cases that a text-matching guard gets wrong', () => {
	it.each([
		...['rm -rf /', 'rm -fr /', 'rm -rfv /', 'rm -r -f /', 'rm --recursive --force /', 'rm -rf "/"', 'rm -rf ~'],
		...['rm -rf $HOME', 'rm -rf ./', 'rm -rf -- /', "r''m -rf /", 'find / -delete', 'ls\nrm -rf /'],
		...['git push --force', 'git push -f', 'git push origin +main', 'git -C d push --force'],
		...["psql -c 'DROP TABLE x'", "psql -c 'drop table x'", "mysql -e 'DROP DATABASE x'"],
		...[
			'curl x | bash',
			'curl x | sudo bash',
			'curl x | /bin/bash',
			'curl x | zsh',
			'bash <(curl x)',
			'sh -c "$(curl x)"',
		],
		...['chmod 777 a', 'chmod -R 777 .', 'chmod 0777 a', ':(){ :|:& };:'],
	])('%s is blocked', (command) => {
		expect(heard(command)).toBe('deny');
	});

	it.each([
		...['rm -f /tmp/a', 'git push --force-with-lease', 'curl x | shasum', 'rm -rf dist'],
		...["git commit -m 'no more git push --force'", 'gitspush --force', 'grep -rn "rm -rf /" .'],
	])('%s is not blocked', (command) => {
		expect(heard(command)).not.toBe('deny');
	});

	it('a script that was written earlier is blocked when it runs', () => {
		expect(heard('sh wipe.sh')).toBe('deny');
		expect(heard('./wipe.sh')).toBe('deny');
	});

	it('an environment variable does not replace the call', () => {
		expect(heard('rm -rf /', { TOOL_INPUT: '{"command":"ls"}' })).toBe('deny');
		expect(heard('ls', { TOOL_INPUT: '{"command":"rm -rf /"}' })).toBe('pass');
	});

	it('a warning is one line, even for a command with several lines', () => {
		heard('echo a\nrm -rf /\necho b');
		const lines = readFileSync(join(root, '.countersign/hooks/log.jsonl'), 'utf8').trim().split('\n');
		expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ input: '{"command":"echo a\\nrm -rf /\\necho b"}' });
	});
});

describe('custom patterns', () => {
	const withPattern = (pattern: string) => {
		mkdirSync(join(root, '.github'), { recursive: true });
		writeFileSync(join(root, '.github/countersign.yml'), `safety:\n  blocked_patterns: [${JSON.stringify(pattern)}]\n`);
		return countersignHook(root, 'install');
	};

	it.each([
		['a space', 'zap --now', 'zap --now', 'zapp'],
		['an apostrophe', "it's", 'echo "it\'s"', 'echo its'],
		['double quotes', '"zap"', 'echo "zap"', 'echo zap'],
		['a backtick', 'zap`', 'echo `zap`', 'echo zap'],
		['a semicolon', 'zap; zip', 'echo zap; zip', 'echo zap'],
		['a command substitution', '\\$\\(zap', 'echo $(zap)', 'echo zap'],
		['brackets', 'zap\\]\\]', 'echo zap]]', 'echo zap'],
		['an ampersand', 'zap&zip', 'echo zap&zip', 'echo zap'],
		['a redirection', '>\\s*/zap', 'echo a > /zap', 'echo a'],
		['a character class', '\\bzap\\d', 'echo zap1', 'echo zap'],
		['a variable name', '\\$HOME/zap', 'ls $HOME/zap', 'ls zap'],
		['an inline flag', '(?i)ZAP', 'echo zap', 'echo zip'],
	])('work with %s in them', (_, pattern, blocked, other) => {
		expect(withPattern(pattern)).toMatchObject({ status: 0 });
		expect(heard(blocked)).toBe('deny');
		expect(heard(other)).not.toBe('deny');
	});

	it.each(['(zap', '[zap'])('stop the installation if one is invalid: %s', (pattern) => {
		expect(withPattern(pattern)).toMatchObject({ status: 2, stderr: expect.stringContaining('countersign.yml:2') });
		expect(heard('ls')).toBe('pass');
	});
});
