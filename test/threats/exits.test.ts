import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../e2e/stage.ts';

/** The rooms of a job; the bot, the terminal and its commands say nothing in a job. */
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

test('one file writes the log, the outputs and the summary of a job', () => {
	expect(using(/from '@actions\/core'/)).toEqual(['action.ts', 'job-output.ts']);
	expect(sources.get('action.ts')).toMatch(/^import \{ getInput \} from '@actions\/core';$/m);
	expect(using(/\bconsole\.\w+\(|process\.std(?:out|err)|GITHUB_(?:OUTPUT|ENV|PATH)\b/)).toEqual([]);
});

test('one file sends words to GitHub; the others that speak to a server send no word of a run', () => {
	expect(using(/(?:octokit|client)\.request\(/)).toEqual([
		'github/api/api.ts', // The door.
		'github/events/deliveries.ts', // Numbers of the App's deliveries.
		'github/identity/acting-client.ts', // Passes on what api.ts sends, and takes its own token back.
		'mcp/session.ts', // Arguments of calls: one that holds a secret is refused whole.
	]);
	expect(using(/\bfetch\((?!:)/)).toEqual([
		'github/git/git-door.ts', // What the journal and the memory have written: redacted there.
		'github/identity/app-identity.ts', // Identity tokens, for a token of the App.
		'github/identity/identity-token.ts',
		'github/refs/memory-branch.ts', // Reads.
		'github/refs/ref-store.ts', // Reads.
		'github/refs/run-list.ts', // Reads.
		'models/bounded-fetch.ts', // Requests to a model are built of blobs.
		'models/identity.ts',
		'models/impatient-fetch.ts',
		'models/ollama.ts',
		'models/reach-model.ts',
	]);
});

test('whatever writes a file of a run takes secrets out last', () => {
	const writers = using(/\bwriteFileSync\(|\bwriteBlob\(|\bappendLine\(/).filter((name) => /^(?:job|run)\//.test(name));
	expect(writers).toEqual([
		'job/keep-work.ts', // A patch with a secret is not kept.
		'job/task-writer.ts',
		'job/write-report.ts',
		'job/write-snapshots.ts',
		'run/open/open-held.ts', // What was saved, as it was saved.
		'run/open/open-run.ts', // The same.
	]);
	for (const name of ['job/task-writer.ts', 'job/write-report.ts', 'job/write-snapshots.ts'])
		expect(sources.get(name), name).toMatch(/redactor\.redact\(/);
});
