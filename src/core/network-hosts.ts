import type { Effect } from './effect.ts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A name of at least two labels. The last label is not a number, because that would be an address. */
const hostName = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])(?::([1-9]\\d{0,4}))?$`);
const mostCharacters = 253;
/** Names that no public host has (RFC 6761, 6762, 8375, and usual names of internal networks). */
const neverPublic = /\.(?:localhost|local|localdomain|internal|home\.arpa)(?::\d+)?$/;
/** Names that every machine reserves for itself (RFC 6761). */
const ownName = /\.localhost(?::\d+)?$/;

/** Hosts inside the command's own network namespace, which need no network access. */
const ownMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0)(?::\d+)?$/i;

/** Returns whether the host of a URL is this machine itself, so no other machine can receive the request. */
export function isLoopback(url: string): boolean {
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/**
 * Returns a host, or a host with its port, as one exact name in lower case. Undefined for anything else, such as addresses, patterns and
 * single words.
 */
export function exactHost(text: string): string | undefined {
	const host = privateHostName(text);
	return host === undefined || neverPublic.test(host) ? undefined : host;
}

/**
 * Like {@link exactHost}, but also accepts a name that only a private network has, such as `registry.corp.internal`. Only a configuration
 * may use such a name.
 */
export function privateHostName(text: string): string | undefined {
	// Check this first, because `toLowerCase` turns some other characters into ASCII letters.
	if (!/^[\x21-\x7e]*$/.test(text)) return undefined;
	const host = text.toLowerCase();
	const port = hostName.exec(host);
	if (port === null || ownName.test(host) || host.replace(/:\d+$/, '').length > mostCharacters) return undefined;
	return Number(port[1] ?? 443) < 65_536 ? host : undefined;
}

/**
 * Like {@link exactHost}, but also accepts `*.` before a name of at least two labels. This means all names that end with it. Only a
 * configuration may use this.
 */
export function hostPattern(text: string): string | undefined {
	const below = text.startsWith('*.');
	const host = exactHost(below ? text.slice(2) : text);
	return host === undefined ? undefined : `${below ? '*.' : ''}${host}`;
}

/** The hosts of a call's effects. */
export interface NamedHosts {
	/** Exact names, perhaps with a port. */
	readonly hosts: readonly string[];
	/** Hosts in the effects that are not exact names. The call cannot reach them. */
	readonly unknown: readonly string[];
}

/** Returns whether a host is the machine itself. In a sandbox, it is the call's own loopback. */
export function isOwnMachine(host: string): boolean {
	return ownMachine.test(host);
}

/**
 * Returns the hosts that a call may reach because of its effects, without the machine itself. Every command may reach the names in `open`,
 * so these do not count as unknown.
 */
export function hostsOf(effects: readonly Effect[], open: readonly string[] = []): NamedHosts {
	const named = effects.flatMap((effect) => (effect.kind === 'network' ? [effect.host] : []));
	const others = [...new Set(named)].filter((host) => !ownMachine.test(host));
	return {
		hosts: [...new Set(others.flatMap((host) => exactHost(host) ?? []))],
		unknown: others.filter((host) => exactHost(host) === undefined && !open.includes(host)),
	};
}
