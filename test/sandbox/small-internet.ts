import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Outside } from '../../src/sandbox/index.ts';
import { sh, temporaryDirectory } from './temporary.ts';

/** A small internet on this machine: every name has an address, and all addresses lead to the same servers. */
export interface SmallInternet {
	readonly outside: Outside;
	/** The connections so far, as `address:port`. */
	readonly reached: string[];
	/** The certificate of the server. */
	readonly certificate: string;
	readonly httpPort: number;
}

const names = ['a.example', 'b.example', 'sub.a.example', 'registry.npmjs.org'];

/** Returns the address of a name there, from an ordinary public range. */
export function addressOf(name: string): string {
	return `5.5.5.${names.indexOf(name) + 1}`;
}

/** Answers with the request as the server saw it. */
const echo: RequestListener = (request, response) => {
	const chunks: Buffer[] = [];
	request
		.on('data', (chunk: Buffer) => chunks.push(chunk))
		.on('end', () => {
			const { method, url, headers } = request;
			const secure = 'encrypted' in request.socket;
			response.end(
				`${JSON.stringify({ method, url, host: headers.host, secure, headers, body: String(Buffer.concat(chunks)) })}\n`,
			);
		});
};

export async function aSmallInternet(answer: RequestListener = echo): Promise<SmallInternet> {
	const certificate = aCertificate();
	const http = createServer(answer);
	const https = createTlsServer(
		{ key: readFileSync(certificate.replace('cert', 'key')), cert: readFileSync(certificate) },
		answer,
	);
	const httpPort = await listening(http);
	const httpsPort = await listening(https);
	const reached: string[] = [];
	const outside: Outside = {
		resolve: async (name) => {
			if (names.includes(name)) return [addressOf(name)];
			throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
		},
		connect: (address, port): Socket => {
			reached.push(`${address}:${port}`);
			return connect(port === 443 || port === 8443 ? httpsPort : httpPort, '127.0.0.1');
		},
	};
	return { outside, reached, certificate, httpPort };
}

export async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => void sockets.add(socket));
	onTestFinished(() => {
		server.close();
		for (const socket of sockets) socket.destroy();
	});
	return (server.address() as AddressInfo).port;
}

function aCertificate(): string {
	const directory = temporaryDirectory();
	const alternatives = names.map((name) => `DNS:${name}`).join(',');
	sh(
		`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=a.example -addext subjectAltName=${alternatives} -keyout key.pem -out cert.pem 2>/dev/null`,
		directory,
	);
	return join(directory, 'cert.pem');
}
