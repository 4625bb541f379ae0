import type { OutcomeKind, RunCheck } from '../core/index.ts';
import { counted } from './markdown.ts';
import { neutralTitle } from './neutral-markdown.ts';
import { progressComment } from './progress.ts';
import type { CallRow, RunView } from './run-view.ts';
import { cutTo } from './within.ts';

type Conclusion = RunCheck['conclusion'];

/** What an outcome is at best: a run that completed is held against its calls besides. */
const conclusions: Record<OutcomeKind, Conclusion> = {
	completed: 'success',
	waiting: 'action_required',
	unknown: 'action_required',
	denied: 'neutral',
	cancelled: 'neutral',
	refused: 'neutral',
	duplicate: 'neutral',
	'nothing-to-do': 'neutral',
	failed: 'failure',
	'incompatible-checkpoint': 'failure',
};

const longestTitle = 200;

/** A run as the check on a pull request's head: green only where something was done and nothing was denied, blocked or failed. */
export function checkText(view: RunView): Pick<RunCheck, 'conclusion' | 'title' | 'summary'> {
	return {
		conclusion: conclusionOf(view),
		title: cutTo(neutralTitle(titleOf(view)), longestTitle),
		summary: progressComment(view, { folds: false }),
	};
}

function conclusionOf({ outcome, rows }: RunView): Conclusion {
	if (outcome === undefined) return 'neutral';
	const isWhole = rows.length > 0 && rows.every(({ end }) => end === 'done') && outcome.reason === 'answered';
	return outcome.kind === 'completed' && !isWhole ? 'neutral' : conclusions[outcome.kind];
}

const ends: readonly (readonly [CallRow['end'], string])[] = [
	['done', 'done'],
	['failed', 'failed'],
	['blocked', 'blocked'],
	['denied', 'denied'],
	['open', 'not begun'],
];

/** Counts, because a list of checks shows nothing else. */
function titleOf({ outcome, rows, waits = [] }: RunView): string {
	if (waits.length > 0 && (outcome === undefined || outcome.kind === 'waiting'))
		return `${counted(waits.length, 'step')} ${waits.length === 1 ? 'waits' : 'wait'} for a signature`;
	if (outcome === undefined || outcome.kind === 'unknown' || outcome.kind === 'failed')
		return outcome?.message ?? 'Working';
	const counts = ends.flatMap(([end, word]) => {
		const count = rows.filter((row) => row.end === end).length;
		return count === 0 ? [] : [`${count} ${word}`];
	});
	if (counts.length === 0) return outcome.kind === 'completed' ? 'Nothing was done' : outcome.message;
	const stopped = outcome.kind === 'cancelled' ? 'Stopped. ' : '';
	return `${stopped}${counted(rows.length, 'step')}: ${counts.join(', ')}`;
}
