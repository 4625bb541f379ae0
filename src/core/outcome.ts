/** What follows from each way in which a run, or the handling of an event, can end. */
interface OutcomeTraits {
	/** The job fails. */
	readonly failsJob: boolean;
	/** Another process has the run, or there is no run, so this process saves and publishes nothing. */
	readonly leavesRun: boolean;
	/** Whether the workflow's standing issue lists the run, and mentions the owner because a person must look. */
	readonly standing: 'left out' | 'listed' | 'mentions owner';
	/** If true, nobody needs to look, although the check is not green. */
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

/** What follows from each reason for the end of a run. */
interface ReasonTraits {
	/** Undelivered changes are kept as a patch, because no process continues the run or its work could be lost. */
	readonly keepsWork: boolean;
	/** The saved state of this run was refused. Another run of the same thread can still get the answer. */
	readonly ofState: boolean;
	/** See {@link exitCodeOf}. */
	readonly exit: 0 | 1 | 3 | 130;
}

/** Why a run ended in this way. This is a closed list, documented in `docs/outcomes.md`. */
const reasons = {
	completed: {
		answered: { keepsWork: false, ofState: false, exit: 0 },
		'changes-undelivered': { keepsWork: true, ofState: false, exit: 1 },
		'signed-step-failed': { keepsWork: true, ofState: false, exit: 1 },
		'no-step-succeeded': { keepsWork: false, ofState: false, exit: 1 },
		'no-answer': { keepsWork: true, ofState: false, exit: 1 },
		'no-progress': { keepsWork: true, ofState: false, exit: 1 },
		'iterations-exhausted': { keepsWork: true, ofState: false, exit: 1 },
		'budget-exhausted': { keepsWork: true, ofState: false, exit: 1 },
		swept: { keepsWork: false, ofState: false, exit: 1 },
	},
	'nothing-to-do': {
		'no-command': { keepsWork: false, ofState: false, exit: 1 },
		'not-created': { keepsWork: false, ofState: false, exit: 1 },
		'bot-author': { keepsWork: false, ofState: false, exit: 1 },
		'help-only': { keepsWork: false, ofState: false, exit: 0 },
		'nothing-pending': { keepsWork: false, ofState: false, exit: 0 },
		'comment-gone': { keepsWork: false, ofState: false, exit: 1 },
		'no-changes': { keepsWork: false, ofState: false, exit: 1 },
		'own-pull-request-open': { keepsWork: false, ofState: false, exit: 1 },
		draft: { keepsWork: false, ofState: false, exit: 1 },
		fork: { keepsWork: false, ofState: false, exit: 1 },
		'older-head': { keepsWork: false, ofState: false, exit: 1 },
	},
	waiting: {
		'approval-pending': { keepsWork: false, ofState: false, exit: 3 },
	},
	denied: {
		'denied-by-maintainer': { keepsWork: true, ofState: false, exit: 1 },
		expired: { keepsWork: true, ofState: false, exit: 1 },
		withdrawn: { keepsWork: true, ofState: false, exit: 1 },
	},
	refused: {
		'no-write-access': { keepsWork: false, ofState: false, exit: 1 },
		'comment-too-long': { keepsWork: false, ofState: false, exit: 1 },
	},
	duplicate: {
		'command-claimed': { keepsWork: false, ofState: false, exit: 1 },
		'run-advanced-elsewhere': { keepsWork: false, ofState: false, exit: 1 },
		'call-claimed': { keepsWork: false, ofState: false, exit: 1 },
	},
	unknown: {
		'effect-outcome-unknown': { keepsWork: false, ofState: false, exit: 3 },
	},
	cancelled: {
		stopped: { keepsWork: true, ofState: false, exit: 1 },
		'switched-off': { keepsWork: false, ofState: false, exit: 1 },
		interrupted: { keepsWork: false, ofState: false, exit: 130 },
		'thread-gone': { keepsWork: false, ofState: false, exit: 1 },
	},
	failed: {
		'bad-event': { keepsWork: true, ofState: false, exit: 1 },
		'bad-input': { keepsWork: true, ofState: false, exit: 1 },
		'bad-config': { keepsWork: true, ofState: false, exit: 1 },
		'bad-policy': { keepsWork: true, ofState: false, exit: 1 },
		'bad-skill': { keepsWork: true, ofState: false, exit: 1 },
		'github-unreachable': { keepsWork: true, ofState: false, exit: 1 },
		'github-refused': { keepsWork: true, ofState: false, exit: 1 },
		'github-archived': { keepsWork: true, ofState: false, exit: 1 },
		'github-gone': { keepsWork: true, ofState: false, exit: 1 },
		'github-locked': { keepsWork: true, ofState: false, exit: 1 },
		'github-rules': { keepsWork: true, ofState: false, exit: 1 },
		'github-secret': { keepsWork: true, ofState: false, exit: 1 },
		'github-workflows': { keepsWork: true, ofState: false, exit: 1 },
		'not-delivered': { keepsWork: true, ofState: false, exit: 1 },
		'model-unauthorized': { keepsWork: true, ofState: false, exit: 1 },
		'model-refused': { keepsWork: true, ofState: false, exit: 1 },
		'model-overloaded': { keepsWork: true, ofState: false, exit: 1 },
		'model-unreachable': { keepsWork: true, ofState: false, exit: 1 },
		'model-script': { keepsWork: true, ofState: false, exit: 1 },
		'checkout-mismatch': { keepsWork: true, ofState: false, exit: 1 },
		'journal-broken': { keepsWork: true, ofState: true, exit: 1 },
		'checkpoint-forged': { keepsWork: true, ofState: true, exit: 1 },
		'checkpoint-truncated': { keepsWork: true, ofState: true, exit: 1 },
		'checkpoint-rolled-back': { keepsWork: true, ofState: true, exit: 1 },
		'checkpoint-foreign': { keepsWork: true, ofState: true, exit: 1 },
		'checkpoint-too-large': { keepsWork: true, ofState: true, exit: 1 },
		'checkpoint-unsealed': { keepsWork: true, ofState: true, exit: 1 },
		'state-key-missing': { keepsWork: true, ofState: true, exit: 1 },
		'state-key-wrong': { keepsWork: true, ofState: true, exit: 1 },
		'sandbox-unavailable': { keepsWork: true, ofState: false, exit: 1 },
		'sweep-incomplete': { keepsWork: true, ofState: false, exit: 1 },
		internal: { keepsWork: true, ofState: false, exit: 1 },
	},
	'incompatible-checkpoint': {
		'unknown-major-version': { keepsWork: false, ofState: false, exit: 1 },
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

/** Returns whether undelivered changes are kept after such an end. */
export function keepsWork({ kind, reason }: Pick<Outcome, 'kind' | 'reason'>): boolean {
	return traitsOf(kind, reason)?.keepsWork ?? true;
}

/**
 * Returns the exit code of the command for a run: 0 finished; 1 failed, denied or stopped at a limit; 3 waits; 130 stopped by its person.
 */
export function exitCodeOf({ kind, reason }: Pick<Outcome, 'kind' | 'reason'>): number {
	return traitsOf(kind, reason)?.exit ?? 1;
}

function traitsOf(kind: OutcomeKind, reason: string): ReasonTraits | undefined {
	const rows: Readonly<Record<string, ReasonTraits>> = reasons[kind];
	return rows[reason];
}

/** Returns whether an error means that the saved state of one run was refused. */
export function isOfState(code: FailureCode): boolean {
	return reasons.failed[code].ofState;
}
