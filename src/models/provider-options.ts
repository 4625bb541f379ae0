/** A job's own identity in place of a key, at Anthropic. */
export interface AnthropicIdentity {
	readonly ruleId: string;
	readonly organizationId: string;
	readonly serviceAccountId?: string;
	readonly workspaceId?: string;
	/** A fresh identity token of the job. @throws CountersignError `model-…` */
	readonly token: () => Promise<string>;
}

/** The same at OpenAI. */
export interface OpenAiIdentity {
	readonly identityProviderId: string;
	readonly serviceAccountId: string;
	readonly token: () => Promise<string>;
}

/** What a model of a provider is asked with. */
export interface ProviderOptions {
	readonly name: string;
	readonly apiKey?: string;
	/** In place of the key, where the model is the provider's. */
	readonly anthropicIdentity?: AnthropicIdentity;
	readonly openaiIdentity?: OpenAiIdentity;
	readonly baseUrl?: string;
	readonly fetch?: typeof globalThis.fetch;
	readonly maxRetries?: number;
	/** The longest wait that a provider may ask for before a retry. */
	readonly maxWaitSeconds?: number;
	readonly maxTokens?: number;
}
