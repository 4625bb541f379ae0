/** What follows from the way in which a run, or the handling of an event, ended. */
interface OutcomeTraits {
	/** The job fails. */
	readonly failsJob: boolean;
	/** Another process has the run, or there is none, so nothing is saved and published. */
	readonly leavesRun: boolean;
	/** The standing issue of the workflow lists the run, and mentions its owner if a person must look. */
	readonly standing: 'left out' | 'listed' | 'mentions owner';
	/** Nobody needs to look, although the check is not green. */
	readonly isCalm: boolean;
}

/** How a run, or the handling of an event, ended. This is a closed list. */
export const outcomeTraits = {
	completed: { failsJob: false, leavesRun: false, standing: 'listed', isCalm: false },
	'nothing-to-do': { failsJob: false, leavesRun: true, standing: 'left out', isCalm: true },
	waiting: { failsJob: false, leavesRun: false, standing: 'mentions owner', isCalm: false },
	denied: { failsJob: false, leavesRun: false, standing: 'listed', isCalm: false },
	refused: { failsJob: false, leavesRun: false, standing: 'left out', isCalm: false },
	duplicate: { failsJob: false, leavesRun: true, standing: 'left out', isCalm: true },
	unknown: { failsJob: false, leavesRun: false, standing: 'mentions owner', isCalm: false },
	cancelled: { failsJob: false, leavesRun: false, standing: 'listed', isCalm: true },
	failed: { failsJob: true, leavesRun: false, standing: 'mentions owner', isCalm: false },
	'incompatible-checkpoint': { failsJob: true, leavesRun: false, standing: 'mentions owner', isCalm: false },
} as const satisfies Readonly<Record<string, OutcomeTraits>>;

export type OutcomeKind = keyof typeof outcomeTraits;

/** What follows from the reason for which a run ended. */
interface ReasonTraits {
	/** No process continues the run, or its work could be lost, so changes that were not delivered are kept as a patch. */
	readonly keepsWork: boolean;
	/** The saved state of one run is refused. Another run of the same thread can still get the answer. */
	readonly ofState: boolean;
}

/** Why a run ended in this way. This is a closed list, documented in `docs/outcomes.md`. */
const reasons = {
	completed: {
		answered: { keepsWork: false, ofState: false },
		'changes-undelivered': { keepsWork: true, ofState: false },
		'signed-step-failed': { keepsWork: true, ofState: false },
		'no-step-succeeded': { keepsWork: false, ofState: false },
		'no-answer': { keepsWork: true, ofState: false },
		'no-progress': { keepsWork: true, ofState: false },
		'iterations-exhausted': { keepsWork: true, ofState: false },
		'budget-exhausted': { keepsWork: true, ofState: false },
		swept: { keepsWork: false, ofState: false },
	},
	'nothing-to-do': {
		'no-command': { keepsWork: false, ofState: false },
		'not-created': { keepsWork: false, ofState: false },
		'bot-author': { keepsWork: false, ofState: false },
		'help-only': { keepsWork: false, ofState: false },
		'nothing-pending': { keepsWork: false, ofState: false },
		'comment-gone': { keepsWork: false, ofState: false },
		'no-changes': { keepsWork: false, ofState: false },
		'own-pull-request-open': { keepsWork: false, ofState: false },
		draft: { keepsWork: false, ofState: false },
		fork: { keepsWork: false, ofState: false },
		'older-head': { keepsWork: false, ofState: false },
	},
	waiting: {
		'approval-pending': { keepsWork: false, ofState: false },
	},
	denied: {
		'denied-by-maintainer': { keepsWork: true, ofState: false },
		expired: { keepsWork: true, ofState: false },
		withdrawn: { keepsWork: true, ofState: false },
	},
	refused: {
		'no-write-access': { keepsWork: false, ofState: false },
		'comment-too-long': { keepsWork: false, ofState: false },
	},
	duplicate: {
		'command-claimed': { keepsWork: false, ofState: false },
		'run-advanced-elsewhere': { keepsWork: false, ofState: false },
		'call-claimed': { keepsWork: false, ofState: false },
	},
	unknown: {
		'effect-outcome-unknown': { keepsWork: false, ofState: false },
	},
	cancelled: {
		stopped: { keepsWork: true, ofState: false },
		'switched-off': { keepsWork: false, ofState: false },
		interrupted: { keepsWork: false, ofState: false },
		'thread-gone': { keepsWork: false, ofState: false },
	},
	failed: {
		'bad-event': { keepsWork: true, ofState: false },
		'bad-input': { keepsWork: true, ofState: false },
		'bad-config': { keepsWork: true, ofState: false },
		'bad-policy': { keepsWork: true, ofState: false },
		'bad-skill': { keepsWork: true, ofState: false },
		'github-unreachable': { keepsWork: true, ofState: false },
		'github-refused': { keepsWork: true, ofState: false },
		'github-archived': { keepsWork: true, ofState: false },
		'github-gone': { keepsWork: true, ofState: false },
		'github-locked': { keepsWork: true, ofState: false },
		'github-rules': { keepsWork: true, ofState: false },
		'github-secret': { keepsWork: true, ofState: false },
		'github-workflows': { keepsWork: true, ofState: false },
		'not-delivered': { keepsWork: true, ofState: false },
		'model-unauthorized': { keepsWork: true, ofState: false },
		'model-refused': { keepsWork: true, ofState: false },
		'model-overloaded': { keepsWork: true, ofState: false },
		'model-unreachable': { keepsWork: true, ofState: false },
		'model-script': { keepsWork: true, ofState: false },
		'checkout-mismatch': { keepsWork: true, ofState: false },
		'journal-broken': { keepsWork: true, ofState: true },
		'checkpoint-forged': { keepsWork: true, ofState: true },
		'checkpoint-truncated': { keepsWork: true, ofState: true },
		'checkpoint-rolled-back': { keepsWork: true, ofState: true },
		'checkpoint-foreign': { keepsWork: true, ofState: true },
		'checkpoint-too-large': { keepsWork: true, ofState: true },
		'checkpoint-unsealed': { keepsWork: true, ofState: true },
		'state-key-missing': { keepsWork: true, ofState: true },
		'state-key-wrong': { keepsWork: true, ofState: true },
		'sandbox-unavailable': { keepsWork: true, ofState: false },
		'sweep-incomplete': { keepsWork: true, ofState: false },
		internal: { keepsWork: true, ofState: false },
	},
	'incompatible-checkpoint': {
		'unknown-major-version': { keepsWork: false, ofState: false },
	},
} as const satisfies Readonly<Record<OutcomeKind, Readonly<Record<string, ReasonTraits>>>>;

type Reasons = typeof reasons;

/** The reason codes of each outcome. */
export const reasonCodes = Object.fromEntries(
	Object.entries(reasons).map(([kind, rows]) => [kind, Object.keys(rows)]),
) as unknown as { readonly [K in OutcomeKind]: readonly (keyof Reasons[K])[] };

/** The end of a run, or of the handling of an event. `message` is one sentence for people. */
export type Outcome = {
	[K in OutcomeKind]: { readonly kind: K; readonly reason: keyof Reasons[K]; readonly message: string };
}[OutcomeKind];

/** The reason codes of outcome `failed`. They are also the codes of our errors. */
export type FailureCode = keyof Reasons['failed'];

/** Returns whether changes that were not delivered are kept after such an end. */
export function keepsWork({ kind, reason }: Pick<Outcome, 'kind' | 'reason'>): boolean {
	const rows: Readonly<Record<string, ReasonTraits>> = reasons[kind];
	return rows[reason]?.keepsWork ?? true;
}

/** Returns whether an error refuses the saved state of one run. */
export function isOfState(code: FailureCode): boolean {
	return reasons.failed[code].ofState;
}
