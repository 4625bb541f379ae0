import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readService, serviceName } from '../../core/index.ts';
import { joinBoth } from './join-both.ts';

/** A port of the command's own loopback, and the socket of the job that it leads to. */
export interface Door {
	readonly port: number;
	/** How the socket is called inside. */
	readonly name: string;
	readonly path: string;
}

/** Why a command did not get a connection to a service: nothing listens there, or it had too many at a time. */
export interface ServiceTrouble {
	/** `localhost:5432` */
	readonly service: string;
	readonly why: 'silent' | 'crowded';
}

/** The ways of one command to services of the job, for as long as it runs. */
export interface ServiceDoors {
	readonly doors: readonly Door[];
	/** Each once. */
	troubles(): readonly ServiceTrouble[];
	/** Ends every connection. */
	close(): Promise<void>;
}

/** Connections of one command to all its services at a time. Databases rarely take more. */
export const mostServiceConnections = 128;

const loopback = ['127.0.0.1', '::1'];

/** What all services of one command share. */
interface Traffic {
	/** The sockets inside, each with one of its own to a service. */
	readonly near: Set<Socket>;
	readonly troubles: Map<string, ServiceTrouble>;
}

/**
 * Opens a socket for each service, in a directory that only we may enter. What connects to it talks, byte by byte, to that port of this
 * machine's loopback. Nothing that a command sends chooses another port.
 * @throws RangeError for what is no port of the loopback.
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

/** Where a connection leads. */
interface Way {
	readonly port: number;
	/** Addresses of the loopback that are still to be tried. */
	readonly hosts: readonly string[];
	/** Hears that none of them answers. */
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
