import { createChainCheck, type Fault, type Head } from './chain.ts';

const newline = 0x0a;

/** The result of verifying raw bytes. `torn` means that the last line is incomplete, usually because of a power cut. */
export type ChainReport =
	| { readonly kind: 'intact'; readonly head: Head }
	| { readonly kind: 'torn'; readonly head: Head; readonly wholeBytes: number }
	| ({ readonly kind: 'broken' } & Fault);

/**
 * Verifies a journal in memory by the rule of {@link createChainCheck}. If a published head is given, it also compares the journal with it.
 */
export function verifyChain(bytes: Uint8Array, published?: Head): ChainReport {
	const chain = createChainCheck(published);
	const lines = splitLines(bytes);
	for (const line of lines) {
		const fault = chain.next(line);
		if (fault !== undefined) return { kind: 'broken', ...fault };
	}
	const wholeBytes = lines.reduce((sum, line) => sum + line.length + 1, 0);
	const isWhole = wholeBytes === bytes.length;
	const fault = chain.end(isWhole);
	if (fault !== undefined) return { kind: 'broken', ...fault };
	return isWhole ? { kind: 'intact', head: chain.head() } : { kind: 'torn', head: chain.head(), wholeBytes };
}

/** Returns the complete lines of a journal, as bytes. */
export function splitLines(bytes: Uint8Array): readonly Buffer[] {
	const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const lines: Buffer[] = [];
	let start = 0;
	for (let end = all.indexOf(newline); end !== -1; end = all.indexOf(newline, start)) {
		lines.push(all.subarray(start, end));
		start = end + 1;
	}
	return lines;
}
