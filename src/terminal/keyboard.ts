import type { Readable } from 'node:stream';

/** What came of a question. */
export type Typed =
	| { readonly kind: 'line'; readonly text: string }
	| { readonly kind: 'closed' | 'over' | 'interrupted' };

/** The person before the terminal. */
export interface Keyboard {
	/** Asks for one line; `over` when the time is over before it comes. */
	ask(prompt: string, until: Date): Promise<Typed>;
}

/** Time in which what was typed before comes in. Milliseconds. */
const drainMs = 60;
/** A terminal cuts a line off behind 4095 bytes, and half an answer is none. */
const longestLine = 4_000;
/** Ctrl-C, where the terminal makes no signal of it. */
const interruptByte = 3;
/** What a timer can wait at most. */
const longestWait = 2_147_483_647;

/** Standard input; a terminal can be told to hand over what it has, line or not. */
type Terminal = Readable & { readonly setRawMode?: (isRaw: boolean) => unknown };

export interface KeyboardOptions {
	readonly input: Terminal;
	readonly write: (text: string) => void;
	readonly interruption: AbortSignal;
	/** What Ctrl-C does; for the moments in which the terminal hands it over as a byte. */
	readonly interrupt?: () => void;
}

/**
 * Reads answers line by line. Threat: what was typed ahead would answer a question that nobody had seen yet, so it is thrown away before
 * the question is shown: also the beginning of a line, which a terminal keeps to itself until Enter completes it.
 */
export function createKeyboard({ input, write, interruption, interrupt }: KeyboardOptions): Keyboard {
	let isClosed = false;
	input.once('end', () => {
		isClosed = true;
	});
	return {
		ask: async (prompt, until) => {
			await drained(input, interrupt);
			if (interruption.aborted) return { kind: 'interrupted' };
			if (isClosed || input.readableEnded) return { kind: 'closed' };
			write(prompt);
			return lineFrom(input, until, interruption);
		},
	};
}

function drained(input: Terminal, interrupt?: () => void): Promise<void> {
	const drop = (chunk: Buffer): void => {
		if (chunk.includes(interruptByte)) interrupt?.();
	};
	return new Promise((resolve) => {
		// Without lines, the terminal gives away the one that was begun.
		input.setRawMode?.(true);
		input.on('data', drop);
		input.resume();
		setTimeout(() => {
			input.pause();
			input.off('data', drop);
			input.setRawMode?.(false);
			resolve();
		}, drainMs);
	});
}

function lineFrom(input: Readable, until: Date, interruption: AbortSignal): Promise<Typed> {
	return new Promise((resolve) => {
		const decoder = new TextDecoder();
		let text = '';
		const end = (typed: Typed): void => {
			clearTimeout(timer);
			input.off('data', take).off('end', close).off('error', close);
			interruption.removeEventListener('abort', stop);
			input.pause();
			resolve(typed);
		};
		const take = (chunk: Buffer): void => {
			text += decoder.decode(chunk, { stream: true });
			const at = text.search(/[\r\n]/);
			const line = at === -1 ? text : text.slice(0, at);
			const isTooLong = Buffer.byteLength(line) > longestLine;
			if (at !== -1) end({ kind: 'line', text: isTooLong ? '' : line });
			else if (isTooLong) text = line.slice(0, longestLine + 1);
		};
		const close = (): void => end({ kind: 'closed' });
		const stop = (): void => end({ kind: 'interrupted' });
		const left = Math.max(0, until.getTime() - Date.now());
		const timer = setTimeout(() => end({ kind: 'over' }), Math.min(left, longestWait));
		input.on('data', take).once('end', close).once('error', close);
		interruption.addEventListener('abort', stop, { once: true });
		input.resume();
	});
}
