import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Shows the progress of a long command on a terminal. Without a terminal it shows nothing. */
export interface ProgressLine {
	/** Whether the line is visible. If not, the caller need not count. */
	readonly isShown: boolean;
	/** Reports how much is done. */
	readonly reach: (done: number) => void;
	/** Removes the line, so that other output has a line for itself. The line comes back while the work continues. */
	readonly clear: () => void;
}

export interface ProgressOptions {
	/** What is being done: `Verifying run.zip`. */
	readonly doing: string;
	/** Returns the final value of `reach`. Called only when the line is shown. Undefined if it is not known. */
	readonly total?: () => number | undefined;
	/** The unit of the numbers. Bytes if left out. */
	readonly unit?: string;
	/** The terminal. A test can replace it. */
	readonly terminal?: Terminal;
}

export interface Terminal {
	readonly isTerminal: () => boolean;
	readonly write: (text: string) => void;
	/** Milliseconds. */
	readonly now: () => number;
}

/** Standard error without its stream, because opening the stream would slow down every short command. */
const standardError: Terminal = {
	isTerminal: () => isatty(2),
	write: (text) => void writeSync(2, text),
	now: () => performance.now(),
};

const patience = 1000;
const pause = 200;
/** Moves to the beginning of the line, and clears it. */
const wipe = '\r\u001b[2K';

/** Returns a line that appears if a command takes more than a second, and changes at most five times a second. */
export function createProgressLine({ doing, total, unit, terminal = standardError }: ProgressOptions): ProgressLine {
	const isShown = terminal.isTerminal();
	let next = isShown ? terminal.now() + patience : Number.POSITIVE_INFINITY;
	let hasLine = false;
	let known: { readonly total: number | undefined } | undefined;
	return {
		isShown,
		reach(done) {
			if (!isShown || terminal.now() < next) return;
			next = terminal.now() + pause;
			hasLine = true;
			known ??= { total: total?.() };
			terminal.write(`${wipe}${doing}: ${howFar(done, known.total, unit)}`);
		},
		clear() {
			if (hasLine) terminal.write(wipe);
			hasLine = false;
		},
	};
}

function howFar(done: number, total: number | undefined, unit: string | undefined): string {
	const count = unit === undefined ? megabytes : (number: number) => `${number} ${unit}`;
	if (total === undefined || total === 0) return count(done);
	return `${Math.min(100, Math.floor((100 * done) / total))} % of ${count(total)}`;
}

function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
