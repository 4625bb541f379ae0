import { approvedPlanText } from '../../agent/index.ts';
import type { EntryBody, ToolCall, Verdict } from '../../core/index.ts';
import type { ShownPlan } from '../../report/index.ts';
import { requestOf } from '../answers/asked-thread.ts';
import { type CallStep, headerOf, type Stage } from '../stage.ts';
import type { Planned } from '../state/call-state.ts';
import { isRevisable, mayPropose, planTool } from '../state/plan.ts';
import type { State } from '../state/state.ts';
import { deliverySentence } from './delivery-check.ts';
import { blocked } from './unjudgeable.ts';

/** Records the model's answer as a plan. The entry adds a call to the run, which asks people to approve the plan's text. */
export async function proposePlan({ state, ports }: Stage): Promise<EntryBody> {
	const { planned: mode } = headerOf(state).settings;
	const last = state.rounds.at(-1);
	if (mode === undefined || last === undefined) throw new Error('there is no plan to ask about');
	const args = await ports.blobs.put(JSON.stringify({ plan: await ports.blobs.get(last.reply.text), mode }));
	return { type: 'plan_proposed', call_id: `plan-${state.plans.length + 1}`, mode, args };
}

/**
 * Returns the verdict on a plan. A plan always needs approval, and no mode, rule or grant can replace the approval. If the run may only
 * read now, the plan is blocked.
 */
export function planVerdict(state: State, { mode }: Planned): Verdict {
	if (!mayPropose(state)) {
		const why = 'The run may only read and answer now, so nothing of this can be carried out.';
		return blocked('tools', 'only-reads', why);
	}
	const reason = `The run was asked for a plan. Once it is approved, the run goes on in mode \`${mode}\`.`;
	return { decision: 'confirm', risk: 'medium', rule: planTool, reason, effects: [], matches: [], executes: [] };
}

/** Refuses a plan that does not fit into three comments. The model is asked to shorten it. */
export function refusedLongPlan(): Verdict {
	const reason =
		'Whoever signs a plan must see all of it, and this one is too long for three comments. Answer with a shorter one, of less than 40,000 characters.';
	return blocked('tools', 'plan-too-long', reason);
}

/** Returns the part of a request that shows a plan. */
export function shownPlan({ args }: ToolCall, { mode }: Planned, state: State): ShownPlan {
	return { text: String(args['plan']), mode, isRevisable: isRevisable(state) };
}

/**
 * Records the new mode. The entry itself changes the mode. Nothing changes outside of the run, so no claim is needed. Only one process can
 * continue from the same state, because only one can advance the run's ref.
 */
export async function carryOut({ state, ports }: Stage, { call }: CallStep): Promise<EntryBody> {
	if (call.plan === undefined) throw new Error(`call ${call.id} is no plan`);
	const { settings } = headerOf(state);
	const { mode } = call.plan;
	const told = approvedPlanText({
		id: requestOf(call).id,
		signers: call.signatures.map(({ user }) => user),
		mode,
		maxIterations: settings.limits.maxIterations,
		delivery: deliverySentence(state.delivery ?? {}),
		setup: (settings.setup ?? []).map(({ run }) => run),
	});
	return { type: 'mode_changed', call_id: call.id, mode, told: await ports.blobs.put(told) };
}
