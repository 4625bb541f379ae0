import type { ReadMarkdown } from './markdown-html.ts';

/** The part of a worker that is used here. */
interface MarkdownWorker {
	readonly postMessage: (markdown: string) => void;
	readonly terminate: () => void;
}

/** The events of a worker. It reports once that it is ready, and then answers each text. */
export interface MarkdownEvents {
	readonly ready: () => void;
	readonly answered: (read: ReadMarkdown) => void;
	readonly broken: (why: string) => void;
}

interface ReaderOptions {
	readonly start: (events: MarkdownEvents) => MarkdownWorker;
	/** The longest time for one text. Milliseconds. */
	readonly limit?: number;
	/** The most that is remembered. Characters. */
	readonly memory?: number;
}

type Tell = (read: ReadMarkdown) => void;

/**
 * Reads Markdown of others in a worker, one text at a time and the newest request first. If a worker takes too long or fails, another
 * replaces it, and its text is never tried again.
 */
export class MarkdownReader {
	readonly #start: ReaderOptions['start'];
	readonly #limit: number;
	readonly #memory: number;
	/** The callbacks that wait for each text. The newest request is the last. */
	readonly #wishes = new Map<string, Set<Tell>>();
	/** The results so far. The oldest is the first. */
	readonly #known = new Map<string, ReadMarkdown>();
	#size = 0;
	#worker: MarkdownWorker | undefined;
	#isReady = false;
	#current: string | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor({ start, limit = 2_000, memory = 4_000_000 }: ReaderOptions) {
		this.#start = start;
		this.#limit = limit;
		this.#memory = memory;
	}

	/** Returns the result for the text, if it is already known. */
	known(markdown: string): ReadMarkdown | undefined {
		return this.#known.get(markdown);
	}

	/** Passes the result for the text to `tell`: now if it is known, or later. The returned function cancels the request. */
	read(markdown: string, tell: Tell): () => void {
		const known = this.known(markdown);
		if (known !== undefined) {
			tell(known);
			return () => undefined;
		}
		const tells = this.#wishes.get(markdown) ?? new Set();
		this.#wishes.delete(markdown);
		this.#wishes.set(markdown, tells.add(tell));
		this.#next();
		return () => {
			tells.delete(tell);
			if (tells.size === 0 && markdown !== this.#current) this.#wishes.delete(markdown);
		};
	}

	#next(): void {
		const newest = [...this.#wishes.keys()].at(-1);
		if (newest === undefined || this.#current !== undefined) return;
		this.#worker ??= this.#started();
		// The time limit does not include the time in which the worker's file loads.
		if (!this.#isReady) return;
		this.#current = newest;
		this.#timer = setTimeout(
			() => this.#giveUp(`it takes longer than ${this.#limit / 1000} seconds to read.`),
			this.#limit,
		);
		this.#worker.postMessage(newest);
	}

	#started(): MarkdownWorker {
		this.#isReady = false;
		// A message of a worker that was ended may still arrive.
		const unlessEnded =
			<Said>(act: (said: Said) => void) =>
			(said: Said) =>
				this.#worker === worker && act(said);
		const worker = this.#start({
			ready: unlessEnded<void>(() => {
				this.#isReady = true;
				this.#next();
			}),
			answered: unlessEnded<ReadMarkdown>((read) => this.#finish(this.#current, read)),
			broken: unlessEnded<string>((why) => this.#giveUp(`it cannot be read in this browser: ${why}.`)),
		});
		return worker;
	}

	#giveUp(why: string): void {
		this.#worker?.terminate();
		this.#worker = undefined;
		this.#finish(this.#current ?? [...this.#wishes.keys()].at(-1), { why });
	}

	#finish(markdown: string | undefined, read: ReadMarkdown): void {
		clearTimeout(this.#timer);
		this.#current = undefined;
		if (markdown === undefined) return;
		this.#remember(markdown, read);
		const tells = this.#wishes.get(markdown) ?? [];
		this.#wishes.delete(markdown);
		for (const tell of tells) tell(read);
		this.#next();
	}

	#remember(markdown: string, read: ReadMarkdown): void {
		this.#known.set(markdown, read);
		this.#size += sizeOf(markdown, read);
		for (const [oldest, old] of this.#known) {
			if (this.#size <= this.#memory) return;
			this.#known.delete(oldest);
			this.#size -= sizeOf(oldest, old);
		}
	}
}

function sizeOf(markdown: string, read: ReadMarkdown): number {
	return markdown.length + ('html' in read ? read.html.length : 0);
}
