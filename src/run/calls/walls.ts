import type { EntryBody, Mode, Walls } from '../../core/index.ts';
import type { Stage } from '../stage.ts';
import { modeOf } from '../state/pull-state.ts';
import type { State } from '../state/state.ts';

/** Returns whether the sandbox must still be tested. This happens once in each process that judges a call in mode `contained`. */
export function needsProof(state: State): boolean {
	return modeOf(state) === 'contained' && state.process?.walls === undefined;
}

/** Tests every wall of the sandbox. For a job without a sandbox, the entry has the reason, and the job's mode is `edit`. */
export async function tryWalls({ ports }: Stage): Promise<EntryBody> {
	const none = { kind: 'unproven', why: 'this job has no sandbox for commands' } as const;
	return { type: 'walls_tried', found: (await ports.proveWalls?.()) ?? none };
}

/** Returns the walls that this process may rely on, for the gate. */
export function provenWalls({ process }: Pick<State, 'process'>): { readonly walls?: Walls } {
	return process?.walls?.kind === 'proven' ? { walls: process.walls.walls } : {};
}

/** Returns the mode in which calls are judged. If the test of the sandbox failed, `contained` becomes `edit`. */
export function modeInForce(state: State): Mode {
	const mode = modeOf(state);
	return mode === 'contained' && state.process?.walls?.kind === 'unproven' ? 'edit' : mode;
}

/** Says why a run in mode `contained` asks as in mode `edit`. */
export function wallsWarnings(state: State): readonly string[] {
	const found = state.process?.walls;
	if (found?.kind !== 'unproven' || modeOf(state) !== 'contained') return [];
	return [unprovenWords(found.why)];
}

/** Says for people why a run is not in mode `contained`. */
export function unprovenWords(why: string): string {
	return `Mode \`contained\` needs a proven sandbox, and ${why}. This run asks as in mode \`edit\`.`;
}
