/** How a run, or the handling of an event, ended. This is a closed list. */
export type OutcomeKind =
	| 'completed'
	| 'nothing-to-do'
	| 'waiting'
	| 'denied'
	| 'refused'
	| 'duplicate'
	| 'unknown'
	| 'cancelled'
	| 'failed'
	| 'incompatible-checkpoint';

/** Why a run ended in this way. This is a closed list, documented in `docs/outcomes.md`. */
export const reasonCodes = {
	completed: [
		'answered',
		'changes-undelivered',
		'signed-step-failed',
		'no-step-succeeded',
		'no-answer',
		'no-progress',
		'iterations-exhausted',
		'budget-exhausted',
		'swept',
	],
	'nothing-to-do': [
		'no-command',
		'not-created',
		'bot-author',
		'help-only',
		'nothing-pending',
		'comment-gone',
		'no-changes',
		'own-pull-request-open',
		'draft',
		'fork',
		'older-head',
	],
	waiting: ['approval-pending'],
	denied: ['denied-by-maintainer', 'expired', 'withdrawn'],
	refused: ['no-write-access', 'comment-too-long'],
	duplicate: ['command-claimed', 'run-advanced-elsewhere', 'call-claimed'],
	unknown: ['effect-outcome-unknown'],
	cancelled: ['stopped', 'switched-off', 'interrupted', 'thread-gone'],
	failed: [
		'bad-event',
		'bad-input',
		'bad-config',
		'bad-policy',
		'bad-skill',
		'github-unreachable',
		'github-refused',
		'github-archived',
		'github-gone',
		'github-locked',
		'github-rules',
		'github-secret',
		'github-workflows',
		'not-delivered',
		'model-unauthorized',
		'model-refused',
		'model-overloaded',
		'model-unreachable',
		'model-script',
		'checkout-mismatch',
		'journal-broken',
		'checkpoint-forged',
		'checkpoint-truncated',
		'checkpoint-rolled-back',
		'checkpoint-foreign',
		'checkpoint-too-large',
		'checkpoint-unsealed',
		'state-key-missing',
		'state-key-wrong',
		'sandbox-unavailable',
		'sweep-incomplete',
		'internal',
	],
	'incompatible-checkpoint': ['unknown-major-version'],
} as const satisfies Record<OutcomeKind, readonly string[]>;

export type ReasonCode = (typeof reasonCodes)[OutcomeKind][number];

/** The end of a run, or of the handling of an event. `message` is one sentence for people. */
export type Outcome = {
	[K in OutcomeKind]: { readonly kind: K; readonly reason: (typeof reasonCodes)[K][number]; readonly message: string };
}[OutcomeKind];

/** The reason codes of outcome `failed`. They are also the codes of our errors. */
export type FailureCode = (typeof reasonCodes)['failed'][number];
