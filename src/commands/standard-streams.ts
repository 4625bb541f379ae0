import { readSync, writeSync } from 'node:fs';

const mostBytes = 65_536;

/**
 * The lines of standard input, each as soon as it is there; the last one may end without a line break. It is read without a stream,
 * because setting one up costs a short-lived process more than all that it does.
 */
export function* standardInputLines(descriptor = 0): Generator<string> {
	const decoder = new TextDecoder();
	const buffer = Buffer.alloc(mostBytes);
	let rest = '';
	for (let count = read(descriptor, buffer); count > 0; count = read(descriptor, buffer)) {
		rest += decoder.decode(buffer.subarray(0, count), { stream: true });
		if (!rest.includes('\n')) continue;
		const lines = rest.split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
	if (rest !== '') yield rest;
}

/** Writes a line to standard output, whole, however slowly it is read. */
export function printLine(text: string, descriptor = 1): void {
	writeText(`${text}\n`, descriptor);
}

/** Writes text, whole, however slowly it is read. */
export function writeText(text: string, descriptor = 1): void {
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; ) at += patiently(() => writeSync(descriptor, bytes, at));
}

function read(descriptor: number, buffer: Buffer): number {
	try {
		return patiently(() => readSync(descriptor, buffer));
	} catch (thrown) {
		if (codeOf(thrown) === 'EOF') return 0;
		throw thrown;
	}
}

/** Tries again where the other side made the pipe a non-blocking one and is not ready yet. */
function patiently(act: () => number): number {
	for (;;) {
		try {
			return act();
		} catch (thrown) {
			if (codeOf(thrown) !== 'EAGAIN') throw thrown;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
		}
	}
}

function codeOf(thrown: unknown): unknown {
	return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
