import type { EntryOf } from '../../core/index.ts';
import type { RecordedCall } from './past-calls.ts';

/** The answer of people about a call. */
export type Answer = 'yes' | 'no' | 'unanswered';

/** A call that people were asked about, and the last answer. */
export interface AskedCall {
	readonly past: RecordedCall;
	readonly question: string;
	readonly answer: Answer;
	/** The people who gave that answer, if any. */
	readonly by: readonly string[];
}

/** Returns the calls that people were asked about. A request that expired, was withdrawn or still waits has no answer. */
export function askedCalls(calls: readonly RecordedCall[]): readonly AskedCall[] {
	return calls.flatMap((past) => {
		const { question, answers } = past;
		return question === undefined ? [] : [{ past, question, ...answerOf(answers) }];
	});
}

function answerOf(answers: readonly EntryOf<'approval'>[]): Pick<AskedCall, 'answer' | 'by'> {
	const last = answers.at(-1);
	if (last === undefined || last.approver_type !== 'human' || last.incomplete === true)
		return { answer: 'unanswered', by: [] };
	const same = answers.filter(({ approved, approver_type: type }) => type === 'human' && approved === last.approved);
	return { answer: last.approved ? 'yes' : 'no', by: [...new Set(same.map(({ user }) => user))] };
}

/** How often people were asked, and how they answered. An answer for several calls is one answer. */
export interface QuestionCount {
	readonly asked: number;
	readonly yes: number;
	readonly no: number;
	readonly unanswered: number;
	/** The share of approvals among the questions, from 0 to 1. Undefined if there was no question. */
	readonly share?: number;
}

export function countQuestions(asked: readonly AskedCall[]): QuestionCount {
	const questions = [...Map.groupBy(asked, ({ question }) => question).values()];
	const answered = (answer: Answer): number => questions.filter((calls) => answerFor(calls) === answer).length;
	const yes = answered('yes');
	const share = questions.length === 0 ? {} : { share: yes / questions.length };
	return { asked: questions.length, yes, no: answered('no'), unanswered: answered('unanswered'), ...share };
}

function answerFor(calls: readonly AskedCall[]): Answer {
	return (['no', 'yes'] as const).find((one) => calls.some(({ answer }) => answer === one)) ?? 'unanswered';
}

/** Returns how many questions are only about these calls. */
export function questionsAbout(some: readonly AskedCall[], all: readonly AskedCall[]): number {
	const others = new Set(all.filter((one) => !some.includes(one)).map(({ question }) => question));
	return new Set(some.map(({ question }) => question).filter((question) => !others.has(question))).size;
}
