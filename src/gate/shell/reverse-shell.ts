import type { Effect } from '../../core/index.ts';
import type { Part } from '../part.ts';

/** Reasons of effects that run something from elsewhere. */
const executesInput =
	/^(it executes what it is fed|a command line that cannot be known|which program runs cannot be known|fetched code)/;

/**
 * Finds a shell whose input or output is a network connection, through a pipe, a named pipe or a descriptor (`mkfifo f; sh <f | nc h 1
 * >f`). No single command shows this. Adds the finding to each part with a connection.
 */
export function nameReverseShells(parts: readonly Part[]): readonly Part[] {
	const isConnected = (part: Part) =>
		part.traits.includes('connection') && part.effects.some(({ kind }) => kind === 'network');
	if (!parts.some(isConnected) || !parts.some((part) => part.effects.some(isExecuting))) return parts;
	const why = 'reverse shell: what another machine sends is executed here';
	return parts.map((part) =>
		isConnected(part) ? { ...part, effects: [...part.effects, { kind: 'opaque', why }] } : part,
	);
}

function isExecuting(effect: Effect): boolean {
	return effect.kind === 'opaque' && executesInput.test(effect.why);
}
