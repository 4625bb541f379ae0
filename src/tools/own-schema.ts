import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { linearPattern } from './linear-pattern.ts';

/** The most schemas after all references are replaced by their targets. References can multiply the number of schemas. */
const mostSchemas = 2_000;

/**
 * Reads a schema of the repository, and replaces references by their targets. It throws for a keyword that is not in our closed list or has
 * a wrong value, because a keyword that nobody checks would promise a rule without effect. @throws NotUnderstood
 */
export function readOwnSchema(parameters: JsonObject): JsonObject {
	const { $schema, $defs, definitions, ...root } = parameters;
	const reader = new Reader({ $defs, definitions });
	if ($schema !== undefined && !dialects.includes(dialectOf($schema))) throw not('$schema', '', 'of a known dialect');
	return reader.read(root, '', []);
}

/** The error for a schema that cannot be checked. */
export class NotUnderstood extends Error {}

const dialects = ['json-schema.org/draft/2020-12/schema', 'json-schema.org/draft-07/schema'];

function dialectOf(schema: JsonValue): string {
	return String(schema).replace(/^https?:\/\/|#$/g, '');
}

class Reader {
	private readonly definitions: Readonly<Record<string, JsonValue | undefined>>;
	private count = 0;

	constructor(definitions: Readonly<Record<string, JsonValue | undefined>>) {
		this.definitions = definitions;
	}

	/** Reads one schema. `within` are the references on the way to it. */
	read(schema: JsonObject, place: string, within: readonly string[]): JsonObject {
		this.count += 1;
		if (this.count > mostSchemas) throw new NotUnderstood(`it has more than ${mostSchemas} schemas`);
		if (Object.hasOwn(schema, '$ref')) return this.referred(schema, place, within);
		const entries = Object.entries(schema).map(([key, value]) => {
			requireUnderstood(key, value, place);
			return [key, this.below(key, value, { place: `${place}${key}`, within })];
		});
		return Object.fromEntries(entries);
	}

	private referred(schema: JsonObject, place: string, within: readonly string[]): JsonObject {
		const { $ref, ...beside } = schema;
		const other = Object.keys(beside).find((key) => !annotations.has(key));
		if (other !== undefined) throw not(other, place, 'beside `$ref`');
		const [, map = '', name = ''] = /^#\/(\$defs|definitions)\/([\w.-]+)$/.exec(String($ref)) ?? [];
		const all = this.definitions[map];
		const found = isJsonObject(all) && Object.hasOwn(all, name) ? all[name] : undefined;
		if (!isJsonObject(found)) throw not('$ref', place, 'of a schema below `$defs`');
		if (within.includes(`${map}/${name}`)) throw not('$ref', place, 'to a schema within itself');
		return this.read(found, place, [...within, `${map}/${name}`]);
	}

	private below(key: string, value: JsonValue, at: { readonly place: string; readonly within: readonly string[] }) {
		const one = (inner: JsonValue, name: string): JsonValue => {
			if (!isJsonObject(inner)) throw new NotUnderstood(`\`${at.place}${name}\` is no schema`);
			return this.read(inner, `${at.place}${name}.`, at.within);
		};
		if (key === 'items' || (key === 'additionalProperties' && typeof value !== 'boolean')) return one(value, '');
		if (alternatives.has(key) && Array.isArray(value)) return value.map((inner, index) => one(inner, `[${index}]`));
		if (key !== 'properties' || !isJsonObject(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, one(inner, `.${name}`)]));
	}
}

const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];
const alternatives = new Set(['anyOf', 'oneOf', 'allOf']);
/** Keywords that say nothing about the arguments. */
const annotations: ReadonlySet<string> = new Set([
	...['title', 'description', '$comment', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
]);

/** The valid values of each keyword, and how to describe them. */
const keywords: Readonly<Record<string, readonly [(value: JsonValue) => boolean, string]>> = {
	enum: [
		(value) => Array.isArray(value) && value.length > 0 && value.every(isScalar),
		'other than a list of simple values',
	],
	const: [isScalar, 'other than a simple value'],
	...each(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], isCount, 'no count'),
	...each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], isNumber, 'no number'),
	multipleOf: [(value) => isCount(value) && value !== 0, 'no whole number from 1 on'],
	uniqueItems: [(value) => typeof value === 'boolean', 'neither true nor false'],
	properties: [(value) => isJsonObject(value) && !Object.hasOwn(value, '__proto__'), 'no map, or one with `__proto__`'],
	required: [(value) => Array.isArray(value) && value.every((name) => typeof name === 'string'), 'no list of names'],
	additionalProperties: [(value) => typeof value === 'boolean' || isJsonObject(value), 'no schema'],
	items: [isJsonObject, 'no schema'],
	...each([...alternatives], (value) => Array.isArray(value) && value.length > 0, 'no list of schemas'),
};

function each(names: readonly string[], fits: (value: JsonValue) => boolean, words: string) {
	return Object.fromEntries(names.map((name) => [name, [fits, words] as const]));
}

function requireUnderstood(key: string, value: JsonValue, place: string): void {
	if (annotations.has(key)) return;
	const own = key === 'type' ? requireTypes : key === 'pattern' ? requirePattern : undefined;
	if (own !== undefined) own(value);
	else requireKnown(key, value, place);
}

function requireKnown(key: string, value: JsonValue, place: string): void {
	const [fits, words] = (Object.hasOwn(keywords, key) ? keywords[key] : undefined) ?? [];
	if (fits === undefined) throw not(key, place);
	if (!fits(value)) throw new NotUnderstood(`\`${place}${key}\` is ${words}`);
}

/** @throws NotUnderstood for a type that JSON Schema does not have. */
export function requireTypes(value: JsonValue): void {
	const unknown = [value].flat().find((type) => typeof type !== 'string' || !types.includes(type));
	if (unknown !== undefined) throw new NotUnderstood(`Unsupported type: ${unknown}`);
	if (Array.isArray(value) && value.length === 0) throw new NotUnderstood('Unsupported type: none');
}

function requirePattern(value: JsonValue): void {
	if (typeof value === 'string' && linearPattern(value) !== undefined) return;
	throw new NotUnderstood(`the pattern \`${value}\` cannot be matched in linear time, or is none`);
}

function not(key: string, place: string, more = 'here'): NotUnderstood {
	return new NotUnderstood(`\`${place}${key}\` is a keyword that is not checked ${more}`);
}

function isScalar(value: JsonValue): boolean {
	return value === null || typeof value !== 'object';
}

function isCount(value: JsonValue): boolean {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isNumber(value: JsonValue): boolean {
	return typeof value === 'number';
}
