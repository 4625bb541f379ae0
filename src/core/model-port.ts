import type { ToolCall, ToolDefinition } from './tool-call.ts';

/** A model's message in a form that does not depend on the provider, so another model can read it. */
export interface Said {
	/** The id of the model that wrote it. */
	readonly model: string;
	readonly text: string;
	readonly calls: readonly ToolCall[];
}

/** A model that did not answer, and why another model was used. */
export interface PassedOver {
	readonly model: string;
	readonly why: string;
	/** What it cost, although it did not answer. */
	readonly usage?: Usage;
}

/** A message of the conversation, as the journal keeps it. A model's message is the provider's own JSON. */
export type Message =
	| { readonly role: 'user'; readonly text: string }
	| { readonly role: 'assistant'; readonly raw: string; readonly said?: Said }
	| {
			readonly role: 'tools';
			readonly results: readonly { readonly callId: string; readonly ok: boolean; readonly text: string }[];
	  };

export interface ModelRequest {
	readonly system: string;
	readonly tools: readonly ToolDefinition[];
	readonly messages: readonly Message[];
	/**
	 * The model must write its closing message, and may not call tools. The tools stay in the request, so that its beginning stays the same.
	 */
	readonly closing: boolean;
}

/**
 * A piece of a streamed reply (Wolffish, The Agent Pipeline: StreamChunk). Each call arrives complete, and `end` comes once, as the last
 * piece.
 */
export type Chunk =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'call'; readonly call: ToolCall }
	| {
			readonly kind: 'end';
			readonly raw: string;
			readonly stop: string;
			readonly usage: Usage;
			/** Which of several models answered, and which did not. Left out if there is only one model. */
			readonly model?: string;
			readonly passedOver?: readonly PassedOver[];
	  };

/** Tokens. */
export interface Usage {
	readonly input: number;
	readonly output: number;
	readonly cached: number;
	/** The part of the input that the provider wrote into its cache, if the provider reports it. */
	readonly written?: number;
}

export interface Model {
	/**
	 * `anthropic:<model>`, `openai:<model>`, `ollama:<model>` or `scripted:<file>`. If there are several models, this is the first one. The
	 * run shows this id.
	 */
	readonly id: string;
	/** Sends a request. @throws CountersignError `model-…` if the provider refuses it or cannot be reached. */
	stream(request: ModelRequest): AsyncIterable<Chunk>;
}
