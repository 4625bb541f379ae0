import type { Effect } from './effect.ts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A name of at least two labels whose last one is no number: else it would be an address. */
const hostName = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])(?::([1-9]\\d{0,4}))?$`);
const mostCharacters = 253;
/** Names that no public host has (RFC 6761, 6762, 8375, and what networks use inside). */
const neverPublic = /\.(?:localhost|local|localdomain|internal|home\.arpa)(?::\d+)?$/;
/** Names that every machine keeps for itself (RFC 6761). */
const ownName = /\.localhost(?::\d+)?$/;

/** What stays in the command's own namespace and needs no way out. */
const ownMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0)(?::\d+)?$/i;

/** A host, or a host and its port, as one exact name in lower case; undefined for anything else: addresses, patterns, single words. */
export function exactHost(text: string): string | undefined {
	const host = privateHostName(text);
	return host === undefined || neverPublic.test(host) ? undefined : host;
}

/** As {@link exactHost}, or a name that only a private network has, such as `registry.corp.internal`. Only a configuration may say this. */
export function privateHostName(text: string): string | undefined {
	// Before anything else: lower case makes letters of ASCII of others.
	if (!/^[\x21-\x7e]*$/.test(text)) return undefined;
	const host = text.toLowerCase();
	const port = hostName.exec(host);
	if (port === null || ownName.test(host) || host.replace(/:\d+$/, '').length > mostCharacters) return undefined;
	return Number(port[1] ?? 443) < 65_536 ? host : undefined;
}

/** As {@link exactHost}, or `*.` before a name of two labels or more, for all names below it. Only a configuration may say this. */
export function hostPattern(text: string): string | undefined {
	const below = text.startsWith('*.');
	const host = exactHost(below ? text.slice(2) : text);
	return host === undefined ? undefined : `${below ? '*.' : ''}${host}`;
}

/** The hosts of a call's effects. */
export interface NamedHosts {
	/** Each one exact name, maybe with a port. */
	readonly hosts: readonly string[];
	/** What the effects say instead of one exact name. There is no way to these. */
	readonly unknown: readonly string[];
}

/** Whether a host is the machine that asks: inside a sandbox the call's own loopback. */
export function isOwnMachine(host: string): boolean {
	return ownMachine.test(host);
}

/** Which hosts a call may reach by its own effects; the machine itself is none. What is `open` to every command anyway is no unknown name. */
export function hostsOf(effects: readonly Effect[], open: readonly string[] = []): NamedHosts {
	const named = effects.flatMap((effect) => (effect.kind === 'network' ? [effect.host] : []));
	const others = [...new Set(named)].filter((host) => !ownMachine.test(host));
	return {
		hosts: [...new Set(others.flatMap((host) => exactHost(host) ?? []))],
		unknown: others.filter((host) => exactHost(host) === undefined && !open.includes(host)),
	};
}
