import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../src/core/index.ts';
import { genesis } from '../src/journal/index.ts';

const target = join(import.meta.dirname, '..', 'playground', 'page', 'explorer', 'example-record.json');

/**
 * Writes the example of the run explorer from the record that `npm start` leaves. Paths of this machine become names, so the lines are
 * chained again.
 */
export function exampleOf(folder: string): Readonly<Record<string, string>> {
	const hashes = new Map<string, string>();
	const files: [string, string][] = [];
	for (const name of readdirSync(join(folder, 'blobs'))) {
		const text = withoutPaths(readFileSync(join(folder, 'blobs', name), 'utf8'));
		hashes.set(name, sha256(text));
		files.push([`blobs/${sha256(text)}`, text]);
	}
	let prev = genesis;
	const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
	const chained = lines.map((line) => {
		const renamed = withoutPaths(line).replace(
			/"sha256":"([0-9a-f]{64})"/g,
			(_, old) => `"sha256":"${hashes.get(old) ?? old}"`,
		);
		const text = renamed.replace(/^\{"prev":"[0-9a-f]{64}"/, `{"prev":"${prev}"`);
		prev = sha256(text);
		return text;
	});
	return Object.fromEntries([['journal.jsonl', `${chained.join('\n')}\n`] as const, ...files.sort()]);
}

function withoutPaths(text: string): string {
	return text
		.replaceAll(/scripted:[^" ]*\/([\w-]+)\.yml/g, 'scripted:$1')
		.replaceAll(join(import.meta.dirname, '..'), '/checkout');
}

if (import.meta.main) writeFileSync(target, `${JSON.stringify(exampleOf(process.argv[2] ?? ''), undefined, '\t')}\n`);
