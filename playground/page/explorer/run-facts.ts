import { type Entry, type EntryOf, hasEntryTrait, type Outcome } from '../../../src/core/index.ts';
import type { RequestCost } from '../../../src/report/report-view.ts';
import { requestCosts } from '../../../src/run/views/request-costs.ts';
import type { RunCall } from './run-calls.ts';

/** What a visitor wants to know first about a run. */
export interface RunFacts {
	readonly header?: Entry & EntryOf<'run_started'>;
	readonly outcome?: Outcome;
	readonly began: string;
	readonly ended: string;
	/** From the first entry to the last. Undefined if a time cannot be read. */
	readonly milliseconds?: number;
	/** The time in which no machine ran. */
	readonly waited: number;
	readonly jobs: number;
	readonly requests: readonly RequestCost[];
	readonly tokens: { readonly input: number; readonly output: number; readonly cached: number };
	/** Undefined if no price is known. */
	readonly usd?: number;
}

/**
 * Returns the facts about a run. It goes through the entries a few times, so even for a long run it is not slower than reading the record.
 */
export function runFacts(entries: readonly Entry[]): RunFacts {
	const header = entries.find((entry) => entry.type === 'run_started');
	const requests = requestCosts(entries, header === undefined ? {} : { header });
	const finished = entries.findLast((entry) => entry.type === 'run_finished');
	const began = entries[0]?.at ?? '';
	const ended = entries.at(-1)?.at ?? '';
	const milliseconds = Date.parse(ended) - Date.parse(began);
	const sum = (of: (one: RequestCost) => number): number => requests.reduce((total, one) => total + of(one), 0);
	const isPriced = requests.length > 0 && requests.every(({ usd }) => usd !== undefined);
	return {
		...(header !== undefined && { header }),
		...(finished !== undefined && { outcome: finished.outcome as Outcome }),
		...{ began, ended, waited: waitedIn(entries), requests },
		...(Number.isFinite(milliseconds) && { milliseconds: Math.max(0, milliseconds) }),
		jobs: entries.filter(({ type }) => type === 'run_started' || type === 'run_resumed').length,
		tokens: {
			input: sum(({ input }) => input),
			output: sum(({ output }) => output),
			cached: sum(({ cached }) => cached),
		},
		...(isPriced && { usd: sum(({ usd = 0 }) => usd) }),
	};
}

function waitedIn(entries: readonly Entry[]): number {
	let waited = 0;
	for (const [index, entry] of entries.entries()) {
		const before = entries[index - 1];
		if (entry.type !== 'run_resumed' || before === undefined || !hasEntryTrait(before, 'endsJob', true)) continue;
		const gap = Date.parse(entry.at) - Date.parse(before.at);
		if (gap > 0) waited += gap;
	}
	return waited;
}

/** How the calls of a run ended. */
export interface CallCounts {
	readonly all: number;
	readonly ran: number;
	readonly asked: number;
	readonly blocked: number;
	readonly failed: number;
}

/** Counts calls. */
export function countCalls(calls: readonly RunCall[]): CallCounts {
	const count = (is: (call: RunCall) => boolean): number => calls.filter(is).length;
	return {
		all: calls.length,
		ran: count(({ state }) => state === 'done' || state === 'failed'),
		asked: count(({ asked }) => asked.length > 0),
		blocked: count(({ state }) => state === 'blocked' || state === 'denied'),
		failed: count(({ state }) => state === 'failed'),
	};
}
