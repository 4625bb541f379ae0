import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/index.ts';
import { genesis } from '../../src/journal/index.ts';
import { writeRun } from '../commands/past-run.ts';
import { zipOf } from '../journal/zip-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { root } from './stage.ts';

const cli = join(root, 'dist/cli.js');
const cwd = join(root, 'test/fixtures/checkout');

/** Takes the right to read everything from root; other users do not have it. */
const withoutPower =
	process.getuid?.() === 0
		? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-dac_override,-dac_read_search']
		: [];

interface Answer {
	readonly status: number | null;
	readonly out: string;
	readonly err: string;
}

/** The built program, as a person calls it. */
function countersign(args: readonly string[], input?: string | Uint8Array): Answer {
	const [program = '', ...words] = [...withoutPower, process.execPath, cli, ...args];
	const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8', input: input ?? '' });
	return { status, out: stdout.trimEnd(), err: stderr.trimEnd() };
}

/** Every command that reads a record. Policies are judged in a checkout, which is where it runs. */
const readers: Readonly<Record<string, readonly string[]>> = {
	verify: ['audit', 'verify'],
	show: ['audit', 'show'],
	export: ['audit', 'export', '--format', 'csv'],
	report: ['report'],
	suggest: ['policy', 'suggest'],
	replay: ['policy', 'replay', '--policy', 'default'],
};

const everywhere = (status: number) => Object.fromEntries(Object.keys(readers).map((name) => [name, status]));
const refused = everywhere(2);
/** The exit codes for a broken record. The policy commands refuse to use it. */
const untrue = { ...everywhere(1), suggest: 2, replay: 2 };

interface Case {
	/** Creates the file or folder, and returns the argument for the command. */
	readonly make: (folder: string, run: string) => string;
	readonly says: RegExp;
	readonly status: Readonly<Record<string, number>>;
}

const linesOf = (run: string) => readFileSync(join(run, 'journal.jsonl'));

function written(path: string, bytes: string | Uint8Array): string {
	writeFileSync(path, bytes);
	return path;
}

const cases: Readonly<Record<string, Case>> = {
	'a missing file': {
		make: (folder) => join(folder, 'none.jsonl'),
		says: /none\.jsonl does not exist/,
		status: refused,
	},
	'a path below a file': {
		make: (_, run) => join(run, 'journal.jsonl', 'journal.jsonl'),
		says: /does not exist/,
		status: refused,
	},
	'a broken link': {
		make: (folder) => {
			symlinkSync('nowhere', join(folder, 'link'));
			return join(folder, 'link');
		},
		says: /link does not exist/,
		status: refused,
	},
	'a folder without a journal': {
		make: (folder) => {
			mkdirSync(join(folder, 'empty'));
			return join(folder, 'empty');
		},
		says: /contains no journal\.jsonl/,
		status: refused,
	},
	'a folder in place of the journal': {
		make: (folder) => {
			mkdirSync(join(folder, 'odd', 'journal.jsonl'), { recursive: true });
			return join(folder, 'odd');
		},
		says: /journal\.jsonl (is not a file|contains no journal)/,
		status: refused,
	},
	'a device': { make: () => '/dev/null', says: /is not a file/, status: refused },
	'an unreadable journal': {
		make: (_, run) => {
			chmodSync(join(run, 'journal.jsonl'), 0o000);
			return run;
		},
		says: /journal\.jsonl cannot be read \(EACCES\)/,
		status: refused,
	},
	'an unreadable folder': {
		make: (_, run) => {
			chmodSync(run, 0o000);
			return run;
		},
		says: /cannot be read \(EACCES\)|contains no journal\.jsonl/,
		status: refused,
	},
	'an empty journal': {
		make: (folder) => written(join(folder, 'journal.jsonl'), ''),
		says: /holds no whole line/,
		status: refused,
	},
	'an incomplete first line': {
		make: (folder, run) => written(join(folder, 'journal.jsonl'), linesOf(run).subarray(0, 300)),
		says: /torn: the last line is incomplete|holds no whole line/,
		status: { ...everywhere(2), verify: 1, show: 1, export: 1 },
	},
	'an incomplete last line': {
		make: (folder, run) => written(join(folder, 'journal.jsonl'), linesOf(run).subarray(0, -40)),
		says: /:4: torn: the last line is incomplete|Wrote |asked for approval 0 times|changes for 0 of \d calls/,
		status: { ...everywhere(0), verify: 1, show: 1, export: 1 },
	},
	'a journal in another encoding': {
		make: (folder, run) =>
			written(join(folder, 'journal.jsonl'), Buffer.from(linesOf(run).toString('latin1'), 'utf16le')),
		says: /1: (broken: )?it is not JSON/,
		status: untrue,
	},
	'invalid UTF-8': {
		make: (folder) => written(join(folder, 'journal.jsonl'), Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a])),
		says: /1: (broken: )?it is not JSON/,
		status: untrue,
	},
	'a gigabyte without a line break': {
		make: (folder) => {
			const path = written(join(folder, 'journal.jsonl'), '');
			truncateSync(path, 1e9);
			return path;
		},
		says: /1: (broken: )?it is (too long|longer than 33554432 bytes)|is too long: a page can show at most/,
		status: { ...untrue, report: 2 },
	},
	'a truncated zip': {
		make: (folder, run) =>
			written(join(folder, 'run.zip'), zipOf([{ name: 'journal.jsonl', text: linesOf(run) }]).subarray(0, -5)),
		says: /a zip that cannot be trusted: its directory is not there/,
		status: refused,
	},
	'a zip without a journal': {
		make: (folder) => written(join(folder, 'run.zip'), zipOf([{ name: 'readme.md', text: '# Hello' }])),
		says: /run\.zip contains no journal\.jsonl/,
		status: refused,
	},
	'a zip of two runs': {
		make: (folder, run) =>
			written(
				join(folder, 'run.zip'),
				zipOf(['a/journal.jsonl', 'b/journal.jsonl'].map((name) => ({ name, text: linesOf(run) }))),
			),
		says: /holds 2 journals \(a\/journal\.jsonl, b\/journal\.jsonl\)/,
		status: refused,
	},
	'a zip bomb': {
		make: (folder) =>
			written(join(folder, 'run.zip'), zipOf([{ name: 'journal.jsonl', text: Buffer.alloc(300e6, 0x20) }])),
		says: /1: (broken: )?it is (too long|longer than 33554432 bytes)|is too long: a page can show at most/,
		status: { ...untrue, report: 2 },
	},
};

test.each(Object.entries(cases))('every command that reads a record handles %s', async (_, { make, says, status }) => {
	using folder = temporaryFolder();
	const run = await writeRun(join(folder.path, 'run'), [
		{ id: 'c1', name: 'shell_exec', args: { command: 'npm test' }, decision: 'allow' },
	]);
	const place = make(folder.path, run);
	const answers = Object.fromEntries(
		Object.entries(readers).map(([name, words]) => [name, countersign([...words, place])]),
	);
	chmodSync(run, 0o700);
	expect(Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer.status]))).toEqual(status);
	for (const [name, { status: code, out, err }] of Object.entries(answers)) {
		expect(`${out}\n${err}`, name).toMatch(says);
		// A refusal is one line on standard error, without a stack trace.
		if (code === 2) expect([out, err], name).toEqual(['', expect.stringMatching(/^countersign: [^\n]+$/)]);
	}
	if (status['report'] !== 0)
		expect(
			readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('html')),
		).toEqual([]);
});

const hash = 'a'.repeat(64);
test.each([
	'x',
	'3',
	':',
	`0:${hash}`,
	`-1:${hash}`,
	`3:${hash.slice(1)}`,
	`3:${hash.toUpperCase()}`,
	`3:${hash} `,
	'',
])('verify and report refuse the invalid head %j', async (head) => {
	using folder = temporaryFolder();
	const run = await writeRun(join(folder.path, 'run'), []);
	for (const words of [readers['verify'], readers['report']])
		expect(countersign([...(words ?? []), run, `--head=${head}`])).toMatchObject({
			status: 2,
			err: expect.stringContaining('is not <lines>:<sha256>'),
		});
});

test('commands read a journal from standard input, and a report gets the name of its zip', async () => {
	using folder = temporaryFolder();
	const run = await writeRun(join(folder.path, 'run'), []);
	const journal = linesOf(run);
	const head = `3:${sha256(journal.toString().trimEnd().split('\n').at(-1) ?? '')}`;
	expect(countersign(['audit', 'verify', '-', '--head', head], journal)).toMatchObject({
		status: 0,
		out: expect.stringMatching(/^verified: 3 lines/),
	});
	expect(countersign(['audit', 'verify', '-', '--head', head], journal.subarray(0, -40))).toMatchObject({
		status: 1,
		out: 'standard input:3: broken: the tail was cut: 3 lines were published, and 2 are here.',
	});
	expect(countersign(['audit', 'show', '-'], journal).out.split('\n')).toHaveLength(3);
	expect(countersign(['audit', 'verify', '-'])).toMatchObject({
		status: 2,
		err: expect.stringContaining('no whole line'),
	});
	const page = countersign(['report', '-', '--out', '-', '--head', head], journal);
	expect([page.status, page.out.slice(0, 15)]).toEqual([0, '<!doctype html>']);

	const zip = written(
		join(folder.path, 'a run.zip'),
		zipOf([
			{ name: 'it/journal.jsonl', text: journal },
			{
				name: 'it/changes.diff',
				text: 'diff --git a/a.txt b/a.txt\n# added\n--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1 @@\n+hello\n',
			},
		]),
	);
	expect(countersign(['report', zip, '--head', head])).toMatchObject({ status: 0 });
	expect(readFileSync(join(folder.path, 'a run.html'), 'utf8')).toMatch(/a\.txt[\s\S]*hello/);
	expect(countersign(['report', zip, '--out', zip])).toMatchObject({
		status: 2,
		err: expect.stringContaining('names the input'),
	});
});

test('verify reads a gigabyte line by line, without holding it in memory', async () => {
	// The child prints its own memory, because its resource usage would include its parent's.
	const tellMemory =
		'data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>console.error(/VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status"))[0]))';
	const child = spawn(process.execPath, ['--import', tellMemory, cli, 'audit', 'verify', '-', '--json']);
	let told = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (piece) => {
			told += piece;
		});
	const ended = once(child, 'close');
	const text = 'x'.repeat(4_000_000);
	let prev = genesis;
	let seq = 0;
	for (let bytes = 0; bytes < 1e9; bytes += text.length) {
		const line = JSON.stringify({ prev, seq: ++seq, at: '2026-05-01T12:00:00.000Z', type: 'note', text });
		prev = sha256(line);
		if (!child.stdin.write(`${line}\n`)) await once(child.stdin, 'drain');
	}
	child.stdin.end();
	await ended;
	expect(told).toContain(`"result":"unanchored","file":"standard input","head":{"count":${seq},"hash":"${prev}"}`);
	expect(Number(/VmHWM:\s*(\d+)/.exec(told)?.[1]) / 1024).toBeLessThan(250);
}, 180_000);

test('verify shows its progress only on a terminal', async () => {
	// The input is slow, so more than a second passes even on a fast machine.
	const slow = `for n in 1 2 3 4 5 6 7 8 9; do printf x; sleep 0.4; done | ${process.execPath} ${cli} audit verify -`;
	const onTerminal = spawnSync('script', ['-qec', slow, '/dev/null'], { cwd, encoding: 'utf8', input: '' });
	expect(onTerminal.stdout).toContain('\r\u001b[2KReading standard input: 0.0 MB\r\u001b[2K');
	expect(onTerminal.stdout.trimEnd()).toMatch(/standard input:1: torn: the last line is incomplete\.$/);
	const elsewhere = spawnSync('sh', ['-c', slow], { cwd, encoding: 'utf8' });
	expect([elsewhere.stderr, elsewhere.stdout.trimEnd()]).toEqual([
		'',
		'standard input:1: torn: the last line is incomplete.',
	]);
});
