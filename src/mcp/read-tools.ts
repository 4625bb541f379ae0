import { visibleText } from '../agent/index.ts';
import { isJsonObject, type JsonObject, type JsonValue, nearestWord, type ToolDefinition } from '../core/index.ts';
import { argumentCheck } from '../tools/index.ts';
import type { ServerConfig, ServerContext } from './server-config.ts';
import { ServerTrouble } from './trouble.ts';

/** A tool in the list of a server. The server wrote its texts. */
export interface ListedTool {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonObject;
}

/** The most tools that are read. It is higher than the number that can be offered, so that too many are noticed. */
export const mostTools = 128;
/** The limits of a server's texts for the model, in bytes. */
const mostDescription = 4_096;
const mostSchema = 32_768;
const longestName = 64;
/** The argument names that providers accept. */
const argumentName = /^[\w.-]{1,64}$/;
const spoken = ['description', 'title', '$comment'];

/**
 * A tool's full name. Policies, grants and the audit use it. It is never shortened, because a server could otherwise give its tool the name
 * of one of ours.
 */
export function wholeName(server: string, tool: string): string {
	return `mcp__${server}__${tool}`;
}

/**
 * The definitions of the allowed tools, as the model sees them. A server wrote the descriptions, so invisible characters are removed, and
 * the text is marked as the server's. Annotations are ignored.
 * @throws ServerTrouble if a definition cannot be shown.
 */
export function readTools(
	listed: readonly ListedTool[],
	{ name: server, tools: wanted }: Pick<ServerConfig, 'name' | 'tools'>,
	{ redactor }: Pick<ServerContext, 'redactor'>,
): readonly ToolDefinition[] {
	for (const name of wanted ?? []) requireListed(name, listed);
	const chosen = listed.filter(({ name }) => wanted === undefined || wanted.includes(name));
	if (chosen.length > mostTools) throw unfit(`has more than ${mostTools} tools; name some under \`tools\``);
	const names = chosen.map(({ name }) => name);
	const twin = names.find((name, index) => names.indexOf(name) !== index);
	if (twin !== undefined) throw unfit(`lists two tools \`${shown(twin)}\``);
	return chosen.map((tool) => definitionOf(tool, server, (text) => redactor.redact(text)));
}

function definitionOf(tool: ListedTool, server: string, redact: (text: string) => string): ToolDefinition {
	const name = wholeName(server, tool.name);
	if (!/^[\w-]+$/.test(tool.name) || name.length > longestName)
		throw unfit(
			`has a tool \`${shown(tool.name)}\`; names are of letters, digits, \`_\` and \`-\`, and \`${wholeName(server, '')}…\` has at most ${longestName}`,
		);
	if (Buffer.byteLength(tool.description) > mostDescription)
		throw unfit(`describes \`${tool.name}\` with more than ${mostDescription / 1024} KB`);
	if (Buffer.byteLength(JSON.stringify(tool.parameters)) > mostSchema)
		throw unfit(`has a schema of more than ${mostSchema / 1024} KB for \`${tool.name}\``);
	const said = redact(visibleText(tool.description).text.trim());
	const definition = {
		name,
		description: `A tool of the MCP server ${server}, which says of it: ${said || '(nothing)'}`,
		parameters: schemaOf(tool, redact),
	};
	const check = argumentCheck(definition, 'foreign');
	if (!check.ok) throw unfit(`has a schema for \`${tool.name}\` that is none: ${shown(check.why)}`);
	return definition;
}

function schemaOf({ name, parameters }: ListedTool, redact: (text: string) => string): JsonObject {
	const properties = parameters['properties'] ?? {};
	const bad = isJsonObject(properties) ? Object.keys(properties).find((key) => !argumentName.test(key)) : '';
	if (bad !== undefined) throw unfit(`has an argument \`${shown(bad)}\` of \`${name}\` that no model could give`);
	const schema = neutral(parameters, name, redact);
	if (!isJsonObject(schema)) throw unfit(`has no schema for \`${name}\``);
	return { ...schema, properties: schema['properties'] ?? {} };
}

/** Removes invisible characters from texts for the model. Any other string must not contain them. */
function neutral(value: JsonValue, tool: string, redact: (text: string) => string): JsonValue {
	if (typeof value === 'string') return visible(value, tool);
	if (Array.isArray(value)) return value.map((one) => neutral(one, tool, redact));
	if (!isJsonObject(value)) return value;
	const entries = Object.entries(value).map(([key, one]) => {
		const isSpoken = typeof one === 'string' && spoken.includes(key);
		return [visible(key, tool), isSpoken ? redact(visibleText(one).text) : neutral(one, tool, redact)];
	});
	return Object.fromEntries(entries);
}

function visible(text: string, tool: string): string {
	if (visibleText(text).removed === '') return text;
	throw unfit(`has characters that nobody sees in the schema of \`${tool}\``);
}

function requireListed(name: string, listed: readonly ListedTool[]): void {
	const names = listed.map((tool) => tool.name);
	if (names.includes(name)) return;
	const near = nearestWord(name, names);
	throw unfit(`has no tool \`${name}\`${near === undefined ? '' : `; did you mean \`${shown(near)}\`?`}`);
}

function shown(text: string): string {
	return visibleText(text)
		.text.replace(/[`\s]+/g, ' ')
		.slice(0, 200);
}

function unfit(what: string): ServerTrouble {
	return new ServerTrouble(what, { passing: false });
}
