import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Content, CountersignError, type Entry } from '../core/index.ts';
import { compareHead, parseEntries, verifyChain } from '../journal/index.ts';
import { type JournalCheck, reportPage } from '../report/index.ts';
import { reportOf } from '../run/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { contentsBeside } from './kept-contents.ts';

const usage = 'countersign report <journal.jsonl | folder> [--out <file>] [--head <lines>:<sha256>]';
/** More than this would not fit the memory of a small machine with all that is made of it. */
const mostBytes = 256_000_000;

/** `countersign report`: writes a run as one page. Exits 1 when the journal does not hold. */
export async function report(args: readonly string[], { print }: Pick<Surroundings, 'print'>): Promise<number> {
	const options = { out: { type: 'string' }, head: { type: 'string' }, json: { type: 'boolean' } } as const;
	const { values, positionals } = readCommandLine(args, options);
	const [place, ...others] = positionals;
	if (place === undefined || others.length > 0) {
		print(`Usage: ${usage}`);
		return 2;
	}
	const file = journalAt(place);
	const read = readJournal(file, values.head);
	if ('fault' in read) {
		print(`${file}:${read.line}: broken: ${read.fault}. No page is made of it.`);
		return 1;
	}
	const out = values.out ?? join(dirname(file), 'report.html');
	if (resolve(out) === resolve(file)) throw badInput('--out is the journal itself.');
	const page = await pageOf(file, read);
	if (out === '-') print(page.trimEnd());
	else writePage(out, page);
	if (out !== '-')
		print(values.json === true ? JSON.stringify(told(out, page, read)) : `Wrote ${out}, to be opened in a browser.`);
	return 0;
}

interface Read {
	readonly entries: readonly Entry[];
	readonly check: JournalCheck;
}

function readJournal(
	file: string,
	published: string | undefined,
): Read | { readonly line: number; readonly fault: string } {
	const bytes = readFileSync(file);
	const chain = verifyChain(bytes);
	if (chain.kind === 'broken') return { line: chain.line, fault: chain.why };
	const whole = chain.kind === 'torn' ? bytes.subarray(0, chain.wholeBytes) : bytes;
	if (chain.head.count === 0) throw badInput(`${file} holds no whole line.`);
	const against = published === undefined ? undefined : compareHead(whole, headIn(published));
	if (against?.kind === 'broken') return { line: against.line, fault: against.why };
	const anchored = against === undefined ? 'unanchored' : 'verified';
	return {
		entries: parseEntries(whole),
		check: { kind: chain.kind === 'torn' ? 'torn' : anchored, ...chain.head },
	};
}

async function pageOf(file: string, { entries, check }: Read): Promise<string> {
	if (entries[0]?.type !== 'run_started') throw badInput(`${file} does not begin with the start of a run.`);
	const beside = join(dirname(file), 'changes.diff');
	const contentOf = contentsBeside(dirname(file));
	const view = await reportOf(entries, {
		read: async ({ sha256, preview }: Content) => contentOf(sha256) ?? preview,
		check,
		...(existsSync(beside) ? { changes: readFileSync(beside, 'utf8') } : {}),
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

function journalAt(place: string): string {
	if (!existsSync(place)) throw badInput(`${place} does not exist.`);
	const file = statSync(place).isDirectory() ? join(place, 'journal.jsonl') : place;
	if (!existsSync(file)) throw badInput(`${place} holds no journal.jsonl.`);
	const { size } = statSync(file);
	if (size > mostBytes) throw badInput(`${file} has ${size} bytes; a page is made of at most ${mostBytes}.`);
	return file;
}

function writePage(out: string, page: string): void {
	try {
		writeFileSync(out, page);
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

function headIn(text: string): { readonly count: number; readonly hash: string } {
	const [, count, hash] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text) ?? [];
	if (count === undefined || hash === undefined) throw badInput(`--head ${text} is not <lines>:<sha256>.`);
	return { count: Number(count), hash };
}

function badInput(message: string): CountersignError {
	return new CountersignError({ code: 'bad-input', message, fix: `Write: ${usage}` });
}
