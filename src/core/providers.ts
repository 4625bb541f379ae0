interface Row {
	/** The key. Left out if the provider needs none. The key is a secret: it is masked and redacted, and no tool gets it. */
	readonly key?: { readonly input: string; readonly variable: string };
	/** The address of a gateway or of your own server, which replaces the usual address. */
	readonly url: { readonly input?: string; readonly variable: string; readonly usual: string };
	/** An example of a model's id, for error messages. */
	readonly example: string;
}

/**
 * Every provider of models, by the first part of a model's id. Inputs, masks, redaction, state keys, environments, `doctor` and errors use
 * this table. The requests and errors of each provider are in `models/`. If a provider is missing there, the code does not compile.
 */
export const providers = {
	anthropic: {
		key: { input: 'anthropic-api-key', variable: 'ANTHROPIC_API_KEY' },
		url: { variable: 'ANTHROPIC_BASE_URL', usual: 'https://api.anthropic.com' },
		example: 'anthropic:claude-sonnet-5-5',
	},
	openai: {
		key: { input: 'openai-api-key', variable: 'OPENAI_API_KEY' },
		url: { input: 'openai-base-url', variable: 'OPENAI_BASE_URL', usual: 'https://api.openai.com/v1' },
		example: 'openai:<model>',
	},
	ollama: {
		url: { input: 'ollama-base-url', variable: 'OLLAMA_BASE_URL', usual: 'http://127.0.0.1:11434' },
		example: 'ollama:<model>',
	},
} as const satisfies Readonly<Record<string, Row>>;

export type ProviderName = keyof typeof providers;

type SettingsOf<P> = P extends { readonly url: infer U }
	? U | (P extends { readonly key: infer K } ? K : never)
	: never;
type InputOf<S> = S extends { readonly input: infer I } ? I : never;

/** The inputs of the action that belong to a provider. */
export type ProviderInput = InputOf<SettingsOf<(typeof providers)[ProviderName]>>;

/**
 * Where a setting of a provider comes from: in a job from the input, if there is one, and everywhere else from the environment variable.
 */
export interface ProviderSetting {
	readonly input?: ProviderInput;
	readonly variable: string;
}

/** A row of the table, with its name. */
export interface Provider {
	readonly name: ProviderName;
	readonly key?: Required<ProviderSetting>;
	readonly url: ProviderSetting & { readonly usual: string };
	readonly example: string;
}

const names = Object.keys(providers) as readonly ProviderName[];

/** The table as a list. */
export const providerRows: readonly Provider[] = names.map((name) => ({ ...providers[name], name }));

/** Returns whether a name is the name of a provider. */
export function isProvider(name: string): name is ProviderName {
	return Object.hasOwn(providers, name);
}

/** The key and the address that were given for a provider. */
export interface ProviderAccess {
	readonly apiKey?: string;
	readonly baseUrl?: string;
}

export type ProviderAccesses = Readonly<Record<ProviderName, ProviderAccess>>;
