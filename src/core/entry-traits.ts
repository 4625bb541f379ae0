import type { EntryBody } from './entry.ts';

type EntryType = EntryBody['type'];

/** Where and how people see an entry of the journal. If a new entry does not state all of this, the code does not compile. */
interface EntryTraits {
	/** The timelines of the report and of the trace show the entry. */
	readonly timeline: boolean;
	/** A run in a terminal prints a line for the entry. */
	readonly terminal: boolean;
	/** What a person at the terminal waits for after the entry. */
	readonly awaits: 'model' | 'call' | 'nothing';
	/** If this is a process's last entry, the process ended as planned. With any other last entry, the process broke off. */
	readonly endsJob: boolean;
	/** The colour of the entry in `audit show`. `own`: the fields of the entry decide. */
	readonly tone: 'bad' | 'plain' | 'own';
	/** `audit show --denied` selects the entry. `own`: the fields of the entry decide. */
	readonly denies: 'yes' | 'no' | 'own';
}

/** Every entry of the journal. */
export const entryTraits = {
	run_started: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	run_resumed: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	admitted: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	refused: { timeline: false, terminal: false, awaits: 'nothing', endsJob: true, tone: 'bad', denies: 'yes' },
	claimed: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	claim_lost: { timeline: false, terminal: false, awaits: 'nothing', endsJob: true, tone: 'plain', denies: 'no' },
	checkpoint: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	checkpoint_lost: { timeline: false, terminal: false, awaits: 'nothing', endsJob: true, tone: 'plain', denies: 'no' },
	reported: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	delivery_checked: {
		timeline: false,
		terminal: false,
		awaits: 'nothing',
		endsJob: false,
		tone: 'plain',
		denies: 'no',
	},
	context: { timeline: false, terminal: false, awaits: 'model', endsJob: false, tone: 'plain', denies: 'no' },
	spent_read: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	cap_reached: { timeline: false, terminal: true, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	plan_proposed: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	mode_changed: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	plan_revoked: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	plan_upheld: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	model_reply: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	reply_discarded: { timeline: false, terminal: false, awaits: 'model', endsJob: false, tone: 'plain', denies: 'no' },
	walls_tried: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	tools_tried: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	tool_attempt: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'own', denies: 'own' },
	tool_started: { timeline: false, terminal: false, awaits: 'call', endsJob: false, tone: 'plain', denies: 'no' },
	tool_retry: { timeline: false, terminal: true, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	tool_result: { timeline: true, terminal: true, awaits: 'nothing', endsJob: false, tone: 'own', denies: 'no' },
	effect_unknown: { timeline: true, terminal: true, awaits: 'nothing', endsJob: false, tone: 'bad', denies: 'no' },
	security_violation: { timeline: true, terminal: true, awaits: 'nothing', endsJob: false, tone: 'bad', denies: 'yes' },
	approval_requested: {
		timeline: true,
		terminal: false,
		awaits: 'nothing',
		endsJob: false,
		tone: 'plain',
		denies: 'no',
	},
	approval: { timeline: true, terminal: true, awaits: 'nothing', endsJob: false, tone: 'own', denies: 'own' },
	approval_upheld: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	answer_refused: { timeline: false, terminal: true, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'yes' },
	approval_void: { timeline: false, terminal: true, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	answer_unclear: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	grants_revoked: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	stop_requested: { timeline: true, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	switched_off: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	heeded: { timeline: false, terminal: false, awaits: 'model', endsJob: false, tone: 'plain', denies: 'no' },
	pull_changed: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	rule_proposed: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	waiting: { timeline: false, terminal: false, awaits: 'nothing', endsJob: true, tone: 'plain', denies: 'no' },
	remembered: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
	failed: { timeline: false, terminal: false, awaits: 'nothing', endsJob: true, tone: 'bad', denies: 'no' },
	interrupted: { timeline: false, terminal: true, awaits: 'nothing', endsJob: true, tone: 'plain', denies: 'no' },
	run_finished: { timeline: false, terminal: false, awaits: 'nothing', endsJob: true, tone: 'plain', denies: 'no' },
	note: { timeline: false, terminal: false, awaits: 'nothing', endsJob: false, tone: 'plain', denies: 'no' },
} as const satisfies Readonly<Record<EntryType, EntryTraits>>;

/** Whether an entry changes what `TASK-<run>.md` shows about a step or the run. If an entry is missing here, the code does not compile. */
export const changesTaskFile: Readonly<Record<EntryType, boolean>> = {
	run_started: false,
	run_resumed: false,
	admitted: false,
	refused: false,
	claimed: false,
	claim_lost: false,
	checkpoint: false,
	checkpoint_lost: false,
	reported: false,
	delivery_checked: false,
	context: false,
	spent_read: false,
	cap_reached: false,
	plan_proposed: false,
	mode_changed: false,
	plan_revoked: false,
	plan_upheld: false,
	model_reply: true,
	reply_discarded: false,
	walls_tried: false,
	tools_tried: false,
	tool_attempt: false,
	tool_started: true,
	tool_retry: true,
	tool_result: true,
	effect_unknown: true,
	security_violation: true,
	approval_requested: true,
	approval: true,
	approval_upheld: false,
	answer_refused: false,
	approval_void: true,
	answer_unclear: false,
	grants_revoked: false,
	stop_requested: false,
	switched_off: false,
	heeded: false,
	pull_changed: false,
	rule_proposed: false,
	waiting: false,
	remembered: false,
	failed: true,
	interrupted: false,
	run_finished: true,
	note: false,
};

type TypeWith<Q extends keyof EntryTraits, A> = {
	readonly [T in EntryType]: (typeof entryTraits)[T][Q] extends A ? T : never;
}[EntryType];

/** Returns whether a trait of an entry has one of these values. */
export function hasEntryTrait<
	E extends { readonly type: EntryType },
	Q extends keyof EntryTraits,
	const A extends EntryTraits[Q],
>(entry: E, question: Q, ...answers: readonly A[]): entry is Extract<E, { readonly type: TypeWith<Q, A> }> {
	const answer: EntryTraits[Q] = entryTraits[entry.type][question];
	return answers.some((one) => one === answer);
}
