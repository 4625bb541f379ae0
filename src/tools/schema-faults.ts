import { digestOf, isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { linearPattern } from './linear-pattern.ts';

/**
 * Finds what is wrong with a value, by a schema from `readOwnSchema` or `readForeignSchema`. As in JSON Schema, each keyword applies only
 * to values of its type. A value may have many faults, so they are computed one by one, only while the caller reads.
 */
export function schemaFaults(schema: JsonObject, value: JsonValue, path = ''): Iterable<string> {
	return each(Object.entries(schema), ([key, wanted]) =>
		Object.hasOwn(checks, key) ? (checks[key]?.({ wanted, value, path, schema }) ?? []) : [],
	);
}

function* each<T>(all: Iterable<T>, faultsOf: (one: T) => Iterable<string>): Generator<string> {
	for (const one of all) yield* faultsOf(one);
}

interface Look {
	readonly wanted: JsonValue;
	readonly value: JsonValue;
	readonly path: string;
	readonly schema: JsonObject;
}
type Check = (look: Look) => Iterable<string>;

const checks: Readonly<Record<string, Check>> = {
	type: (look) =>
		unless(
			[look.wanted].flat().some((type) => isOfType(look.value, type)),
			look,
			'be of type',
		),
	enum: (look) =>
		unless(
			[look.wanted].flat().some((one) => isSame(one, look.value)),
			look,
			'be one of',
		),
	const: (look) => unless(isSame(look.wanted, look.value), look, 'be'),
	pattern: (look) => {
		const fits = typeof look.value !== 'string' || linearPattern(String(look.wanted))?.matcher(look.value).find();
		return unless(fits === true, look, 'match');
	},
	minLength: atLeast(lengthOf),
	maxLength: atMost(lengthOf),
	minItems: atLeast(itemsOf),
	maxItems: atMost(itemsOf),
	minProperties: atLeast(keysOf),
	maxProperties: atMost(keysOf),
	minimum: atLeast(numberOf),
	maximum: atMost(numberOf),
	exclusiveMinimum: compared(numberOf, (size, bound) => size > bound, 'be more than'),
	exclusiveMaximum: compared(numberOf, (size, bound) => size < bound, 'be less than'),
	multipleOf: compared(numberOf, (size, of) => size % of === 0, 'be a multiple of'),
	uniqueItems: (look) => unless(look.wanted === false || isUnique(look.value), look, 'have no twins:'),
	required: ({ wanted, value, path }) => {
		if (!isJsonObject(value)) return [];
		const missing = [wanted].flat().filter((name) => !Object.hasOwn(value, String(name)));
		return missing.map((name) => `\`${below(path, String(name))}\`: is missing`);
	},
	properties: ({ wanted, value, path }) =>
		each(entriesOf(value), ([key, one]) => {
			const schema = isJsonObject(wanted) && Object.hasOwn(wanted, key) ? wanted[key] : undefined;
			return isJsonObject(schema) ? schemaFaults(schema, one, below(path, key)) : [];
		}),
	additionalProperties: ({ wanted, value, path, schema: { properties } }) =>
		each(entriesOf(value), ([key, one]) => {
			if (wanted === true || (isJsonObject(properties) && Object.hasOwn(properties, key))) return [];
			return isJsonObject(wanted)
				? schemaFaults(wanted, one, below(path, key))
				: [`\`${below(path, key)}\`: no such argument`];
		}),
	prefixItems: ({ wanted, value, path }) =>
		each(schemasOf(wanted).entries(), ([index, schema]) => {
			const one = Array.isArray(value) ? value[index] : undefined;
			return one === undefined ? [] : schemaFaults(schema, one, below(path, String(index)));
		}),
	items: ({ wanted, value, path, schema: { prefixItems = [] } }) =>
		each(Array.isArray(value) ? value.entries() : [], ([index, one]) =>
			isJsonObject(wanted) && index >= schemasOf(prefixItems).length
				? schemaFaults(wanted, one, below(path, String(index)))
				: [],
		),
	allOf: ({ wanted, value, path }) => each(schemasOf(wanted), (schema) => schemaFaults(schema, value, path)),
	anyOf: (look) => unless(fitting(look) > 0, look, 'fit one of'),
	oneOf: (look) => unless(fitting(look) === 1, look, 'fit exactly one of'),
};

function compared(
	sizeOf: (value: JsonValue) => number | undefined,
	fits: (size: number, bound: number) => boolean,
	words: string,
): Check {
	return (look) => {
		const size = sizeOf(look.value);
		return unless(size === undefined || fits(size, Number(look.wanted)), look, words);
	};
}

function atLeast(sizeOf: (value: JsonValue) => number | undefined): Check {
	return compared(
		sizeOf,
		(size, bound) => size >= bound,
		sizeOf === numberOf ? 'be at least' : 'have a length of at least',
	);
}

function atMost(sizeOf: (value: JsonValue) => number | undefined): Check {
	return compared(
		sizeOf,
		(size, bound) => size <= bound,
		sizeOf === numberOf ? 'be at most' : 'have a length of at most',
	);
}

function unless(fits: boolean, { wanted, path }: Look, words: string): readonly string[] {
	return fits ? [] : [`\`${path || 'arguments'}\`: must ${words} ${JSON.stringify(wanted).slice(0, 1_000)}`];
}

function fitting({ wanted, value, path }: Look): number {
	return schemasOf(wanted).filter((schema) => isEmpty(schemaFaults(schema, value, path))).length;
}

function isEmpty(faults: Iterable<string>): boolean {
	for (const _ of faults) return false;
	return true;
}

function schemasOf(value: JsonValue): readonly JsonObject[] {
	return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function isSame(one: JsonValue, other: JsonValue): boolean {
	return one === other || (typeof one === 'object' && digestOf(one) === digestOf(other));
}

function isOfType(value: JsonValue, type: JsonValue): boolean {
	if (type === 'integer') return Number.isInteger(value);
	if (type === 'null') return value === null;
	if (type === 'array') return Array.isArray(value);
	if (type === 'object') return isJsonObject(value);
	return typeof value === type;
}

function lengthOf(value: JsonValue): number | undefined {
	return typeof value === 'string' ? [...value].length : undefined;
}

function itemsOf(value: JsonValue): number | undefined {
	return Array.isArray(value) ? value.length : undefined;
}

function keysOf(value: JsonValue): number | undefined {
	return isJsonObject(value) ? Object.keys(value).length : undefined;
}

function numberOf(value: JsonValue): number | undefined {
	return typeof value === 'number' ? value : undefined;
}

function isUnique(value: JsonValue): boolean {
	return !Array.isArray(value) || new Set(value.map((one) => digestOf(one))).size === value.length;
}

function entriesOf(value: JsonValue): readonly [string, JsonValue][] {
	return isJsonObject(value) ? Object.entries(value) : [];
}

function below(path: string, key: string): string {
	return path === '' ? key : `${path}.${key}`;
}
