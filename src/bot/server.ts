import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { CountersignError } from '../core/index.ts';

/** The answer to a request. If `close` is set, the server closes the connection after it. */
export interface Answer {
	readonly status: number;
	readonly body?: object;
	readonly close?: boolean;
	/** The method that this path accepts. */
	readonly allow?: string;
}

/** A function that answers requests to one path and method. */
export type Route = (request: IncomingMessage) => Promise<Answer>;
export type Routes = Readonly<Record<string, { readonly method: 'GET' | 'POST'; readonly route: Route }>>;

export interface ServerLimits {
	/** The time limit for reading a whole request. Milliseconds. */
	readonly request: number;
	/** The time limit for open requests at shutdown. Milliseconds. */
	readonly shutdown: number;
}

export const defaultLimits: ServerLimits = { request: 20_000, shutdown: 10_000 };

/** A server that accepts requests. */
export interface Listening {
	readonly port: number;
	/** Accepts no new requests, and waits for the open ones until the time limit. */
	close(): Promise<void>;
}

/** Serves routes over HTTP. @throws CountersignError `bad-input` if it cannot listen at the address. */
export async function listen(
	routes: Routes,
	{ host, port }: { readonly host: string; readonly port: number },
	{ request, shutdown }: ServerLimits = defaultLimits,
): Promise<Listening> {
	const options = {
		requestTimeout: request,
		headersTimeout: Math.min(request, 10_000),
		connectionsCheckingInterval: Math.min(request, 1000),
		keepAliveTimeout: 30_000,
	};
	const state = { closing: false };
	const server = createServer(options, (incoming, response) => void serve(routes, incoming, response, state));
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error) => reject(unlistenable(host, port, error)));
		server.listen(port, host, resolve);
	});
	const address = server.address();
	return {
		port: typeof address === 'object' && address !== null ? address.port : port,
		close: () => {
			state.closing = true;
			return closed(server, shutdown);
		},
	};
}

const why: Readonly<Record<string, string>> = {
	EADDRINUSE: 'something listens there already',
	EACCES: 'this account may not listen there',
	EADDRNOTAVAIL: 'HOST is not an address of this machine',
	ENOTFOUND: 'HOST is not an address of this machine',
};

function unlistenable(host: string, port: number, cause: NodeJS.ErrnoException): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `The bot cannot listen at ${host}, port ${port}: ${why[cause.code ?? ''] ?? cause.message}.`,
		fix: 'Set HOST and PORT to a free address of this machine, or stop the program that listens there.',
		cause,
	});
}

async function serve(
	routes: Routes,
	request: IncomingMessage,
	response: ServerResponse,
	state: { readonly closing: boolean },
): Promise<void> {
	try {
		const answer = await answerOf(routes, request);
		// An open keep-alive connection would keep the server running, so it is closed.
		send(state.closing ? { ...answer, close: true } : answer, response);
	} catch {
		// The connection broke while the body was read. A route handles its own errors.
		response.destroy();
	}
}

async function answerOf(routes: Routes, request: IncomingMessage): Promise<Answer> {
	const [path = ''] = (request.url ?? '').split('?');
	const found = Object.hasOwn(routes, path) ? routes[path] : undefined;
	if (found === undefined) return { status: 404, close: true };
	if (request.method !== found.method) return { status: 405, close: true, allow: found.method };
	return found.route(request);
}

function send({ status, body, close = false, allow }: Answer, response: ServerResponse): void {
	const text = body === undefined ? '' : `${JSON.stringify(body)}\n`;
	response.statusCode = status;
	response.setHeader('cache-control', 'no-store');
	if (allow !== undefined) response.setHeader('allow', allow);
	if (close) response.setHeader('connection', 'close');
	if (text !== '') response.setHeader('content-type', 'application/json');
	response.setHeader('content-length', Buffer.byteLength(text));
	response.end(text);
}

async function closed(server: Server, milliseconds: number): Promise<void> {
	const done = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	const patience = setTimeout(() => server.closeAllConnections(), milliseconds);
	await done;
	clearTimeout(patience);
}
