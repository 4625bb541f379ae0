/** What a model of a provider is asked with. */
export interface ProviderOptions {
	readonly name: string;
	readonly apiKey?: string;
	readonly baseUrl?: string;
	readonly fetch?: typeof globalThis.fetch;
	readonly maxRetries?: number;
	/** The longest wait that a provider may ask for before a retry. */
	readonly maxWaitSeconds?: number;
	readonly maxTokens?: number;
}
