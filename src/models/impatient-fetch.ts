type Fetch = typeof globalThis.fetch;

const maxWaitSeconds = 60;

/** A fetch whose answers are not retried when they ask for a long wait: the SDK would sleep for days if told so, and a paid runner with it. */
export function impatientFetch(fetch: Fetch): Fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		if (!(waitSeconds(response.headers) > maxWaitSeconds)) return response;
		const headers = new Headers(response.headers);
		headers.set('x-should-retry', 'false');
		return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
	};
}

/** `retry-after` is a number of seconds or a date. */
function waitSeconds(headers: Headers): number {
	const asked = headers.get('retry-after') ?? '';
	const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
	if (!Number.isNaN(milliseconds)) return milliseconds / 1000;
	const seconds = Number.parseFloat(asked);
	return Number.isNaN(seconds) ? (Date.parse(asked) - Date.now()) / 1000 : seconds;
}
