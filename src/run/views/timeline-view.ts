import type { Outcome } from '../../core/index.ts';
import type { Timeline } from '../../report/index.ts';
import { headerOf } from '../stage.ts';
import type { RunRecord } from '../state/run-journal.ts';
import { timedItems } from './timed-items.ts';

/** Returns a run's timeline, in the order in which things happened. */
export function timelineOf(record: RunRecord, outcome: Outcome): Timeline {
	const { request } = headerOf(record.state());
	const [task = ''] = request.task.trim().split('\n');
	return {
		requester: request.actor.login,
		task,
		items: timedItems(record.entries()).map(({ item }) => item),
		end: outcome.message,
	};
}
