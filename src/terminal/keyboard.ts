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
const longestLine = 4_000;
/** What a timer can wait at most. */
const longestWait = 2_147_483_647;

export interface KeyboardOptions {
	readonly input: Readable;
	readonly write: (text: string) => void;
	readonly interruption: AbortSignal;
}

/**
 * Reads answers line by line. Threat: what was typed ahead would answer a question that nobody had seen yet, so it is thrown away before
 * the question is shown.
 */
export function createKeyboard({ input, write, interruption }: KeyboardOptions): Keyboard {
	let isClosed = false;
	input.once('end', () => {
		isClosed = true;
	});
	return {
		ask: async (prompt, until) => {
			await drained(input);
			if (interruption.aborted) return { kind: 'interrupted' };
			if (isClosed || input.readableEnded) return { kind: 'closed' };
			write(prompt);
			return lineFrom(input, until, interruption);
		},
	};
}

function drained(input: Readable): Promise<void> {
	const drop = (): undefined => undefined;
	return new Promise((resolve) => {
		input.on('data', drop);
		input.resume();
		setTimeout(() => {
			input.pause();
			input.off('data', drop);
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
			text = (text + decoder.decode(chunk, { stream: true })).slice(0, longestLine);
			const at = text.search(/[\r\n]/);
			if (at !== -1) end({ kind: 'line', text: text.slice(0, at) });
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
