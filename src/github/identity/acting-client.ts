import type { RequestPort } from '../api/api.ts';

/** Returns a client whose token may change. Each request uses the token that is current at that moment. */
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

/**
 * Revokes the App's token when the job is over, because the token would stay valid for up to an hour. An error here does not fail the job.
 */
export async function revokeToken(octokit: RequestPort): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, longestFarewell);
	});
	const revoked = octokit.request('DELETE /installation/token', { request: { retries: 0 } }).catch(() => undefined);
	await Promise.race([revoked, late]);
	clearTimeout(timer);
}
