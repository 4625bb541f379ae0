import { repetitionRemarks } from './progress.ts';
import type { Round } from './round.ts';
import type { State } from './state.ts';

/** The rounds with what the model is told besides, with their calls' results. It follows from the journal alone, so it is sent again as it was. */
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

/** The rules told how many rounds of calls there are: more were given. */
function grantedAfter(count: number, { raises }: State): readonly string[] {
	return raises.flatMap(({ raise, outcome }) =>
		raise?.told === true && raise.cap === 'iterations' && raise.after === count && outcome?.kind === 'done'
			? [`[More rounds were granted: you have ${raise.to} rounds of calls in all now, and ${count} of them are used.]`]
			: [],
	);
}
