import { type Entry, type EntryOf, entryTraits, hasEntryTrait } from '../../core/index.ts';
import type { TimelineItem } from '../../report/index.ts';
import { inputOf } from './input-of.ts';

/** An item of the timeline with its time, its call, and how long the call ran. */
export interface TimedItem {
	readonly at: string;
	readonly item: TimelineItem;
	readonly callId?: string;
	readonly milliseconds?: number;
}

/** Returns what happened in a run, in order. */
export function timedItems(entries: readonly Entry[]): readonly TimedItem[] {
	const verdicts = new Map<string, EntryOf<'tool_attempt'>>();
	const items: TimedItem[] = [];
	let jobs = 0;
	for (const [index, entry] of entries.entries()) {
		if (entry.type === 'tool_attempt') verdicts.set(entry.call_id, entry);
		if (entry.type === 'run_started' || entry.type === 'run_resumed') {
			jobs += 1;
			const begun: readonly TimelineItem[] = [
				...waitBefore(entries[index - 1], entry),
				{ kind: 'job', number: jobs, at: entry.at },
			];
			items.push(...begun.map((item) => ({ at: entry.at, item })));
		}
		const call = 'call_id' in entry ? { callId: entry.call_id } : {};
		const took = entry.type === 'tool_result' ? { milliseconds: entry.duration_ms } : {};
		items.push(...itemsOf(entry, verdicts).map((item) => ({ at: entry.at, item, ...call, ...took })));
	}
	return items;
}

/** Returns the item about the time between two jobs. If the last entry before does not end a job, that job broke off. */
function waitBefore(before: Entry | undefined, { at }: Entry): readonly TimelineItem[] {
	if (before === undefined) return [];
	const milliseconds = Date.parse(at) - Date.parse(before.at);
	return [{ kind: 'wait', milliseconds, broke: !entryTraits[before.type].endsJob }];
}

function itemsOf(entry: Entry, verdicts: ReadonlyMap<string, EntryOf<'tool_attempt'>>): readonly TimelineItem[] {
	if (!hasEntryTrait(entry, 'timeline', true)) return [];
	switch (entry.type) {
		case 'tool_result':
			return [callItem(entry.call_id, entry.ok ? 'done' : 'failed', verdicts)];
		case 'security_violation':
			return [callItem(entry.call_id, 'blocked', verdicts)];
		case 'effect_unknown':
			return [callItem(entry.call_id, 'unknown', verdicts)];
		case 'approval_requested':
			return [{ kind: 'asked', ids: [...new Set(entry.items.map(({ id }) => id))] }];
		case 'approval': {
			const who = entry.approver_type === 'human' ? entry.user : '';
			return [{ kind: entry.approved ? 'signed' : 'denied', id: entry.id, who, role: entry.role }];
		}
		case 'stop_requested':
			return [{ kind: 'stopped', who: entry.user }];
	}
}

function callItem(
	id: string,
	end: Extract<TimelineItem, { kind: 'call' }>['end'],
	verdicts: ReadonlyMap<string, EntryOf<'tool_attempt'>>,
): TimelineItem {
	const verdict = verdicts.get(id);
	const setup = verdict?.origin === 'setup' ? 'setup: ' : '';
	return { kind: 'call', what: `${setup}${verdict?.tool_name ?? id} ${inputOf(verdict?.tool_input)}`.trim(), end };
}
