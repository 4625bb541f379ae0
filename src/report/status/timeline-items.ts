import { counted } from '../text/markdown.ts';

/** One thing that happened in a run. Times are ISO 8601 UTC. */
export type TimelineItem =
	| { readonly kind: 'job'; readonly number: number; readonly at: string }
	/** The time between two jobs. `broke` means that the job before this time did not end normally. */
	| { readonly kind: 'wait'; readonly milliseconds: number; readonly broke: boolean }
	| { readonly kind: 'call'; readonly what: string; readonly end: 'done' | 'failed' | 'blocked' | 'unknown' }
	| { readonly kind: 'asked'; readonly ids: readonly string[] }
	| { readonly kind: 'signed'; readonly id: string; readonly who: string; readonly role: string }
	| { readonly kind: 'denied'; readonly id: string; readonly who: string; readonly role: string }
	| { readonly kind: 'stopped'; readonly who: string };

type CallEnd = Extract<TimelineItem, { kind: 'call' }>['end'];

/** A shown item. `calls` are neighbouring calls with the same end. `left` says how many items of each kind are omitted. */
export type Folded =
	| TimelineItem
	| { readonly kind: 'calls'; readonly end: CallEnd; readonly count: number }
	| { readonly kind: 'left'; readonly what: string };

/**
 * Shortens a list to at most `most` items. First it joins neighbouring calls. If this is not enough, it replaces the middle of the list by
 * a count.
 */
export function fold(items: readonly TimelineItem[], most: number): readonly Folded[] {
	if (items.length <= most) return items;
	const joined = items.reduce<readonly Folded[]>(joinCall, []);
	if (joined.length <= most) return joined;
	const half = Math.floor(most / 2);
	const what = countOf(joined.slice(half, 1 - half));
	return [...joined.slice(0, half), { kind: 'left', what }, ...joined.slice(1 - half)];
}

function joinCall(before: readonly Folded[], item: TimelineItem): readonly Folded[] {
	const last = before.at(-1);
	if (item.kind !== 'call' || (last?.kind !== 'call' && last?.kind !== 'calls') || last.end !== item.end)
		return [...before, item];
	return [...before.slice(0, -1), { kind: 'calls', end: item.end, count: sizeOf(last) + 1 }];
}

const nouns: Readonly<Record<TimelineItem['kind'], string>> = {
	job: 'job',
	wait: 'wait',
	call: 'step',
	asked: 'request',
	signed: 'approval',
	denied: 'denial',
	stopped: 'stop',
};

function countOf(items: readonly Folded[]): string {
	const counts = new Map<string, number>();
	for (const item of items) {
		if (item.kind === 'left') continue;
		const noun = nouns[item.kind === 'calls' ? 'call' : item.kind];
		counts.set(noun, (counts.get(noun) ?? 0) + sizeOf(item));
	}
	return [...counts].map(([noun, count]) => counted(count, noun)).join(', ');
}

function sizeOf(item: Folded): number {
	return item.kind === 'calls' ? item.count : 1;
}
