import { execFileSync, spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listening } from './small-internet.ts';

/** A service on this machine's loopback. */
export interface LocalService {
	readonly port: number;
	/** As a configuration names it. */
	readonly name: string;
	/** The number of connections so far, the received text, and the number of open connections. */
	readonly connections: () => number;
	readonly heard: () => string;
	readonly open: () => number;
}

/** Sends back what it receives, and `bye` when the client ends. */
export async function aLocalService(host = '127.0.0.1'): Promise<LocalService> {
	let connections = 0;
	let heard = '';
	const sockets = new Set<Socket>();
	const server = createServer({ allowHalfOpen: true }, (socket) => {
		connections += 1;
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
		socket.on('data', (chunk) => {
			heard += chunk.toString('latin1');
			socket.write(chunk);
		});
		socket.on('end', () => socket.end('bye\n'));
	});
	const port = await listening(server, host);
	return {
		port,
		name: `localhost:${port}`,
		connections: () => connections,
		heard: () => heard,
		open: () => sockets.size,
	};
}

/** Starts a real Redis that stores nothing on disk. On Debian, `redis-check-rdb` is the server under another name. */
export async function aRedis(): Promise<number> {
	const port = await aFreePort();
	const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/'];
	const user = process.getuid?.() === 0 ? { uid: 4242, gid: 4242 } : {};
	const server = spawn('redis-check-rdb', options, { ...user, argv0: 'redis-server', stdio: 'ignore' });
	const ended = new Promise((resolve) => server.once('close', resolve));
	onTestFinished(async () => {
		server.kill();
		await ended;
	});
	await answering(port);
	return port;
}

/** Returns the answer of Redis outside the sandbox. */
export function askRedis(port: number, ...words: readonly string[]): string {
	return execFileSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8', stdio: 'pipe' }).trim();
}

async function answering(port: number): Promise<void> {
	for (let tries = 0; tries < 200; tries++) {
		try {
			if (askRedis(port, 'PING') === 'PONG') return;
		} catch {
			// Not yet.
		}
		await new Promise((wake) => setTimeout(wake, 25));
	}
	throw new Error(`no Redis on port ${port}`);
}

/** Returns a port on which nothing listens. */
export async function aFreePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('no port');
	return address.port;
}
