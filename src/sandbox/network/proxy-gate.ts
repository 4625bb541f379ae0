import type { Duplex } from 'node:stream';
import type { UpstreamProxy } from '../../core/index.ts';
import { allowedHosts, privateTargets, type Target } from './allowed-hosts.ts';
import { openThrough } from './open-through.ts';
import { internet, type Opened, type Outside, openTo, type RefusedAddress, type Unanswered } from './outside.ts';

/** The hosts and services that one command may reach. */
export interface Network {
	/** Exact names, or `*.name` for all names that end with `.name`. Without a port, a host means the ports 443 and 80. */
	readonly hosts: readonly string[];
	/** More hosts, by exact names, whose addresses may be private. */
	readonly privateHosts?: readonly string[];
	/** Ports of this machine's own loopback, such as `localhost:5432`. */
	readonly services?: readonly string[];
	/** If given, the connections to all hosts except private ones use this proxy. */
	readonly upstream?: UpstreamProxy;
	/** A replacement for the internet, for tests. */
	readonly outside?: Outside;
}

/** The part of a network for which a command needs the proxy. */
export type ProxyNetwork = Omit<Network, 'services'>;

/** The answer of a proxy to a refused request. */
export interface Denial {
	readonly status: 403 | 502 | 503;
	readonly text: string;
}

/** The shared state of one proxy's connections: allowed hosts, refused targets and open connections. */
export interface ProxyGate {
	/** Refused targets, without duplicates. */
	readonly refused: ReadonlySet<string>;
	/** Allowed hosts that have no allowed address, by target. */
	readonly refusedAddresses: ReadonlyMap<string, RefusedAddress>;
	/** Allowed hosts that did not answer, by target. */
	readonly unanswered: ReadonlyMap<string, Unanswered>;
	/** Records a refused target, and returns an answer with the allowed hosts. */
	refuse(asked: string): Denial;
	/** Opens a connection to an allowed host. */
	open(target: Target): Promise<Duplex | Denial>;
	/** Registers a socket, so that it ends at the latest when the proxy closes. Returns the socket. */
	hold<S extends Duplex>(socket: S): S;
	close(): void;
}

/** The most connections from the sandbox at the same time. */
export const mostConnections = 64;
const mostTold = 20;

/** Creates the gate of one proxy. @throws RangeError if an entry is not a valid host. */
export function newProxyGate({ hosts, privateHosts = [], upstream, outside = internet }: ProxyNetwork): ProxyGate {
	const mayBePrivate = privateTargets(privateHosts);
	const isHost = allowedHosts(hosts.filter((host) => !privateHosts.includes(host)));
	const names = [...new Set([...hosts, ...privateHosts])].join(', ');
	const refused = new Set<string>();
	const refusedAddresses = new Map<string, RefusedAddress>();
	const unanswered = new Map<string, Unanswered>();
	const held = new Set<Duplex>();
	let opening = 0;
	let closed = false;
	const refuse = (asked: string): Denial => {
		const plain = asked.replace(/[^\x21-\x7e]/g, '?').slice(0, 300);
		if (refused.size < mostTold) refused.add(plain);
		return { status: 403, text: `${plain} is not among the hosts that this command may reach: ${names}.` };
	};
	const hold = <S extends Duplex>(socket: S): S => {
		held.add(socket);
		socket.once('close', () => held.delete(socket));
		// The code that uses this socket notices its end by `close`.
		socket.on('error', () => socket.destroy());
		if (closed) socket.destroy();
		return socket;
	};
	const open = async (target: Target): Promise<Duplex | Denial> => {
		const asked = `${target.name}:${target.port}`;
		const permitted = mayBePrivate(target) ? 'private' : 'public';
		if (permitted === 'public' && !isHost(target)) return refuse(asked);
		// One connection from the command may request many targets at once.
		if (opening + held.size > 2 * mostConnections)
			return { status: 503, text: 'Too many connections at the same time.' };
		opening += 1;
		const isThrough = upstream !== undefined && permitted === 'public';
		const attempted = isThrough ? openThrough(target, upstream, outside) : openTo(target, outside, permitted);
		const opened = await attempted.finally(() => {
			opening -= 1;
		});
		if (opened.ok) return hold(opened.socket);
		if (opened.why === 'address' && refusedAddresses.size < mostTold) refusedAddresses.set(asked, opened.refused);
		if (opened.why === 'silent' && unanswered.size < mostTold) unanswered.set(asked, opened.silent);
		return denialOf(opened);
	};
	const close = (): void => {
		closed = true;
		for (const socket of held) socket.destroy();
	};
	return { refused, refusedAddresses, unanswered, refuse, open, hold, close };
}

function denialOf(opened: Exclude<Opened, { readonly ok: true }>): Denial {
	if (opened.why === 'silent') return { status: 502, text: `${unansweredText(opened.silent)}.` };
	const { asked, address, kind } = opened.refused;
	const what = kind === 'private' ? 'a private address' : 'an address that no command may reach';
	return { status: 403, text: `${asked} is allowed, but its name resolves to ${address}, ${what}.` };
}

/** Returns a sentence about why a host did not answer, with the code in brackets. */
export function unansweredText({ asked, by, code }: Unanswered): string {
	const [name, port] = asked.split(':');
	switch (by) {
		case 'names':
			return `\`${name}\` has no address (${code})`;
		case 'host':
			return `\`${name}\` does not answer on port ${port} (${code})`;
		case 'proxy':
			return `the proxy of the job's network cannot reach \`${name}\` on port ${port} (${code})`;
	}
}

/** Returns whether a connection was denied. */
export function isDenial(opened: Duplex | Denial): opened is Denial {
	return 'status' in opened;
}
