import { repetitionRemarks } from '../state/progress.ts';
import type { Round, State } from '../state/state.ts';

/**
 * Returns the rounds, with the remarks that the model reads together with the calls' results. They are made only from the journal, so each
 * request repeats them unchanged.
 */
export function remarkedRounds(state: State): readonly Round[] {
	const repetitions = repetitionRemarks(state);
	return state.rounds.map((round, index) => {
		const last = round.calls.length - 1;
		const calls = round.calls.map((call, at) => {
			const repeated = repetitions.get(call.id);
			const remarks = [
				...(repeated === undefined ? [] : [repeated]),
				...(at === last ? grantedAfter(index + 1, state) : []),
			];
			return remarks.length === 0 ? call : { ...call, remarks };
		});
		return { ...round, calls };
	});
}

/** Says that people granted more rounds. The rules at the beginning of the conversation name the old number. */
function grantedAfter(count: number, { raises }: State): readonly string[] {
	return raises.flatMap(({ raise, outcome }) =>
		raise?.told === true && raise.cap === 'iterations' && raise.after === count && outcome?.kind === 'done'
			? [`[More rounds were granted: you have ${raise.to} rounds of calls in all now, and ${count} of them are used.]`]
			: [],
	);
}
