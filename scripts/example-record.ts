import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../src/core/index.ts';
import { genesis } from '../src/journal/index.ts';

const target = join(import.meta.dirname, '..', 'playground', 'page', 'explorer', 'example-record.json');

/**
 * Returns the example for the run explorer, from the record that `npm start` leaves. Paths of this machine are replaced, so the hashes of
 * the chain are computed again.
 */
function exampleOf(folder: string): Readonly<Record<string, string>> {
	const texts = readdirSync(join(folder, 'blobs')).map((name) => {
		const text = withoutPaths(readFileSync(join(folder, 'blobs', name), 'utf8'));
		return { name, text, hash: sha256(text) };
	});
	const renamed = new Map(
		texts.map(({ name, text, hash }) => [name, `"sha256":"${hash}","bytes":${Buffer.byteLength(text)}`]),
	);
	let prev = genesis;
	const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
	const chained = lines.map((line) => {
		const named = withoutPaths(line).replace(content, (found, name) => renamed.get(name) ?? found);
		const text = named.replace(/^\{"prev":"[0-9a-f]{64}"/, `{"prev":"${prev}"`);
		prev = sha256(text);
		return text;
	});
	const blobs = texts.map(({ hash, text }) => [`blobs/${hash}`, text] as const).sort();
	return Object.fromEntries([['journal.jsonl', `${chained.join('\n')}\n`] as const, ...blobs]);
}

const content = /"sha256":"([0-9a-f]{64})","bytes":\d+/g;

function withoutPaths(text: string): string {
	return text
		.replaceAll(/scripted:[^" ]*\/([\w-]+)\.yml/g, 'scripted:$1')
		.replaceAll(/\/[^" ]*\/countersign-rehearsal-\w+\/disk-\d\/work/g, '/home/runner/work')
		.replaceAll(join(import.meta.dirname, '..'), '/checkout');
}

if (import.meta.main) writeFileSync(target, `${JSON.stringify(exampleOf(process.argv[2] ?? ''), undefined, '\t')}\n`);
