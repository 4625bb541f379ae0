/** The beginning and the end of a process's output. The bytes in the middle are only counted. */
export interface Captured {
	readonly head: string;
	readonly tail: string;
	readonly bytes: number;
	/** The number of dropped bytes between head and tail. */
	readonly omittedBytes: number;
}

/** Collects the beginning and the end of a stream, so a very long output needs little memory. */
export interface Capture {
	add(chunk: Buffer): void;
	done(): Captured;
}

/** Creates a capture that keeps the first `headBytes` and the last `tailBytes`. */
export function newCapture(headBytes: number, tailBytes: number): Capture {
	const head: Buffer[] = [];
	let headLength = 0;
	let tail: Buffer[] = [];
	let tailLength = 0;
	let bytes = 0;
	const add = (chunk: Buffer): void => {
		bytes += chunk.length;
		const first = chunk.subarray(0, headBytes - headLength);
		if (first.length > 0) head.push(first);
		headLength += first.length;
		const rest = chunk.subarray(first.length);
		if (rest.length === 0) return;
		tail.push(rest);
		tailLength += rest.length;
		if (tailLength > 4 * tailBytes + 1_048_576) {
			tail = [lastOf(tail, tailBytes)];
			tailLength = tailBytes;
		}
	};
	const done = (): Captured => {
		const end = lastOf(tail, tailBytes);
		const omittedBytes = bytes - headLength - end.length;
		const cut = omittedBytes > 0;
		const begin = Buffer.concat(head);
		return {
			head: cut ? wholeEnd(begin) : Buffer.concat([begin, end]).toString(),
			tail: cut ? wholeStart(end) : '',
			bytes,
			omittedBytes,
		};
	};
	return { add, done };
}

/** Returns the text for people and models. A note replaces the dropped part. */
export function renderCaptured(captured: Captured): string {
	if (captured.omittedBytes === 0) return captured.head;
	return `${captured.head}\n[… ${captured.omittedBytes} bytes left out here …]\n${captured.tail}`;
}

function lastOf(chunks: readonly Buffer[], size: number): Buffer {
	const all = Buffer.concat(chunks);
	return size === 0 ? Buffer.alloc(0) : Buffer.from(all.subarray(-size));
}

/** Drops an incomplete UTF-8 sequence at the end. */
function wholeEnd(bytes: Buffer): string {
	let end = bytes.length;
	while (end > 0 && bytes.length - end < 3 && isContinuation(bytes[end - 1])) end -= 1;
	const lead = bytes[end - 1] ?? 0;
	const need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
	return bytes.subarray(0, bytes.length - end + 1 < need ? end - 1 : bytes.length).toString();
}

function wholeStart(bytes: Buffer): string {
	let start = 0;
	while (start < 3 && isContinuation(bytes[start])) start += 1;
	return bytes.subarray(start).toString();
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}
