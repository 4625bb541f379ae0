import { CountersignError } from '../core/index.ts';

/** Where the runner gives out the job's identity tokens, and what it asks for them with. */
export interface IdentityDoor {
	readonly url: string;
	readonly token: string;
}

const tries = 3;
const milliseconds = 10_000;

/**
 * A token of GitHub's that says which workflow of which repository this job is (GitHub, OpenID Connect), for one audience. It is told to
 * `mask` before anybody gets it.
 * @throws CountersignError `model-unauthorized` where the job may not have one, `model-unreachable` where GitHub does not answer.
 */
export async function identityToken(
	audience: string,
	{
		door,
		mask,
		fetch = globalThis.fetch,
	}: {
		readonly door: IdentityDoor | undefined;
		readonly mask: (secret: string) => void;
		readonly fetch?: typeof globalThis.fetch;
	},
): Promise<string> {
	if (door === undefined) throw noIdentity();
	const url = new URL(door.url);
	url.searchParams.set('audience', audience);
	for (let left = tries - 1; ; left--) {
		const answer = await ask(url, door.token, fetch);
		if ('value' in answer) {
			mask(answer.value);
			return answer.value;
		}
		if (left === 0 || !answer.passes) throw notGiven(answer);
	}
}

/** What a job without `id-token: write` is told, before a model is asked. */
export function noIdentity(): CountersignError {
	return new CountersignError({
		code: 'model-unauthorized',
		message: 'The job has no identity to show to the provider: GitHub gave it none.',
		fix: 'Add `id-token: write` to the `permissions` of the job; workload identity federation needs it.',
	});
}

type Answer = { readonly value: string } | { readonly why: string; readonly passes: boolean };

async function ask(url: URL, token: string, fetch: typeof globalThis.fetch): Promise<Answer> {
	try {
		const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
		const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(milliseconds) });
		if (!response.ok) return { why: `it answered ${response.status}`, passes: response.status >= 500 };
		const body: unknown = await response.json();
		const value = typeof body === 'object' && body !== null && 'value' in body ? body.value : undefined;
		return typeof value === 'string' && value !== '' ? { value } : { why: 'its answer held no token', passes: false };
	} catch (error) {
		return { why: error instanceof Error ? error.message : String(error), passes: true };
	}
}

function notGiven({ why, passes }: { readonly why: string; readonly passes: boolean }): CountersignError {
	return new CountersignError({
		code: passes ? 'model-unreachable' : 'model-unauthorized',
		message: `GitHub gave the job no identity token: ${why}.`,
		fix: passes ? 'Re-run the job: the run goes on where it stopped.' : 'See that the job has `id-token: write`.',
	});
}
