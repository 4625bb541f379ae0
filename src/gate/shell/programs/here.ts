import { exec, type Finding, type Invocation } from '../program.ts';
import { pathOf, reads } from '../roles.ts';
import { constant } from '../word.ts';

/** Judges a program that shows what is in the current folder and above it. */
export function readsHere({ scope }: Invocation): readonly Finding[] {
	return reads(constant('.'), scope);
}

/**
 * Judges a program that runs code or takes options from files of the current folder, whatever it is asked for. Threat: another folder, such
 * as `/tmp/x`, may have a `Gemfile` or a `.yarnrc.yml` of somebody else.
 */
export function obeysHere(it: Invocation): readonly Finding[] {
	const path = pathOf(constant('.'), it.scope);
	return path === undefined || path.startsWith('/') ? [exec(it)] : [];
}
