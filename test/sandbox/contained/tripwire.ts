import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Servers on this machine that no sandboxed command can reach. They count every connection, datagram and byte. */
export interface Tripwire {
	/** The same number for TCP and UDP, on every address of this machine. */
	readonly port: number;
	/** An IPv4 address of this machine; the loopback only if it has no other. */
	readonly address: string;
	/** The abstract socket's name, without the leading NUL. */
	readonly abstract: string;
	/** Returns one line for each connection or datagram since the last call. */
	takeRings(): readonly string[];
	/** Bytes received in total. */
	bytes(): number;
	close(): Promise<void>;
}

interface Listeners {
	readonly servers: Server[];
	readonly datagrams: DatagramSocket[];
	readonly open: Set<Socket>;
}

type Ring = (where: string, bytes: number) => void;

/** Opens the servers; `path` is that of the named socket. */
export async function openTripwire(path: string, abstract: string): Promise<Tripwire> {
	const rings: string[] = [];
	let bytes = 0;
	const ring: Ring = (where, count) => {
		bytes += count;
		if (rings.length < 1_000) rings.push(`${where}: ${count} bytes`);
	};
	const addresses = ownAddresses();
	const listeners: Listeners = { servers: [], datagrams: [], open: new Set() };
	const port = await listenEverywhere(addresses, listeners, ring);
	await listenForStream({ path }, 'named socket', listeners, ring);
	await listenForStream({ path: `\0${abstract}` }, 'abstract socket', listeners, ring);
	await listenForNames(listeners, ring);
	return {
		...{ port, abstract },
		address: addresses.find((one) => !one.includes(':') && one !== '127.0.0.1') ?? '127.0.0.1',
		takeRings: () => rings.splice(0),
		bytes: () => bytes,
		close: () => closeAll(listeners),
	};
}

function ownAddresses(): readonly string[] {
	const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
	// A link-local address needs its interface beside it.
	return [...new Set(all.map(({ address }) => address).filter((address) => !address.startsWith('fe80')))];
}

/** Finds a port that is free everywhere. */
async function listenEverywhere(addresses: readonly string[], listeners: Listeners, ring: Ring): Promise<number> {
	for (let tries = 0; ; tries++) {
		const port = 20_000 + Math.floor(Math.random() * 10_000);
		try {
			for (const host of addresses) {
				await listenForStream({ host, port }, `TCP ${host}`, listeners, ring);
				await listenForDatagrams(host, port, listeners, ring);
			}
			return port;
		} catch (error) {
			await closeAll(listeners);
			if (tries > 20) throw error;
		}
	}
}

/** Listens on the default port of name servers, if possible. Only root may, and the port may be in use. */
async function listenForNames(listeners: Listeners, ring: Ring): Promise<void> {
	try {
		await listenForDatagrams('127.0.0.1', 53, listeners, ring);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
	}
}

function listenForStream(where: ListenOptions, name: string, { servers, open }: Listeners, ring: Ring): Promise<void> {
	const server = createServer((socket) => {
		ring(`${name} connection`, 0);
		open.add(socket);
		socket.on('data', (chunk: Buffer) => ring(name, chunk.length));
		socket.on('error', () => socket.destroy());
		socket.on('close', () => open.delete(socket));
		socket.end('answered\n');
	});
	servers.push(server);
	return new Promise((resolve, reject) => server.once('error', reject).listen(where, resolve));
}

function listenForDatagrams(address: string, port: number, { datagrams }: Listeners, ring: Ring): Promise<void> {
	const socket = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4', ipv6Only: address.includes(':') });
	datagrams.push(socket);
	socket.on('message', (message) => ring(`UDP ${address}`, message.length));
	return new Promise((resolve, reject) => socket.once('error', reject).bind({ address, port }, () => resolve()));
}

async function closeAll({ servers, datagrams, open }: Listeners): Promise<void> {
	for (const socket of open) socket.destroy();
	for (const socket of datagrams.splice(0)) await new Promise<void>((resolve) => closeQuietly(socket, resolve));
	for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** Closes a socket; one that never got its port cannot be closed. */
function closeQuietly(socket: DatagramSocket, done: () => void): void {
	try {
		socket.close(done);
	} catch {
		done();
	}
}
