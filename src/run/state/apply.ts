import type { Entry, EntryOf, Outcome } from '../../core/index.ts';
import { interruptedOutcome, offOutcome, takenOutcome, waitingOutcome } from './answer-words.ts';
import { applyToCall } from './apply-to-call.ts';
import { foldAsked } from './asked-state.ts';
import { bindingCap, ownSpending, tokensOf, workedAfter } from './budget.ts';
import type { Notice, Patch } from './call-state.ts';
import { inProcess, stop, stopLookedFor, withCall } from './changed-state.ts';
import { centsOf } from './money.ts';
import { endedCalls, openCalls } from './open-calls.ts';
import { foldPlan, planCall } from './plan.ts';
import { beginProcess, withRefusal } from './process-state.ts';
import { isStalled } from './progress.ts';
import { changedPull, pullAtStart } from './pull-state.ts';
import { beginRound, raiseCall } from './round.ts';
import { blockedSetup, foldSetup, noticesOf, type SetupEntry } from './setup-state.ts';
import { emptyState, type State } from './state.ts';

/** Returns the state that results from a journal's entries. */
export function replay(entries: readonly Entry[]): State {
	return entries.reduce(apply, emptyState);
}

/** Returns the state after one more entry. */
export function apply(before: State, entry: Entry): State {
	const state = { ...before, seq: entry.seq, worked: workedAfter(before.worked, entry) };
	if (isAmong(stops, entry)) return applyStop(state, entry);
	if (isAmong(ofRounds, entry)) return applyToRounds(state, entry, before);
	switch (entry.type) {
		case 'run_started':
			return {
				...state,
				begunAt: entry.at,
				header: entry,
				...pullAtStart(entry),
				...(entry.tree === undefined ? {} : { tree: entry.tree }),
				process: beginProcess(undefined, { runner: entry.runner, command: entry.request.key }, entry),
			};
		case 'run_resumed':
			return withoutNotices({
				...state,
				spendings: [...state.spendings, ...[ownSpending(before) ?? []].flat()],
				process: beginProcess(state.process, { ...entry, workedBefore: before.worked.ms }, entry),
			});
		case 'admitted':
			return { ...state, admitted: entry };
		case 'claimed':
			return entry.subject === 'command'
				? { ...inProcess(state, { claimed: true }), ...(entry.saved ? { checkpointAt: entry.seq } : {}) }
				: { ...withCall(state, entry.call_id, claimBy(state, entry)), checkpointAt: entry.seq };
		case 'checkpoint':
			return { ...state, checkpointAt: entry.seq };
		case 'reported':
			return { ...state, progress: entry };
		case 'delivery_checked':
			return { ...state, delivery: entry };
		case 'context':
			return { ...state, context: entry };
		case 'tools_tried':
			return withNotice({ ...state, toolsTried: entry.found }, { tools: entry.found });
		case 'walls_tried':
			return inProcess(state, { walls: entry.found });
		case 'remembered':
			return { ...state, remembered: { rounds: state.rounds.length, calls: endedCalls(state) } };
		case 'run_finished':
			return { ...state, finished: entry.outcome as Outcome };
		case 'answer_refused':
			return state.process === undefined ? state : { ...state, process: withRefusal(state.process, entry) };
		case 'heeded':
			return inProcess(state, stopLookedFor(state));
		case 'answer_unclear':
		case 'grants_revoked':
		case 'stop_requested':
			return { ...state, asked: foldAsked(state.asked, entry) };
		case 'pull_changed':
			return { ...state, pull: changedPull(state.pull, entry) };
		case 'note':
			return entry.about === 'controls' ? { ...state, warnings: [...state.warnings, entry.text] } : state;
		default:
			return 'origin' in entry && entry.origin === 'setup' ? applyToSetup(state, entry) : applyToCall(state, entry);
	}
}

function isAmong<T extends Entry['type']>(types: readonly T[], entry: Entry): entry is Extract<Entry, { type: T }> {
	return types.some((type) => type === entry.type);
}

/** Entries after which this process stops. */
const stops = [
	'refused',
	'claim_lost',
	'checkpoint_lost',
	'waiting',
	'switched_off',
	'failed',
	'interrupted',
] as const satisfies readonly Entry['type'][];

function applyStop(state: State, entry: Extract<Entry, { type: (typeof stops)[number] }>): State {
	switch (entry.type) {
		case 'refused':
			return stop(state, { kind: 'refused', reason: entry.reason, message: entry.message });
		case 'claim_lost':
			return afterLostClaim(state, entry);
		case 'checkpoint_lost':
			return stop(state, {
				kind: 'duplicate',
				reason: 'run-advanced-elsewhere',
				message: 'Another job advanced this run; this one stops.',
			});
		case 'waiting':
			return stop(state, waitingOutcome(openCalls(state), entry));
		case 'switched_off':
			return stop(state, offOutcome(entry.by, openCalls(state)));
		case 'failed':
			// Saving the memory failed. The run had already ended because of an earlier failure.
			if (state.process?.stopped?.kind === 'failed') return inProcess(state, { forgets: true });
			return stop(entry.tree === undefined ? state : { ...state, tree: entry.tree }, {
				kind: 'failed',
				reason: entry.code,
				message: `${entry.message} ${entry.fix}`,
			});
		case 'interrupted':
			return stop(state, interruptedOutcome(entry.why));
	}
}

/** Entries about the model's replies, their budget and the plan. */
const ofRounds = [
	'model_reply',
	'reply_discarded',
	'spent_read',
	'cap_reached',
	'plan_proposed',
	'mode_changed',
	'plan_upheld',
	'plan_revoked',
] as const satisfies readonly Entry['type'][];

function applyToRounds(state: State, entry: Extract<Entry, { type: (typeof ofRounds)[number] }>, before: State): State {
	switch (entry.type) {
		case 'model_reply':
			return {
				...state,
				repliedAt: entry.seq,
				rounds: [...state.rounds, beginRound(entry, { cap: bindingCap(before), stalled: isStalled(before) })],
			};
		case 'reply_discarded':
			return { ...state, discarded: [...state.discarded, entry] };
		case 'spent_read':
			return inProcess(state, { spent: { ...entry, tokensBefore: tokensOf(state), centsBefore: centsOf(state) } });
		case 'cap_reached':
			return { ...state, raises: [...state.raises, raiseCall(entry, state.rounds.length)] };
		case 'plan_proposed':
			return { ...state, plans: [...state.plans, planCall(entry, state.rounds.length)] };
		case 'mode_changed':
			// Grants from the time when the run could only read are removed, because they were not meant for the new mode.
			return { ...state, plans: foldPlan(state, entry), asked: { ...state.asked, grants: [] } };
		case 'plan_upheld':
		case 'plan_revoked':
			return { ...state, plans: foldPlan(state, entry) };
	}
}

/** Applies an entry about setup. A finished setup command changes the disk like a call, so earlier verdicts must be made again. */
function applyToSetup(state: State, entry: SetupEntry): State {
	const setups = foldSetup(state.setups, entry, state.process?.number ?? 0);
	const setup = setups.find((one) => one.id === entry.call_id);
	if (setup === undefined || entry.type === 'tool_attempt' || entry.type === 'tool_started')
		return { ...state, setups };
	if (entry.type === 'security_violation') return stop({ ...state, setups }, blockedSetup(setup));
	const told = noticesOf(setup).reduce(withNotice, state);
	return { ...told, setups, effectAt: entry.seq, tree: entry.tree };
}

/** Adds a message that the model reads with the result of the next call. */
function withNotice(state: State, notice: Notice): State {
	const [call] = openCalls(state);
	return call === undefined ? state : withCall(state, call.id, { notices: [...call.notices, notice] });
}

/** Removes the messages of an earlier process's setup from open calls, because setup runs again in each process. */
function withoutNotices(state: State): State {
	return openCalls(state).reduce(
		(rest, call) => withCall(rest, call.id, { notices: call.notices.filter((notice) => 'tools' in notice) }),
		state,
	);
}

function claimBy({ process }: State, { key, seq }: Entry & EntryOf<'claimed'>): Patch {
	return process === undefined ? {} : { claim: { key, owner: process.runner, seq } };
}

function afterLostClaim(state: State, entry: EntryOf<'claim_lost'>): State {
	if (!entry.living) return withCall(state, entry.call_id, { lostClaim: true });
	return stop(state, takenOutcome(entry.owner, entry.subject === 'command' ? 'command-claimed' : 'call-claimed'));
}
