import { type Mode, modes } from './approval.ts';

/** Returns the stricter of two modes. */
export function stricterMode(one: Mode, other: Mode): Mode {
	return modes.indexOf(one) <= modes.indexOf(other) ? one : other;
}
