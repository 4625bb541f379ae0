import type { PlannedMode } from '../core/index.ts';
import { modeRule } from './system-rules.ts';

/** An approved plan, and what the run may do now. */
export interface ApprovedPlan {
	readonly id: string;
	/** The logins of the approvers. */
	readonly signers: readonly string[];
	readonly mode: PlannedMode;
	/** The most rounds of calls, counted from the approval. */
	readonly maxIterations: number;
	/** Says which changes cannot be delivered. Empty if all can be. */
	readonly delivery: string;
	readonly setup: readonly string[];
}

/** Returns the text for the model after people approved its plan. The plan itself is directly above this text. */
export function approvedPlanText({ id, signers, mode, maxIterations, delivery, setup }: ApprovedPlan): string {
	const people = signers.map((login) => `@${login}`).join(' and ');
	const commands = setup.map((run) => `    ${run.replaceAll('\n', '\n    ')}`).join('\n');
	return [
		`Plan ${id} was approved by ${people}, exactly as you wrote it above. Carry out all of it now, and nothing more. If a step does not work, stop there and say so.`,
		`You are no longer in mode \`plan\`. ${modeRule(mode)} You have ${maxIterations} rounds of calls, counted from here, then one last answer without calls.`,
		...(delivery === '' ? [] : [delivery]),
		...(setup.length === 0
			? []
			: [`Before your first call that runs or writes something these commands run by themselves:\n\n${commands}`]),
	].join('\n\n');
}
