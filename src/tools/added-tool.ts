import type { JsonObject, ToolDefinition, ToolOutput } from '../core/index.ts';
import { readForeignSchema } from './foreign-schema.ts';
import { NotUnderstood, readOwnSchema } from './own-schema.ts';
import { schemaFaults } from './schema-faults.ts';
import { explainFaults, refused, type Tool } from './tool.ts';

/** A tool that is not ours: a command of a skill, or a tool of an MCP server. */
export interface AddedTool {
	readonly definition: ToolDefinition;
	/** Returns the error in the arguments that the model must correct, or undefined if they fit the schema. */
	problem(args: JsonObject): string | undefined;
	/** Runs the tool with arguments that fit the schema. */
	run(args: JsonObject): Promise<ToolOutput>;
}

/**
 * Converts an added tool to the form of our tools. It checks arguments before the tool runs. There is no `findDone`, because a later
 * process cannot find out whether the tool has run.
 */
export function asTool(added: AddedTool): Tool {
	return {
		definition: added.definition,
		read: (args) => ({ ok: true, args }),
		problem: (args: JsonObject) => added.problem(args),
		run: async (args: JsonObject) => {
			const problem = added.problem(args);
			return problem === undefined ? added.run(args) : refused(problem);
		},
	};
}

/** A function that checks arguments, or the reason why there is none. */
export type ArgumentCheck =
	| { readonly ok: true; readonly problem: (args: JsonObject) => string | undefined }
	| { readonly ok: false; readonly why: string };

/**
 * Returns a check of arguments by a tool's JSON Schema. For a `foreign` schema, it checks only keywords with a limited cost, and the server
 * checks the rest. For a schema of the repository (`own`), it must support every keyword.
 */
export function argumentCheck({ name, parameters }: ToolDefinition, origin: 'own' | 'foreign'): ArgumentCheck {
	try {
		const schema = origin === 'own' ? readOwnSchema(parameters) : readForeignSchema(parameters);
		return { ok: true, problem: (args) => explainFaults(name, schemaFaults(schema, args), parameters) };
	} catch (thrown) {
		if (!(thrown instanceof NotUnderstood || thrown instanceof RangeError)) throw thrown;
		return { ok: false, why: thrown.message };
	}
}
