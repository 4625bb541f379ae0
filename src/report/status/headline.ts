import type { Outcome, OutcomeKind, ReasonCode, RunCheck } from '../../core/index.ts';
import type { RunView } from './run-view.ts';

/** How a run that ended is shown, in the comment's first line and in the check on a pull request's head. */
export interface Headline {
	/** An emoji before the text. */
	readonly sign?: string;
	readonly text: string;
	/** The best possible conclusion of the check. For a completed run, the check also depends on its steps. */
	readonly conclusion: RunCheck['conclusion'];
}

const headlines: Readonly<Record<OutcomeKind, Headline>> = {
	completed: { sign: '✅', text: 'Done', conclusion: 'success' },
	'nothing-to-do': { text: 'Nothing to do', conclusion: 'neutral' },
	waiting: { sign: '✍️', text: 'Waiting for approval', conclusion: 'action_required' },
	denied: { sign: '🛑', text: 'Denied', conclusion: 'neutral' },
	refused: { text: 'Refused', conclusion: 'neutral' },
	duplicate: { text: 'Another job is already at work', conclusion: 'neutral' },
	unknown: { sign: '❓', text: 'The result of a step is unknown', conclusion: 'action_required' },
	cancelled: { text: 'Stopped', conclusion: 'neutral' },
	failed: { sign: '❌', text: 'Failed', conclusion: 'failure' },
	'incompatible-checkpoint': { text: 'Made by another version', conclusion: 'failure' },
};

const unfinished = (sign: string, text: string): Headline => ({ sign, text, conclusion: 'neutral' });

/** Reasons with their own headline, for runs that stopped early or did not deliver their work. */
const ofReasons: Readonly<Partial<Record<ReasonCode, Headline>>> = {
	'budget-exhausted': unfinished('⏹️', 'Stopped at a limit'),
	'iterations-exhausted': unfinished('⏹️', 'Stopped at a limit'),
	'no-progress': unfinished('⏹️', 'Stopped: no progress'),
	'no-answer': unfinished('⏹️', 'Ended without an answer'),
	'changes-undelivered': unfinished('⚠️', 'Not delivered'),
	'signed-step-failed': unfinished('⚠️', 'An approved step failed'),
	'no-step-succeeded': unfinished('⚠️', 'No step succeeded'),
	expired: unfinished('⌛', 'Nobody answered'),
	withdrawn: unfinished('↩️', 'Withdrawn'),
};

/** Returns the headline of an outcome. A failed run whose undelivered work is kept has its own headline. */
export function headlineOf({ kind, reason }: Outcome, { kept }: Pick<RunView, 'kept'>): Headline {
	if (kind === 'failed' && kept !== undefined) return { ...headlines.failed, sign: '❌', text: 'Not delivered' };
	return ofReasons[reason] ?? headlines[kind];
}
