import { digestOf, isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { linearPattern } from './linear-pattern.ts';

/**
 * The first error of a value, by a schema that `readOwnSchema` has read. As in JSON Schema, each keyword applies only to values of its own
 * type. Undefined if the value fits.
 */
export function schemaFault(schema: JsonObject, value: JsonValue, path = ''): string | undefined {
	for (const [key, wanted] of Object.entries(schema)) {
		const fault = (Object.hasOwn(checks, key) ? checks[key] : undefined)?.({ wanted, value, path, schema });
		if (fault !== undefined) return fault;
	}
	return undefined;
}

interface Look {
	readonly wanted: JsonValue;
	readonly value: JsonValue;
	readonly path: string;
	readonly schema: JsonObject;
}
type Check = (look: Look) => string | undefined;

const checks: Readonly<Record<string, Check>> = {
	type: (look) =>
		unless(
			[look.wanted].flat().some((type) => isOfType(look.value, type)),
			look,
			'be of type',
		),
	enum: (look) => unless([look.wanted].flat().includes(look.value), look, 'be one of'),
	const: (look) => unless(look.value === look.wanted, look, 'be'),
	pattern: (look) =>
		typeof look.value !== 'string' || linearPattern(String(look.wanted))?.matcher(look.value).find() === true
			? undefined
			: `\`${look.path}\` must match \`${look.wanted}\`.`,
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
		if (!isJsonObject(value)) return undefined;
		const missing = [wanted].flat().find((name) => !Object.hasOwn(value, String(name)));
		return missing === undefined ? undefined : `\`${below(path, String(missing))}\` is missing.`;
	},
	properties: ({ wanted, value, path }) =>
		firstFault(entriesOf(value), ([key, one]) => {
			const schema = isJsonObject(wanted) && Object.hasOwn(wanted, key) ? wanted[key] : undefined;
			return isJsonObject(schema) ? schemaFault(schema, one, below(path, key)) : undefined;
		}),
	additionalProperties: ({ wanted, value, path, schema: { properties } }) =>
		firstFault(entriesOf(value), ([key, one]) => {
			if (wanted === true || (isJsonObject(properties) && Object.hasOwn(properties, key))) return undefined;
			return isJsonObject(wanted)
				? schemaFault(wanted, one, below(path, key))
				: `\`${below(path, key)}\`: no such argument.`;
		}),
	items: ({ wanted, value, path }) =>
		firstFault(Array.isArray(value) ? [...value.entries()] : [], ([index, one]) =>
			isJsonObject(wanted) ? schemaFault(wanted, one, below(path, String(index))) : undefined,
		),
	allOf: ({ wanted, value, path }) => firstFault(schemasOf(wanted), (schema) => schemaFault(schema, value, path)),
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

function unless(fits: boolean, { wanted, path }: Look, words: string): string | undefined {
	return fits ? undefined : `\`${path || 'arguments'}\` must ${words} ${JSON.stringify(wanted).slice(0, 1_000)}.`;
}

function fitting({ wanted, value, path }: Look): number {
	return schemasOf(wanted).filter((schema) => schemaFault(schema, value, path) === undefined).length;
}

function schemasOf(value: JsonValue): readonly JsonObject[] {
	return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function firstFault<T>(all: readonly T[], faultOf: (one: T) => string | undefined): string | undefined {
	for (const one of all) {
		const fault = faultOf(one);
		if (fault !== undefined) return fault;
	}
	return undefined;
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
