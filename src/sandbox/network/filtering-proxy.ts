import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Target } from './allowed-hosts.ts';
import { deny, forwardAbsolute, forwardTunnelled, waterMark } from './forward-request.ts';
import type { RefusedAddress, Unanswered } from './outside.ts';
import { mostConnections, newProxyGate, type ProxyGate, type ProxyNetwork } from './proxy-gate.ts';
import { openTunnel } from './tunnel.ts';

/** The proxy of one command. It is open while the command runs. */
export interface FilteringProxy {
	/** The path of a socket in a directory that only this user can enter. */
	readonly path: string;
	/** Requested hosts that were refused, without duplicates. */
	refused(): readonly string[];
	/** Allowed hosts whose names have no allowed address, without duplicates. */
	refusedAddresses(): readonly RefusedAddress[];
	/** Allowed hosts that did not answer, without duplicates. */
	unanswered(): readonly Unanswered[];
	/** Ends every connection. */
	close(): Promise<void>;
}

/**
 * Opens a proxy that allows connections only to these hosts and answers all other requests with 403. It resolves names itself, unless
 * `upstream` is set: then the proxy of the job's network does that. It connects only to public addresses, except for hosts that may have a
 * private address. @throws RangeError if an entry is not a valid host.
 */
export async function openProxy(network: ProxyNetwork): Promise<FilteringProxy> {
	const gate = newProxyGate(network);
	const directory = mkdtempSync(join(tmpdir(), 'countersign-net-'));
	const path = join(directory, 'proxy');
	const server = serverOf(gate);
	const close = async (): Promise<void> => {
		gate.close();
		await new Promise((resolve) => server.close(resolve));
		rmSync(directory, { recursive: true, force: true });
	};
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
	return {
		path,
		refused: () => [...gate.refused],
		refusedAddresses: () => [...gate.refusedAddresses.values()],
		unanswered: () => [...gate.unanswered.values()],
		close,
	};
}

function serverOf(gate: ProxyGate): Server {
	const targets = new WeakMap<Duplex, Target>();
	const inside = createServer({ highWaterMark: waterMark }, (request, response) => {
		const target = targets.get(request.socket);
		if (target === undefined) return deny(response, gate.refuse(request.headers.host ?? ''));
		orEnd(forwardTunnelled(gate, target, request, response), request.socket);
	});
	const server = createServer({ highWaterMark: waterMark }, (request, response) => {
		orEnd(forwardAbsolute(gate, request, response), request.socket);
	});
	server.maxConnections = mostConnections;
	// The call has its own time limit, so Node's request timeout is switched off.
	for (const one of [inside, server]) one.requestTimeout = 0;
	server.on('connection', (socket: Socket) => void gate.hold(socket));
	server.on('connect', (request: IncomingMessage, near: Duplex, head: Buffer) => {
		const tunnel = openTunnel(gate, { request, near, head }, (plain, target) => {
			targets.set(plain, target);
			inside.emit('connection', plain);
			plain.resume();
		});
		orEnd(tunnel, near);
	});
	return server;
}

/** If the work for a connection fails, ends this connection. Other connections and the job continue. */
function orEnd(work: Promise<void>, socket: Duplex): void {
	work.catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined));
}
