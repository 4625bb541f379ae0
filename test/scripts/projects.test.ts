import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runBounded } from '../../scripts/projects/bounded-command.ts';
import { callsOf } from '../../scripts/projects/journal-calls.ts';
import { judgeOutput, tellingLine } from '../../scripts/projects/judge-output.ts';
import type { Outcome } from '../../scripts/projects/outcome.ts';
import { hostsIn, withOwnSetup, withPrivateHosts } from '../../scripts/projects/own-config.ts';
import { plainReason } from '../../scripts/projects/plain-reason.ts';
import { projectsPage } from '../../scripts/projects/projects-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the result of a test command', () => {
	it.each([
		['mocha', '  12 passing (40ms)\n  1 failing\n'],
		['vitest', ' Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 9 passed (10)\n'],
		['jest', 'Tests:       1 failed, 9 passed, 10 total\n'],
		['pytest', '==== 1 failed, 9 passed in 0.31s ====\n'],
		['unittest', 'Ran 10 tests in 0.002s\n\nFAILED (errors=1)\n'],
		['go', 'FAIL\texample.com/slugs\t0.002s\n'],
		['cargo', 'running 3 tests\ntest one ... FAILED\n'],
		['deno', 'FAILED | 30 passed (4 steps) | 1 failed (2s)\n'],
		['deno, cut off', 'clear() rethrows ... ok (339µs)\n'],
		['TAP', 'ok 1 - one\nnot ok 2 - two\n'],
		['prove', 'Files=3, Tests=12,  0 wallclock secs\nResult: FAIL\n'],
		['PHPUnit', 'Tests: 110, Assertions: 40, Errors: 1.\n'],
		['RSpec', '4 examples, 1 failure\n'],
		['minitest', '1242 runs, 5392 assertions, 1 failures\n'],
		['CTest', '95% tests passed, 1 tests failed out of 20\n'],
		['Surefire', '[ERROR] Tests run: 2, Failures: 1\n'],
		['colours', '\u001b[31m  1 failing\u001b[0m\n'],
	])('is "started" for the output of %s', (_, output) => {
		expect(judgeOutput(1, output)).toMatchObject({ started: true, passed: false });
	});

	it.each([
		['sh: 1: xo: not found\n', 'sh: 1: xo: not found'],
		['mvn: starting\nException in thread "main" java.lang.Error: No such file\n  at x\n', /No such file/],
		[
			'java.nio.file.NoSuchFileException: /m2.conf\n\tat x.main(X.java:1)\n',
			'java.nio.file.NoSuchFileException: /m2.conf',
		],
		['Ran 0 tests in 0.000s\n', 'Ran 0 tests in 0.000s'],
		['', 'exit code 127'],
	])('is "not started", with a reason: %j', (output, why) => {
		const judged = judgeOutput(127, output);
		expect(judged).toMatchObject({ started: false, passed: false });
		expect(judged.why).toMatch(why);
	});

	it('is "passed" only if the exit code is 0', () => {
		expect(judgeOutput(0, '')).toEqual({ started: true, passed: true });
		expect(judgeOutput(undefined, '3 passing')).toMatchObject({ started: true, passed: false });
	});

	it('names the number of failed tests if tests ran', () => {
		const output = 'sh: x: command not found\n12 runs, 30 assertions, 2 failures, 0 errors, 0 skips\nrake aborted!\n';
		expect(judgeOutput(1, output).why).toBe('12 runs, 30 assertions, 2 failures, 0 errors, 0 skips');
	});

	it('names an exceeded limit or a missing package first', () => {
		const stopped = '[stopped, with everything it had started: more than 8192 MB of memory; use fewer workers]';
		expect(tellingLine(`a: not found\n${stopped}`)).toBe(stopped);
		const lacking = 'ERR_PNPM_FETCH_404  GET https://registry.npmjs.org/a/-/a-1.0.0.tgz: Not Found - 404';
		expect(tellingLine(`${lacking}\nNo authorization header was set for the request.`)).toBe(lacking);
	});

	it('names a missing program before other errors, and none of our own notes', () => {
		expect(tellingLine('error: it failed\ncargo: command not found\n[exit code 127 after 0.1 s]')).toBe(
			'cargo: command not found',
		);
		expect(tellingLine('It stopped.\n[exit code 1 after 0.1 s]')).toBe('It stopped.');
	});
});

describe('the calls of a journal', () => {
	it('have their verdict and their whole output', () => {
		using folder = temporaryFolder();
		const attempt = { type: 'tool_attempt', tool_input: { command: 'npm ci' }, decision: 'allow', reason: 'setup' };
		const output = { preview: 'long…', sha256: 'aa' };
		const entries = [
			{ type: 'run_started' },
			{ ...attempt, call_id: 'setup-1-1', origin: 'setup' },
			{ type: 'tool_result', call_id: 'setup-1-1', ok: true, output: { preview: 'added 3', sha256: 'bb' } },
			{ ...attempt, call_id: 'call_1_1', tool_input: { command: 'npm test' } },
			{ type: 'tool_result', call_id: 'call_1_1', ok: false, output, duration_ms: 1500 },
			{ ...attempt, call_id: 'call_1_2', decision: 'confirm', reason: 'network' },
		];
		mkdirSync(join(folder.path, 'blobs'));
		writeFileSync(join(folder.path, 'blobs', 'aa'), '[exit code 9 after 1 s]\n1 failing\n[exit code 1 after 1.5 s]');
		writeFileSync(join(folder.path, 'journal.jsonl'), entries.map((one) => `${JSON.stringify(one)}\n`).join(''));
		const [setup, test, asked] = callsOf(folder.path);
		expect(setup).toMatchObject({ isSetup: true, command: 'npm ci', result: { ok: true, text: 'added 3' } });
		expect(test).toMatchObject({ isSetup: false, command: 'npm test', result: { ok: false, code: 1, seconds: 1.5 } });
		expect(test?.result?.text).toContain('1 failing');
		expect(asked).toMatchObject({ decision: 'confirm', reason: 'network' });
		expect(asked).not.toHaveProperty('result');
	});
});

describe('the configuration of a trial', () => {
	const written = '# mine\nmode: contained\nsetup:\n  - run: npm ci\n    hosts: [registry.npmjs.org]\n';

	it('uses the setup of the maintainers and keeps the rest', () => {
		const own = withOwnSetup(written, [{ run: 'make deps', hosts: ['example.com'] }]);
		expect(own).toContain('# mine\nmode: contained\n');
		expect(own).not.toContain('npm ci');
		expect(hostsIn(own)).toEqual(['example.com']);
		expect(withOwnSetup(written, [])).not.toContain('setup');
	});

	it('opens a host with a private address to all commands, with a reason', () => {
		const all = `${written}sandbox:\n  hosts: [proxy.golang.org]\n`;
		expect(hostsIn(all)).toEqual(['registry.npmjs.org', 'proxy.golang.org']);
		const opened = withPrivateHosts(all, ['registry.npmjs.org']);
		expect(opened).toMatch(/- proxy\.golang\.org\n\s+- host: registry\.npmjs\.org\n\s+private: true\n\s+because: \S/);
		expect(opened).toMatch(/run: npm ci\n\s+hosts: \[\s?registry\.npmjs\.org\s?\]/);
		expect(withPrivateHosts(all, [])).toBe(all);
	});
});

describe('a command with limits', () => {
	const bounds = (cwd: string, seconds: number) => ({ cwd, env: { PATH: process.env['PATH'] ?? '' }, seconds });

	it('reports its exit code and its output', async () => {
		using folder = temporaryFolder();
		const ended = await runBounded(['sh', '-c', 'echo out; echo err >&2; exit 3'], bounds(folder.path, 60));
		expect(ended).toMatchObject({ code: 3, isLate: false, out: 'out\n', err: 'err\n' });
	});

	it('ends at its time limit, with every process that it started', async () => {
		using folder = temporaryFolder();
		const ended = await runBounded(['sh', '-c', 'sleep 600 & echo $!; wait'], bounds(folder.path, 0.5));
		expect(ended).toMatchObject({ code: undefined, isLate: true });
		await vi.waitFor(() => expect(isRunning(Number(ended.out))).toBe(false));
	});

	it('leaves no process behind when it ends by itself', async () => {
		using folder = temporaryFolder();
		const ended = await runBounded(['sh', '-c', 'sleep 600 & echo $!'], bounds(folder.path, 60));
		expect(ended).toMatchObject({ code: 0, isLate: false });
		await vi.waitFor(() => expect(isRunning(Number(ended.out))).toBe(false));
	});
});

/** Whether a process runs; a zombie does not count. */
function isRunning(pid: number): boolean {
	try {
		return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
}

describe('the page', () => {
	const passed = { started: true, passed: true, seconds: 1.24 };
	const outcome: Outcome = {
		name: 'slugs',
		repository: 'octo-org/slugs',
		commit: '0123456789abcdef0123456789abcdef01234567',
		ecosystem: 'npm',
		own: 'npm test | cat',
		outside: { ...passed, command: 'npm test | cat' },
		detected: { command: 'npm test', started: false, passed: false, seconds: 0, why: 'npm: `not` found' },
		inside: { ...passed, command: 'npm test | cat' },
	};

	it.each([
		[
			'`bundle install`: [not reached: `rubygems.org` has no address (ENOTFOUND)]',
			'the machine does not reach rubygems.org, which the setup loads from',
		],
		['`uv sync`: /usr/bin/bash: line 2: uv: command not found', 'uv is not installed'],
		['sh: 1: xo: not found', 'xo is not installed'],
		[
			'ERR_PNPM_FETCH_404  GET https://registry.npmjs.org/a/-/a-1.0.0.tgz: Not Found - 404',
			'the registry has no a-1.0.0.tgz',
		],
		[
			'[stopped, with everything it had started: more than 8192 MB of memory; use fewer]',
			'it takes more than 8192 MB of memory',
		],
		['1 failing | of 3', '`1 failing \\| of 3`'],
	])('gives the reason in plain words: %s', (why, words) => {
		expect(plainReason(why)).toBe(words);
	});

	it('says if the detected command also fails outside', () => {
		const detected = { ...outcome.detected, started: true };
		const both = { ...outcome, detected, detectedOutside: detected };
		expect(projectsPage([both])).toContain('`npm test`: starts; does not pass outside either |');
		expect(projectsPage([{ ...outcome, detected }])).toContain('`npm test`: starts |');
	});

	it('gives no other reason if no command was found', () => {
		const { command: _, ...detected } = { ...outcome.detected, why: '`init` found no test command' };
		expect(projectsPage([{ ...outcome, detected }])).toContain(
			'| none found | `npm test \\| cat` | yes | yes | yes | 1.2 |  |',
		);
	});

	it('ends a row with the note of a person', () => {
		expect(projectsPage([{ ...outcome, note: 'One test needs root.' }])).toContain('<br>One test needs root. |');
	});

	it('has a row for each repository, and counts them', () => {
		const halfway = { ...outcome, inside: { ...outcome.detected, started: true, why: '1 failing' } };
		const missing = { ...outcome, ecosystem: 'go', inside: outcome.detected };
		const page = projectsPage([outcome, halfway, missing]);
		expect(page).toContain('3 repositories of 2 ecosystems. The own tests start outside in 3, and inside in 2.');
		expect(page).toContain('They pass outside in 3, and inside in 1 of these. As `init` wrote it they start in 0');
		expect(page).toContain(
			"| npm | `npm test`: does not start | `npm test \\| cat` | yes | yes | yes | 1.2 | as written: `npm: 'not' found` |",
		);
		expect(page).toMatch(/\| go \|.*\| \*\*no\*\* \| \*\*no\*\* \| yes \| {2}\| inside: `npm: 'not' found` \|/);
	});
});

describe('docs/projects.md', () => {
	const text = readFileSync('docs/projects.md', 'utf8');
	const rows = text
		.split('\n')
		.filter((line) => line.startsWith('| ['))
		.map((line) => line.slice(2, -2).split(/(?<!\\) \| /));

	it('lists at least 20 repositories of 10 ecosystems', () => {
		expect(rows.length).toBeGreaterThanOrEqual(20);
		expect(new Set(rows.map(([, ecosystem]) => ecosystem)).size).toBeGreaterThanOrEqual(10);
		for (const row of rows) expect(row).toHaveLength(9);
	});

	it('shows that tests start in the sandbox, and pass there if they pass outside', () => {
		const failing = rows.filter(
			([, , , , starts, passes, outside]) => starts !== 'yes' || (outside === 'yes' && passes !== 'yes'),
		);
		expect(failing.map(([repository]) => repository)).toEqual([]);
	});

	it('contains no path or address of the machine that made it', () => {
		expect(text).not.toMatch(
			/(?<![\w.~-])\/(?:root|home|work|tmp|opt|var)\/|file:\/|\b\d{1,3}(?:\.\d{1,3}){3}\b|\.internal\b/,
		);
	});
});
