import type { PlannedMode } from '../core/index.ts';
import { modeRule } from './system-rules.ts';

/** A plan that was signed, and what the run may do now. */
export interface ApprovedPlan {
	readonly id: string;
	/** Logins. */
	readonly signers: readonly string[];
	readonly mode: PlannedMode;
	/** Rounds of calls from here on. */
	readonly maxIterations: number;
	/** What cannot be delivered; empty where nothing is in the way. */
	readonly delivery: string;
	readonly setup: readonly string[];
}

/** What the model is told once its plan was signed: the words of its plan stand right above. */
export function approvedPlanText({ id, signers, mode, maxIterations, delivery, setup }: ApprovedPlan): string {
	const people = signers.map((login) => `@${login}`).join(' and ');
	const commands = setup.map((run) => `    ${run.replaceAll('\n', '\n    ')}`).join('\n');
	return [
		`Plan ${id} was approved by ${people}, exactly as you wrote it above. Carry it out now: all of it, and nothing beyond it. Where it turns out not to work, stop there and say so.`,
		`You are no longer in mode \`plan\`. ${modeRule(mode)} You have ${maxIterations} rounds of calls, counted from here, then one last answer without calls.`,
		...(delivery === '' ? [] : [delivery]),
		...(setup.length === 0
			? []
			: [`Before your first call that runs or writes something these commands run by themselves:\n\n${commands}`]),
	].join('\n\n');
}
