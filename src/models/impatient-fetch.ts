type Fetch = typeof globalThis.fetch;

const maxWaitSeconds = 60;

/** A fetch that does not let the SDK retry if an answer asks for a long wait. Otherwise the SDK could sleep for days, on a paid runner. */
export function impatientFetch(fetch: Fetch, longest: number = maxWaitSeconds): Fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		if (waitMilliseconds(response.headers) <= longest * 1000) return response;
		const headers = new Headers(response.headers);
		headers.set('x-should-retry', 'false');
		return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
	};
}

/** The wait that an answer asks for, in milliseconds. `retry-after` is a number of seconds or a date. An unreadable value means no wait. */
export function waitMilliseconds(headers: Headers | undefined): number {
	const asked = headers?.get('retry-after') ?? '';
	const seconds = Number.parseFloat(asked);
	const told = [
		Number.parseFloat(headers?.get('retry-after-ms') ?? ''),
		seconds * 1000,
		Date.parse(asked) - Date.now(),
	].find((milliseconds) => !Number.isNaN(milliseconds));
	return Math.max(told ?? 0, 0);
}
