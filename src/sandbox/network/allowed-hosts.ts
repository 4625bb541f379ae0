import { hostPattern, privateHostName } from '../../core/index.ts';

/** The host and port that a client wants to reach. */
export interface Target {
	readonly name: string;
	readonly port: number;
}

const usualPorts = [443, 80];

/**
 * Reads `name:port`, as a client of a proxy must write it. Returns undefined for any other text, such as an IP address, or a name with
 * `user@`, an escape or a trailing dot.
 */
export function readAuthority(authority: string, usualPort?: number): Target | undefined {
	const [, name = '', port = usualPort] = /^([a-z0-9.-]{1,253})(?::(\d{1,5}))?$/i.exec(authority) ?? [];
	if (name === '' || port === undefined || privateHostName(name) === undefined) return undefined;
	return { name: name.toLowerCase(), port: Number(port) };
}

/**
 * Returns a function that says whether a target is one of these hosts. Hosts must be exact names, including names of private networks.
 * @throws RangeError if an entry is not an exact host name.
 */
export function privateTargets(hosts: readonly string[]): (target: Target) => boolean {
	return matching(hosts.map((host) => ruleOf(host, privateHostName(host))));
}

/**
 * Returns a function that says whether a target is one of these hosts. A host is an exact name, or `*.name` for all names that end with
 * `.name`. Without a port, a host means the ports 443 and 80. @throws RangeError if an entry is not a valid host.
 */
export function allowedHosts(hosts: readonly string[]): (target: Target) => boolean {
	return matching(hosts.map((host) => ruleOf(host, hostPattern(host))));
}

interface HostRule {
	readonly name: string;
	readonly below: boolean;
	readonly ports: readonly number[];
}

function matching(rules: readonly HostRule[]): (target: Target) => boolean {
	return ({ name, port }) =>
		rules.some((rule) => {
			const isName = rule.below ? name.endsWith(`.${rule.name}`) : name === rule.name;
			return isName && rule.ports.includes(port);
		});
}

function ruleOf(host: string, pattern: string | undefined): HostRule {
	if (pattern === undefined) throw new RangeError(`\`${host}\` is not a valid host name here`);
	const below = pattern.startsWith('*.');
	const [name = '', port] = (below ? pattern.slice(2) : pattern).split(':');
	return { name, below, ports: port === undefined ? usualPorts : [Number(port)] };
}
