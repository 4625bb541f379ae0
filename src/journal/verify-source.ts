import { createHash } from 'node:crypto';
import { type AuditSource, emptyRecord } from './audit-source.ts';
import { createChainCheck, type Head } from './chain.ts';
import { eachLine, longestLine, type Pieces } from './lines.ts';

/**
 * The result of verifying a record. Without a published head, nobody can see whether the last lines are missing, so the best result is
 * `unanchored`.
 */
export interface FileReport {
	readonly kind: 'verified' | 'unanchored' | 'broken' | 'torn';
	readonly ok: boolean;
	/** One sentence for people. */
	readonly text: string;
	/** The journal's name, or the blob's name if a blob is bad. */
	readonly file: string;
	/** The first bad line. */
	readonly line?: number;
	readonly why?: string;
	/** The last valid line. */
	readonly head: Head;
	/** How many blobs were compared with their names. */
	readonly blobs: number;
}

/** Verifies a record that is already open. @throws CountersignError `bad-input` */
export async function verifySource(source: AuditSource, head: Head | undefined): Promise<FileReport> {
	const chain = await verifyLines(source, head);
	if (!chain.ok) return chain;
	// Without its blobs, the journal itself is still valid.
	if (source.blobs === undefined)
		return { ...chain, text: `${chain.text} No blobs/ lies beside it: contents were not checked.` };
	for (const [name, blob] of source.blobs) {
		if ((await hashOf(blob.read())) === name) continue;
		return brokenAt(source.blobFile(name), undefined, 'the blob holds other bytes than its name says', chain);
	}
	return { ...chain, blobs: source.blobs.size };
}

async function verifyLines(source: AuditSource, published: Head | undefined): Promise<FileReport> {
	const chain = createChainCheck(published);
	let fault: { readonly line: number; readonly why: string } | undefined;
	let lost: { readonly line: number; readonly name: string } | undefined;
	const end = await eachLine(source.journal.read(), (line) => {
		fault = chain.next(line);
		const name = lost === undefined && source.blobs !== undefined ? lostBlob(line, source.blobs) : undefined;
		if (name !== undefined) lost = { line: chain.head().count, name };
		return fault === undefined;
	});
	const head = chain.head();
	const so = { file: source.file, head, blobs: 0 };
	if (end === 'too-long') fault = { line: head.count + 1, why: `it is longer than ${longestLine} bytes` };
	fault ??= chain.end(end === 'whole');
	if (fault !== undefined) return brokenAt(source.file, fault.line, fault.why, so);
	if (end === 'torn') return torn(so);
	if (head.count === 0) throw emptyRecord(source);
	if (lost === undefined) return held(so, published);
	return brokenAt(
		source.blobFile(lost.name),
		undefined,
		`line ${lost.line} of the journal names this blob, and it is not there`,
		so,
	);
}

type Found = Pick<FileReport, 'file' | 'head' | 'blobs'>;

function held({ file, head, blobs }: Found, published: Head | undefined): FileReport {
	const { count, hash } = head;
	const kind = published === undefined ? 'unanchored' : 'verified';
	const text =
		published === undefined
			? `unanchored: ${count} lines hold together, head ${count}:${hash}. Give --head to find a cut tail.`
			: `verified: ${count} lines, exactly as published (${hash}).`;
	return { kind, ok: true, text, file, head, blobs };
}

/** Returns the result for an incomplete last line. It may come from a power cut, or from a person who cut the file. */
function torn({ file, head, blobs }: Found): FileReport {
	const line = head.count + 1;
	const why = 'the last line is incomplete';
	return { kind: 'torn', ok: false, text: `${file}:${line}: torn: ${why}.`, file, line, why, head, blobs };
}

function brokenAt(file: string, line: number | undefined, why: string, { head, blobs }: Found): FileReport {
	const place = line === undefined ? { file } : { file, line };
	const where = line === undefined ? file : `${file}:${line}`;
	return { kind: 'broken', ok: false, text: `${where}: broken: ${why}.`, ...place, why, head, blobs };
}

const naming = Buffer.from('"sha256":"');

/**
 * Returns the first missing blob that a line refers to. It searches the raw text first, which is quick, and parses the line only if a blob
 * seems to be missing.
 */
function lostBlob(line: Buffer, blobs: ReadonlyMap<string, unknown>): string | undefined {
	for (let at = line.indexOf(naming); at !== -1; at = line.indexOf(naming, at + naming.length)) {
		const name = line.toString('latin1', at + naming.length, at + naming.length + 64);
		if (!blobs.has(name)) return contentsOf(line).find((one) => !blobs.has(one));
	}
	return undefined;
}

/** Returns the names of the blobs that an entry refers to. It ignores the arguments of a call, because a model wrote them. */
function contentsOf(line: Buffer): readonly string[] {
	try {
		const { tool_input: _, ...entry }: Record<string, unknown> = JSON.parse(line.toString());
		return named(entry);
	} catch {
		// The chain check reports this.
		return [];
	}
}

function named(value: unknown): readonly string[] {
	if (typeof value !== 'object' || value === null) return [];
	const own = 'sha256' in value && 'preview' in value && typeof value.sha256 === 'string' ? [value.sha256] : [];
	return [...own, ...Object.values(value).flatMap(named)];
}

async function hashOf(pieces: Pieces): Promise<string> {
	const hash = createHash('sha256');
	for await (const piece of pieces) hash.update(piece);
	return hash.digest('hex');
}
