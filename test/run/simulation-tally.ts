const things = [
	...(['executions', 'granted', 'together', 'free', 'onPulls', 'answers', 'denials', 'edits', 'deletions'] as const),
	...(['expiries', 'replays', 'roles', 'rules', 'pushes', 'vouches', 'jobs', 'beside', 'sweeps', 'swept'] as const),
	...(['kills', 'outages', 'limits', 'lostDisks'] as const),
] as const;

/** How often each thing happened. */
export type Tally = Record<(typeof things)[number], number>;

export function noTally(): Tally {
	return Object.fromEntries(things.map((thing) => [thing, 0])) as Tally;
}
