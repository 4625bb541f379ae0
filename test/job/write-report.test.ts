import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Delivery, Entry, Manifest, Outcome, Workspace } from '../../src/core/index.ts';
import { writeReport } from '../../src/job/write-report.ts';
import { createRedactor, directoryBlobs, parseEntries, verifyChain } from '../../src/journal/index.ts';
import { manifestDigest, type RunJournal, recordOf } from '../../src/run/index.ts';
import { parsedPage, textOf } from '../support/parsed-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, World } from '../support/world.ts';

const secret = 'hunter2-hunter2';
const baseSha = 'b'.repeat(40);
const outcome: Outcome = { kind: 'completed', reason: 'answered', message: 'The agent has finished.' };
const manifest: Manifest = { baseSha, entries: [{ path: 'a.txt', mode: '100644', sha256: 'a'.repeat(64) }] };

/** A run in its own folder whose last call left the checkout with this manifest. */
async function ended(path: string, left: Manifest, text = 'two\n') {
	const world = new World(join(path, 'world'), [{ calls: [{ tool: 'look', args: {} }] }, { text: 'Done.' }], [secret]);
	await world.job('comment/1', agentRequest());
	const bytes = readFileSync(join(world.folder, 'journal.jsonl'));
	const chain = verifyChain(bytes);
	if (chain.kind !== 'intact') throw new Error('it is not whole');
	const entries = parseEntries(bytes).map(
		(entry): Entry => (entry.type === 'tool_result' ? { ...entry, tree: manifestDigest(left) } : entry),
	);
	const redactor = createRedactor([secret]);
	const state = { mode: '100644', bytes: Buffer.from('one\n') } as const;
	const delivery: Delivery = {
		manifest,
		files: [{ path: 'a.txt', before: state, after: { ...state, bytes: Buffer.from(text) } }],
		left: [],
	};
	const workspace = {
		snapshot: async () => ({ manifest, files: new Map(), left: [] }),
		delivery: async () => {
			if (text === 'unreadable') throw new Error('git is gone');
			return delivery;
		},
	} as unknown as Workspace;
	const journal = { ...recordOf(entries), head: () => chain.head } as unknown as RunJournal;
	const blobs = directoryBlobs(join(world.folder, 'blobs'), redactor);
	const folder = join(path, 'run');
	mkdirSync(folder);
	const warnings: string[] = [];
	const opened = { kind: 'open', journal, blobs, workspace, state: journal.state() } as const;
	const ports = { redactor, warn: (one: string) => void warnings.push(one) };
	const over = { opened, folder, jobUrl: 'https://github.example/x' };
	return { folder, warnings, write: (end = outcome) => writeReport({ ...over, outcome: end }, ports) };
}

test('every run writes its page with its changes', async () => {
	using folder = temporaryFolder();
	const run = await ended(folder.path, manifest);
	await run.write();
	await run.write();
	expect(readFileSync(join(run.folder, 'changes.diff'), 'utf8')).toContain('@@ -1,1 +1,1 @@\n-one\n+two\n');
	const text = textOf(parsedPage(readFileSync(join(run.folder, 'report.html'), 'utf8')));
	expect(text).toContain('Done. The agent has finished.');
	expect(text).toContain('-one\n+two');
	expect(run.warnings).toEqual([]);
});

test('no file shows a credential of a changed file', async () => {
	using folder = temporaryFolder();
	const run = await ended(folder.path, manifest, `${secret}\n`);
	await run.write();
	for (const name of ['changes.diff', 'report.html']) {
		const text = readFileSync(join(run.folder, name), 'utf8');
		expect(text).toContain('not shown, because it contains a credential');
		expect(text).not.toContain(secret);
	}
});

test('a checkout that differs from the journal is not shown as the changes of the run', async () => {
	using folder = temporaryFolder();
	const run = await ended(folder.path, { ...manifest, entries: [] });
	await run.write();
	expect(existsSync(join(run.folder, 'changes.diff'))).toBe(false);
	expect(readFileSync(join(run.folder, 'report.html'), 'utf8')).not.toContain('id="changes"');
});

test('a page that cannot be written causes a warning and does not end the run', async () => {
	using folder = temporaryFolder();
	const run = await ended(folder.path, manifest);
	mkdirSync(join(run.folder, 'report.html'));
	await run.write();
	expect(run.warnings).toEqual([expect.stringMatching(/^report\.html could not be made: .* The journal is whole\.$/)]);
});

test('the page is written without the difference if git fails', async () => {
	using folder = temporaryFolder();
	const run = await ended(folder.path, manifest, 'unreadable');
	await run.write();
	expect(existsSync(join(run.folder, 'report.html'))).toBe(true);
	expect(run.warnings).toEqual([expect.stringMatching(/^changes\.diff could not be made: /)]);
});

test('a job that finds the run finished keeps the run’s own outcome on the page', async () => {
	using folder = temporaryFolder();
	const run = await ended(folder.path, manifest);
	await run.write({ kind: 'duplicate', reason: 'command-claimed', message: 'This run was over already.' });
	const text = readFileSync(join(run.folder, 'report.html'), 'utf8');
	expect(text).toContain('<strong>Done.</strong>');
	expect(text).not.toContain('over already');
});
