import type { DeliveredClass } from './delivered.ts';
import { exactHost, isOwnMachine } from './network-hosts.ts';

/**
 * The limits of a grant for the run: the hosts and the classes of delivered files that the request showed. A field that is left out does
 * not limit the grant.
 */
export interface Bounds {
	/** Exact names. */
	readonly hosts?: readonly string[];
	readonly classes?: readonly DeliveredClass[];
}

/** The parts of a call that need approval and that can limit a grant. */
export interface Asks extends Bounds {
	/** If true, something else in the call needs approval, too. */
	readonly others?: true;
}

/** Returns the name under which a grant covers a host, or undefined if the host has no exact name. */
export function boundHost(host: string): string | undefined {
	return isOwnMachine(host) ? host.toLowerCase() : exactHost(host);
}

/** Combines two verdicts on one call: returns all parts that need approval. */
export function bothAsk(a: Asks | undefined, b: Asks | undefined): Asks | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	const hosts = union(a.hosts, b.hosts);
	const classes = union(a.classes, b.classes);
	return {
		...(hosts && { hosts }),
		...(classes && { classes }),
		...((a.others ?? b.others) && { others: true as const }),
	};
}

function union<T>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
	return a === undefined || b === undefined ? (a ?? b) : [...new Set([...a, ...b])];
}
