import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeSnapshots } from '../../src/job/write-snapshots.ts';
import { createRedactor, directoryBlobs, parseEntries } from '../../src/journal/index.ts';
import { recordOf } from '../../src/run/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const secret = 'hunter2-hunter2';

test('row 76: every request of a run has a file, `context.md` has the reasons, and no file has a secret [seeds 76]', async () => {
	using folder = temporaryFolder();
	const world = new World(
		join(folder.path, 'job'),
		[{ text: 'I look.', calls: [{ tool: 'look', args: { path: 'a' } }] }, { text: 'All is well.' }],
		[secret],
	);
	world.outputs.set('look', { ok: true, text: `found ${secret}` });
	world.say(maintainer, `the key is ${secret}`);
	await world.job('comment/1', agentRequest());
	const record = recordOf(parseEntries(readFileSync(join(world.folder, 'journal.jsonl'))));
	const redactor = createRedactor([secret]);
	const blobs = directoryBlobs(join(world.folder, 'blobs'), redactor);
	await writeSnapshots(record, world.folder, { blobs, redactor });
	await writeSnapshots(record, world.folder, { blobs, redactor });
	const read = (name: string) => readFileSync(join(world.folder, name), 'utf8');
	expect(readdirSync(join(world.folder, 'context'))).toEqual(['request-001.md', 'request-002.md']);
	expect(read('context.md')).toContain('# What this context is made of');
	expect(read('context.md')).toContain('the key is [redacted]');
	expect(read('context/request-001.md')).toMatch(/shows\.\n\n## The reply\n\n```\nI look\.[\s\S]*### Call c0_0: look/);
	expect(read('context/request-002.md')).toMatch(/### c0_0: done\n\n```\nfound \[redacted\][\s\S]*All is well\./);
	expect(['context.md', 'context/request-001.md', 'context/request-002.md'].map(read).join()).not.toContain(secret);
});

test('a run without a request to the model writes no files', async () => {
	using folder = temporaryFolder();
	const redactor = createRedactor([]);
	const blobs = directoryBlobs(join(folder.path, 'blobs'), redactor);
	await writeSnapshots(recordOf([]), folder.path, { blobs, redactor });
	expect(readdirSync(folder.path)).toEqual(['blobs']);
});
