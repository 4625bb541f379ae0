import { wayOutPort } from '../../core/index.ts';
import type { Mount } from '../mount.ts';
import { openProxy } from './filtering-proxy.ts';
import type { RefusedAddress, Unanswered } from './outside.ts';
import type { Network } from './proxy-gate.ts';
import { type Door, openServices, type ServiceTrouble } from './service-doors.ts';

/** The network targets that a command tried and did not reach, without duplicates. */
export interface Missed {
	/** Targets `host:port` that are not among the allowed hosts. */
	readonly refusedHosts: readonly string[];
	readonly refusedAddresses: readonly RefusedAddress[];
	readonly unanswered: readonly Unanswered[];
	readonly serviceTroubles: readonly ServiceTrouble[];
}

/** The value for a command without network. */
export const missedNothing: Missed = { refusedHosts: [], refusedAddresses: [], unanswered: [], serviceTroubles: [] };

/** All network access of one command. The connections are open while the command runs. */
export interface WayOut {
	/** The connections that a command may use. There is at least one. */
	readonly doors: readonly Door[];
	/** Whether one of the connections leads to the proxy. Then programs need proxy variables. */
	readonly hasProxy: boolean;
	missed(): Missed;
	/** Ends every connection. */
	close(): Promise<void>;
}

/**
 * Opens the connections to everything that a command may reach. Undefined if it may reach nothing. @throws RangeError for an invalid host
 * or loopback port.
 */
export async function openWayOut({ services = [], ...network }: Network): Promise<WayOut | undefined> {
	const hasHosts = network.hosts.length + (network.privateHosts?.length ?? 0) > 0;
	if (!hasHosts && services.length === 0) return undefined;
	const proxy = hasHosts ? await openProxy(network) : undefined;
	const doors = await openServices(services).catch(async (error: unknown) => {
		await proxy?.close();
		throw error;
	});
	return {
		doors: [...doors.doors, ...(proxy === undefined ? [] : [{ port: wayOutPort, name: 'proxy', path: proxy.path }])],
		hasProxy: proxy !== undefined,
		missed: () => ({
			refusedHosts: proxy?.refused() ?? [],
			refusedAddresses: proxy?.refusedAddresses() ?? [],
			unanswered: proxy?.unanswered() ?? [],
			serviceTroubles: doors.troubles(),
		}),
		close: async () => {
			await Promise.all([doors.close(), proxy?.close()]);
		},
	};
}

/** The folder inside a sandbox with the files for network access. */
const place = '/run/countersign';
const address = `http://127.0.0.1:${wayOutPort}`;
const ownMachine = 'localhost,127.0.0.1,::1,0.0.0.0';

/**
 * Returns the script that copies bytes between ports of the sandbox and sockets of the job. It makes no decisions, so a command gains no
 * access by stopping or changing it.
 */
function forwarder(doors: readonly Door[]): string {
	const ways = doors.map(({ port, name }) => [port, `${place}/${name}`]);
	return `
import { closeSync, openSync, writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
const ways = ${JSON.stringify(ways)};
const open = (host) => ([port, path]) => new Promise((resolve, reject) => {
	const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
		const far = connect({ path, allowHalfOpen: true });
		const end = (error) => error && [near, far].forEach((one) => one.destroy());
		pipeline(near, far, end);
		pipeline(far, near, end);
	});
	server.on('error', reject).listen(port, host, resolve);
});
await Promise.all(ways.map(open('127.0.0.1')));
// A kernel may have no IPv6.
await Promise.allSettled(ways.map(open('::1')));
writeSync(1, 'ready');
closeSync(1);
// Descriptor 1 must stay in use, so that no connection gets this number.
openSync('/dev/null', 'w');
`;
}

/** The mounts, variables and shell lines that a sandbox needs for network access. Empty without network. */
export interface InsideParts {
	readonly mounts: readonly Mount[];
	readonly variables: Readonly<Record<string, string>>;
	/** Lines for the shell that starts the command. */
	readonly before: readonly string[];
}

/** Returns the parts that a sandbox needs to use these connections. */
export function insideParts(wayOut: WayOut | undefined): InsideParts {
	if (wayOut === undefined) return { mounts: [], variables: {}, before: [] };
	const { doors, hasProxy } = wayOut;
	return { mounts: forwarderMounts(doors), variables: hasProxy ? proxyVariables : {}, before: [startForwarder] };
}

/** Returns the mounts for our own Node, the forwarder and the sockets of the job. */
function forwarderMounts(doors: readonly Door[]): readonly Mount[] {
	return [
		{ kind: 'read-only', source: process.execPath, target: `${place}/node` },
		...doors.map(({ name, path }): Mount => ({ kind: 'read-only', source: path, target: `${place}/${name}` })),
		{ kind: 'text', target: `${place}/forward.mjs`, text: forwarder(doors) },
	];
}

const node = `${place}/node --no-warnings --v8-pool-size=0 --max-old-space-size=64 ${place}/forward.mjs`;

/** A line for the shell that starts the command. It waits until the forwarder listens. If the forwarder fails, the command does not run. */
const startForwarder = `[ "$(${node} 2>/dev/null </dev/null &)" = ready ] || { echo 'The way to the network did not start, so the command did not run.'; exit 125; }`;

/**
 * Variables that configure programs to use the proxy. Most programs read the first six, and some have their own. Two variables switch off
 * checks for updates.
 */
const proxyVariables: Readonly<Record<string, string>> = {
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
		.map((scheme) => `-D${scheme}.proxyHost=127.0.0.1 -D${scheme}.proxyPort=${wayOutPort}`)
		.join(' '),
};
