import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';

/** Lines for whoever reads them. */
export interface LineLog {
	/** Never waits and never throws, whoever reads or does not. */
	readonly print: (line: string) => void;
	/** Writes what is left, as long as somebody reads it. */
	close(): Promise<void>;
}

/** What waits for a slow reader at most. Bytes. */
const mostWaiting = 1024 * 1024;
/** For the last lines, once the program ends. Milliseconds. */
const patience = 1000;

/** Writes text to a descriptor, whole, and waits where it must. @throws where nobody can read it. */
export type WriteText = (text: string, descriptor: number) => void;

/**
 * The log of a program that must go on answering when its log is not read, or its reader is gone: lines that find no room are dropped and
 * counted. That nobody reads any more is told once, on standard error.
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
		write('countersign: Nobody reads the log any more: it goes on without one.\n', 2);
	} catch {
		// Standard error is gone as well.
	}
}

interface State {
	isGone: boolean;
	/** Lines that found no room. */
	lost: number;
}

/** Node's own standard output writes to pipes and waits: a reader that does not read would stop the whole program. */
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
