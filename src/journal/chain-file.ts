import { closeSync, fdatasyncSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Head } from './chain.ts';
import { verifyChain } from './verify-chain.ts';

/** What a journal file holds, or the first line that does not hold. */
export type Recovered =
	| { readonly kind: 'sound'; readonly bytes: Buffer; readonly head: Head; readonly torn: number }
	| { readonly kind: 'broken'; readonly line: number; readonly why: string };

/** Reads a journal file that is to be gone on with; a torn last line (a power cut) is cut off. No file is an empty journal. */
export function recoverChain(path: string): Recovered {
	const bytes = readIfThere(path);
	const report = verifyChain(bytes);
	if (report.kind === 'broken') return report;
	if (report.kind === 'intact') return { kind: 'sound', bytes, head: report.head, torn: 0 };
	truncateSync(path, report.wholeBytes);
	const torn = bytes.length - report.wholeBytes;
	return { kind: 'sound', bytes: bytes.subarray(0, report.wholeBytes), head: report.head, torn };
}

/** The sentence that a journal tells where a torn line was cut off. */
export function tornNote(bytes: number): string {
	return `The last line was torn (${bytes} bytes without an end): it was cut off.`;
}

/** Writes one line, which is on the disk when this returns. */
export function appendLine(path: string, line: Uint8Array): void {
	const file = openSync(path, 'a', 0o600);
	try {
		writeFileSync(file, Buffer.concat([line, Buffer.from('\n')]));
		fdatasyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** The bytes of a file; none where it is not there. */
export function readIfThere(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
		throw error;
	}
}
