/** For one answer of GitHub's, whoever asks. Milliseconds. */
const patience = 30_000;

/** Requests that end after a while also where nobody thought of it, a client's own for its token among them; `cut` ends all of them. */
export function boundedFetch(cut: AbortSignal, milliseconds = patience): typeof globalThis.fetch {
	return (input, init) => {
		const given = init?.signal;
		const limits = [cut, AbortSignal.timeout(milliseconds), ...(given ? [given] : [])];
		return globalThis.fetch(input, { ...init, signal: AbortSignal.any(limits) });
	};
}
