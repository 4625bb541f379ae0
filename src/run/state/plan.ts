import type { Entry, EntryOf, Outcome } from '../../core/index.ts';
import { deniedOutcome, reasonOf } from './answer-words.ts';
import { endsWithoutWords } from './budget.ts';
import { type CallState, untouched } from './call-state.ts';
import type { State } from './state.ts';

/**
 * The tool name of the run's own requests for a signature under a plan, and the name of the rule that judges them. No model knows this
 * tool.
 */
export const planTool = 'plan';

/** How often the model may write a refused plan again. */
const mostRevisions = 2;

/** Returns whether an id belongs to one of the run's own requests about a plan. No model may give such an id to its call. */
export function isPlanId(id: string): boolean {
	return /^plan-\d+$/.test(id);
}

/** Creates the call by which the run asks about a plan. `after` is the number of replies before it. */
export function planCall({ call_id: id, args, mode }: EntryOf<'plan_proposed'>, after: number): CallState {
	return { ...untouched({ id, name: planTool, args, redacted: false }), plan: { mode, after } };
}

/** Returns the plan that the run asked about after `count` replies. */
export function planAfter({ plans }: Pick<State, 'plans'>, count: number): CallState | undefined {
	return plans.find(({ plan }) => plan?.after === count);
}

/** Returns the plan that was signed and is carried out. */
export function approvedPlan({ plans }: Pick<State, 'plans'>): CallState | undefined {
	return plans.find(({ outcome }) => outcome?.kind === 'done');
}

/**
 * Returns whether the model's answer is a plan that people could sign. A run on a fork without `/agent ok` only reads, so its plan can
 * never be carried out.
 */
export function mayPropose({ header, pull }: Pick<State, 'header' | 'pull'>): boolean {
	const isForeign = header?.pull?.fork === true && header.pull.vouch === undefined;
	return header?.settings.planned !== undefined && pull?.readOnly !== true && !isForeign;
}

/**
 * Returns whether the model's last reply is a plan that the run must ask about. A closing message at a cap, or after repetition, is not a
 * plan.
 */
export function isPlanDue(state: State): boolean {
	const last = state.rounds.at(-1);
	if (!mayPropose(state) || approvedPlan(state) !== undefined || last === undefined) return false;
	const isLastWords = last.cap !== undefined || last.stalled === true;
	const isAnswer = last.calls.length === 0 && !isLastWords && last.reply.text.preview.trim() !== '';
	return isAnswer && planAfter(state, state.rounds.length) === undefined && !endsWithoutWords(state);
}

/** Returns whether the model may write another plan after the newest one. */
export function isRevisable(state: State): boolean {
	return mayPropose(state) && state.plans.length <= mostRevisions;
}

/**
 * Returns whether the model must be asked again after its plan. The model then carries the plan out, or writes another plan after reading
 * what is wrong.
 */
export function followsPlan(state: State): boolean {
	const plan = planAfter(state, state.rounds.length);
	if (plan?.outcome === undefined) return false;
	if (plan.outcome.kind === 'done') return true;
	return isRevisable(state) && (plan.outcome.kind === 'failed' || hasReason(plan));
}

function hasReason({ answer }: CallState): boolean {
	return answer?.approver_type === 'human' && reasonOf(answer) !== undefined;
}

/** Returns whether this process must still check the signature under the current plan. */
export function isToBeUpheld({ upheldAt = 0, plan }: CallState, { process }: State): boolean {
	return plan?.revoked === undefined && upheldAt < (process?.begunAt ?? 0);
}

/**
 * Returns the outcome of a run whose plan was not signed, or whose signature is no longer valid. Returns undefined if other results decide
 * the outcome.
 */
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

/** Returns the plans after an entry about one of them. */
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
