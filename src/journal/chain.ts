import { hash } from 'node:crypto';

/** The first line contains this value, because there is no earlier line to hash. */
export const genesis = '0'.repeat(64);

/** The end of the verified part of a journal: the number of lines, and the SHA-256 of the last line's bytes. */
export interface Head {
	readonly count: number;
	readonly hash: string;
}

/** The first bad line of a journal, and what is wrong with it. */
export interface Fault {
	readonly line: number;
	readonly why: string;
}

/** Checks a journal line by line. Its memory use does not grow with the journal. */
export interface ChainCheck {
	/** Takes the next complete line. Returns the first fault when it is certain which line is wrong. */
	next(line: Buffer): Fault | undefined;
	/**
	 * Returns a fault that is visible only at the end: missing last lines, or a fault in the last line. `isWhole` says whether the bytes end
	 * with a complete line.
	 */
	end(isWhole: boolean): Fault | undefined;
	head(): Head;
}

/**
 * Creates the check for the one rule of a journal. Each line begins with the SHA-256 of the previous line's bytes and with its own number.
 * The check reads the raw bytes. With a published head it also notices that the last lines are missing. If the hash in a line does not
 * match, either the line before or the hash itself was changed. The next line shows which of the two.
 */
export function createChainCheck(published?: Head): ChainCheck {
	let head: Head = { count: 0, hash: genesis };
	let last: Buffer = Buffer.alloc(0);
	let broken: number | undefined;
	const linkOf = (line: Buffer): string => line.toString('latin1', opening.length, opening.length + 64);
	return {
		head: () => head,
		next(line) {
			if (broken !== undefined) return changedLine(broken, linkOf(line) === head.hash);
			const number = head.count + 1;
			if (published !== undefined && number > published.count)
				return { line: number, why: 'it was added after the published head' };
			const start = `${opening}${head.hash}","seq":${number},"at":"`;
			const holds = line.toString('latin1', 0, start.length) === start && line[line.length - 1] === closing;
			const found = holds ? undefined : faultOf(line, number);
			const isFirst = head.count === 0;
			head = { count: number, hash: hash('sha256', line) };
			last = line;
			if (found === undefined) return holds ? anchorFault(head, published) : brokenLink(isFirst);
			return found;
		},
		end(isWhole) {
			if (broken !== undefined) return lastOf(broken, head, published);
			if (published !== undefined && head.count < published.count) return cutTail(head.count, published.count);
			if (!isWhole) return undefined;
			if (published !== undefined && head.hash !== published.hash) return foreign(head.count);
			return head.count > 0 && !isJson(last) ? { line: head.count, why: notJson } : undefined;
		},
	};

	function brokenLink(isFirst: boolean): Fault | undefined {
		if (isFirst) return { line: 1, why: 'the first line does not begin the chain: what stood before it was removed' };
		broken = head.count;
		return undefined;
	}
}

const opening = '{"prev":"';
const closing = 0x7d;
const notJson = 'it is not JSON';
const form = /^\{"prev":"([0-9a-f]{64})","seq":(\d{1,15}),"at":"/;

/** Returns the fault in a line itself, or undefined if only its hash of the previous line is wrong. */
function faultOf(line: Buffer, number: number): Fault | undefined {
	if (!isJson(line)) return { line: number, why: notJson };
	const seq = form.exec(line.toString('latin1', 0, 120))?.[2];
	if (seq === undefined || line.at(-1) !== closing)
		return { line: number, why: 'it does not begin with the hash of the line before and its own number' };
	if (Number(seq) > number)
		return { line: number, why: `number ${number} is missing here: number ${seq} stands in its place` };
	if (Number(seq) < number)
		return { line: number, why: `number ${seq} stands here again, or was moved here: it should be number ${number}` };
	return undefined;
}

function changedLine(broken: number, isNextSound: boolean): Fault {
	return isNextSound
		? { line: broken - 1, why: 'it was changed: its hash is not the one that the next line names' }
		: { line: broken, why: 'it was changed: it does not name the hash of the line before' };
}

/**
 * Returns the changed line if the last line has a wrong hash of the previous line. Only a published head shows which of the two lines was
 * changed.
 */
function lastOf(broken: number, head: Head, published: Head | undefined): Fault {
	if (published === undefined || published.count < broken)
		return { line: broken - 1, why: 'it was changed, or the link of the line after it was' };
	if (published.count > broken) return changedLine(broken, false);
	return changedLine(broken, head.hash === published.hash);
}

function anchorFault({ count, hash: found }: Head, published: Head | undefined): Fault | undefined {
	return published?.count === count && published.hash !== found ? foreign(count) : undefined;
}

function foreign(line: number): Fault {
	return { line, why: 'it is not the line whose hash was published: it was changed, or the journal was written anew' };
}

function cutTail(found: number, published: number): Fault {
	return { line: found + 1, why: `the tail was cut: ${published} lines were published, and ${found} are here` };
}

function isJson(line: Buffer): boolean {
	try {
		JSON.parse(line.toString());
		return true;
	} catch {
		return false;
	}
}
