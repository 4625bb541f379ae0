import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { readAuthority, type Target } from './allowed-hosts.ts';
import { type Denial, isDenial, type ProxyGate } from './proxy-gate.ts';

/** Headers that are meant for one connection only (RFC 9110 7.6.1), or for the proxy. They are not forwarded. */
const hopByHop = new Set([
	...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
	...['proxy-authorization', 'proxy-authenticate', 'http2-settings', 'host'],
]);

/** Forwards a request in the form for proxies, `GET http://host/path`, and answers it. */
export async function forwardAbsolute(
	gate: ProxyGate,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const [, authority = '', path = ''] = /^http:\/\/([^/?#]*)([/?][^#]*)?$/i.exec(request.url ?? '') ?? [];
	const target = readAuthority(authority, 80);
	if (target === undefined) return deny(response, gate.refuse(request.url ?? ''));
	await forward(gate, { target, path: path.startsWith('/') ? path : `/${path}` }, request, response);
}

/** Forwards a request inside a tunnel, and answers it. The request must be for the tunnel's host. */
export async function forwardTunnelled(
	gate: ProxyGate,
	target: Target,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const hosts = request.headersDistinct['host'] ?? [];
	const path = request.url ?? '';
	const isSame = (host: string): boolean => {
		const named = readAuthority(host, target.port);
		return named?.name === target.name && named.port === target.port;
	};
	if (!path.startsWith('/')) return deny(response, gate.refuse(path));
	if (hosts.length === 0 || !hosts.every(isSame)) return deny(response, gate.refuse(hosts.join(',')));
	await forward(gate, { target, path }, request, response);
}

async function forward(
	gate: ProxyGate,
	{ target, path }: { readonly target: Target; readonly path: string },
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const opened = await gate.open(target);
	if (isDenial(opened)) return deny(response, opened);
	if (response.destroyed) return void opened.destroy();
	response.once('close', () => opened.destroy());
	const upstream = send({
		createConnection: () => opened,
		method: request.method ?? 'GET',
		path,
		setHost: false,
		headers: forwarded(request, target),
	});
	upstream.on('error', () => fail(response));
	// If the server switches to another protocol, there is no `response` event. So the client gets an answer here.
	upstream.once('close', () => {
		if (!response.headersSent) fail(response);
	});
	upstream.once('response', (answer) => {
		try {
			passOn(answer, response, opened);
		} catch {
			// Threat: some versions of Node throw for an invalid header name. No other code would catch this error.
			opened.destroy();
			fail(response);
		}
	});
	endCrumbs(request, () => request.destroy());
	request.pipe(upstream);
}

function passOn(answer: IncomingMessage, response: ServerResponse, opened: Duplex): void {
	const { statusCode = 0 } = answer;
	if (statusCode < 200 || statusCode > 999) {
		fail(response);
		return;
	}
	response.writeHead(statusCode, endToEnd(answer));
	endCrumbs(answer, () => opened.destroy());
	pipeline(answer, response, () => opened.destroy());
}

/** The most bytes that are buffered on each side. */
export const waterMark = 4_096;
const manyPieces = 1_000;
const crumb = 32;

/**
 * Ends the connection if a body arrives in too many tiny pieces. Threat: the buffer limit counts only the bytes of the body, but each piece
 * needs hundreds of bytes of memory. If the other side does not read, the pieces fill our memory.
 */
function endCrumbs(body: IncomingMessage, end: () => void): void {
	let pieces = 0;
	let bytes = 0;
	body.on('data', (piece: Buffer) => {
		pieces += 1;
		bytes += piece.length;
		if (pieces > manyPieces && bytes < pieces * crumb) end();
	});
}

/**
 * Returns the headers of the forwarded request, with the host of the target. A chunked body stays chunked, so that the server can find its
 * end.
 */
function forwarded(request: IncomingMessage, { name, port }: Target): Record<string, string | string[]> {
	const inPieces = request.headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
	return { ...endToEnd(request), ...inPieces, host: port === 80 ? name : `${name}:${port}`, connection: 'close' };
}

function endToEnd({ headersDistinct, headers }: IncomingMessage): Record<string, string | string[]> {
	const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
	// Threat: without the length, the server would read the body as the next request, which could name any host.
	named.delete('content-length');
	return Object.fromEntries(
		Object.entries(headersDistinct).flatMap(([name, values]) => {
			if (values === undefined || hopByHop.has(name) || named.has(name)) return [];
			return [[name, values.length === 1 ? (values[0] ?? '') : values]];
		}),
	);
}

/** Answers with the reason of a denial, in words for the person who reads the command's output. */
export function deny(response: ServerResponse, { status, text }: Denial): void {
	response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
	response.end(`${text}\n`);
}

function fail(response: ServerResponse): void {
	if (response.headersSent) response.destroy();
	else deny(response, { status: 502, text: 'The host did not answer as a server does.' });
}

/** Like {@link deny}, for a client that requested a tunnel. */
export function denyTunnel(near: Duplex, { status, text }: Denial): void {
	const body = `${text}\n`;
	near.end(
		[
			`HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Unreachable'}`,
			'Content-Type: text/plain; charset=utf-8',
			`Content-Length: ${Buffer.byteLength(body)}`,
			'Connection: close',
			'',
			body,
		].join('\r\n'),
	);
}
