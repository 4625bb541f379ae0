import { z } from 'zod';
import type { JsonObject, ToolDefinition, ToolOutput } from '../core/index.ts';
import { checkable, patternFault } from './checkable-schema.ts';
import { readOwnSchema } from './own-schema.ts';
import { schemaFault } from './schema-fault.ts';
import { explainArguments, refused, type Tool } from './tool.ts';

/** A tool that is none of ours: a command of a skill, or a tool of an MCP server. */
export interface AddedTool {
	readonly definition: ToolDefinition;
	/** What the model must correct in the arguments; undefined when they fit the schema. */
	problem(args: JsonObject): string | undefined;
	/** Is called with arguments that fit. */
	run(args: JsonObject): Promise<ToolOutput>;
}

/** An added tool among ours: its arguments are checked before anything of it runs, and nothing shows later that it has run. */
export function asTool(added: AddedTool): Tool {
	return {
		definition: added.definition,
		problem: (args) => added.problem(args),
		rewrite: () => undefined,
		run: async (args) => {
			const problem = added.problem(args);
			return problem === undefined ? added.run(args) : refused(problem);
		},
		findDone: async () => undefined,
	};
}

/** A check of arguments, or why there can be none. */
export type ArgumentCheck =
	| { readonly ok: true; readonly problem: (args: JsonObject) => string | undefined }
	| { readonly ok: false; readonly why: string };

/**
 * A check of arguments by a tool's JSON Schema. Of a `foreign` schema only the keywords are checked whose cost is bounded, and the
 * server sees to the others; one of the repository must be understood as a whole.
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

/** Threat: without `jitless` zod compiles schemas to code, with names of a foreign server in it. */
function problemOf(schema: z.ZodType, { name, parameters, args }: Checked): string | undefined {
	const parsed = schema.safeParse(args, { jitless: true });
	return parsed.success ? undefined : explainArguments(name, parsed.error, parameters);
}

function foundBy(fault: string | undefined, name: string): string | undefined {
	return fault === undefined
		? undefined
		: `The arguments of ${name} do not fit. ${fault} Call it again with one that does.`;
}
