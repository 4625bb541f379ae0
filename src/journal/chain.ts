import { sha256 } from '../core/index.ts';

/** What the first line points back to. */
export const genesis = '0'.repeat(64);

const newline = 0x0a;
const opening = '{"prev":"';

/** The place up to which a journal is vouched for: how many lines, and the SHA-256 of the last one's bytes. */
export interface Head {
	readonly count: number;
	readonly hash: string;
}

/** What verifying raw bytes found. `torn` is an unfinished last line: a power cut, not tampering. */
export type ChainReport =
	| { readonly kind: 'intact'; readonly head: Head }
	| { readonly kind: 'torn'; readonly head: Head; readonly wholeBytes: number }
	| { readonly kind: 'broken'; readonly line: number; readonly why: string };

/**
 * Verifies the chain on raw bytes and parses nothing: each line begins with the SHA-256 of the bytes of the line before.
 * A cut tail is only found against a head that was published elsewhere: see {@link compareHead}.
 */
export function verifyChain(bytes: Uint8Array): ChainReport {
	let head: Head = { count: 0, hash: genesis };
	let start = 0;
	for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
		const line = bytes.subarray(start, end);
		const why = faultOf(line, head.hash);
		if (why !== undefined) return { kind: 'broken', line: head.count + 1, why };
		head = { count: head.count + 1, hash: sha256(line) };
		start = end + 1;
	}
	return start === bytes.length ? { kind: 'intact', head } : { kind: 'torn', head, wholeBytes: start };
}

/** Holds an intact journal against a published head: `anchored`, or what is wrong. */
export function compareHead(
	bytes: Uint8Array,
	published: Head,
): { readonly kind: 'anchored' } | { readonly kind: 'broken'; readonly line: number; readonly why: string } {
	const lines = splitLines(bytes);
	const at = lines[published.count - 1];
	if (lines.length < published.count) {
		return {
			kind: 'broken',
			line: lines.length + 1,
			why: `the journal ends after ${lines.length} lines; ${published.count} were published: its tail was cut`,
		};
	}
	if (at === undefined || sha256(at) !== published.hash) {
		return { kind: 'broken', line: published.count, why: 'this line is not the one whose hash was published' };
	}
	if (lines.length > published.count) {
		return { kind: 'broken', line: published.count + 1, why: 'lines were added after the published head' };
	}
	return { kind: 'anchored' };
}

/** The whole lines of a journal, as bytes. */
export function splitLines(bytes: Uint8Array): readonly Uint8Array[] {
	const lines: Uint8Array[] = [];
	let start = 0;
	for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
		lines.push(bytes.subarray(start, end));
		start = end + 1;
	}
	return lines;
}

function faultOf(line: Uint8Array, previous: string): string | undefined {
	const start = Buffer.from(line.subarray(0, opening.length + 65)).toString('latin1');
	if (!start.startsWith(opening) || !start.endsWith('"'))
		return 'the line does not begin with the hash of the line before';
	if (start.slice(opening.length, -1) !== previous) return 'the line before it was changed, removed, added or moved';
	return undefined;
}
