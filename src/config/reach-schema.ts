import { z } from 'zod';
import { hostPattern, type PrivateHost, privateHostName, readService, serviceName } from '../core/index.ts';

const hostKeys = z.strictObject({
	host: z.string({ error: 'must be the name of a host' }),
	private: z.literal(true, { error: 'must be true, or left out' }).exactOptional(),
	because: z
		.string()
		.trim()
		.regex(/^\P{Cc}{1,200}$/u, 'must be a reason of one line, of at most 200 characters')
		.exactOptional(),
});

/** A host that every command may reach. `private` means that its address may be private, and gives the reason. */
const hostEntry = hostKeys
	.superRefine((entry, context) => {
		const fault = faultOf(entry);
		if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
	})
	.transform((entry) => ({ ...entry, host: nameOf(entry) ?? entry.host }));

type HostText = z.output<typeof hostKeys>;

function nameOf({ host, private: isPrivate }: HostText): string | undefined {
	return isPrivate === true ? privateHostName(host) : hostPattern(host);
}

function faultOf(entry: HostText): string | undefined {
	const isPrivate = entry.private === true;
	if (nameOf(entry) === undefined) {
		if (isPrivate)
			return 'a private host must be one exact name, without `*`, scheme, path or IP address. Add :port if the port is not 443 or 80';
		return privateHostName(entry.host) === undefined
			? 'must be the exact name of a host, or *.name for all hosts below it, without scheme, path or IP address. Add :port if the port is not 443 or 80'
			: `\`${entry.host}\` is the name of a host in a private network; write {host: ${entry.host}, private: true, because: why}`;
	}
	if (isPrivate && entry.because === undefined)
		return '`private: true` needs `because`: the reason that every request and verdict shows';
	return !isPrivate && entry.because !== undefined ? '`because` is allowed only with `private: true`' : undefined;
}

const service = z
	.string({ error: 'must be a port of the loopback of the job, such as `localhost:5432`' })
	.refine((text) => readService(text).ok, {
		error: ({ input }) => {
			const read = readService(String(input));
			return read.ok ? '' : read.why;
		},
	})
	.transform((text) => {
		const read = readService(text);
		return read.ok ? serviceName(read.port) : text;
	});

/** The keys of `sandbox` that give every command network access. A plain string is a host with a public address. */
export const reachShape = {
	hosts: z
		.array(z.preprocess((value) => (typeof value === 'string' ? { host: value } : value), hostEntry))
		.max(100)
		.readonly()
		.exactOptional(),
	services: z.array(service).max(20).readonly().exactOptional(),
	upstream_proxy: z.boolean().exactOptional(),
};

/** The keys of a host that is written as a map. */
export const privateHostKeys = Object.keys(hostKeys.shape);

interface ReachText {
	readonly hosts?: readonly HostText[] | undefined;
	readonly services?: readonly string[] | undefined;
	readonly upstream_proxy?: boolean | undefined;
}

/** The network access that a configuration gives to every command. */
export interface ConfiguredReach {
	/** Hosts, in addition to those of a command's own effects. */
	readonly standingHosts: readonly string[];
	/** The hosts whose address may be private. */
	readonly privateHosts: readonly PrivateHost[];
	/** Ports of the job's own loopback. */
	readonly services: readonly string[];
	/** Whether commands reach hosts through the proxy of the job's network. */
	readonly upstreamProxy: boolean;
}

/** The network access in `sandbox`, without duplicates. */
export function reachIn({
	hosts = [],
	services = [],
	upstream_proxy: upstreamProxy = false,
}: ReachText): ConfiguredReach {
	const reasons = new Map(hosts.flatMap(({ host, because }) => (because === undefined ? [] : [[host, because]])));
	return {
		standingHosts: [...new Set(hosts.map(({ host }) => host))],
		privateHosts: [...reasons].map(([host = '', because = '']) => ({ host, because })),
		services: [...new Set(services)],
		upstreamProxy,
	};
}
