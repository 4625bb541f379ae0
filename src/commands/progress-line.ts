import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Says on a terminal how far a long command is; anywhere else it says nothing. */
export interface ProgressLine {
	/** Whether anybody sees it: what is only counted for it need not be counted. */
	readonly isShown: boolean;
	/** So many are done. */
	readonly reach: (done: number) => void;
	/** Takes the line away, so that what is printed next stands alone; it comes again while the work goes on. */
	readonly clear: () => void;
}

export interface ProgressOptions {
	/** What is being done: `Verifying run.zip`. */
	readonly doing: string;
	/** What `reach` comes to in the end, asked for once it is to be shown; undefined where nobody knows. */
	readonly total?: () => number | undefined;
	/** What is counted; bytes where it is left out. */
	readonly unit?: string;
	/** The terminal, so that a test can be one. */
	readonly terminal?: Terminal;
}

export interface Terminal {
	readonly isTerminal: () => boolean;
	readonly write: (text: string) => void;
	/** Milliseconds. */
	readonly now: () => number;
}

/** Standard error without its stream: setting one up would cost every short command. */
const standardError: Terminal = {
	isTerminal: () => isatty(2),
	write: (text) => void writeSync(2, text),
	now: () => performance.now(),
};

const patience = 1000;
const pause = 200;
/** To the line's beginning, and away with what stands there. */
const wipe = '\r\u001b[2K';

/** A line that appears when a command takes more than a second, and changes at most five times a second. */
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
