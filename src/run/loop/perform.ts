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
import type { Step } from './next-step.ts';
import { extend, reachCap, readSpent } from './raise.ts';

/**
 * Does exactly one step's effect and returns the entry that records it. If the step fails because of an outage, the entry records that. A
 * bug is thrown.
 */
export async function perform(step: Exclude<Step, { kind: 'stop' }>, stage: Stage): Promise<EntryBody> {
	try {
		return await effectOf(step, stage);
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		const { code, message, fix } = error;
		const tree = step.kind === 'execute' || step.kind === 'execute-setup' ? await treeIfKnown(stage) : undefined;
		return { type: 'failed', code, message, fix, ...(tree === undefined ? {} : { tree }) };
	}
}

/**
 * Returns the digest of the workspace, or undefined if it cannot be read. A call that broke off may leave such a workspace, and the
 * checkpoint will report that.
 */
async function treeIfKnown({ ports }: Stage): Promise<string | undefined> {
	try {
		return await treeOf(ports.workspace);
	} catch (error) {
		if (error instanceof CountersignError) return undefined;
		throw error;
	}
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table, with no logic of its own
function effectOf(step: Exclude<Step, { kind: 'stop' }>, stage: Stage): Promise<EntryBody> {
	switch (step.kind) {
		case 'admit':
			return admit(stage);
		case 'claim-command':
			return claimCommand(step.process, stage);
		case 'checkpoint':
			return checkpoint(stage);
		case 'report':
			return report(stage);
		case 'heed':
			return heed(stage);
		case 'check-delivery':
			return checkDelivery(stage);
		case 'assemble-context':
			return assemble(stage);
		case 'ask-model':
			return askModel(step, stage);
		case 'read-spent':
			return readSpent(stage);
		case 'reach-cap':
			return reachCap(step, stage);
		case 'extend':
			return extend(step, stage);
		case 'propose-plan':
			return proposePlan(stage);
		case 'carry-out':
			return carryOut(step, stage);
		case 'uphold-plan':
			return upholdPlan(step.call, stage);
		case 'try-walls':
			return tryWalls(stage);
		case 'try-tools':
			return tryTools(stage);
		case 'judge':
			return judge(step.call, stage);
		case 'refuse':
			return refuse(step.call, stage);
		case 'ask-approval':
			return askApproval(step.calls, stage);
		case 'settle':
			return settle(step.calls, stage);
		case 'void-approval':
			return Promise.resolve(voided(step));
		case 'uphold':
			return uphold(step.call, stage);
		case 'propose-rule':
			return proposeRule(step.call, stage);
		case 'claim-call':
			return claimCall(step.call, stage);
		case 'judge-setup':
			return judgeSetup(step, stage);
		case 'refuse-setup':
			return refuseSetup(step, stage);
		case 'start-setup':
			return startSetup(step);
		case 'execute-setup':
			return executeSetup(step, stage);
		case 'retry':
			return retry(step, stage);
		case 'start':
			return start(step.call);
		case 'execute':
			return execute(step.call, stage);
		case 'recover':
			return recover(step.call, stage);
		case 'remember':
			return remember(stage);
		case 'finish':
			return Promise.resolve({ type: 'run_finished', outcome: step.outcome });
	}
}
