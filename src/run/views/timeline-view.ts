import type { Entry, Outcome } from '../../core/index.ts';
import type { Timeline } from '../../report/index.ts';
import { headerOf } from '../stage.ts';
import { replay } from '../state/apply.ts';
import { timedItems } from './timed-items.ts';

/** Returns a run's timeline, in the order in which things happened. */
export function timelineOf(entries: readonly Entry[], outcome: Outcome): Timeline {
	const { request } = headerOf(replay(entries.slice(0, 1)));
	const [task = ''] = request.task.trim().split('\n');
	return {
		requester: request.actor.login,
		task,
		items: timedItems(entries).map(({ item }) => item),
		end: outcome.message,
	};
}
