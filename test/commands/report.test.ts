import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { report } from '../../src/commands/audit/report.ts';
import { verifyChain } from '../../src/journal/index.ts';
import { parsedPage, textOf } from '../support/parsed-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, World } from '../support/world.ts';
import { writeRun } from './past-run.ts';

async function tell(...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
	const lines: string[] = [];
	const code = await report(args, { print: (text) => lines.push(text) });
	return { code, said: lines.join('\n') };
}

const long = 'x'.repeat(700);

function pastRun(folder: string): Promise<string> {
	return writeRun(join(folder, 'run'), [
		{ id: 'c1', name: 'shell_exec', args: { command: `echo ${long}` }, decision: 'allow' },
	]);
}

function headOf(folder: string): string {
	const chain = verifyChain(readFileSync(join(folder, 'journal.jsonl')));
	if (chain.kind !== 'intact') throw new Error('it is not whole');
	return `${chain.head.count}:${chain.head.hash}`;
}

const read = (path: string): string => textOf(parsedPage(readFileSync(path, 'utf8')));

describe('countersign report', () => {
	it('writes the page next to the journal, with full arguments from the blobs', async () => {
		using folder = temporaryFolder();
		const run = await pastRun(folder.path);
		const { code, said } = await tell(run);
		expect([code, said]).toEqual([0, `Wrote ${join(run, 'report.html')}. Open it in a browser.`]);
		const text = read(join(run, 'report.html'));
		expect(text).toContain(`echo ${long}\n`);
		expect(text).toContain('In progress. The journal ends while the run is still going on.');
		expect(text).toContain('unanchored');
	});

	it('replaces a symbolic link at the default path, and follows one that --out names', async () => {
		using folder = temporaryFolder();
		const run = await pastRun(folder.path);
		const precious = join(folder.path, 'precious');
		writeFileSync(precious, 'mine');
		symlinkSync(precious, join(run, 'report.html'));
		expect((await tell(run)).code).toBe(0);
		expect(readFileSync(precious, 'utf8')).toBe('mine');
		expect(read(join(run, 'report.html'))).toContain('In progress.');
		const named = join(folder.path, 'named.html');
		symlinkSync(precious, named);
		expect((await tell(run, '--out', named)).code).toBe(0);
		expect(read(precious)).toContain('In progress.');
	});

	it('does not hang on a named pipe in the packs folder', async () => {
		using folder = temporaryFolder();
		const run = await pastRun(folder.path);
		mkdirSync(join(run, 'packs'));
		execFileSync('mkfifo', [join(run, 'packs/0')]);
		const args = [join(import.meta.dirname, '../../src/cli.ts'), 'report', run];
		// The command may fail, but it must end.
		expect(spawnSync(process.execPath, args, { timeout: 20_000 }).signal).toBe(null);
	});

	it('works with a journal alone and writes to the path in --out', async () => {
		using folder = temporaryFolder();
		const run = await pastRun(folder.path);
		const alone = join(folder.path, 'alone.jsonl');
		writeFileSync(alone, readFileSync(join(run, 'journal.jsonl')));
		const out = join(folder.path, 'page.html');
		expect((await tell(alone, '--out', out)).code).toBe(0);
		expect(read(out)).toContain('...[truncated]');
		expect(parsedPage((await tell(alone, '--out', '-')).said).children.length).toBeGreaterThan(0);
		const told = JSON.parse((await tell(alone, '--out', out, '--json')).said);
		expect(told).toEqual({
			report: out,
			bytes: statSync(out).size,
			entries: 4,
			check: 'unanchored',
			head: headOf(run),
		});
	});

	it('says how the journal was verified, and writes no page for a changed journal', async () => {
		using folder = temporaryFolder();
		const run = await pastRun(folder.path);
		const journal = join(run, 'journal.jsonl');
		await tell(run, '--head', headOf(run));
		expect(read(join(run, 'report.html'))).toContain('verified The hash chain is intact and ends at the head');
		const other = await tell(run, '--head', `4:${'0'.repeat(64)}`);
		expect([other.code, other.said]).toEqual([
			1,
			expect.stringMatching(/journal\.jsonl:4: broken: .* No page was written\.$/),
		]);
		writeFileSync(
			journal,
			readFileSync(journal, 'utf8').replace('octocat', 'octodog').replace('maintainer', 'maintained'),
		);
		expect(await tell(run)).toMatchObject({ code: 1, said: expect.stringContaining('journal.jsonl:1: broken') });
	});

	it('leaves out a torn last line and says so', async () => {
		using folder = temporaryFolder();
		const run = await pastRun(folder.path);
		appendFileSync(join(run, 'journal.jsonl'), '{"prev":"');
		expect((await tell(run)).code).toBe(0);
		expect(read(join(run, 'report.html'))).toContain('torn');
	});

	it('shows the diff that is next to the journal', async () => {
		using folder = temporaryFolder();
		const run = await pastRun(folder.path);
		writeFileSync(
			join(run, 'changes.diff'),
			'diff --git a/a.txt b/a.txt\n# changed\n--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-<b>\n+c\n',
		);
		await tell(run);
		expect(read(join(run, 'report.html'))).toMatch(
			/1 file differs from the base commit[\s\S]*### a\.txt\nchanged\n@@ -1,1 \+1,1 @@\n-<b>\n\+c\n/,
		);
	});
});

test.each<[string, (run: string) => readonly string[], RegExp]>([
	['a path that does not exist', (run) => [`${run}-x`], /does not exist/],
	['a folder without a journal', (run) => [join(run, 'blobs')], /contains no journal\.jsonl/],
	['a file that is not a journal', (run) => [join(run, 'empty')], /holds no whole line/],
	['an invalid head', (run) => [run, '--head', 'x'], /--head x is not/],
	['a folder as the output file', (run) => [run, '--out', join(run, 'blobs')], /cannot be written/],
	['an output file in a missing folder', (run) => [run, '--out', join(run, 'no', 'page.html')], /cannot be written/],
	['the journal as the output file', (run) => [run, '--out', join(run, 'journal.jsonl')], /names the journal itself/],
	['an unknown option', (run) => [run, '--ouf', 'x'], /did you mean `--out`/],
])('%s is refused, and nothing is written', async (_what, args, message) => {
	using folder = temporaryFolder();
	const run = await pastRun(folder.path);
	writeFileSync(join(run, 'empty'), '');
	mkdirSync(join(run, 'blobs'), { recursive: true });
	const before = headOf(run);
	await expect(tell(...args(run))).rejects.toMatchObject({
		code: 'bad-input',
		message: expect.stringMatching(message),
	});
	expect(headOf(run)).toBe(before);
});

test('prints its usage when the path is missing', async () => {
	expect(await tell()).toMatchObject({ code: 2, said: expect.stringContaining('Usage: countersign report') });
});

test('a waiting run is reported as waiting after its job ended', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }]);
	await world.job('comment/1', agentRequest());
	await tell(world.folder);
	expect(read(join(world.folder, 'report.html'))).toContain('Waiting for approval.');
});
