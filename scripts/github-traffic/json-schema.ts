import { isObject, type JsonObject, objectOf } from './json.ts';

/** `open` means that no field is required. `whole` means that the fields that the description requires must exist. */
export type Strictness = 'open' | 'whole';

const branches = ['allOf', 'anyOf', 'oneOf'] as const;
const kept = [
	...['type', 'enum', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
	...['uniqueItems', 'minProperties', 'maxProperties', 'const', 'exclusiveMinimum', 'exclusiveMaximum'],
];

const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.map(objectOf) : []);

/** Turns OpenAPI's schemas (3.0 and 3.1) into JSON Schema 2019-09, in which a field that no schema names is an error. */
export class SchemaTranslator {
	readonly #schemas: JsonObject;
	readonly #strictness: Strictness;
	readonly #free = new Map<string, boolean>();

	constructor(components: JsonObject, strictness: Strictness) {
		this.#schemas = objectOf(components['schemas']);
		this.#strictness = strictness;
	}

	/** Returns every named schema at the place to which a `$ref` points. */
	named(): JsonObject {
		const all = Object.entries(this.#schemas).map(([name, schema]) => [name, this.#branch(objectOf(schema))]);
		return { components: { schemas: Object.fromEntries(all) } };
	}

	/**
	 * Returns the schema of a whole value, which allows no other fields. Its branches allow them, because each branch knows only some of the
	 * fields.
	 */
	value(schema: JsonObject): JsonObject {
		const translated = this.#branch(schema);
		return this.#isFree(schema) ? translated : { ...translated, unevaluatedProperties: false };
	}

	#branch(schema: JsonObject): JsonObject {
		const { nullable, ...rest } = schema;
		const plain = this.#plain(rest);
		return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
	}

	#plain(schema: JsonObject): JsonObject {
		if (typeof schema['$ref'] === 'string') return { $ref: `api${schema['$ref']}` };
		const result: Record<string, unknown> = {};
		for (const keyword of kept) if (keyword in schema) result[keyword] = schema[keyword];
		for (const keyword of branches) this.#translateBranches(schema, keyword, result);
		if (schema['items'] !== undefined) result['items'] = this.value(objectOf(schema['items']));
		if (isObject(schema['not'])) result['not'] = this.#branch(schema['not']);
		this.#translateFields(schema, result);
		return result;
	}

	/** Translates `oneOf` to `anyOf`. Several branches match if few fields are required, and some overlap anyway. */
	#translateBranches(schema: JsonObject, keyword: (typeof branches)[number], result: Record<string, unknown>): void {
		if (!(keyword in schema)) return;
		const translated = listOf(schema[keyword]).map((one) => this.#branch(one));
		if (keyword === 'allOf') result['allOf'] = [...((result['allOf'] as unknown[]) ?? []), ...translated];
		else result['allOf'] = [...((result['allOf'] as unknown[]) ?? []), { anyOf: translated }];
	}

	#translateFields(schema: JsonObject, result: Record<string, unknown>): void {
		const { properties, additionalProperties, required } = schema;
		if (isObject(properties)) {
			const fields = Object.entries(properties).map(([name, one]) => [name, this.value(objectOf(one))]);
			result['properties'] = Object.fromEntries(fields);
		}
		if (isObject(additionalProperties)) result['additionalProperties'] = this.value(additionalProperties);
		else if (additionalProperties !== undefined) result['additionalProperties'] = additionalProperties;
		if (this.#strictness === 'whole' && Array.isArray(required)) result['required'] = required;
	}

	/** Whether a schema allows fields that it does not name: a map, or an object about which nothing is said. */
	#isFree(schema: JsonObject): boolean {
		if (typeof schema['$ref'] === 'string') return this.#isFreeByName(schema['$ref']);
		const { type, properties } = schema;
		const parts = branches.flatMap((keyword) => listOf(schema[keyword]));
		if (isObject(properties)) return parts.some((part) => saysFields(part) && this.#isFree(part));
		if (parts.length > 0) return parts.every((part) => this.#isFree(part)) || parts.some((part) => isBareObject(part));
		return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
	}

	#isFreeByName(reference: string): boolean {
		const known = this.#free.get(reference);
		if (known !== undefined) return known;
		// A schema that contains itself is closed, unless another part of it is free.
		this.#free.set(reference, false);
		const name = reference.split('/').at(-1) ?? '';
		const found = this.#isFree(objectOf(this.#schemas[name]));
		this.#free.set(reference, found);
		return found;
	}
}

const saysFields = (part: JsonObject): boolean =>
	'properties' in part || '$ref' in part || branches.some((keyword) => keyword in part);

const isBareObject = (part: JsonObject): boolean =>
	part['type'] === 'object' && !('properties' in part) && !branches.some((keyword) => keyword in part);
