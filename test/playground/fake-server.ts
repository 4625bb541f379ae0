import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { contentPolicy } from '../../playground/content-policy.ts';
import type { Acted, Action, Changed } from '../../playground/protocol.ts';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
/** A server with the views of a test. The test changes them and notifies the page. */
export interface FakeServer {
	readonly address: string;
	/** The views by their paths, such as `/api/threads/3`. */
	readonly views: Map<string, unknown>;
	readonly actions: Action[];
	answer: (action: Action) => Acted;
	readonly tell: (changed: Changed) => void;
	/** Breaks the connections that notify the page. */
	readonly drop: () => void;
	readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export async function startFakeServer(folder: string, views: Readonly<Record<string, unknown>>): Promise<FakeServer> {
	const listeners = new Set<ServerResponse>();
	const server = createServer((request, response) => void serve(request, response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const fake: FakeServer = {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?token=secret`,
		views: new Map(Object.entries(views)),
		actions: [],
		answer: () => ({ ok: true }),
		tell: (changed) => {
			for (const one of listeners) one.write(`data: ${JSON.stringify(changed)}\n\n`);
		},
		drop: () => {
			for (const one of listeners) one.destroy();
		},
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};

	async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
		if (!pathname.startsWith('/api/')) return sendFile(response, folder, pathname);
		const given = request.headers.authorization ?? `Bearer ${searchParams.get('token')}`;
		if (given !== 'Bearer secret') return send(response, 401, { why: 'The token is wrong.' });
		if (pathname === '/api/changes') {
			response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
			response.write(':\n\n');
			listeners.add(response);
			response.on('close', () => listeners.delete(response));
			return;
		}
		if (pathname === '/api/act') {
			const action = JSON.parse(await textOf(request)) as Action;
			fake.actions.push(action);
			return send(response, 200, fake.answer(action));
		}
		const view = fake.views.get(pathname);
		return view === undefined ? send(response, 404, { why: 'There is no such view.' }) : send(response, 200, view);
	}
	return fake;
}

function sendFile(response: ServerResponse, folder: string, pathname: string): void {
	const name = pathname === '/' ? 'index.html' : pathname.slice(1);
	const headers = { 'content-type': types[extname(name)] ?? 'text/plain', 'content-security-policy': contentPolicy };
	response.writeHead(200, headers).end(readFileSync(join(folder, name)));
}

function send(response: ServerResponse, status: number, body: unknown): void {
	const isText = typeof body === 'string';
	response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
	response.end(isText ? body : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text;
}
