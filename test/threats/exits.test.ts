import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../e2e/stage.ts';

/** The folders of src/ that run in a job; the bot, the terminal and its commands do not. */
const rooms = ['agent', 'github', 'job', 'journal', 'mcp', 'memory', 'models', 'report', 'run', 'telemetry', 'tools'];
const sources = new Map(
	[
		'action.ts',
		'job-output.ts',
		...rooms.flatMap((room) =>
			readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
		),
	]
		.filter((name) => name.endsWith('.ts'))
		.map((name) => [name, readFileSync(join(root, 'src', name), 'utf8')]),
);

const using = (pattern: RegExp): readonly string[] =>
	[...sources].flatMap(([name, text]) => (pattern.test(text) ? [name] : [])).sort();

test('only one file writes the log, the outputs and the summary of a job', () => {
	expect(using(/from '@actions\/core'/)).toEqual(['action.ts', 'job-output.ts']);
	expect(sources.get('action.ts')).toMatch(/^import \{ getInput \} from '@actions\/core';$/m);
	expect(using(/\bconsole\.\w+\(|process\.std(?:out|err)|GITHUB_(?:OUTPUT|ENV|PATH)\b/)).toEqual([]);
});

test('only one file sends text to GitHub; the other files with requests send no text of a run', () => {
	expect(using(/(?:octokit|client)\.request\(/)).toEqual([
		'github/api/api.ts', // Sends all text.
		'github/events/deliveries.ts', // Sends ids of the App's deliveries.
		'github/identity/acting-client.ts', // Passes on the requests of api.ts, and revokes its own token.
		'mcp/session.ts', // Sends arguments of calls; a call with a secret is refused.
	]);
	expect(using(/\bfetch\((?!:)/)).toEqual([
		'github/git/git-door.ts', // Pushes the journal and the memory, which are already redacted.
		'github/identity/app-identity.ts', // Exchanges identity tokens for a token of the App.
		'github/identity/identity-token.ts',
		'github/refs/memory-branch.ts', // Reads.
		'github/refs/ref-store.ts', // Reads.
		'github/refs/run-list.ts', // Reads.
		'models/bounded-fetch.ts', // Sends requests to a model, which are built from redacted blobs.
		'models/identity.ts',
		'models/impatient-fetch.ts',
		'models/ollama.ts',
		'models/reach-model.ts',
	]);
});

test('every writer of run files removes secrets last', () => {
	const writers = using(/\bwriteFileSync\(|\bwriteBlob\(|\bappendLine\(/).filter((name) => /^(?:job|run)\//.test(name));
	expect(writers).toEqual([
		'job/keep-work.ts', // A patch with a secret is not kept.
		'job/task-writer.ts',
		'job/write-report.ts',
		'job/write-snapshots.ts',
		'run/open/open-held.ts', // Restores saved files unchanged.
		'run/open/open-run.ts', // The same.
	]);
	for (const name of ['job/task-writer.ts', 'job/write-report.ts', 'job/write-snapshots.ts'])
		expect(sources.get(name), name).toMatch(/redactor\.redact\(/);
});
