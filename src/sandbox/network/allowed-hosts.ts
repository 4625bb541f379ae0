import { hostPattern, privateHostName } from '../../core/index.ts';

/** One host and one port: what a client wants to reach. */
export interface Target {
	readonly name: string;
	readonly port: number;
}

const usualPorts = [443, 80];

/** Reads `name:port`, as a client of a proxy must write it; undefined for addresses, users, escapes, trailing dots and whatever else. */
export function readAuthority(authority: string, usualPort?: number): Target | undefined {
	const [, name = '', port = usualPort] = /^([a-z0-9.-]{1,253})(?::(\d{1,5}))?$/i.exec(authority) ?? [];
	if (name === '' || port === undefined || privateHostName(name) === undefined) return undefined;
	return { name: name.toLowerCase(), port: Number(port) };
}

/** Tells whether a target is among hosts whose address may be private: exact names. @throws RangeError for what is none. */
export function privateTargets(hosts: readonly string[]): (target: Target) => boolean {
	return matching(hosts.map((host) => ruleOf(host, privateHostName(host))));
}

/**
 * Tells whether a target is among hosts: exact names, `*.name` for all below it. A host without a port stands for 443 and 80, one with a
 * port for this port alone.
 * @throws RangeError for what is no host.
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
	if (pattern === undefined) throw new RangeError(`\`${host}\` is no exact name of a host`);
	const below = pattern.startsWith('*.');
	const [name = '', port] = (below ? pattern.slice(2) : pattern).split(':');
	return { name, below, ports: port === undefined ? usualPorts : [Number(port)] };
}
