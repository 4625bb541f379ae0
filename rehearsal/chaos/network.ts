import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';
import { Tally } from './tally.ts';

interface Request {
	readonly path: string;
	readonly headers: Record<string, string>;
	readonly body: Buffer;
}

interface Answer {
	readonly status: number;
	readonly text: string;
}

const mostCopies = 5;
/** The longest delay of a delivery. Within it, deliveries overtake each other. Milliseconds. */
const window = 3000;
const patience = 10_000;

/**
 * The bot's public address. Each delivery of GitHub arrives one to five times, in any order, at any replica. GitHub gets the answer to the
 * first copy. Jobs request their token here, and any replica answers.
 */
export class Network {
	readonly statuses = new Tally();
	isCalm = false;
	readonly #random: Random;
	readonly #ports: () => readonly number[];
	readonly #server = createServer((request, response) => void this.#serve(request, response));
	readonly #known = new Set<string>();
	#inFlight = 0;

	constructor(random: Random, ports: () => readonly number[]) {
		this.#random = random;
		this.#ports = ports;
	}

	async open(): Promise<void> {
		await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	get isQuiet(): boolean {
		return this.#inFlight === 0;
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((closed) => this.#server.close(closed));
	}

	async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const request = await readRequest(message);
		const guid = request.headers['x-github-delivery'];
		const answer = await (guid === undefined ? this.#send(request) : this.#deliver(guid, request));
		if (answer === undefined) return void response.destroy();
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
	}

	/** A redelivery arrives only once, because the first delivery already had copies. */
	async #deliver(guid: string, request: Request): Promise<Answer | undefined> {
		const isFirst = !this.#known.has(guid);
		this.#known.add(guid);
		const copies = isFirst && !this.isCalm ? this.#random.between(1, mostCopies) : 1;
		const delays = Array.from({ length: copies }, () => (this.isCalm ? 0 : this.#random.next() * window));
		const [first, ...others] = delays.sort((one, other) => one - other).map((delay) => this.#copy(delay, request));
		void Promise.all(others);
		return first;
	}

	async #copy(delay: number, request: Request): Promise<Answer | undefined> {
		this.#inFlight++;
		await sleep(delay);
		const answer = await this.#send(request);
		this.#inFlight--;
		this.statuses.add(answer?.status ?? 502);
		return answer;
	}

	/** Returns undefined if no replica was there, or if it was killed before it answered. */
	async #send({ path, headers, body }: Request): Promise<Answer | undefined> {
		const port = this.#random.of(this.#ports());
		try {
			const signal = AbortSignal.timeout(patience);
			const init = { method: 'POST', headers, body: new Uint8Array(body), signal };
			const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
			return { status: response.status, text: await response.text() };
		} catch {
			return undefined;
		}
	}
}

const hopByHop = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

async function readRequest(message: IncomingMessage): Promise<Request> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	const headers = Object.entries(message.headers).filter(([name]) => !hopByHop.has(name));
	return {
		path: message.url ?? '/',
		headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
		body: Buffer.concat(chunks),
	};
}
