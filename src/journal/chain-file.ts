import { closeSync, fdatasyncSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Head } from './chain.ts';
import { verifyChain } from './verify-chain.ts';

/** The contents of a journal file, or its first invalid line. */
export type Recovered =
	| { readonly kind: 'sound'; readonly bytes: Buffer; readonly head: Head; readonly torn: number }
	| { readonly kind: 'broken'; readonly line: number; readonly why: string };

/**
 * Reads a journal file to continue it. It cuts an incomplete last line off the file, which a power cut may have caused. A missing file
 * counts as an empty journal.
 */
export function recoverChain(path: string): Recovered {
	const bytes = readIfThere(path);
	const report = verifyChain(bytes);
	if (report.kind === 'broken') return report;
	if (report.kind === 'intact') return { kind: 'sound', bytes, head: report.head, torn: 0 };
	truncateSync(path, report.wholeBytes);
	const torn = bytes.length - report.wholeBytes;
	return { kind: 'sound', bytes: bytes.subarray(0, report.wholeBytes), head: report.head, torn };
}

/** Returns the text of the journal note about an incomplete line that was cut off. */
export function tornNote(bytes: number): string {
	return `The last line was torn (${bytes} bytes without an end): it was cut off.`;
}

/** Appends one line. The line is on the disk when this returns. */
export function appendLine(path: string, line: Uint8Array): void {
	const file = openSync(path, 'a', 0o600);
	try {
		writeFileSync(file, Buffer.concat([line, Buffer.from('\n')]));
		fdatasyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** Returns the bytes of a file, or an empty buffer if it is missing. */
export function readIfThere(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
		throw error;
	}
}
