import type { DeliveredClass } from './delivered.ts';
import { exactHost, isOwnMachine } from './network-hosts.ts';

/** What a grant for the run is bound to: the hosts and the classes of delivered files that its request showed. Left out, it is not bound. */
export interface Bounds {
	/** Exact names. */
	readonly hosts?: readonly string[];
	readonly classes?: readonly DeliveredClass[];
}

/** What a call asks about, as far as a grant can be bound to it. */
export interface Asks extends Bounds {
	/** Something else asks, too. */
	readonly others?: true;
}

/** The name under which a grant covers a host; undefined where it has no exact name. */
export function boundHost(host: string): string | undefined {
	return isOwnMachine(host) ? host.toLowerCase() : exactHost(host);
}

/** What two verdicts on one call ask about. */
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
