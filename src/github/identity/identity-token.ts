import { CountersignError, type FailureCode, rootCause } from '../../core/index.ts';

/** The address at which the runner gives the job identity tokens, and the token for such a request. */
export interface IdentityDoor {
	readonly url: string;
	readonly token: string;
}

/** Who receives the job's identity: a model's provider, or the App's bot. The error codes depend on this. */
export type IdentityUse = 'model' | 'app';

interface Words {
	readonly to: string;
	readonly missing: FailureCode;
	readonly unreachable: FailureCode;
	readonly needs: string;
}

const words: Record<IdentityUse, Words> = {
	model: {
		to: 'the provider',
		missing: 'model-unauthorized',
		unreachable: 'model-unreachable',
		needs: 'workload identity federation needs it',
	},
	app: {
		to: "the App's bot",
		missing: 'bad-input',
		unreachable: 'github-unreachable',
		needs: 'the input `bot` needs it',
	},
};

const tries = 3;
const milliseconds = 10_000;

/**
 * Returns a token for one audience, signed by GitHub, that says which workflow of which repository this job belongs to (GitHub, OpenID
 * Connect). Calls `mask` with the token first.
 * @throws CountersignError `model-unauthorized` if the job may not have one, `model-unreachable` if GitHub does not answer; for the App
 * `bad-input` and `github-unreachable`.
 */
export async function identityToken(
	audience: string,
	{
		door,
		mask,
		use = 'model',
		fetch = globalThis.fetch,
	}: {
		readonly door: IdentityDoor | undefined;
		readonly mask: (secret: string) => void;
		readonly use?: IdentityUse;
		readonly fetch?: typeof globalThis.fetch;
	},
): Promise<string> {
	if (door === undefined) throw noIdentity(use);
	const url = new URL(door.url);
	url.searchParams.set('audience', audience);
	for (let left = tries - 1; ; left--) {
		const answer = await ask(url, door.token, fetch);
		if ('value' in answer) {
			mask(answer.value);
			return answer.value;
		}
		if (left === 0 || !answer.passes) throw notGiven(answer, use);
	}
}

/** Returns the error for a job without `id-token: write`. */
export function noIdentity(use: IdentityUse = 'model'): CountersignError {
	const { missing: code, to, needs } = words[use];
	return new CountersignError({
		code,
		message: `The job has no identity to show to ${to}: GitHub gave it none.`,
		fix: `Add \`id-token: write\` to the \`permissions\` of the job; ${needs}.`,
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
		return { why: rootCause(error), passes: true };
	}
}

function notGiven(
	{ why, passes }: { readonly why: string; readonly passes: boolean },
	use: IdentityUse,
): CountersignError {
	return new CountersignError({
		code: passes ? words[use].unreachable : words[use].missing,
		message: `GitHub gave the job no identity token: ${why}.`,
		fix: passes ? 'Re-run the job: the run goes on where it stopped.' : 'See that the job has `id-token: write`.',
	});
}
