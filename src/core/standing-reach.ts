import type { RunSettings } from './run-request.ts';

/** A host whose address may be private, and why its maintainers trust it. */
export interface PrivateHost {
	/** One exact name, maybe with a port. */
	readonly host: string;
	readonly because: string;
}

/** What the configuration opens to every command of `shell_exec`. */
export interface StandingReach {
	/** Exact names, `*.name` for all below one; a port only where it is named, else 443 and 80. */
	readonly hosts: readonly string[];
	/** Those of `hosts` that may have a private address. */
	readonly privateHosts: readonly PrivateHost[];
	/** Ports of the job's own loopback, as `localhost:5432`. */
	readonly services: readonly string[];
	/** The proxy of the job's network leads to all hosts but private ones, and resolves their names. */
	readonly upstreamProxy?: true;
}

/** What a run's settings open. Settings of older journals open no service and no private address. */
export function standingReach({
	standingHosts: hosts = [],
	privateHosts = [],
	services = [],
	upstreamProxy,
}: Pick<RunSettings, 'standingHosts' | 'privateHosts' | 'services' | 'upstreamProxy'>): StandingReach {
	return { hosts, privateHosts, services, ...(upstreamProxy && { upstreamProxy }) };
}

/** How hosts are reached where the configuration says so. */
export const byUpstream = "by the proxy of the job's network";

/** Everything that is open, one text each, with what a reader must know of it. `spell` renders names and reasons. */
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
