import { z } from 'zod';
import type { JsonObject, ToolDefinition, ToolOutput } from '../core/index.ts';
import { checkable, patternFault } from './checkable-schema.ts';
import { readOwnSchema } from './own-schema.ts';
import { schemaFault } from './schema-fault.ts';
import { explainArguments, refused, type Tool } from './tool.ts';

/** A tool that is not ours. It is a command of a skill, or a tool of an MCP server. */
export interface AddedTool {
	readonly definition: ToolDefinition;
	/** The error in the arguments that the model must correct, or undefined if they fit the schema. */
	problem(args: JsonObject): string | undefined;
	/** Runs the tool with arguments that fit. */
	run(args: JsonObject): Promise<ToolOutput>;
}

/**
 * Makes our form of tool from an added one. Arguments are checked before it runs. There is no `findDone`, because a later process cannot
 * find out whether it has run.
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

/** A function that checks arguments, or why there is none. */
export type ArgumentCheck =
	| { readonly ok: true; readonly problem: (args: JsonObject) => string | undefined }
	| { readonly ok: false; readonly why: string };

/**
 * Makes a check of arguments from a tool's JSON Schema. For a `foreign` schema, it checks only keywords with a bounded cost, and the server
 * checks the rest. A schema of the repository must be understood completely.
 */
export function argumentCheck(definition: ToolDefinition, origin: 'own' | 'foreign'): ArgumentCheck {
	const { name, parameters } = definition;
	const reading = origin === 'own' ? readOwnSchema(parameters) : { ok: true as const, schema: parameters };
	if (!reading.ok) return reading;
	const faultOf = origin === 'own' ? schemaFault : patternFault;
	try {
		const schema = z.fromJSONSchema(checkable(reading.schema, origin) as z.core.JSONSchema.JSONSchema);
		const explained = (args: JsonObject) => problemOf(schema, { name, parameters, args });
		return { ok: true, problem: (args) => explained(args) ?? foundBy(faultOf(reading.schema, args), name) };
	} catch (thrown) {
		return { ok: false, why: thrown instanceof Error ? thrown.message : String(thrown) };
	}
}

interface Checked {
	readonly name: string;
	readonly parameters: JsonObject;
	readonly args: JsonObject;
}

/** Checks arguments with zod. Threat: without `jitless` zod compiles schemas to code that contains names of a foreign server. */
function problemOf(schema: z.ZodType, { name, parameters, args }: Checked): string | undefined {
	const parsed = schema.safeParse(args, { jitless: true });
	return parsed.success ? undefined : explainArguments(name, parsed.error, parameters);
}

function foundBy(fault: string | undefined, name: string): string | undefined {
	return fault === undefined
		? undefined
		: `The arguments of ${name} do not fit. ${fault} Call it again with one that does.`;
}
