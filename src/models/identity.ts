import { codeOfStatus, failure, type ModelFailure, short } from './model-failure.ts';
import type { AnthropicIdentity, OpenAiIdentity } from './provider-options.ts';

type Fetch = typeof globalThis.fetch;

/** The secrets that were sent to a provider instead of a key. They are kept here so that they can be removed from its errors. */
export class ShownSecrets {
	readonly #all = new Set<string>();

	all(key: string): readonly string[] {
		return [key, ...this.#all].filter((secret) => secret !== '');
	}

	/** Remembers each identity token. */
	of(token: () => Promise<string>): () => Promise<string> {
		return async () => {
			const value = await token();
			this.#all.add(value);
			return value;
		};
	}

	/** Remembers the secrets in each request. */
	in(fetch: Fetch): Fetch {
		return (input, init) => {
			const bearer = new Headers(init?.headers).get('authorization')?.split(' ').at(-1) ?? '';
			if (bearer !== '') this.#all.add(bearer);
			return fetch(input, init);
		};
	}
}

const exchangeFix =
	"Compare the provider's federation rule with the job: repository, branch, workflow and audience must match, and the ids of the inputs be the provider's.";

type Provider = Awaited<typeof import('@anthropic-ai/sdk/lib/credentials/oidc-federation')>['oidcFederationProvider'];
type Credentials = ReturnType<Provider>;

/** A token is not used any more in the last seconds before it expires. */
const margin = 60;

/** Exchanges the job's identity for a token of Anthropic, and keeps the token until it expires. Errors are converted to ours. */
export function anthropicCredentials(
	{ token, ...ids }: AnthropicIdentity,
	{ baseURL, fetch }: { readonly baseURL: string; readonly fetch: Fetch },
): Credentials {
	const { ruleId: federationRuleId, ...others } = ids;
	let kept: Awaited<ReturnType<Credentials>> | undefined;
	return async (options = {}) => {
		const isFresh = (kept?.expiresAt ?? 0) > Date.now() / 1000 + margin;
		if (kept !== undefined && isFresh && options.forceRefresh !== true) return kept;
		const { oidcFederationProvider } = await import('@anthropic-ai/sdk/lib/credentials/oidc-federation');
		// A failure here is already one of our errors. If the SDK requested the token itself, it would report a network error.
		const assertion = await token();
		const exchange = oidcFederationProvider({
			...{ federationRuleId, ...others, baseURL, fetch },
			identityTokenProvider: () => assertion,
		});
		try {
			kept = await exchange();
			return kept;
		} catch (thrown) {
			throw exchangeFailed(thrown);
		}
	};
}

/** The identity that the OpenAI client takes instead of a key. */
export function openAiIdentity({ identityProviderId, serviceAccountId, token }: OpenAiIdentity) {
	return {
		identityProviderId,
		serviceAccountId,
		provider: { tokenType: 'jwt' as const, getToken: token },
	};
}

function exchangeFailed(thrown: unknown): ModelFailure {
	const message = short(thrown instanceof Error ? thrown.message : String(thrown));
	const status =
		typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? thrown.statusCode : undefined;
	const told = `The provider took no identity of the job: ${message}`;
	if (typeof status !== 'number') return failure('model-unreachable', told);
	const code = codeOfStatus(status);
	return failure(code === 'model-refused' ? 'model-unauthorized' : code, told, { fix: exchangeFix });
}
