import type { Readable } from 'node:stream';

/** The result of a question. */
export type Typed =
	| { readonly kind: 'line'; readonly text: string }
	| { readonly kind: 'closed' | 'over' | 'interrupted' };

/** The person at the terminal. */
export interface Keyboard {
	/** Asks for one line. Returns `over` if no line arrives in time. */
	ask(prompt: string, until: Date): Promise<Typed>;
}

/** How long to wait for input that was typed before the question. Milliseconds. */
const drainMs = 60;
/** The longest answer. A terminal cuts a line after 4095 bytes, and half an answer is not valid. */
const longestLine = 4_000;
/** The byte of Ctrl-C, if the terminal sends no signal for it. */
const interruptByte = 3;
/** The longest time that one of Node's timers can wait. Milliseconds. */
const longestWait = 2_147_483_647;

/** Standard input. In raw mode, a terminal passes on input before the line is complete. */
type Terminal = Readable & { readonly setRawMode?: (isRaw: boolean) => unknown };

export interface KeyboardOptions {
	readonly input: Terminal;
	readonly write: (text: string) => void;
	readonly interruption: AbortSignal;
	/** Called for Ctrl-C, while the terminal passes it on as a byte. */
	readonly interrupt?: () => void;
}

/**
 * Reads answers line by line. Threat: text that was typed earlier could answer a question that the person had not seen yet. So it is thrown
 * away before the question is shown. This includes the beginning of a line, which a terminal keeps until Enter.
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
		// In raw mode, the terminal also passes on a line that is not complete.
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
