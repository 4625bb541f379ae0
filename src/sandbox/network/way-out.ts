import { wayOutPort } from '../../core/index.ts';
import type { Mount } from '../mount.ts';
import { openProxy } from './filtering-proxy.ts';
import type { RefusedAddress, Unanswered } from './outside.ts';
import type { Network } from './proxy-gate.ts';
import { type Door, openServices, type ServiceTrouble } from './service-doors.ts';

/** What a command asked the network for in vain, each once. */
export interface Missed {
	/** `host:port` that is not among its hosts. */
	readonly refusedHosts: readonly string[];
	readonly refusedAddresses: readonly RefusedAddress[];
	readonly unanswered: readonly Unanswered[];
	readonly serviceTroubles: readonly ServiceTrouble[];
}

/** Of a command without network. */
export const missedNothing: Missed = { refusedHosts: [], refusedAddresses: [], unanswered: [], serviceTroubles: [] };

/** All ways of one command out of its sandbox, for as long as it runs. */
export interface WayOut {
	/** At least one. */
	readonly doors: readonly Door[];
	/** Whether one of them is the proxy's, of which programs must be told. */
	readonly hasProxy: boolean;
	missed(): Missed;
	/** Ends every connection. */
	close(): Promise<void>;
}

/** Opens what a command may reach; undefined where that is nothing. @throws RangeError for what is no host or no port of the loopback. */
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

/** Where the parts of the way out lie inside a sandbox. */
const place = '/run/countersign';
const address = `http://127.0.0.1:${wayOutPort}`;
const ownMachine = 'localhost,127.0.0.1,::1,0.0.0.0';

/** Carries bytes between ports of the sandbox and sockets of the job. It judges nothing, so nothing is lost when a command stops or changes it. */
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
// The number must not become a connection's.
openSync('/dev/null', 'w');
`;
}

/** What a sandbox needs inside for its way out; nothing without one. */
export interface InsideParts {
	readonly mounts: readonly Mount[];
	readonly variables: Readonly<Record<string, string>>;
	/** For the shell that starts the command. */
	readonly before: readonly string[];
}

/** See {@link InsideParts}. */
export function insideParts(wayOut: WayOut | undefined): InsideParts {
	if (wayOut === undefined) return { mounts: [], variables: {}, before: [] };
	const { doors, hasProxy } = wayOut;
	return { mounts: forwarderMounts(doors), variables: hasProxy ? proxyVariables : {}, before: [startForwarder] };
}

/** Our own Node, the forwarder and the sockets of the job. */
function forwarderMounts(doors: readonly Door[]): readonly Mount[] {
	return [
		{ kind: 'read-only', source: process.execPath, target: `${place}/node` },
		...doors.map(({ name, path }): Mount => ({ kind: 'read-only', source: path, target: `${place}/${name}` })),
		{ kind: 'text', target: `${place}/forward.mjs`, text: forwarder(doors) },
	];
}

const node = `${place}/node --no-warnings --v8-pool-size=0 --max-old-space-size=64 ${place}/forward.mjs`;

/** For the shell that starts the command: goes on when the forwarder listens, and runs nothing when it does not. */
const startForwarder = `[ "$(${node} 2>/dev/null </dev/null &)" = ready ] || { echo 'The way to the network did not start, so the command did not run.'; exit 125; }`;

/** How programs are told of a proxy: most by the first six, some by names of their own. */
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
