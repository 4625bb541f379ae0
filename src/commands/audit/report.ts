import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Content, CountersignError, type Entry, jsonLine } from '../../core/index.ts';
import {
	type AuditSource,
	emptyRecord,
	type Head,
	openAuditSource,
	readEntries,
	readHead,
	wholeOf,
} from '../../journal/index.ts';
import { type JournalCheck, reportPage } from '../../report/index.ts';
import { recordOf, reportOf } from '../../run/index.ts';
import { writeAtomically } from '../../workspace/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { steerless } from '../paint.ts';
import { contentsOf } from './kept-contents.ts';
import { readShown } from './shown-reading.ts';

const usage = 'countersign report <journal.jsonl | folder | zip | -> [--out <file>] [--head <lines>:<sha256>] [--json]';
/** The largest record that is read. A larger one would not fit into the memory of a small machine. */
const mostBytes = 256_000_000;

/** The options of `countersign report`. */
export const reportOptions = { out: { type: 'string' }, head: { type: 'string' }, json: { type: 'boolean' } } as const;

/** `countersign report`: writes a run as one page. Exits with 1 if the journal is broken. */
export async function report(args: readonly string[], { print }: Pick<CliContext, 'print'>): Promise<number> {
	const { values, positionals } = readCommandLine(args, reportOptions);
	const [place, ...others] = positionals;
	if (place === undefined || others.length > 0) {
		print(`Usage: ${usage}`);
		return 2;
	}
	const head = values.head === undefined ? undefined : readHead(values.head);
	const source = openAuditSource(place);
	const out = values.out ?? outFor(place, source);
	requireOther(out, place, source);
	const read = await readJournal(source, head);
	if ('fault' in read) {
		print(steerless(`${source.file}:${read.line}: broken: ${read.fault}. No page was written.`));
		return 1;
	}
	const page = await pageOf(source, read);
	if (out === '-') print(page.trimEnd());
	else writePage(out, page, values.out !== undefined);
	if (out !== '-')
		print(values.json === true ? jsonLine(told(out, page, read)) : steerless(`Wrote ${out}. Open it in a browser.`));
	return 0;
}

/** Refuses an output path that is the input. @throws CountersignError `bad-input` */
function requireOther(out: string, place: string, { file, folder }: AuditSource): void {
	if (out === '-') return;
	if (folder !== undefined && resolve(out) === resolve(file)) throw badInput('--out names the journal itself.');
	if (resolve(out) === resolve(place)) throw badInput('--out names the input of this command.');
}

interface Read {
	readonly entries: readonly Entry[];
	readonly check: JournalCheck;
}

/**
 * Returns the path of the page: next to the journal, or next to a zip. A zip's page has the zip's name, because the folder may contain
 * other zips.
 */
function outFor(place: string, { folder }: AuditSource): string {
	if (folder !== undefined) return join(folder, 'report.html');
	return place === '-' ? 'report.html' : `${place.replace(/\.zip$/i, '')}.html`;
}

async function readJournal(
	source: AuditSource,
	published: Head | undefined,
): Promise<Read | { readonly line: number; readonly fault: string }> {
	const { file, journal } = source;
	if ((journal.bytes ?? 0) > mostBytes) throw tooLong(file);
	const entries: Entry[] = [];
	let bytes = 0;
	const hear = (entry: Entry, line: Buffer): void => {
		bytes += line.length;
		if (bytes > mostBytes) throw tooLong(file);
		entries.push(entry);
	};
	const end = await readShown(source, { read: (record) => readEntries(record, hear, published) });
	if (end.kind === 'broken') return { line: end.line, fault: end.why };
	if (end.lines === 0) throw emptyRecord(source);
	const anchored = published === undefined ? 'unanchored' : 'verified';
	return { entries, check: { kind: end.kind === 'torn' ? 'torn' : anchored, ...end.head } };
}

async function pageOf(source: AuditSource, { entries, check }: Read): Promise<string> {
	if (entries[0]?.type !== 'run_started') throw badInput(`The first line of ${source.file} is not the start of a run.`);
	const contentOf = contentsOf(source);
	const beside = source.beside('changes.diff');
	const changes = beside && (await wholeOf(beside))?.toString();
	const view = await reportOf(recordOf(entries), {
		read: async ({ sha256, preview }: Content) => (await contentOf(sha256)) ?? preview,
		check,
		...(changes === undefined ? {} : { changes }),
	});
	return reportPage(view);
}

function told(out: string, page: string, { entries, check }: Read): object {
	const { kind, count, hash } = check;
	return {
		report: out,
		bytes: Buffer.byteLength(page),
		entries: entries.length,
		check: kind,
		head: `${count}:${hash}`,
	};
}

/**
 * Writes the page. Threat: the creator of the folder may have left a link at its path. Links are followed only if a person named the
 * path.
 */
function writePage(out: string, page: string, isNamed: boolean): void {
	try {
		if (isNamed) writeFileSync(out, page);
		else writeAtomically(out, Buffer.from(page), 0o644);
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new CountersignError({
			code: 'bad-input',
			message: `${out} cannot be written: ${why}.`,
			fix: 'Name a file with --out.',
			cause,
		});
	}
}

function tooLong(file: string): CountersignError {
	return badInput(`${file} is too long: a page can show at most ${mostBytes} bytes.`);
}

function badInput(message: string): CountersignError {
	return new CountersignError({ code: 'bad-input', message, fix: `Write: ${usage}` });
}
