import type { Entry, EntryOf, Outcome } from '../core/index.ts';
import { deniedOutcome, reasonOf } from './answer-words.ts';
import { endsWithoutWords } from './budget.ts';
import { type CallState, untouched } from './call-state.ts';
import type { State } from './state.ts';

/** The tool that the run's own requests for a signature under a plan name, and the rule that judges them; no model is told of it. */
export const planTool = 'plan';

/** How often a plan that was refused is written anew. */
const mostRevisions = 2;

/** Whether an id is one of the run's own requests about a plan, which no model may give to a call of its own. */
export function isPlanId(id: string): boolean {
	return /^plan-\d+$/.test(id);
}

/** The call by which the run asks about a plan: it follows the replies that there are. */
export function planCall({ call_id: id, args, mode }: EntryOf<'plan_proposed'>, after: number): CallState {
	return { ...untouched({ id, name: planTool, args, redacted: false }), plan: { mode, after } };
}

/** The plan that was asked about after so many replies. */
export function planAfter({ plans }: Pick<State, 'plans'>, count: number): CallState | undefined {
	return plans.find(({ plan }) => plan?.after === count);
}

/** The plan that is carried out. */
export function approvedPlan({ plans }: Pick<State, 'plans'>): CallState | undefined {
	return plans.find(({ outcome }) => outcome?.kind === 'done');
}

/**
 * Whether what the model answers is a plan that a signature could carry on. Threat: code of a fork that nobody vouched for is only read,
 * whatever somebody signs.
 */
export function mayPropose({ header, pull }: Pick<State, 'header' | 'pull'>): boolean {
	const isForeign = header?.pull?.fork === true && header.pull.vouch === undefined;
	return header?.settings.planned !== undefined && pull?.readOnly !== true && !isForeign;
}

/** Whether the model's last reply is a plan to ask about; last words at a cap, or of a run that went round in circles, are none. */
export function isPlanDue(state: State): boolean {
	const last = state.rounds.at(-1);
	if (!mayPropose(state) || approvedPlan(state) !== undefined || last === undefined) return false;
	const isLastWords = last.cap !== undefined || last.stalled === true;
	const isAnswer = last.calls.length === 0 && !isLastWords && last.reply.text.preview.trim() !== '';
	return isAnswer && planAfter(state, state.rounds.length) === undefined && !endsWithoutWords(state);
}

/** Whether another plan may follow the newest one. */
export function isRevisable(state: State): boolean {
	return mayPropose(state) && state.plans.length <= mostRevisions;
}

/** Whether the model is to be asked again after its plan: to carry it out, or, where it was told what is wrong with it, for another one. */
export function followsPlan(state: State): boolean {
	const plan = planAfter(state, state.rounds.length);
	if (plan?.outcome === undefined) return false;
	if (plan.outcome.kind === 'done') return true;
	return isRevisable(state) && (plan.outcome.kind === 'failed' || hasReason(plan));
}

function hasReason({ answer }: CallState): boolean {
	return answer?.approver_type === 'human' && reasonOf(answer) !== undefined;
}

/** Whether the signature under the plan that is carried out is still to be looked at in this process. */
export function isToBeUpheld({ upheldAt = 0, plan }: CallState, { process }: State): boolean {
	return plan?.revoked === undefined && upheldAt < (process?.begunAt ?? 0);
}

/** How a run ends whose plan was not signed, or is not any more; undefined where it ends by what it did. */
export function planOutcome(state: State): Outcome | undefined {
	const last = state.plans.at(-1);
	const revoked = last?.plan?.revoked;
	if (revoked !== undefined)
		return deniedOutcome({ approver_type: 'human' }, `${revoked} Nothing more of the plan is carried out.`);
	if (last?.outcome?.kind === 'failed') {
		const message = 'The agent has finished. What it would do could not be asked about.';
		return { kind: 'completed', reason: 'answered', message };
	}
	return last?.outcome?.kind === 'denied' && last.answer !== undefined
		? deniedOutcome(last.answer, `Nothing was changed. ${wordsOfNo(last.answer)}`)
		: undefined;
}

function wordsOfNo({ id, user, approver_type: by, ...entry }: EntryOf<'approval'>): string {
	const reason = reasonOf(entry);
	if (by === 'human') return `Plan ${id} was denied by @${user}${reason === undefined ? '.' : `: ${reason}`}`;
	return by === 'expiry' ? `Plan ${id} was not approved: nobody answered in time.` : `Plan ${id} was withdrawn.`;
}

type PlanEntry = Entry & EntryOf<'mode_changed' | 'plan_upheld' | 'plan_revoked'>;

/** The plans after an entry about one of them. */
export function foldPlan({ plans, pull }: State, entry: PlanEntry): readonly CallState[] {
	return plans.map((call) => (call.id === entry.call_id ? changedPlan(call, entry, pull?.head) : call));
}

function changedPlan(call: CallState, entry: PlanEntry, head: string | undefined): CallState {
	const { plan } = call;
	if (plan === undefined) return call;
	switch (entry.type) {
		case 'mode_changed':
			return {
				...call,
				outcome: { kind: 'done', text: entry.told, at: entry.at },
				plan: { ...plan, ...(head === undefined ? {} : { head }) },
			};
		case 'plan_upheld':
			return { ...call, upheldAt: entry.seq };
		case 'plan_revoked':
			return { ...call, plan: { ...plan, revoked: entry.why } };
	}
}
