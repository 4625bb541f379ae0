import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/index.ts';
import { genesis, verifyJournalFile } from '../../src/journal/index.ts';
import { type ZipFile, zipOf } from '../journal/zip-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeRun } from './past-run.ts';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'src/cli.ts');
const tellMemory =
	'data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>console.error(/VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status"))[1]))';

/** Runs `countersign audit …` as a person would. */
function audit(...args: readonly string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'audit', ...args], { encoding: 'utf8' });
	return { status, stdout: stdout.trimEnd(), stderr };
}

const formula = '=HYPERLINK("http://evil.example","x")';

/** The folder of a finished run, and its head. */
async function aRun(folder: string) {
	const path = join(folder, 'run');
	await writeRun(path, [
		{ id: 'c1', name: 'shell_exec', args: { command: 'npm test' }, decision: 'allow' },
		{ id: 'c2', name: 'shell_exec', args: { command: 'rm -rf /\u001b[2J\n\u202e' }, decision: 'block' },
		{ id: 'c3', name: 'file_write', args: { path: formula, content: 'x' }, decision: 'confirm' },
	]);
	// The helper's entries name blobs that do not exist. They get an empty blob.
	const lines = readFileSync(join(path, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
	const sound = rechained(lines.map((line) => line.replaceAll(`"sha256":"${genesis}"`, `"sha256":"${sha256('')}"`)));
	writeFileSync(join(path, 'journal.jsonl'), `${sound.join('\n')}\n`);
	writeFileSync(join(path, 'blobs', sha256('')), '');
	return {
		path,
		journal: join(path, 'journal.jsonl'),
		lines: sound,
		head: `${sound.length}:${sha256(sound.at(-1) ?? '')}`,
	};
}

function rechained(lines: readonly string[]): readonly string[] {
	let prev = genesis;
	return lines.map((line) => {
		const next = JSON.stringify({ ...JSON.parse(line), prev });
		prev = sha256(next);
		return next;
	});
}

function filesOf(run: string): readonly ZipFile[] {
	const blobs = readdirSync(join(run, 'blobs')).map((name) => `blobs/${name}`);
	return ['journal.jsonl', ...blobs].map((name) => ({ name, text: readFileSync(join(run, name)) }));
}

test('audit verify accepts the folder, the journal or the zip of a run', async () => {
	using folder = temporaryFolder();
	const { path, journal, head } = await aRun(folder.path);
	const zip = join(folder.path, 'run.zip');
	writeFileSync(zip, zipOf(filesOf(path)));
	for (const place of [path, journal, zip]) {
		expect(audit('verify', place, '--head', head)).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/^verified: 6 lines/),
		});
		expect(audit('verify', place)).toMatchObject({
			status: 0,
			stdout: expect.stringContaining(`head ${head}. Give --head`),
		});
	}
	const other = join(folder.path, 'other.zip');
	writeFileSync(other, zipOf(filesOf(path).map((file) => ({ ...file, name: `a run/${file.name}`, stored: true }))));
	const json = JSON.parse(audit('verify', other, '--json', '--head', head).stdout);
	expect(json).toEqual({
		result: 'verified',
		file: `${other}/a run/journal.jsonl`,
		head: { count: 6, hash: head.slice(2) },
		blobs: 4,
	});
});

test('audit verify names the changed line, in text and JSON, and exits with 1', async () => {
	using folder = temporaryFolder();
	const { path, journal, lines } = await aRun(folder.path);
	writeFileSync(
		journal,
		`${lines.map((line, index) => (index === 2 ? line.replace('npm', 'npx') : line)).join('\n')}\n`,
	);
	expect(audit('verify', path)).toMatchObject({
		status: 1,
		stdout: `${journal}:3: broken: it was changed: its hash is not the one that the next line names.`,
	});
	expect(JSON.parse(audit('verify', path, '--json').stdout)).toMatchObject({ result: 'broken', line: 3 });
	const shown = audit('show', path);
	expect(shown.status).toBe(1);
	expect(shown.stdout).toContain(`${journal}:3: broken`);
	expect(audit('export', path, '--format', 'jsonl')).toMatchObject({
		status: 1,
		stderr: expect.stringContaining(':3: broken'),
	});
});

test("an entry in the format of leashd's audit log names its session [seeds 45]", async () => {
	using folder = temporaryFolder();
	const { path } = await aRun(folder.path);
	const lines = audit('export', path, '--format', 'leashd').stdout.trim().split('\n');
	const entries = lines.map((line) => JSON.parse(line));
	const [started] = readFileSync(join(path, 'journal.jsonl'), 'utf8').split('\n');
	const { run, at } = JSON.parse(started ?? '');
	expect(entries[0]).toMatchObject({ timestamp: at, event: 'run_started', session_id: run });
	expect(new Set(entries.map(({ session_id }) => session_id))).toEqual(new Set([run]));
	expect(entries.find(({ event }) => event === 'tool_attempt')).toMatchObject({
		...{ tool_name: expect.any(String), tool_input: expect.any(Object), decision: expect.any(String) },
		session_mode: expect.any(String),
	});
});

test('audit verify finds a forged blob in a folder and in a zip', async () => {
	using folder = temporaryFolder();
	const { path } = await aRun(folder.path);
	const [, blob] = filesOf(path);
	writeFileSync(join(path, blob?.name ?? ''), 'forged');
	const zip = join(folder.path, 'run.zip');
	writeFileSync(zip, zipOf(filesOf(path)));
	for (const place of [path, zip])
		expect(audit('verify', place)).toMatchObject({
			status: 1,
			stdout: `${join(place, blob?.name ?? '')}: broken: the blob holds other bytes than its name says.`,
		});
});

const someJournal = { name: 'journal.jsonl', text: `{"prev":"${genesis}","seq":1,"at":"x"}\n` };

test.each<[string, readonly ZipFile[], RegExp]>([
	[
		'a path that leads outside the folder',
		[someJournal, { name: '../evil', text: 'x' }],
		/"\.\.\/evil" would lie outside/,
	],
	['an absolute path', [someJournal, { name: '/etc/evil', text: 'x' }], /would lie outside/],
	['a Windows path', [someJournal, { name: 'blobs\\..\\..\\evil', text: 'x' }], /would lie outside/],
	[
		'a name that contains a bidirectional control character',
		[someJournal, { name: 'a\u202e/b', text: 'x' }],
		/would lie outside|turns/,
	],
	['the same name twice', [someJournal, someJournal], /"journal\.jsonl" is there twice/],
	['two journals', [someJournal, { ...someJournal, name: 'b/journal.jsonl' }], /holds 2 journals/],
	['no journal', [{ name: 'a', text: 'x' }], /contains no journal\.jsonl/],
	['a size that is too small', [{ ...someJournal, says: { bytes: 1 } }], /holds more than the 1 bytes that it says/],
	['a size that is too large', [{ ...someJournal, says: { bytes: 999 } }], /holds \d+ bytes and says 999/],
	[
		'a packed size that goes beyond the end of the file',
		[{ ...someJournal, says: { packed: 999 } }],
		/overlaps what comes after it/,
	],
	[
		'a packed size that is too small',
		[{ ...someJournal, says: { packed: 3 } }],
		/cannot be unpacked|holds 0 bytes|unpacked/,
	],
	[
		'two files that use the same bytes',
		[someJournal, { name: 'b', text: 'x', says: { start: 0 } }],
		/overlaps what comes after it/,
	],
	['a wrong checksum', [{ ...someJournal, says: { crc: 1 } }], /does not fit its checksum/],
	['an encrypted file', [{ ...someJournal, says: { flags: 1 } }], /is encrypted/],
	['an unsupported compression method', [{ ...someJournal, says: { method: 12 } }], /packed in another way \(12\)/],
	['a zip64 file', [{ ...someJournal, says: { bytes: 0xffffffff } }], /zip64/],
	[
		'a declared size that is too large',
		[someJournal, ...[1, 2].map((n) => ({ name: `blobs/${n}`, text: 'x', says: { bytes: 0xf0000000 } }))],
		/would unpack to/,
	],
])('audit verify refuses a zip with %s', async (_, files, why) => {
	using folder = temporaryFolder();
	const zip = join(folder.path, 'run.zip');
	writeFileSync(zip, zipOf(files));
	await expect(verifyJournalFile(zip, undefined)).rejects.toMatchObject({
		code: 'bad-input',
		message: expect.stringMatching(why),
	});
});

test('audit verify refuses a zip that is cut off or has a wrong number of files', () => {
	using folder = temporaryFolder();
	const zip = join(folder.path, 'run.zip');
	writeFileSync(zip, zipOf([someJournal]).subarray(0, -1));
	expect(audit('verify', zip)).toMatchObject({
		status: 2,
		stderr: expect.stringContaining('its directory is not there'),
	});
	writeFileSync(zip, zipOf([someJournal, { name: 'b', text: 'x' }], 1));
	expect(audit('verify', zip).stderr).toMatch(/names more files than the 1 that it says/);
	const bytes = zipOf([someJournal]);
	bytes.write('j0urnal', 30);
	writeFileSync(zip, bytes);
	expect(audit('verify', zip).stderr).toMatch(/"journal\.jsonl" is another file where it lies/);
	writeFileSync(zip, zipOf([someJournal], 2));
	expect(audit('verify', zip).stderr).toMatch(/names 1 files and says 2/);
});

test('audit verify needs little memory for 200 MB and for a zip bomb', () => {
	using folder = temporaryFolder();
	const journal = join(folder.path, 'journal.jsonl');
	const head = writeLargeJournal(journal, 200e6);
	const zip = join(folder.path, 'bomb.zip');
	// One endless line: the reader must not keep it in memory.
	writeFileSync(zip, zipOf([{ name: 'journal.jsonl', text: Buffer.alloc(200e6, 0x20) }]));
	const measured = (...args: readonly string[]) => {
		const { stdout, stderr } = spawnSync(process.execPath, ['--import', tellMemory, cli, 'audit', 'verify', ...args], {
			encoding: 'utf8',
		});
		return { stdout, megabytes: Number(stderr.trim()) / 1024 };
	};
	const whole = measured(journal, '--head', head);
	expect(whole.stdout).toMatch(/^verified/);
	expect(whole.megabytes).toBeLessThan(190);
	const bomb = measured(zip);
	expect(bomb.stdout).toMatch(/:1: broken: it is longer than/);
	expect(bomb.megabytes).toBeLessThan(250);
}, 60_000);

/** Writes a journal of that many bytes, and returns its head. */
function writeLargeJournal(path: string, size: number): string {
	const file = openSync(path, 'w');
	let prev = genesis;
	let count = 0;
	for (let bytes = 0; bytes < size; ) {
		let piece = '';
		for (let n = 0; n < 500; n++) {
			const line = JSON.stringify({
				prev,
				seq: ++count,
				at: '2026-05-01T12:00:00.000Z',
				type: 'note',
				text: 'x'.repeat(1500),
			});
			prev = sha256(line);
			piece += `${line}\n`;
		}
		bytes += writeSync(file, piece);
	}
	closeSync(file);
	return `${count}:${prev}`;
}

test('audit show lists the events, escapes control characters, and filters by option', async () => {
	using folder = temporaryFolder();
	const { path } = await aRun(folder.path);
	const all = audit('show', path).stdout.split('\n');
	expect(all).toHaveLength(6);
	expect(all[0]).toMatch(/^ {3}1 {2}2026-05-01 12:00:00 {2}run_started {9}octo-org\/sample, run 12-abc/);
	expect(all[3]).toMatch(
		/tool_attempt {8}block: shell_exec rm -rf \/\\u\{1b\}\[2J\\n\\u\{202e\} \(rule then: As it was then\.\)$/,
	);
	expect(audit('show', path, '--denied').stdout).toBe(all[3]);
	expect(audit('show', path, '--call', 'c1').stdout).toBe(all[2]);
	expect(audit('show', path, '--tool', 'file_write').stdout).toBe(all[4]);
	expect(audit('show', path, '--type', 'note', '--type', 'model_reply').stdout).toBe([all[1], all[5]].join('\n'));
	expect(audit('show', path, '--since', '2027-01-01').stdout).toBe('No entry matches these filters.');
	expect(audit('show', path, '--type', 'tool_atempt')).toMatchObject({
		status: 2,
		stderr: expect.stringContaining('did you mean `tool_attempt`?'),
	});
	expect(audit('show', path, '--since', 'yesterday').stderr).toContain('Invalid date or time in --since: yesterday');
	const json = audit('show', path, '--json', '--denied')
		.stdout.split('\n')
		.map((line) => JSON.parse(line));
	expect(json).toMatchObject([
		{ seq: 4, decision: 'block', tool: 'shell_exec' },
		{ type: 'end', kind: 'whole', lines: 6, shown: 1 },
	]);
});

test('audit export writes the journal unchanged, or a CSV file without formulas', async () => {
	using folder = temporaryFolder();
	const { path, journal, lines } = await aRun(folder.path);
	expect(audit('export', path, '--format', 'jsonl').stdout).toBe(readFileSync(journal, 'utf8').trimEnd());
	expect(audit('export', path, '--format', 'jsonl', '--type', 'note').stdout).toBe(lines[5]);
	const csv = audit('export', path, '--format', 'csv', '--tool', 'file_write').stdout;
	expect(csv).toBe(
		`seq,at,type,call,tool,decision,rule,risk,who,duration_ms,what\r\n5,2026-05-01T12:00:00.000Z,tool_attempt,c3,file_write,confirm,then,medium,,,"confirm: file_write ${formula.replaceAll('"', '""')} (rule then: As it was then.)"`,
	);
	expect(audit('export', path, '--format', 'xml')).toMatchObject({
		status: 2,
		stderr: expect.stringContaining('--format csv'),
	});
	expect(audit('export', path).stderr).toContain('Missing --format');
});

test('wrong usage prints the right usage', () => {
	using folder = temporaryFolder();
	expect(audit()).toMatchObject({ status: 2, stderr: expect.stringContaining('One of: verify, show, export.') });
	expect(audit('verfy')).toMatchObject({ status: 2, stderr: expect.stringContaining('did you mean `audit verify`?') });
	expect(audit('verify')).toMatchObject({
		status: 2,
		stderr: expect.stringContaining('countersign audit verify <journal'),
	});
	expect(audit('verify', 'a', 'b').stderr).toContain('Expected one journal');
	expect(audit('verify', join(folder.path, 'none'))).toMatchObject({
		status: 2,
		stderr: expect.stringContaining('does not exist'),
	});
	expect(audit('verify', folder.path).stderr).toContain('contains no journal.jsonl');
	mkdirSync(join(folder.path, 'journal.jsonl'));
	expect(audit('verify', folder.path).stderr).toContain('is not a file');
	expect(audit('verify', '--haed', '1').stderr).toContain('did you mean `--head`?');
	expect(audit('show', '--help').stdout).toContain('countersign audit show run/ --denied');
});
