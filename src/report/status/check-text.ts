import type { RunCheck } from '../../core/index.ts';
import { counted } from '../text/markdown.ts';
import { neutralTitle } from '../text/neutral-markdown.ts';
import { cutTo } from '../text/within.ts';
import { headlineOf } from './headline.ts';
import { progressComment } from './progress.ts';
import type { CallRow, RunView } from './run-view.ts';

const longestTitle = 200;

/**
 * Returns the check on a pull request's head for a run. It is green only if something was done and nothing was denied, blocked or failed.
 */
export function checkText(view: RunView): Pick<RunCheck, 'conclusion' | 'title' | 'summary'> {
	return {
		conclusion: conclusionOf(view),
		title: cutTo(neutralTitle(titleOf(view)), longestTitle),
		summary: progressComment(view, { folds: false }),
	};
}

function conclusionOf(view: RunView): RunCheck['conclusion'] {
	const { outcome, rows } = view;
	if (outcome === undefined) return 'neutral';
	const { conclusion } = headlineOf(outcome, view);
	const isWhole = rows.length > 0 && rows.every(({ end }) => end === 'done');
	return conclusion === 'success' && !isWhole ? 'neutral' : conclusion;
}

const ends: readonly (readonly [CallRow['end'], string])[] = [
	['done', 'done'],
	['failed', 'failed'],
	['blocked', 'blocked'],
	['denied', 'denied'],
	['open', 'not begun'],
];

/** Returns a title with the numbers of steps, because a list of checks shows only the title. */
function titleOf({ outcome, rows, waits = [] }: RunView): string {
	if (waits.length > 0 && (outcome === undefined || outcome.kind === 'waiting'))
		return `${counted(waits.length, 'step')} ${waits.length === 1 ? 'waits' : 'wait'} for approval`;
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
