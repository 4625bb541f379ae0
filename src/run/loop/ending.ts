import type { Outcome } from '../../core/index.ts';
import { leftUndelivered, undelivered } from '../open/undelivered.ts';
import { deniedOutcome } from '../state/answer-words.ts';
import { capWords, endingCap, limitOf, refusalWords } from '../state/budget.ts';
import type { CallState } from '../state/call-state.ts';
import { callsOf } from '../state/open-calls.ts';
import { planOutcome } from '../state/plan.ts';
import type { State } from '../state/state.ts';

/** The result of a run that was not broken off. The message of its outcome depends only on this. */
export interface Left {
	/** What happened to the files that the model changed. `delivered`: they are in a pull request. `unchanged`: the model changed no files. */
	readonly work: 'delivered' | 'undelivered' | 'unchanged';
	/** How many of the run's steps succeeded. */
	readonly steps: 'untried' | 'all' | 'some' | 'none';
	/** The id of an approved step that failed and did not succeed later. */
	readonly vain?: string;
	/** Whether the model wrote a closing message. */
	readonly isAnswered: boolean;
}

/** Returns the outcome after the model's last message. The first condition that is true decides. */
export function endingOf(state: State): Outcome {
	return (
		planOutcome(state) ??
		undelivered(state) ??
		lastNo(state) ??
		stalled(state) ??
		capped(state) ??
		endingFor(leftBy(state))
	);
}

/** Returns the outcome of a run that was not broken off. It says that the agent has finished only if nothing is missing. */
export function endingFor({ work, steps, vain, isAnswered }: Left): Outcome {
	const ended = (reason: Extract<Outcome, { kind: 'completed' }>['reason'], message: string): Outcome => ({
		kind: 'completed',
		reason,
		message,
	});
	if (!isAnswered) return ended('no-answer', 'The model ended without an answer, also when asked again.');
	if (work === 'undelivered')
		return ended('changes-undelivered', 'The agent changed files, and delivered none of the changes.');
	if (vain !== undefined) return ended('signed-step-failed', `${vain} was approved, but the step was not done.`);
	if (steps === 'none') return ended('no-step-succeeded', 'None of the steps succeeded.');
	return ended('answered', 'The agent has finished.');
}

function leftBy(state: State): Left {
	const calls = state.rounds.flatMap((round) => round.calls);
	const done = calls.filter(({ outcome }) => outcome?.kind === 'done').length;
	const vain = signedInVain(state);
	return {
		work: leftUndelivered(state),
		steps: calls.length === 0 ? 'untried' : done === 0 ? 'none' : done < calls.length ? 'some' : 'all',
		...(vain === undefined ? {} : { vain }),
		isAnswered: state.rounds.at(-1)?.reply.text.preview.trim() !== '',
	};
}

/** Returns the id of the last signed step that failed. If the same step succeeded later, it does not count as failed. */
function signedInVain(state: State): string | undefined {
	const calls = callsOf(state);
	const at = calls.findLastIndex(({ signatures, outcome }) => signatures.length > 0 && outcome !== undefined);
	const signed = calls[at];
	const kind = signed?.outcome?.kind;
	if (signed === undefined || (kind !== 'failed' && kind !== 'blocked')) return undefined;
	const isSame = (one: CallState) => one.name === signed.name && one.canonical === signed.canonical;
	const isMadeUp = calls.slice(at + 1).some((one) => isSame(one) && one.outcome?.kind === 'done');
	return isMadeUp ? undefined : (signed.request?.id ?? signed.answer?.id);
}

/** Returns the outcome for the last denial, if the run did nothing after it. A question that expired is also denied. */
function lastNo(state: State): Outcome | undefined {
	const calls = state.rounds.flatMap((round) => round.calls);
	const at = calls.findLastIndex(({ outcome }) => outcome?.kind === 'denied');
	const answer = calls[at]?.answer;
	if (answer === undefined || calls.slice(at + 1).some(({ outcome }) => outcome?.kind === 'done')) return undefined;
	return deniedOutcome(answer);
}

function stalled(state: State): Outcome | undefined {
	if (state.rounds.at(-1)?.stalled !== true) return undefined;
	const message =
		'Stopped: the last replies only repeated calls whose results were known, and nothing changed in between.';
	return { kind: 'completed', reason: 'no-progress', message };
}

function capped(state: State): Outcome | undefined {
	const cap = endingCap(state);
	if (cap === undefined) return undefined;
	const isRounds = cap === 'iterations';
	const message = isRounds
		? `Stopped after ${limitOf(state, cap)} replies that use tools.${refusalWords(state)}`
		: `Stopped at a limit. ${capWords(state, cap)}${refusalWords(state)}`;
	return { kind: 'completed', reason: isRounds ? 'iterations-exhausted' : 'budget-exhausted', message };
}
