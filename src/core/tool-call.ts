import type { JsonObject } from './json.ts';
import type { FailureCode } from './outcome.ts';

/** One call as the model made it, whatever the provider's dialect (Wolffish, The Agent Pipeline: `{ name, args, id }`). */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	readonly args: JsonObject;
}

/** A tool as the model is told of it. */
export interface ToolDefinition {
	readonly name: string;
	readonly description: string;
	/** JSON Schema of an object. */
	readonly parameters: JsonObject;
}

/** What a tool answered: text for the model, and whether it did what was asked. */
export interface ToolOutput {
	readonly ok: boolean;
	readonly text: string;
	/** It failed for something that passes by itself: the same call may succeed in a moment. */
	readonly transient?: true;
	/** What refused it, where that was no fault of the call. */
	readonly refused?: FailureCode;
	/** The head of the run's pull request, where the call has moved it. */
	readonly headSha?: string;
	/** A wall of the sandbox that stood open: nothing was run. */
	readonly open?: string;
}
