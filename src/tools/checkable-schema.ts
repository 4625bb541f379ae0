import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { linearPattern } from './linear-pattern.ts';

/** Keywords whose check only looks at each value once. References and patterns can multiply the cost. */
const bounded: ReadonlySet<string> = new Set([
	...['type', 'nullable', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'prefixItems'],
	...['minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
	...['minProperties', 'maxProperties', 'anyOf', 'oneOf', 'allOf'],
]);
const mapsOfSchemas = ['properties', '$defs', 'definitions'];
const listsOfSchemas = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const schemas = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames'];

/**
 * The part of a schema that zod can check. It has no patterns, because another engine matches them. Of a foreign schema, it has only the
 * bounded keywords. After zod, `schemaFault` checks our own schemas exactly. Zod only gives better messages.
 */
export function checkable(schema: JsonObject, origin: 'own' | 'foreign'): JsonObject {
	const entries = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
		if (key === 'pattern' || (origin === 'foreign' && !isBounded(key, value, schema))) return [];
		// Both alternatives may fit now, because each of them checks less than before.
		return [[key === 'oneOf' ? 'anyOf' : key, below(key, value, origin)]];
	});
	return Object.fromEntries(entries);
}

/**
 * Whether a keyword can be checked. Other dialects give some keywords other values. Without `patternProperties`, `additionalProperties`
 * would refuse valid names.
 */
function isBounded(key: string, value: JsonValue, schema: JsonObject): boolean {
	if (!bounded.has(key)) return false;
	if (key === 'additionalProperties') return schema['patternProperties'] === undefined;
	if (key === 'items') return isJsonObject(value);
	if (key === 'required') return Array.isArray(value);
	return !key.startsWith('exclusive') || typeof value === 'number';
}

function below(key: string, value: JsonValue, origin: 'own' | 'foreign'): JsonValue {
	const inner = (one: JsonValue): JsonValue => (isJsonObject(one) ? checkable(one, origin) : one);
	if (schemas.includes(key)) return inner(value);
	if (listsOfSchemas.includes(key) && Array.isArray(value)) return value.map(inner);
	if (mapsOfSchemas.includes(key) && isJsonObject(value))
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
	return value;
}

/**
 * The first value that does not match its pattern in a foreign schema. It ignores a pattern that the linear engine cannot match, because
 * the server checks it.
 */
export function patternFault(schema: JsonObject, value: JsonValue, path = ''): string | undefined {
	const { pattern } = schema;
	if (
		typeof pattern === 'string' &&
		typeof value === 'string' &&
		linearPattern(pattern)?.matcher(value).find() === false
	)
		return `\`${path}\` must match \`${pattern}\`.`;
	for (const [name, child] of childrenOf(schema)) {
		for (const [key, one] of valuesFor(name, value)) {
			const fault = patternFault(child, one, path === '' ? key : `${path}.${key}`);
			if (fault !== undefined) return fault;
		}
	}
	return undefined;
}

/** The schemas of properties by name, and the schema of all items. */
function childrenOf(schema: JsonObject): readonly (readonly [string | undefined, JsonObject])[] {
	const { properties, items } = schema;
	const named = isJsonObject(properties) ? Object.entries(properties) : [];
	return [...named, [undefined, items] as const].flatMap(([name, child]) =>
		isJsonObject(child) ? [[name, child] as const] : [],
	);
}

function valuesFor(name: string | undefined, value: JsonValue): readonly (readonly [string, JsonValue])[] {
	if (name === undefined) return Array.isArray(value) ? value.map((one, index) => [String(index), one]) : [];
	const one = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
	return one === undefined ? [] : [[name, one]];
}
