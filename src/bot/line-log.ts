import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';

/** A log of lines. */
export interface LineLog {
	/** Prints a line. Never waits and never throws, even if the reader is slow or gone. */
	readonly print: (line: string) => void;
	/** Writes the remaining lines, unless the reader is gone. */
	close(): Promise<void>;
}

/** The most bytes that may wait for a slow reader. */
const mostWaiting = 1024 * 1024;
/** How long `close` waits until the last lines are written. Milliseconds. */
const patience = 1000;

/** Writes the whole text to a descriptor, and waits if it must. @throws if there is no reader. */
export type WriteText = (text: string, descriptor: number) => void;

/**
 * Opens the log of a program that must keep working even if nobody reads its log, or reads it too slowly. The log drops lines that do not
 * fit, and counts them. If the reader is gone, the log says so once, on standard error.
 */
export function openLineLog(write: WriteText, descriptor = 1): LineLog {
	const state = { isGone: false, lost: 0 };
	const gone = (): void => {
		if (!state.isGone) lament(write);
		state.isGone = true;
	};
	const stat = fstatSync(descriptor);
	if (stat.isFIFO() || stat.isSocket()) return toPipe(openPipe(descriptor), state, gone);
	const print = (line: string): void => {
		if (state.isGone) return;
		try {
			write(`${line}\n`, descriptor);
		} catch {
			gone();
		}
	};
	return { print, close: () => Promise.resolve() };
}

function lament(write: WriteText): void {
	try {
		write('countersign: The log has no reader any more. The bot continues without it.\n', 2);
	} catch {
		// Standard error is gone as well.
	}
}

interface State {
	isGone: boolean;
	/** The number of dropped lines. */
	lost: number;
}

/** Node's own standard output waits when it writes to a pipe. If the reader stopped reading, the whole program would stop. */
function openPipe(descriptor: number): Socket {
	return new Socket({ fd: descriptor, readable: false, writable: true });
}

function toPipe(stream: Socket, state: State, gone: () => void): LineLog {
	const write = (line: string): unknown => stream.write(`${line}\n`);
	stream.on('error', gone);
	stream.on('drain', () => {
		if (state.lost > 0 && !state.isGone) write(lossLine(state.lost));
		state.lost = 0;
	});
	const print = (line: string): void => {
		if (state.isGone) return;
		if (stream.writableLength > mostWaiting) state.lost++;
		else write(line);
	};
	const close = async (): Promise<void> => {
		if (stream.closed) return;
		const ended = new Promise<void>((resolve) => stream.once('close', () => resolve()));
		const late = setTimeout(() => stream.destroy(), patience);
		stream.end(() => stream.destroy());
		await ended;
		clearTimeout(late);
	};
	return { print, close };
}

function lossLine(lines: number): string {
	return JSON.stringify({ time: new Date().toISOString(), level: 'warn', msg: 'the log was not read in time', lines });
}
