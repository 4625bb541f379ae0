import { type Asks, type Bounds, boundHost, type Effect } from '../core/index.ts';
import type { Opinion, Subject } from './part.ts';

/**
 * Returns the hosts and the classes of delivered files for which a call needs approval, so a grant can be limited to them. `others` says
 * that the call also needs approval for another reason. Undefined if there are neither hosts nor classes.
 */
export function asksOf(opinions: readonly Opinion[], subject: Subject): Asks | undefined {
	const asking = opinions.filter(({ decision }) => decision === 'confirm');
	const isAsked = (kind: Effect['kind']): boolean =>
		asking.some(({ effect }) => effect === undefined || effect.kind === kind);
	const effects = effectsOf(subject);
	const named = effects.flatMap((effect) => (effect.kind === 'network' ? [effect.host] : []));
	const delivered = effects.flatMap((effect) => (effect.kind === 'deliver' ? [effect.what] : []));
	const hosts = named.length > 0 && isAsked('network') ? { hosts: distinct(named.flatMap(nameOf)) } : {};
	const classes = delivered.length > 0 && isAsked('deliver') ? { classes: distinct(delivered) } : {};
	const bounds: Bounds = { ...hosts, ...classes };
	if (Object.keys(bounds).length === 0) return undefined;
	const others = asking.some(({ effect }) => effect?.kind !== 'network' && effect?.kind !== 'deliver');
	return { ...bounds, ...(others && { others: true as const }) };
}

/**
 * Returns whether an opinion stays within the limits of a grant. If the opinion is about neither a host nor a delivery, all effects of the
 * call must stay within the limits.
 */
export function isWithin({ effect }: Opinion, subject: Subject, bounds: Bounds): boolean {
	const isBoundable = effect?.kind === 'network' || effect?.kind === 'deliver';
	return (isBoundable ? [effect] : effectsOf(subject)).every((one) => isInBounds(one, bounds));
}

function isInBounds(effect: Effect, { hosts, classes }: Bounds): boolean {
	if (effect.kind === 'deliver') return classes === undefined || classes.includes(effect.what);
	if (effect.kind !== 'network' || hosts === undefined) return true;
	const host = boundHost(effect.host);
	return host !== undefined && hosts.includes(host);
}

function effectsOf({ parts }: Subject): readonly Effect[] {
	return parts.flatMap(({ effects }) => effects);
}

/** Returns the host's name. Empty if the name is not exact, because no grant covers such a host. */
function nameOf(host: string): readonly string[] {
	const name = boundHost(host);
	return name === undefined ? [] : [name];
}

function distinct<T>(values: readonly T[]): readonly T[] {
	return [...new Set(values)];
}
