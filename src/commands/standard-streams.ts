import { readSync, writeSync } from 'node:fs';

const mostBytes = 65_536;

/**
 * Yields the lines of standard input, each as soon as it arrives. The last line may have no line break. It reads without a stream,
 * because opening one costs a short process more than all its other work.
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

/** Writes a whole line to standard output, even if the reader is slow. */
export function printLine(text: string, descriptor = 1): void {
	writeText(`${text}\n`, descriptor);
}

/** Writes a whole text, even if the reader is slow. */
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

/** Tries again if the other side made the pipe non-blocking and is not ready yet. */
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
