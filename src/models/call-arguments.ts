import { isJsonObject, type JsonObject, type JsonValue, type ToolDefinition } from '../core/index.ts';

/**
 * The only key of a call's arguments if the model's text was not a JSON object (cut off, or malformed). Its value is that text. Such a call
 * must not run. {@link argumentProblem} explains why, and this explanation is the call's result for the model.
 */
export const invalidArguments = '__invalid_arguments__';

/**
 * Parses the arguments of a call, and repairs nothing. A repaired text would be a call that the model never made, for example with a file's
 * content that was cut off.
 */
export function parseArguments(text: string): JsonObject {
	if (text.trim() === '') return {};
	const value = parseJson(text);
	return isJsonObject(value) && isSound(value) ? value : { [invalidArguments]: text.toWellFormed() };
}

/** Like {@link parseArguments}, for a server that sends the value itself. */
export function soundArguments(value: JsonValue | undefined): JsonObject {
	if (value === undefined || value === null) return {};
	return isJsonObject(value) && isSound(value) ? value : { [invalidArguments]: jsonOrNote(value).toWellFormed() };
}

/** The error that the model must correct before a call can be judged. Undefined if the arguments fit the tool's declaration. */
export function argumentProblem(definition: ToolDefinition, args: JsonObject): string | undefined {
	if (Object.hasOwn(args, invalidArguments))
		return `The arguments of \`${definition.name}\` were not a complete JSON object, so nothing was run. Send the call again, with shorter content if it was cut off. Arguments have at most ${deepest} levels, whole characters and finite numbers.`;
	const schema = definition.parameters;
	const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
	const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
	const missing = required.filter((name) => !Object.hasOwn(args, name));
	if (missing.length > 0) return `\`${definition.name}\` needs ${list(missing)}.`;
	const unknown = takesOthers(schema) ? [] : Object.keys(args).filter((name) => !Object.hasOwn(properties, name));
	if (unknown.length > 0)
		return `\`${definition.name}\` does not know ${list(unknown)}; it takes ${list(Object.keys(properties))}.`;
	for (const [name, value] of Object.entries(args)) {
		const expected = expectation(properties[name], value);
		if (expected !== undefined) return `\`${name}\` of \`${definition.name}\` must be ${expected}.`;
	}
	return undefined;
}

/** Whether the schema allows arguments that it does not name. */
function takesOthers({ additionalProperties: others, patternProperties: byPattern }: JsonObject): boolean {
	return others === true || isJsonObject(others) || isJsonObject(byPattern);
}

/**
 * Returns what is expected, if the value does not fit. It checks only the keywords that simple tools use. The tool itself checks the
 * others.
 */
function expectation(schema: JsonValue | undefined, value: JsonValue): string | undefined {
	if (!isJsonObject(schema)) return undefined;
	const { type, enum: choices } = schema;
	if (Array.isArray(choices) && !choices.includes(value)) return `one of ${choices.map(String).join(', ')}`;
	if (typeof type === 'string' && !hasType(value, type)) return `of type ${type}`;
	return undefined;
}

function hasType(value: JsonValue, type: string): boolean {
	switch (type) {
		case 'integer':
			return Number.isInteger(value);
		case 'array':
			return Array.isArray(value);
		case 'object':
			return isJsonObject(value);
		case 'null':
			return value === null;
		case 'string':
		case 'number':
		case 'boolean':
			return typeof value === type;
		default:
			return true;
	}
}

function parseJson(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text);
	} catch (thrown) {
		if (thrown instanceof SyntaxError) return undefined;
		throw thrown;
	}
}

/** The deepest nesting of arguments. No tool needs more, and code that reads the arguments recursively can handle it. */
const deepest = 100;

/**
 * Whether a value can be judged, shown and stored unchanged. `1e999` is legal JSON, but it has no digest. Half of a surrogate pair changes
 * when it is written. Thousands of levels exhaust the stack.
 */
function isSound(value: JsonValue): boolean {
	let level: readonly JsonValue[] = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > deepest || !level.every(isSoundLeaf)) return false;
		level = level.flatMap((one) => (one !== null && typeof one === 'object' ? Object.values(one) : []));
	}
	return true;
}

function isSoundLeaf(value: JsonValue): boolean {
	if (typeof value === 'number') return Number.isFinite(value);
	if (typeof value === 'string') return value.isWellFormed();
	return !isJsonObject(value) || Object.keys(value).every((key) => key.isWellFormed());
}

function jsonOrNote(value: JsonValue): string {
	try {
		return JSON.stringify(value);
	} catch (thrown) {
		if (thrown instanceof RangeError) return 'nested too deeply to be shown';
		throw thrown;
	}
}

function list(names: readonly string[]): string {
	return names.length === 0 ? 'no arguments' : names.map((name) => `\`${name}\``).join(', ');
}
