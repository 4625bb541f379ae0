import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of a provider, as it goes over the wire. `cut`: the connection breaks after the body. */
export interface Answer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: string;
	readonly cut?: boolean;
}

export interface Seen {
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** A provider on this machine that returns the queued answers in order, and records the requests. */
export class Loopback {
	readonly seen: Seen[] = [];
	readonly #answers: Answer[] = [];
	readonly #server: Server;

	constructor() {
		this.#server = createServer(async (request, response) => {
			const parts: Buffer[] = [];
			for await (const part of request) parts.push(part as Buffer);
			this.seen.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
			const { status = 200, headers = {}, body, cut = false } = this.#answers.shift() ?? { status: 418, body: '{}' };
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			// Two writes, so that the stream is split at an arbitrary place.
			const bytes = Buffer.from(body);
			response.write(bytes.subarray(0, bytes.length / 2));
			setImmediate(() => {
				if (!cut) response.end(bytes.subarray(bytes.length / 2));
				else response.write(bytes.subarray(bytes.length / 2), () => response.destroy());
			});
		});
	}

	async start(): Promise<void> {
		await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((done) => this.#server.close(done));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	queue(...answers: readonly Answer[]): void {
		this.#answers.push(...answers);
	}

	/** Clears everything, and returns the answers that were not used. */
	reset(): readonly Answer[] {
		this.seen.length = 0;
		return this.#answers.splice(0);
	}
}

const eventStream = { 'content-type': 'text/event-stream' };

/** A chat completion as OpenAI streams it. */
export function completion(...chunks: readonly object[]): Answer {
	const lines = chunks.map(
		(chunk) =>
			`data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', ...chunk })}\n\n`,
	);
	return { headers: eventStream, body: `${lines.join('')}data: [DONE]\n\n` };
}

export const delta = (part: object, finish: string | null = null): object => ({
	choices: [{ index: 0, delta: part, finish_reason: finish }],
});

export const finish = (reason: string): object => delta({}, reason);

export const usage = (prompt: number, output: number, cached = 0): object => ({
	choices: [],
	usage: {
		prompt_tokens: prompt,
		completion_tokens: output,
		total_tokens: prompt + output,
		prompt_tokens_details: { cached_tokens: cached },
	},
});

export const callDelta = (
	index: number | undefined,
	id: string | undefined,
	name: string | undefined,
	args: string,
): object =>
	delta({
		tool_calls: [
			{
				...(index === undefined ? {} : { index }),
				...(id === undefined ? {} : { id, type: 'function' }),
				function: { ...(name === undefined ? {} : { name }), arguments: args },
			},
		],
	});

/** A reply as Ollama streams it: a line of JSON for each part. */
export function lines(...parts: readonly object[]): Answer {
	const made = { model: 'm', created_at: '2026-11-22T12:00:00Z' };
	return {
		headers: { 'content-type': 'application/x-ndjson' },
		body: parts.map((part) => `${JSON.stringify({ ...made, ...part })}\n`).join(''),
	};
}

export const said = (message: object): object => ({
	message: { role: 'assistant', content: '', ...message },
	done: false,
});

export const done = (figures: object = { prompt_eval_count: 40, eval_count: 6 }): object => ({
	message: { role: 'assistant', content: '' },
	done: true,
	done_reason: 'stop',
	...figures,
});
