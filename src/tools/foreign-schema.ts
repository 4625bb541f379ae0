import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { linearPattern } from './linear-pattern.ts';
import { NotUnderstood, requireTypes } from './own-schema.ts';

type Reader = (value: JsonValue, schema: JsonObject) => JsonObject;

/**
 * Returns the part of a server's schema that we check: the keywords that need to look at each value only once. The server checks the rest,
 * such as references, which can multiply the cost, and patterns that the linear engine does not support. @throws NotUnderstood for a type
 * that does not exist, and for a property without a schema.
 */
export function readForeignSchema(schema: JsonObject): JsonObject {
	const { nullable, ...others } = schema;
	// Until draft 7, keywords next to a reference have no effect.
	if (typeof schema['$ref'] === 'string') return {};
	const parts = Object.entries(others).map(([key, value]) =>
		Object.hasOwn(readers, key) ? readers[key]?.(value, others) : {},
	);
	const read = Object.assign({}, ...parts);
	// `nullable` is a keyword of OpenAPI.
	return nullable === true ? { anyOf: [{ type: 'null' }, read] } : read;
}

const readers: Readonly<Record<string, Reader>> = {
	type: (type) => {
		requireTypes(type);
		return { type };
	},
	pattern: (pattern) => (typeof pattern === 'string' && linearPattern(pattern) !== undefined ? { pattern } : {}),
	const: (value) => ({ const: value }),
	enum: (all) => (Array.isArray(all) ? { enum: all } : {}),
	// In draft 3 and draft 4, some of these keywords have values of other types.
	required: (names) => (Array.isArray(names) ? { required: names } : {}),
	...each(['minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum'], numberOf),
	...each(['exclusiveMinimum', 'exclusiveMaximum', 'minProperties', 'maxProperties'], numberOf),
	properties: (map) => {
		if (!isJsonObject(map)) return {};
		return { properties: Object.fromEntries(Object.entries(map).map(([name, one]) => [name, below(one)])) };
	},
	// `patternProperties` is not checked here, so `additionalProperties` would refuse names that match a pattern.
	additionalProperties: (value, { patternProperties }) => {
		if (patternProperties !== undefined) return {};
		return { additionalProperties: typeof value === 'boolean' ? value : below(value) };
	},
	items: (value) => (isJsonObject(value) ? { items: below(value) } : {}),
	...each(['prefixItems', 'anyOf', 'allOf'], listOf),
	// `oneOf` becomes `anyOf`: several alternatives may fit, because only a part of each is checked.
	oneOf: (all) => listOf('anyOf', all),
};

function each(keys: readonly string[], read: (key: string, value: JsonValue) => JsonObject): Record<string, Reader> {
	return Object.fromEntries(keys.map((key): [string, Reader] => [key, (value) => read(key, value)]));
}

function numberOf(key: string, value: JsonValue): JsonObject {
	return typeof value === 'number' ? { [key]: value } : {};
}

function listOf(key: string, value: JsonValue): JsonObject {
	return Array.isArray(value) ? { [key]: value.map(below) } : {};
}

/** Reads a schema inside another one, which may also be true or false. */
function below(schema: JsonValue): JsonObject {
	if (isJsonObject(schema)) return readForeignSchema(schema);
	if (typeof schema === 'boolean') return {};
	throw new NotUnderstood(`${JSON.stringify(schema)} is no schema`);
}
