import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { readAuthority, type Target } from './allowed-hosts.ts';
import { denyTunnel } from './forward-request.ts';
import { joinBoth } from './join-both.ts';
import { isDenial, type ProxyGate } from './proxy-gate.ts';
import { type Greeting, readGreeting } from './server-name.ts';

/** A request for a tunnel, and the bytes directly after the request. */
export interface TunnelRequest {
	readonly request: IncomingMessage;
	readonly near: Duplex;
	readonly head: Buffer;
}

/**
 * Opens a tunnel to an allowed host. TLS must name this host, because one address may serve many hosts. If the traffic is not TLS, `plain`
 * handles it as HTTP.
 */
export async function openTunnel(
	gate: ProxyGate,
	{ request, near, head }: TunnelRequest,
	plain: (near: Duplex, target: Target) => void,
): Promise<void> {
	const asked = request.url ?? '';
	const target = readAuthority(asked);
	if (target === undefined) return denyTunnel(near, gate.refuse(asked));
	const far = await gate.open(target);
	if (isDenial(far)) return denyTunnel(near, far);
	if (near.destroyed) return void far.destroy();
	near.once('close', () => far.destroy());
	near.write('HTTP/1.1 200 Connection established\r\n\r\n');
	if (head.length > 0) near.unshift(head);
	const { greeting, bytes } = await greetingOf(near);
	if (greeting.kind === 'plain') {
		far.destroy();
		near.unshift(bytes);
		return plain(near, target);
	}
	if (greeting.kind === 'tls' && greeting.name === target.name) {
		far.write(bytes);
		return joinBoth(near, far);
	}
	if (greeting.kind === 'tls') gate.refuse(`${greeting.name ?? 'TLS without a server name'} (through ${asked})`);
	near.destroy();
}

/** Reads until the kind of connection is known, and returns the bytes, too. The kind is `more` if the connection ends earlier. */
function greetingOf(near: Duplex): Promise<{ readonly greeting: Greeting; readonly bytes: Buffer }> {
	return new Promise((resolve) => {
		let bytes = Buffer.alloc(0);
		const done = (greeting: Greeting): void => {
			near.off('data', read).off('end', stop).off('close', stop);
			near.pause();
			resolve({ greeting, bytes });
		};
		const read = (chunk: Buffer): void => {
			bytes = Buffer.concat([bytes, chunk]);
			const greeting = readGreeting(bytes);
			if (greeting.kind !== 'more') done(greeting);
		};
		const stop = (): void => done({ kind: 'more' });
		// The stream may already have ended, and does not emit `end` a second time.
		if (near.readableEnded) return stop();
		near.on('data', read).once('end', stop).once('close', stop);
	});
}
