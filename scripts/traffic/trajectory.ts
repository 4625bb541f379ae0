import type { JsonObject } from '../../src/core/index.ts';

/** One call of an agent, under the names that the gate knows. */
export interface Step {
	readonly tool: 'Bash' | 'Read' | 'Write' | 'Edit';
	readonly args: JsonObject;
	/** The working directory, if the trajectory contains it. */
	readonly cwd?: string;
}

/** A call that is not judged, because no tool of the gate corresponds to it. */
export interface Skipped {
	readonly skipped: string;
}

export type Action = Step | Skipped;

/** The calls of one agent for one task, in order. */
export interface Run {
	/** The folder in which the agent worked, if the trajectory contains it. */
	readonly root?: string;
	readonly actions: readonly Action[];
}

/** A format of trajectories. */
export interface Format {
	readonly name: string;
	/** Reads a run from a parsed JSON document or a list of JSON lines. Undefined for another format. */
	readonly read: (document: unknown) => Run | undefined;
}

export function isStep(action: Action): action is Step {
	return 'tool' in action;
}
