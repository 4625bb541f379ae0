/**
 * The kinds of differences between the traffic and GitHub's description. `later` means a newer version of the API, or an Enterprise Server.
 */
export type DeviationKind =
	| 'operation'
	| 'parameter'
	| 'request'
	| 'status'
	| 'answer'
	| 'answer lacks'
	| 'event'
	| 'event lacks'
	| 'other edition'
	| 'permission';

export interface Deviation {
	readonly kind: DeviationKind;
	/** The operation with its status, the event, or the workflow. */
	readonly where: string;
	readonly what: string;
}

/** An accepted deviation, with its reason. `*` in `where` and `what` stands for any text. */
export interface Accepted extends Deviation {
	readonly reason: string;
}

export interface Settled {
	/** Each with the number of its occurrences. */
	readonly open: readonly (readonly [Deviation, number])[];
	readonly accepted: readonly (readonly [Accepted, number])[];
	/** Entries of the list that no longer occur in the traffic. */
	readonly stale: readonly Accepted[];
}

const fits = (pattern: string, text: string): boolean => {
	const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^$()|[\]\\{}/]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`).test(text);
};

const covers = (entry: Accepted, { kind, where, what }: Deviation): boolean =>
	entry.kind === kind && fits(entry.where, where) && fits(entry.what, what);

/** Counts equal deviations, removes the accepted ones, and finds entries that match no deviation. */
export function settle(deviations: readonly Deviation[], accepted: readonly Accepted[]): Settled {
	const counts = new Map<string, [Deviation, number]>();
	for (const deviation of deviations) {
		const key = `${deviation.kind}\n${deviation.where}\n${deviation.what}`;
		const counted = counts.get(key) ?? [deviation, 0];
		counted[1]++;
		counts.set(key, counted);
	}
	const all = [...counts.values()];
	const used = accepted.map((entry) => {
		const covered = all.filter(([deviation]) => covers(entry, deviation));
		return [entry, covered.reduce((sum, [, count]) => sum + count, 0)] as const;
	});
	return {
		open: all.filter(([deviation]) => !accepted.some((entry) => covers(entry, deviation))),
		accepted: used.filter(([, count]) => count > 0),
		stale: used.filter(([, count]) => count === 0).map(([entry]) => entry),
	};
}
