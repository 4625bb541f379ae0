import type { Mount } from '../mount.ts';

/** Where the parts of the way out lie inside a sandbox. */
const place = '/run/countersign';
const port = 47_128;
const address = `http://127.0.0.1:${port}`;
const ownMachine = 'localhost,127.0.0.1,::1';

/** Carries bytes between a port of the sandbox and the proxy's socket. It judges nothing, so nothing is lost when a command stops or changes it. */
const forwarder = `
import { closeSync, openSync, writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
const server = createServer({ allowHalfOpen: true }, (near) => {
	const far = connect({ path: '${place}/proxy', allowHalfOpen: true });
	near.on('error', () => far.destroy()).on('close', () => far.destroy()).pipe(far);
	far.on('error', () => near.destroy()).on('close', () => near.destroy()).pipe(near);
});
server.listen(${port}, '127.0.0.1', () => {
	writeSync(1, 'ready');
	closeSync(1);
	// The number must not become a connection's.
	openSync('/dev/null', 'w');
});
`;

/** Our own Node, the forwarder and the proxy's socket, for a sandbox that may reach hosts. */
export function forwarderMounts(proxy: string): readonly Mount[] {
	return [
		{ kind: 'read-only', source: process.execPath, target: `${place}/node` },
		{ kind: 'read-only', source: proxy, target: `${place}/proxy` },
		{ kind: 'text', target: `${place}/forward.mjs`, text: forwarder },
	];
}

const node = `${place}/node --no-warnings --v8-pool-size=0 --max-old-space-size=64 ${place}/forward.mjs`;

/** For the shell that starts the command: goes on when the forwarder listens, and runs nothing when it does not. */
export const startForwarder = `[ "$(${node} 2>/dev/null </dev/null &)" = ready ] || { echo 'The way to the network did not start, so the command did not run.'; exit 125; }`;

/** How programs are told of a proxy: most by the first six, some by names of their own. */
export const proxyVariables: Readonly<Record<string, string>> = {
	HTTP_PROXY: address,
	HTTPS_PROXY: address,
	http_proxy: address,
	https_proxy: address,
	NO_PROXY: ownMachine,
	no_proxy: ownMachine,
	NODE_USE_ENV_PROXY: '1',
	npm_config_proxy: address,
	npm_config_https_proxy: address,
	npm_config_noproxy: ownMachine,
	npm_config_update_notifier: 'false',
	YARN_HTTP_PROXY: address,
	YARN_HTTPS_PROXY: address,
	PIP_DISABLE_PIP_VERSION_CHECK: '1',
	CARGO_HTTP_PROXY: address,
	JAVA_TOOL_OPTIONS: ['http', 'https']
		.map((scheme) => `-D${scheme}.proxyHost=127.0.0.1 -D${scheme}.proxyPort=${port}`)
		.join(' '),
};
