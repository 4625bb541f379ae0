import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentPolicy } from '../content-policy.ts';
import type { Acted } from '../protocol.ts';
import { act } from '../world/acts.ts';
import type { World } from '../world/world.ts';
import { actionSchema } from './action-schema.ts';
import { type Entrance, refusalOf } from './entrance.ts';
import { type PageFile, readPageFiles } from './page-files.ts';

const mostBodyBytes = 1_000_000;
const beatEveryMs = 20_000;

/** The headers of each answer. Only a header can forbid that another page shows this one in a frame. */
const headers = {
	'content-security-policy': `${contentPolicy}; frame-ancestors 'none'`,
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'cache-control': 'no-store',
};

export interface ServerOptions {
	readonly world: World;
	/** The built page. */
	readonly page: string;
	/** 0 means any free port. */
	readonly port: number;
}

/** The web server of the playground, on 127.0.0.1 only. */
export class PlaygroundServer implements AsyncDisposable {
	readonly #server: Server;
	readonly #world: World;
	readonly #files: ReadonlyMap<string, PageFile>;
	readonly #token = randomBytes(24).toString('base64url');

	private constructor({ world, page }: ServerOptions) {
		this.#world = world;
		this.#files = readPageFiles(page);
		this.#server = createServer((request, response) => {
			// Threat: an unexpected request must not end the playground.
			this.#answer(request, response).catch((error: unknown) => failed(response, error));
		});
	}

	/** @throws the error of `listen`, such as `EADDRINUSE`. */
	static async listen(options: ServerOptions): Promise<PlaygroundServer> {
		const server = new PlaygroundServer(options);
		await new Promise<void>((resolve, reject) => {
			server.#server.once('error', reject);
			server.#server.listen(options.port, '127.0.0.1', resolve);
		});
		return server;
	}

	/** The address with the token, for the browser. */
	get address(): string {
		return `http://${this.#entrance.host}/?token=${this.#token}`;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((closed) => this.#server.close(closed));
	}

	get #entrance(): Entrance {
		return { host: `127.0.0.1:${(this.#server.address() as AddressInfo).port}`, token: this.#token };
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
		const pathname = URL.parse(request.url ?? '/', 'http://127.0.0.1')?.pathname;
		const refusal = refusalOf(request, this.#entrance, pathname?.startsWith('/api/') === true);
		if (refusal !== undefined) json(response, refusal.status, { why: refusal.why });
		else if (pathname === undefined) json(response, 400, { why: 'This address cannot be read.' });
		else if (pathname === '/api/act' && request.method === 'POST') json(response, 200, await this.#act(request));
		else if (request.method !== 'GET') json(response, 405, { why: 'This address can only be read.' });
		else if (pathname === '/api/changes') this.#stream(request, response);
		else if (pathname.startsWith('/api/')) await this.#show(pathname, response);
		else this.#serve(pathname, response);
	}

	#serve(pathname: string, response: ServerResponse): void {
		const file = this.#files.get(pathname);
		if (file === undefined) json(response, 404, { why: 'There is no such page.' });
		else response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
	}

	async #show(pathname: string, response: ServerResponse): Promise<void> {
		const [, , view, id = ''] = pathname.split('/');
		// Reading changes nothing, so it is tried again. It fails if a process of git is killed meanwhile.
		const found = await this.#viewOf(view, id).catch(() => this.#viewOf(view, id));
		if (found === undefined) json(response, 404, { why: 'There is no such view.' });
		else json(response, 200, found);
	}

	async #viewOf(view: string | undefined, id: string): Promise<object | undefined> {
		if (view === 'world') return this.#world.view();
		if (view === 'threads') return /^[1-9]\d{0,8}$/.test(id) ? this.#world.thread(Number(id)) : undefined;
		return view === 'runs' ? this.#world.run(id) : undefined;
	}

	async #act(request: IncomingMessage): Promise<Acted> {
		const parsed = actionSchema.safeParse(await bodyOf(request));
		if (!parsed.success) return { ok: false, why: 'The page sent something that the server does not know.' };
		try {
			const acted = await act(this.#world, parsed.data);
			this.#world.changed('thread' in parsed.data ? parsed.data.thread : undefined);
			return acted;
		} catch (error) {
			// The local GitHub refused it, as the real one would: a closed thread, a missing right.
			return { ok: false, why: error instanceof Error ? error.message : String(error) };
		}
	}

	/** Server-sent events. A comment line now and then keeps the connection open. */
	#stream(request: IncomingMessage, response: ServerResponse): void {
		response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
		const end = this.#world.changes.listen((changed) => response.write(`data: ${JSON.stringify(changed)}\n\n`));
		const beat = setInterval(() => response.write(':\n\n'), beatEveryMs);
		request.once('close', () => {
			clearInterval(beat);
			end();
		});
	}
}

function failed(response: ServerResponse, error: unknown): void {
	console.error('The playground made a mistake:', error);
	if (!response.headersSent) json(response, 500, { why: 'The playground made a mistake. The terminal shows it.' });
}

function json(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Undefined if it is too long or not JSON. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of request as AsyncIterable<Buffer>) {
		bytes += piece.length;
		// The rest is read, too, because a client that is still sending would not receive the answer.
		if (bytes <= mostBodyBytes) pieces.push(piece);
	}
	if (bytes > mostBodyBytes) return undefined;
	try {
		return JSON.parse(Buffer.concat(pieces).toString());
	} catch {
		return undefined;
	}
}
