import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CountersignError, sha256 } from '../core/index.ts';
import { compareHead, type Head, verifyChain } from './chain.ts';

export interface FileReport {
	readonly ok: boolean;
	/** One sentence for people. */
	readonly text: string;
}

/**
 * Verifies a journal file, or a run's folder with its blobs. Without a published head a cut tail cannot be seen, and the answer says
 * `unanchored`. @throws CountersignError `bad-input`
 */
export function verifyJournalFile(path: string, published: string | undefined): FileReport {
	const file = journalFileOf(path);
	const bytes = readFileSync(file);
	const report = verifyChain(bytes);
	if (report.kind === 'broken') return { ok: false, text: `${file}:${report.line}: broken: ${report.why}.` };
	if (report.kind === 'torn')
		return { ok: false, text: `${file}:${report.head.count + 1}: torn: the last line has no end.` };
	const blob = badBlob(join(dirname(file), 'blobs'));
	if (blob !== undefined) return { ok: false, text: `${blob}: broken: the blob holds other bytes than its name says.` };
	const lost = missingBlob(bytes, join(dirname(file), 'blobs'));
	if (lost !== undefined)
		return { ok: false, text: `${lost}: broken: the journal names this blob, and it is not there.` };
	const { count, hash } = report.head;
	if (published === undefined)
		return {
			ok: true,
			text: `unanchored: ${count} lines hold together, head ${count}:${hash}. Give --head to find a cut tail.`,
		};
	const anchored = compareHead(bytes, parseHead(published));
	if (anchored.kind === 'broken') return { ok: false, text: `${file}:${anchored.line}: broken: ${anchored.why}.` };
	return { ok: true, text: `verified: ${count} lines, exactly as published (${hash}).` };
}

function journalFileOf(path: string): string {
	if (!existsSync(path)) throw badInput(`${path} does not exist`);
	const file = statSync(path).isDirectory() ? join(path, 'journal.jsonl') : path;
	if (!existsSync(file)) throw badInput(`${path} holds no journal.jsonl`);
	return file;
}

function badBlob(folder: string): string | undefined {
	if (!existsSync(folder)) return undefined;
	const paths = readdirSync(folder).map((name) => join(folder, name));
	return paths.find((path) => sha256(readFileSync(path)) !== basename(path));
}

/** A journal on its own has no blobs to miss; a folder has all that it names. */
function missingBlob(journal: Buffer, folder: string): string | undefined {
	if (!existsSync(folder)) return undefined;
	const named = [...journal.toString().matchAll(/"sha256":"([0-9a-f]{64})"/g)].map((match) =>
		join(folder, match[1] ?? ''),
	);
	return named.find((path) => !existsSync(path));
}

function parseHead(text: string): Head {
	const match = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text);
	if (match === null) throw badInput(`--head ${text} is not <lines>:<sha256>`);
	return { count: Number(match[1]), hash: match[2] ?? '' };
}

function badInput(what: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${what}.`,
		fix: 'Write: countersign audit verify <journal.jsonl | folder> [--head <lines>:<sha256>]',
	});
}
