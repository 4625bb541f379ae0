/** A job's identity that replaces a key, at Anthropic. */
export interface AnthropicIdentity {
	readonly ruleId: string;
	readonly organizationId: string;
	readonly serviceAccountId?: string;
	readonly workspaceId?: string;
	/** Returns a new identity token of the job. @throws CountersignError `model-…` */
	readonly token: () => Promise<string>;
}

/** A job's identity that replaces a key, at OpenAI. */
export interface OpenAiIdentity {
	readonly identityProviderId: string;
	readonly serviceAccountId: string;
	readonly token: () => Promise<string>;
}

/** The options for the model of a provider. */
export interface ProviderOptions {
	readonly name: string;
	readonly apiKey?: string;
	/** Used instead of the key if the model is the provider's own. */
	readonly anthropicIdentity?: AnthropicIdentity;
	readonly openaiIdentity?: OpenAiIdentity;
	readonly baseUrl?: string;
	readonly fetch?: typeof globalThis.fetch;
	readonly maxRetries?: number;
	/** The longest wait before a retry that a provider may ask for. */
	readonly maxWaitSeconds?: number;
	readonly maxTokens?: number;
}
