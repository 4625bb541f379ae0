import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { type AddressKind, addressKind } from './address-kind.ts';
import type { Target } from './allowed-hosts.ts';

/** The functions by which a proxy uses the internet: name lookup and connection. Between the two, the proxy always checks the address. */
export interface Outside {
	/** Returns all addresses of a name. */
	resolve(name: string): Promise<readonly string[]>;
	connect(address: string, port: number): Socket;
}

/** The real internet. */
export const internet: Outside = {
	resolve: async (name) => (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address),
	connect: (address, port) => connect({ host: address, port }),
};

/** An allowed host with an address that is not allowed. */
export interface RefusedAddress {
	/** `name:port` */
	readonly asked: string;
	readonly address: string;
	/** The configuration can allow `private` addresses. No setting can allow `never`. */
	readonly kind: Exclude<AddressKind, 'public'>;
}

/** An allowed host that did not answer. */
export interface Unanswered {
	/** `name:port` */
	readonly asked: string;
	/** What did not answer: the name service, the host, or the proxy of the job's network. */
	readonly by: 'names' | 'host' | 'proxy';
	/** The system's error code, such as `ENOTFOUND`, or the proxy's answer, such as `HTTP 407`. */
	readonly code: string;
}

/** An open connection, or why there is none. */
export type Opened =
	| { readonly ok: true; readonly socket: Socket }
	| { readonly ok: false; readonly why: 'address'; readonly refused: RefusedAddress }
	| { readonly ok: false; readonly why: 'silent'; readonly silent: Unanswered };

const mostTried = 4;
export const patienceMs = 15_000;

/**
 * Opens a connection to a public address of a host, or to a private one if that is `permitted`. It connects to exactly the address that it
 * checked, so a second lookup with another result has no effect.
 */
export async function openTo(
	{ name, port }: Target,
	outside: Outside,
	permitted: 'public' | 'private' = 'public',
): Promise<Opened> {
	const asked = `${name}:${port}`;
	const found = await resolveTo({ name, port }, outside, permitted);
	if (found.kind === 'unknown') return { ok: false, why: 'silent', silent: { asked, by: 'names', code: found.code } };
	if (found.kind === 'refused') return { ok: false, why: 'address', refused: found.refused };
	let last = '';
	for (const address of found.open.slice(0, mostTried)) {
		const tried = await attempt(() => connected(outside.connect(address, port)));
		if (tried.ok) return { ok: true, socket: tried.value };
		last = tried.code;
	}
	return { ok: false, why: 'silent', silent: { asked, by: 'host', code: last } };
}

/** The allowed addresses of a name, or why there is none. */
export type Resolved =
	| { readonly kind: 'open'; readonly open: readonly string[] }
	| { readonly kind: 'refused'; readonly refused: RefusedAddress }
	| { readonly kind: 'unknown'; readonly code: string };

/** Resolves a name, and returns the allowed addresses or the reason why there is none. */
export async function resolveTo(
	{ name, port }: Target,
	outside: Outside,
	permitted: 'public' | 'private',
): Promise<Resolved> {
	const found = await attempt(() => outside.resolve(name));
	if (!found.ok) return { kind: 'unknown', code: found.code };
	const { open, refused } = sortAddresses(found.value, permitted);
	if (open.length > 0) return { kind: 'open', open };
	return refused === undefined
		? { kind: 'unknown', code: 'ENODATA' }
		: { kind: 'refused', refused: { asked: `${name}:${port}`, ...refused } };
}

interface Sorted {
	readonly open: readonly string[];
	/** A refused address, preferably one that the configuration could allow. */
	readonly refused?: Omit<RefusedAddress, 'asked'>;
}

function sortAddresses(addresses: readonly string[], permitted: 'public' | 'private'): Sorted {
	const open: string[] = [];
	const refused: Omit<RefusedAddress, 'asked'>[] = [];
	for (const address of addresses) {
		const kind = addressKind(address);
		if (kind === 'public' || kind === permitted) open.push(address);
		else refused.push({ address, kind });
	}
	const first = refused.find(({ kind }) => kind === 'private') ?? refused[0];
	return { open, ...(first === undefined ? {} : { refused: first }) };
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: string };

/** Runs network code, and returns an error instead of throwing it. */
export async function attempt<T>(what: () => Promise<T>): Promise<Attempt<T>> {
	try {
		return { ok: true, value: await what() };
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return { ok: false, code: 'code' in error ? String(error.code) : error.message };
	}
}

/** Resolves when the socket is connected. Rejects with a code, at the latest after {@link patienceMs}. */
export function connected(socket: Socket): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const giveUp = () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
		socket.setTimeout(patienceMs, giveUp);
		socket.once('error', reject);
		socket.once('connect', () => {
			socket.setTimeout(0);
			socket.removeListener('timeout', giveUp);
			socket.removeListener('error', reject);
			resolve(socket);
		});
	});
}
