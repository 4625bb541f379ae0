import type { PrivateHost, RunSettings } from './run-request.ts';

/** What the configuration allows every command of `shell_exec` to reach. */
export interface StandingReach {
	/** Exact names, or `*.name` for all names that end with it. Without a port, 443 and 80 are allowed. */
	readonly hosts: readonly string[];
	/** The hosts in `hosts` that may have a private address. */
	readonly privateHosts: readonly PrivateHost[];
	/** Ports of the job's own loopback, as `localhost:5432`. */
	readonly services: readonly string[];
	/** If true, commands reach all hosts except private ones by the proxy of the job's network, which also resolves their names. */
	readonly upstreamProxy?: true;
}

/** Returns the hosts and services that a run's settings allow. Settings of older journals allow no service and no private address. */
export function standingReach({
	standingHosts: hosts = [],
	privateHosts = [],
	services = [],
	upstreamProxy,
}: Pick<RunSettings, 'standingHosts' | 'privateHosts' | 'services' | 'upstreamProxy'>): StandingReach {
	return { hosts, privateHosts, services, ...(upstreamProxy && { upstreamProxy }) };
}

/** How hosts are reached if the configuration uses the proxy. */
export const byUpstream = "by the proxy of the job's network";

/** Describes each allowed host or service in one text, with a remark for the reader. `spell` formats names and reasons. */
export function reachTexts(
	{ hosts = [], privateHosts = [], services = [], upstreamProxy }: Partial<StandingReach>,
	spell: (text: string) => string = (text) => text,
): readonly string[] {
	const hostText = (host: string): string => {
		const known = privateHosts.find((one) => one.host === host);
		if (known !== undefined) return `${spell(host)} (its address may be private: ${spell(known.because)})`;
		return upstreamProxy === true ? `${spell(host)} (${byUpstream})` : spell(host);
	};
	const serviceText = (service: string): string => `${spell(service)} (a service of the job, outside the sandbox)`;
	return [...hosts.map(hostText), ...services.map(serviceText)];
}
