import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';

export type Parameters =
	| { readonly ok: true; readonly parameters: JsonObject }
	/** `field` is the path below `parameters`. */
	| { readonly ok: false; readonly field: readonly string[]; readonly message: string };

const parameterName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/**
 * Converts a tool's parameters to a JSON Schema of an object. It accepts both forms of the seed's documents and code: JSON Schema, or the
 * flat map from name to schema. In the flat map, everything is required unless it has `required: false`.
 */
export function normaliseParameters(declared: JsonObject): Parameters {
	return declared['type'] === 'object' ? readJsonSchema(declared) : readFlatMap(declared);
}

function readJsonSchema(schema: JsonObject): Parameters {
	const properties = schema['properties'] ?? {};
	if (!isJsonObject(properties)) return wrong(['properties'], 'must be a map from parameter name to its schema.');
	const bad = Object.keys(properties).find((name) => !isParameter(name, properties[name]));
	if (bad !== undefined) return wrong(['properties', bad], notAParameter);
	const required = schema['required'] ?? [];
	if (!Array.isArray(required)) return wrong(['required'], 'must be a list of parameter names.');
	const unknown = required.find((name) => typeof name !== 'string' || !Object.hasOwn(properties, name));
	if (unknown !== undefined) return wrong(['required'], `names ${JSON.stringify(unknown)}, which is no property.`);
	return { ok: true, parameters: { ...schema, properties } };
}

function readFlatMap(map: JsonObject): Parameters {
	const properties: Record<string, JsonValue> = {};
	const required: string[] = [];
	for (const [name, spec] of Object.entries(map)) {
		if (!isParameter(name, spec)) return wrong([name], notAParameter);
		const { required: isRequired = true, ...schema } = spec;
		if (typeof isRequired !== 'boolean') return wrong([name, 'required'], 'must be true or false.');
		properties[name] = schema;
		if (isRequired) required.push(name);
	}
	return { ok: true, parameters: { type: 'object', properties, required } };
}

const notAParameter =
	'must be a schema (`{type: string, description: …}`) under a name of letters, digits, `_`, `.`, `-`.';

function isParameter(name: string, spec: JsonValue | undefined): spec is JsonObject {
	return parameterName.test(name) && isJsonObject(spec);
}

function wrong(field: readonly string[], message: string): Parameters {
	return { ok: false, field, message };
}
