import { request as send } from 'node:http';
import type { Socket } from 'node:net';
import type { UpstreamProxy } from '../../core/index.ts';
import type { Target } from './allowed-hosts.ts';
import { attempt, connected, type Opened, type Outside, patienceMs, resolveTo } from './outside.ts';

/**
 * Opens a tunnel to a host through the proxy of the job's network, which resolves the name itself. If this machine can also resolve the
 * name and finds no public address, it refuses the target without asking that proxy.
 */
export async function openThrough(target: Target, upstream: UpstreamProxy, outside: Outside): Promise<Opened> {
	const known = await resolveTo(target, outside, 'public');
	if (known.kind === 'refused') return { ok: false, why: 'address', refused: known.refused };
	const asked = `${target.name}:${target.port}`;
	const near = await attempt(() => connected(outside.connect(upstream.host, upstream.port)));
	if (!near.ok) return { ok: false, why: 'silent', silent: { asked, by: 'proxy', code: near.code } };
	const status = await attempt(() => tunnel(near.value, asked, upstream));
	if (status.ok && status.value >= 200 && status.value < 300) return { ok: true, socket: near.value };
	near.value.destroy();
	return {
		ok: false,
		why: 'silent',
		silent: { asked, by: 'proxy', code: status.ok ? `HTTP ${status.value}` : status.code },
	};
}

/** Opens the tunnel and returns the status of the proxy's answer. */
function tunnel(socket: Socket, asked: string, { authorization }: UpstreamProxy): Promise<number> {
	return new Promise((resolve, reject) => {
		const headers = { host: asked, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) };
		const request = send({ createConnection: () => socket, method: 'CONNECT', path: asked, setHost: false, headers });
		const giveUp = setTimeout(
			() => request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
			patienceMs,
		);
		request.once('error', reject);
		request.once('close', () => {
			clearTimeout(giveUp);
			reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
		});
		request.once('connect', ({ statusCode = 0 }, _socket, head) => {
			clearTimeout(giveUp);
			// Before a caller uses the socket, no other listener handles errors.
			socket.on('error', () => socket.destroy());
			if (head.length > 0) socket.unshift(head);
			resolve(statusCode);
		});
		request.end();
	});
}
