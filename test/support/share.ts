/** A part of many cases, chosen by their numbers from 0. */
export interface Share {
	/** The name for the title of the test. */
	readonly name: string;
	readonly has: (index: number) => boolean;
}

/** Splits many cases. `npm test` tries the quick ones, which are spread over all cases, and `npm run test:full` tries the rest. */
export function splitCases(oneIn: number): { readonly quick: Share; readonly rest: Share } {
	const isQuick = (index: number): boolean => index % oneIn === 0;
	return {
		quick: { name: `one case in ${oneIn}`, has: isQuick },
		rest: { name: 'all other cases', has: (index) => !isQuick(index) },
	};
}
