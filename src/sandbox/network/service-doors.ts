import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readService, serviceName } from '../../core/index.ts';
import { joinBoth } from './join-both.ts';

/** A port of the command's own loopback, and the job's socket that it leads to. */
export interface Door {
	readonly port: number;
	/** The name of the socket inside the sandbox. */
	readonly name: string;
	readonly path: string;
}

/**
 * Why a command got no connection to a service: nothing listens there (`silent`), or the command had too many connections at the same time
 * (`crowded`).
 */
export interface ServiceTrouble {
	/** `localhost:5432` */
	readonly service: string;
	readonly why: 'silent' | 'crowded';
}

/** The connections of one command to services of the job. They are open while the command runs. */
export interface ServiceDoors {
	readonly doors: readonly Door[];
	/** Problems, without duplicates. */
	troubles(): readonly ServiceTrouble[];
	/** Ends every connection. */
	close(): Promise<void>;
}

/** The most connections of one command to all its services at the same time. Databases rarely accept more. */
export const mostServiceConnections = 128;

const loopback = ['127.0.0.1', '::1'];

/** The shared state of all services of one command. */
interface Traffic {
	/** The open connections from the command. Each has a separate connection to a service. */
	readonly near: Set<Socket>;
	readonly troubles: Map<string, ServiceTrouble>;
}

/**
 * Opens a socket for each service, in a directory that only this user can enter. Connections to the socket are forwarded to the service's
 * port on this machine's loopback. A command cannot choose another port. @throws RangeError if an entry is not a port of the loopback.
 */
export async function openServices(services: readonly string[]): Promise<ServiceDoors> {
	const ports = services.map(portOf);
	const directory = mkdtempSync(join(tmpdir(), 'countersign-net-'));
	const traffic: Traffic = { near: new Set(), troubles: new Map() };
	const servers = ports.map((port) => serverFor(port, traffic));
	const doors = ports.map((port) => ({ port, name: `service-${port}`, path: join(directory, `service-${port}`) }));
	const close = async (): Promise<void> => {
		for (const socket of traffic.near) socket.destroy();
		await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
		rmSync(directory, { recursive: true, force: true });
	};
	await Promise.all(servers.map((server, index) => listening(server, doors[index]?.path ?? '')));
	return { doors, troubles: () => [...traffic.troubles.values()], close };
}

function portOf(service: string): number {
	const read = readService(service);
	if (!read.ok) throw new RangeError(read.why);
	return read.port;
}

function listening(server: Server, path: string): Promise<void> {
	return new Promise((resolve, reject) => server.once('error', reject).listen(path, resolve));
}

function serverFor(port: number, { near: all, troubles }: Traffic): Server {
	const note = (why: ServiceTrouble['why']): void => {
		troubles.set(`${why} ${port}`, { service: serviceName(port), why });
	};
	return createServer({ allowHalfOpen: true }, (near) => {
		near.on('error', () => near.destroy());
		if (all.size >= mostServiceConnections) {
			note('crowded');
			near.destroy();
			return;
		}
		all.add(near);
		near.once('close', () => all.delete(near));
		lead(near, { port, hosts: loopback, silent: () => note('silent') });
	});
}

/** The destination of a connection. */
interface Way {
	readonly port: number;
	/** Addresses of the loopback that were not tried yet. */
	readonly hosts: readonly string[];
	/** Called if none of the addresses answers. */
	readonly silent: () => void;
}

function lead(near: Socket, { port, hosts: [host, ...hosts], silent }: Way): void {
	if (near.destroyed) return;
	if (host === undefined) {
		silent();
		near.destroy();
		return;
	}
	const far = connect({ host, port, allowHalfOpen: true, noDelay: true });
	const giveUp = (): void => void far.destroy();
	const next = (): void => lead(near.off('close', giveUp), { port, hosts, silent });
	near.once('close', giveUp);
	far.once('error', next);
	far.once('connect', () => {
		far.off('error', next);
		joinBoth(near, far);
	});
}
