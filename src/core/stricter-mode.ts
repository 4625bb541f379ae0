import { type Mode, modes } from './approval.ts';

/** The one of two modes that asks more. */
export function stricterMode(one: Mode, other: Mode): Mode {
	return modes.indexOf(one) <= modes.indexOf(other) ? one : other;
}
