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

/** The one way out of a command, for as long as it runs. */
export interface FilteringProxy {
	/** A socket in a directory that only we may enter. */
	readonly path: string;
	/** What was asked for in vain, each once. */
	refused(): readonly string[];
	/** Hosts that may be reached and have no address that may, each once. */
	refusedAddresses(): readonly RefusedAddress[];
	/** Hosts that may be reached and gave no answer, each once. */
	unanswered(): readonly Unanswered[];
	/** Ends every connection. */
	close(): Promise<void>;
}

/**
 * Opens a proxy that lets connections through to these hosts and answers everything else with 403. It resolves names itself and connects to
 * public addresses only, but for the hosts that may have a private one.
 * @throws RangeError for what is no exact name of a host.
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
	// The call's own time is over before.
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

/** Trouble with one connection ends that connection, and neither the others nor the job. */
function orEnd(work: Promise<void>, socket: Duplex): void {
	work.catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined));
}
