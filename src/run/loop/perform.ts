import { CountersignError, type EntryBody } from '../../core/index.ts';
import { heed } from '../answers/heed.ts';
import { settle } from '../answers/settle.ts';
import { uphold, voided } from '../answers/uphold.ts';
import { upholdPlan } from '../answers/uphold-plan.ts';
import { askApproval } from '../ask/ask-approval.ts';
import { proposeRule } from '../ask/propose-rule.ts';
import { carryOut, proposePlan } from '../calls/carry-out-plan.ts';
import { checkDelivery } from '../calls/delivery-check.ts';
import { claimCall, execute, recover, retry, start } from '../calls/execution.ts';
import { judge, refuse } from '../calls/judgement.ts';
import { tryTools } from '../calls/tools.ts';
import { tryWalls } from '../calls/walls.ts';
import { askModel, assemble } from '../context/conversation.ts';
import { remember } from '../context/remembrance.ts';
import { executeSetup, judgeSetup, refuseSetup, startSetup } from '../context/setup.ts';
import { admit, claimCommand, report } from '../open/admission.ts';
import { checkpoint, treeOf } from '../open/checkpoint.ts';
import type { Stage } from '../stage.ts';
import { interruptedBefore, unlessInterrupted } from './interruption.ts';
import type { Step } from './next-step.ts';
import { extend, reachCap, readSpent } from './raise.ts';

/** A step that does something. */
type Doing = Exclude<Step, { kind: 'stop' }>;

type StepFunction<S> = (stage: Stage, step: S) => Promise<EntryBody>;
type StepFunctions = { readonly [K in Doing['kind']]: StepFunction<Extract<Doing, { kind: K }>> };

const stepFunctions: StepFunctions = {
	admit,
	'claim-command': claimCommand,
	checkpoint,
	report,
	heed,
	'check-delivery': checkDelivery,
	'assemble-context': assemble,
	'ask-model': askModel,
	'read-spent': readSpent,
	'reach-cap': reachCap,
	extend,
	'propose-plan': proposePlan,
	'carry-out': carryOut,
	'uphold-plan': upholdPlan,
	'try-walls': tryWalls,
	'try-tools': tryTools,
	judge,
	refuse,
	'ask-approval': askApproval,
	settle,
	'void-approval': async (_, step) => voided(step),
	uphold,
	'propose-rule': proposeRule,
	'claim-call': claimCall,
	'judge-setup': judgeSetup,
	'refuse-setup': refuseSetup,
	'start-setup': startSetup,
	'execute-setup': executeSetup,
	retry,
	start: (_, { call }) => start(call),
	execute,
	recover,
	remember,
	finish: async (_, { outcome }) => ({ type: 'run_finished', outcome }),
};

/**
 * Performs exactly one step and returns the entry that records it. If the step fails because of an outage, or if the job must end, the
 * entry records that. Errors from bugs are thrown.
 */
export async function perform(step: Doing, stage: Stage): Promise<EntryBody> {
	// The compiler cannot see that the function belongs to this kind of step.
	const stepFunction = stepFunctions[step.kind] as StepFunction<Doing>;
	const { interruption } = stage.ports;
	const interrupted = interruptedBefore(step.kind, interruption);
	if (interrupted !== undefined) return interrupted;
	try {
		return await unlessInterrupted(step.kind, stepFunction(stage, step), interruption);
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		const { code, message, fix } = error;
		const tree = step.kind === 'execute' || step.kind === 'execute-setup' ? await treeIfKnown(stage) : undefined;
		return { type: 'failed', code, message, fix, ...(tree === undefined ? {} : { tree }) };
	}
}

/**
 * Returns the digest of the workspace. Undefined if the workspace cannot be read, for example after a call that broke off. The checkpoint
 * will report that problem.
 */
async function treeIfKnown({ ports }: Stage): Promise<string | undefined> {
	try {
		return await treeOf(ports.workspace);
	} catch (error) {
		if (error instanceof CountersignError) return undefined;
		throw error;
	}
}
