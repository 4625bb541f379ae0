/** The time limit for one answer from GitHub. Milliseconds. */
const patience = 30_000;

/** A `fetch` with a time limit on every request, also on the client's own token requests. `cut` aborts all requests. */
export function boundedFetch(cut: AbortSignal, milliseconds = patience): typeof globalThis.fetch {
	return (input, init) => {
		const given = init?.signal;
		const limits = [cut, AbortSignal.timeout(milliseconds), ...(given ? [given] : [])];
		return globalThis.fetch(input, { ...init, signal: AbortSignal.any(limits) });
	};
}
