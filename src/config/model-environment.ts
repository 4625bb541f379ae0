/** The access to providers from a terminal, from the environment. It is listed by the first part of a model's id. */
export interface ModelEnvironment {
	readonly access: Readonly<Record<string, { readonly apiKey?: string; readonly baseUrl?: string }>>;
	/** The variable with a provider's key. Undefined if the provider needs no key. */
	readonly variable: (provider: string) => string | undefined;
}

/** The usual names of these variables. */
export const providerVariables = {
	anthropic: { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL' },
	openai: { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL' },
	ollama: { url: 'OLLAMA_BASE_URL' },
} as const;

const names: Readonly<Record<string, { readonly key?: string; readonly url: string }>> = providerVariables;

/** Reads the access to the providers. */
export function readModelEnvironment(env: Readonly<Record<string, string | undefined>>): ModelEnvironment {
	const rows = Object.entries(names).map(([provider, { key, url }]) => {
		const apiKey = key === undefined ? undefined : env[key];
		const baseUrl = env[url];
		return [provider, { ...(apiKey ? { apiKey } : {}), ...(baseUrl ? { baseUrl } : {}) }] as const;
	});
	return {
		access: Object.fromEntries(rows),
		variable: (provider) => (Object.hasOwn(names, provider) ? names[provider]?.key : undefined),
	};
}
