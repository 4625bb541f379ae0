import type { RunCall } from './run-calls.ts';

/** Which calls a visitor can choose to see. */
export const callFilters = {
	all: { title: 'all calls', is: () => true },
	asked: { title: 'that needed approval', is: ({ asked }) => asked.length > 0 },
	refused: { title: 'blocked or denied', is: ({ state }) => state === 'blocked' || state === 'denied' },
	failed: { title: 'failed', is: ({ state }) => state === 'failed' || state === 'unknown' },
} as const satisfies Readonly<Record<string, { title: string; is: (call: RunCall) => boolean }>>;

export type CallFilter = keyof typeof callFilters;

/** Returns the calls of a kind that contain the words in their tool, arguments, rule or reason. */
export function matchingCalls(calls: readonly RunCall[], filter: CallFilter, words: string): readonly RunCall[] {
	const wanted = words.trim().toLowerCase();
	const { is } = callFilters[filter];
	return calls.filter((call) => is(call) && (wanted === '' || textOf(call).includes(wanted)));
}

function textOf({ tool, input, verdict }: RunCall): string {
	return `${tool} ${JSON.stringify(input)} ${verdict.matched_rule} ${verdict.reason}`.toLowerCase();
}
