import type { Outcome, OutcomeKind, RunCheck } from '../../core/index.ts';
import type { RunView } from './run-view.ts';

/** How the comment's first line and the check on a pull request's head show a run that ended. */
export interface Headline {
	/** An emoji before the text. */
	readonly sign?: string;
	readonly text: string;
	/** The best possible conclusion of the check. For a completed run, the check also depends on its steps. */
	readonly conclusion: RunCheck['conclusion'];
}

const unfinished = (text: string, sign?: string): Headline => ({
	...(sign === undefined ? {} : { sign }),
	text,
	conclusion: 'neutral',
});
const limit = unfinished('Stopped at a limit', '⏹️');
const done: Headline = { sign: '✅', text: 'Done', conclusion: 'success' };

/**
 * The outcomes with a separate headline for each reason. Without a headline for a new reason, the code does not compile, so no reason looks
 * like a success by mistake.
 */
type ByReason = 'completed' | 'denied';

type Headlines = {
	readonly [K in OutcomeKind]: K extends ByReason
		? Readonly<Record<Extract<Outcome, { kind: K }>['reason'], Headline>>
		: Headline;
};

const headlines: Headlines = {
	completed: {
		answered: done,
		swept: done,
		'changes-undelivered': unfinished('Not delivered', '⚠️'),
		'signed-step-failed': unfinished('An approved step failed', '⚠️'),
		'no-step-succeeded': unfinished('No step succeeded', '⚠️'),
		'no-answer': unfinished('Ended without an answer', '⏹️'),
		'no-progress': unfinished('Stopped: no progress', '⏹️'),
		'iterations-exhausted': limit,
		'budget-exhausted': limit,
	},
	'nothing-to-do': unfinished('Nothing to do'),
	waiting: { sign: '✍️', text: 'Waiting for approval', conclusion: 'action_required' },
	denied: {
		'denied-by-maintainer': unfinished('Denied', '🛑'),
		expired: unfinished('Nobody answered', '⌛'),
		withdrawn: unfinished('Withdrawn', '↩️'),
	},
	refused: unfinished('Refused'),
	duplicate: unfinished('Another job is already at work'),
	unknown: { sign: '❓', text: 'The result of a step is unknown', conclusion: 'action_required' },
	cancelled: unfinished('Stopped'),
	failed: { sign: '❌', text: 'Failed', conclusion: 'failure' },
	'incompatible-checkpoint': { text: 'Made by another version', conclusion: 'failure' },
};

/** Returns the headline of an outcome. A failed run has a separate headline if its undelivered work is kept. */
export function headlineOf(outcome: Outcome, { kept }: Pick<RunView, 'kept'>): Headline {
	switch (outcome.kind) {
		case 'completed':
			return headlines.completed[outcome.reason];
		case 'denied':
			return headlines.denied[outcome.reason];
		case 'failed':
			return kept === undefined ? headlines.failed : { ...headlines.failed, text: 'Not delivered' };
		default:
			return headlines[outcome.kind];
	}
}
