import type { EntryOf } from '../core/index.ts';
import type { RecordedCall } from './past-calls.ts';

/** What came of asking people about a call. */
export type Answer = 'yes' | 'no' | 'unanswered';

/** A call that people were asked about, and what the last word on it was. */
export interface AskedCall {
	readonly past: RecordedCall;
	readonly answer: Answer;
	/** Who gave that word, where somebody did. */
	readonly by: readonly string[];
}

/** The calls that people were asked about. A request that expired, was withdrawn or still waits was answered by nobody. */
export function askedCalls(calls: readonly RecordedCall[]): readonly AskedCall[] {
	return calls.filter(({ asked }) => asked).map((past) => ({ past, ...answerOf(past.answers) }));
}

function answerOf(answers: readonly EntryOf<'approval'>[]): Pick<AskedCall, 'answer' | 'by'> {
	const last = answers.at(-1);
	if (last === undefined || last.approver_type !== 'human' || last.incomplete === true)
		return { answer: 'unanswered', by: [] };
	const same = answers.filter(({ approved, approver_type: type }) => type === 'human' && approved === last.approved);
	return { answer: last.approved ? 'yes' : 'no', by: [...new Set(same.map(({ user }) => user))] };
}
