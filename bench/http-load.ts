import { connect, type Socket } from 'node:net';

/** How a server answered under load. */
export interface Load {
	/** Answers per second. */
	readonly rate: number;
	/** The time from the planned moment of a request to its answer, in milliseconds, ascending. */
	readonly times: readonly number[];
	/** The number of answers with another status than 2xx. */
	readonly bad: number;
}

/**
 * A connection that stays open, with one request at a time. It is simple, because the client must cost less than the server that it
 * measures.
 */
class Line {
	readonly #socket: Socket;
	#text = '';
	#answered: ((isGood: boolean) => void) | undefined;

	constructor(port: number) {
		this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
		this.#socket.on('data', (chunk) => this.#read(chunk.toString('latin1')));
	}

	ask(bytes: Buffer): Promise<boolean> {
		return new Promise((resolve, reject) => {
			this.#answered = resolve;
			this.#socket.once('error', reject);
			this.#socket.write(bytes, () => this.#socket.removeListener('error', reject));
		});
	}

	close(): void {
		this.#socket.destroy();
	}

	#read(chunk: string): void {
		this.#text += chunk;
		const head = this.#text.indexOf('\r\n\r\n');
		if (head === -1) return;
		const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1] ?? 0);
		if (this.#text.length < head + 4 + length) return;
		const isGood = this.#text.startsWith('HTTP/1.1 2');
		this.#text = '';
		this.#answered?.(isGood);
	}
}

/** Sends requests over a few connections, the next one after each answer. */
export async function fullLoad(port: number, bytes: Buffer, { lines = 10, milliseconds = 3000 }): Promise<Load> {
	const all = Array.from({ length: lines }, () => new Line(port));
	const times: number[] = [];
	let bad = 0;
	const start = performance.now();
	await Promise.all(
		all.map(async (line) => {
			for (let begun = start; begun - start < milliseconds; begun = performance.now()) {
				if (!(await line.ask(bytes))) bad++;
				times.push(performance.now() - begun);
			}
		}),
	);
	for (const line of all) line.close();
	return { rate: (times.length * 1000) / (performance.now() - start), times: times.sort((a, b) => a - b), bad };
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered. If a server stalls, the times of all later requests show it.
 */
export async function steadyLoad(port: number, bytes: Buffer, { perSecond = 500, milliseconds = 3000 }): Promise<Load> {
	const free: Line[] = [];
	const all: Line[] = [];
	const times: number[] = [];
	let bad = 0;
	const send = async (due: number): Promise<void> => {
		let line = free.pop();
		if (line === undefined) {
			line = new Line(port);
			all.push(line);
		}
		if (!(await line.ask(bytes))) bad++;
		times.push(performance.now() - due);
		free.push(line);
	};
	const start = performance.now();
	const count = Math.round((perSecond * milliseconds) / 1000);
	const sent: Promise<void>[] = [];
	for (let index = 0; index < count; ) {
		const due = start + (index * 1000) / perSecond;
		if (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
		else {
			sent.push(send(due));
			index++;
		}
	}
	await Promise.all(sent);
	for (const line of all) line.close();
	return { rate: (count * 1000) / (performance.now() - start), times: times.sort((a, b) => a - b), bad };
}
