import type { ToolCall, ToolDefinition } from './tool-call.ts';

/** What a model said, in no provider's form: so a model that did not say it is told of it. */
export interface Said {
	/** The id of the model that said it. */
	readonly model: string;
	readonly text: string;
	readonly calls: readonly ToolCall[];
}

/** A model that was to answer and did not, and why another one did. */
export interface PassedOver {
	readonly model: string;
	readonly why: string;
	/** What it cost all the same: it answered nothing. */
	readonly usage?: Usage;
}

/** A message of the conversation, as it is kept: what the model said is the provider's own JSON. */
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
	/** The closing call: the tools stay in the request, so that its beginning stays the same, but may not be called. */
	readonly closing: boolean;
}

/** A model's reply as it streams (Wolffish, The Agent Pipeline: StreamChunk). Calls come whole; `end` comes last, once. */
export type Chunk =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'call'; readonly call: ToolCall }
	| {
			readonly kind: 'end';
			readonly raw: string;
			readonly stop: string;
			readonly usage: Usage;
			/** Which of several models answered, and which did not; left out where there is one. */
			readonly model?: string;
			readonly passedOver?: readonly PassedOver[];
	  };

/** Tokens. */
export interface Usage {
	readonly input: number;
	readonly output: number;
	readonly cached: number;
	/** Of the input: what the provider wrote into its cache, where it says so. */
	readonly written?: number;
}

export interface Model {
	/** `anthropic:<model>`, `openai:<model>`, `ollama:<model>` or `scripted:<file>`; of several, the first. Shown wherever the run shows. */
	readonly id: string;
	/** @throws CountersignError `model-…` for what the provider refuses or where it cannot be reached. */
	stream(request: ModelRequest): AsyncIterable<Chunk>;
}
