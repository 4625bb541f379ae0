import type { Mode } from './approval.ts';

const modes: readonly Mode[] = ['plan', 'default', 'edit', 'auto'];

/** The one of two modes that asks more. */
export function stricterMode(one: Mode, other: Mode): Mode {
	return modes.indexOf(one) <= modes.indexOf(other) ? one : other;
}
