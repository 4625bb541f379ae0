import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import type { Target } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

/** The internet, as far as a proxy needs it. Between the two stands a check that neither can leave out. */
export interface Outside {
	/** All addresses of a name. */
	resolve(name: string): Promise<readonly string[]>;
	connect(address: string, port: number): Socket;
}

/** The internet. */
export const internet: Outside = {
	resolve: async (name) => (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address),
	connect: (address, port) => connect({ host: address, port }),
};

/** An open connection, or why there is none: `forbidden` where the name stands for an address that is not public. */
export type Opened =
	| { readonly ok: true; readonly socket: Socket }
	| { readonly ok: false; readonly forbidden: boolean; readonly why: string };

const mostTried = 4;
const patienceMs = 15_000;

/**
 * Opens a connection to a host by a public address of its name. The address that was checked is the one that is connected to: a name that
 * answers otherwise the next time changes nothing.
 */
export async function openTo({ name, port }: Target, outside: Outside): Promise<Opened> {
	const found = await attempt(() => outside.resolve(name));
	if (!found.ok) return { ok: false, forbidden: false, why: `\`${name}\` has no address (${found.code})` };
	const open = found.value.filter((address) => isPublicAddress(address)).slice(0, mostTried);
	if (open.length === 0)
		return { ok: false, forbidden: true, why: `\`${name}\` stands for an address that is not public` };
	let last = '';
	for (const address of open) {
		const tried = await attempt(() => connected(outside.connect(address, port)));
		if (tried.ok) return { ok: true, socket: tried.value };
		last = tried.code;
	}
	return { ok: false, forbidden: false, why: `\`${name}\` does not answer on port ${port} (${last})` };
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: string };

/** Trouble of the network is a value. */
async function attempt<T>(what: () => Promise<T>): Promise<Attempt<T>> {
	try {
		return { ok: true, value: await what() };
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return { ok: false, code: 'code' in error ? String(error.code) : error.message };
	}
}

function connected(socket: Socket): Promise<Socket> {
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
