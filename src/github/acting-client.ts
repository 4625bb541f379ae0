import type { RequestPort } from './api.ts';

/** A client whose token may change: each request is sent with the one of that moment. */
export function actingClient(token: () => Promise<string>, connect: (token: string) => RequestPort): RequestPort {
	let known: { readonly token: string; readonly client: RequestPort } | undefined;
	return {
		request: async (route, parameters) => {
			const now = await token();
			if (known?.token !== now) known = { token: now, client: connect(now) };
			return known.client.request(route, parameters);
		},
	};
}

const longestFarewell = 2_000;

/** Takes the App's token back when the job is over: it would last for an hour. What does not come of it fails nothing. */
export async function revokeToken(octokit: RequestPort): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, longestFarewell);
	});
	const revoked = octokit.request('DELETE /installation/token', { request: { retries: 0 } }).catch(() => undefined);
	await Promise.race([revoked, late]);
	clearTimeout(timer);
}
