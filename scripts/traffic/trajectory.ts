import type { JsonObject } from '../../src/core/index.ts';

/** One call of an agent, under the names that the gate knows. */
export interface Step {
	readonly tool: 'Bash' | 'Read' | 'Write' | 'Edit';
	readonly args: JsonObject;
	/** The working directory, where the trajectory records it. */
	readonly cwd?: string;
}

/** A call that is not judged: no tool of the gate corresponds to it. */
export interface Skipped {
	readonly skipped: string;
}

export type Action = Step | Skipped;

/** What one agent did for one task, in order. */
export interface Run {
	/** The folder that the agent worked in, where the trajectory records it. */
	readonly root?: string;
	readonly actions: readonly Action[];
}

/** A format of trajectories. */
export interface Format {
	readonly name: string;
	/** Reads a run from a parsed JSON document or a list of JSON lines; undefined when it is another format. */
	readonly read: (document: unknown) => Run | undefined;
}

export function isStep(action: Action): action is Step {
	return 'tool' in action;
}
