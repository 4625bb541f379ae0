import type { EntryBody, Mode, Walls } from '../core/index.ts';
import { modeOf } from './pull-state.ts';
import type { Stage } from './stage.ts';
import type { State } from './state.ts';

/** Whether the sandbox is still to be tried: once in each process that has a call to judge in mode `contained`. */
export function needsProof(state: State): boolean {
	return modeOf(state) === 'contained' && state.process?.walls === undefined;
}

/** Tries every wall of the sandbox. A job without one says why, and its mode is `edit`. */
export async function tryWalls({ ports }: Stage): Promise<EntryBody> {
	const none = { kind: 'unproven', why: 'this job has no sandbox for commands' } as const;
	return { type: 'walls_tried', found: (await ports.proveWalls?.()) ?? none };
}

/** The walls that this process may count on: what a gate must know. */
export function provenWalls({ process }: Pick<State, 'process'>): { readonly walls?: Walls } {
	return process?.walls?.kind === 'proven' ? { walls: process.walls.walls } : {};
}

/** The mode that calls are judged in: where the walls are not proven, `contained` is `edit`. */
export function modeInForce(state: State): Mode {
	const mode = modeOf(state);
	return mode === 'contained' && state.process?.walls?.kind === 'unproven' ? 'edit' : mode;
}

/** Why a run in mode `contained` asks as in `edit`. */
export function wallsWarnings(state: State): readonly string[] {
	const found = state.process?.walls;
	if (found?.kind !== 'unproven' || modeOf(state) !== 'contained') return [];
	return [unprovenWords(found.why)];
}

/** Why a run is not in mode `contained`, for people. */
export function unprovenWords(why: string): string {
	return `Mode \`contained\` needs a proven sandbox, and ${why}. This run asks as in mode \`edit\`.`;
}
