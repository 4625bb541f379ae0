import type { JsonObject } from './json.ts';
import type { FailureCode } from './outcome.ts';
import type { OpenedPull } from './pull-schema.ts';

/** One call as the model made it, independent of the provider (Wolffish, The Agent Pipeline: `{ name, args, id }`). */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	readonly args: JsonObject;
}

/** A tool as the model sees it. */
export interface ToolDefinition {
	readonly name: string;
	readonly description: string;
	/** JSON Schema of an object. */
	readonly parameters: JsonObject;
}

/** A tool's answer: text for the model, and whether it did what was asked. */
export interface ToolOutput {
	readonly ok: boolean;
	readonly text: string;
	/** The call failed because of a temporary problem. The same call may succeed in a moment. */
	readonly transient?: true;
	/** The reason of a refusal, if the call itself was correct. */
	readonly refused?: FailureCode;
	/** The head of the run's pull request, if the call moved it. */
	readonly headSha?: string;
	/** The pull request that the call opened, or the run's own one to which it added a commit. */
	readonly pullRequest?: OpenedPull;
	/** A protection of the sandbox that was missing, so the command did not run. */
	readonly open?: string;
}
