import type { Gate, GateContext } from '../../core/index.ts';
import type { Patterns, Policy, Standing } from '../../gate/index.ts';

/** A gate and the facts about the disk, as a person chose them. */
export interface Judging {
	readonly gate: Gate;
	readonly context: GateContext;
	readonly policies: readonly Policy[];
	readonly patterns: Patterns;
	readonly standing?: Standing;
}
