import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/core/index.ts';
import { argumentCheck } from '../../src/tools/index.ts';

const check = (parameters: JsonObject) => argumentCheck({ name: 't', description: 'd', parameters }, 'own');
const problem = (parameters: JsonObject, args: JsonObject): string | undefined => {
	const checked = check(parameters);
	return checked.ok ? checked.problem(args) : `cannot: ${checked.why}`;
};
const a = (schema: JsonValue, more: JsonObject = {}): JsonObject => ({
	type: 'object',
	properties: { a: schema },
	...more,
});

describe('a schema of the repository is refused for', () => {
	it.each<[string, JsonObject]>([
		['properties.a.patern', a({ type: 'string', patern: '^x' })],
		['properties.a.maxlength', a({ maxlength: 2 })],
		['properties.a.format', a({ type: 'string', format: 'email' })],
		['properties.a.not', a({ not: { pattern: '^-' } })],
		['properties.a.prefixItems', a({ type: 'array', prefixItems: [{ pattern: '^x' }] })],
		['properties.a.contains', a({ type: 'array', contains: { const: 1 } })],
		['properties.a.items.if', a({ items: { if: {} } })],
		['properties.a.anyOf[1].contentEncoding', a({ anyOf: [{}, { contentEncoding: 'base64' }] })],
		['properties.a.nullable', a({ nullable: true })],
		['properties.a.$defs', a({ $defs: {} })],
		['additionalProperties.dependentRequired', { type: 'object', additionalProperties: { dependentRequired: {} } }],
		['propertyNames', a({}, { propertyNames: { pattern: '^[a-z]+$' } })],
		['patternProperties', a({}, { patternProperties: { '^(x+x+)+y$': {} } })],
		['unevaluatedProperties', a({}, { unevaluatedProperties: false })],
		['__proto__', JSON.parse('{"type":"object","properties":{},"__proto__":{"a":1}}')],
		['constructor', a({}, { constructor: {} })],
	])('the keyword `%s`', (keyword, parameters) => {
		expect(problem(parameters, {})).toBe(`cannot: \`${keyword}\` is a keyword that is not checked here`);
	});

	it.each<[JsonObject, RegExp]>([
		[a({ $ref: '#/$defs/b', maxLength: 1 }, { $defs: { b: {} } }), /`properties\.a\.maxLength` .* beside `\$ref`/],
		[a({ $ref: '#/$defs/b' }), /`properties\.a\.\$ref` .* of a schema below `\$defs`/],
		[a({ $ref: '#/$defs/__proto__' }, { $defs: {} }), /of a schema below `\$defs`/],
		[a({ $ref: '#/$defs/b' }, { $defs: { b: { items: { $ref: '#/$defs/b' } } } }), /to a schema within itself/],
		[a({ $ref: 'https://example.com/x' }), /of a schema below/],
		[a({ enum: [{ x: 1 }] }), /`properties\.a\.enum` is other than a list of simple values/],
		[a({ maximum: '9' }), /`properties\.a\.maximum` is no number/],
		[a({ minLength: -1 }), /`properties\.a\.minLength` is no count/],
		[a({ required: true }), /`properties\.a\.required` is no list of names/],
		[a({ items: [{ pattern: '^x' }] }), /`properties\.a\.items` is no schema/],
		[a({ anyOf: [true] }), /`properties\.a\.anyOf\[0\]` is no schema/],
		[a(JSON.parse('{"properties":{"__proto__":{"enum":[1]}}}')), /no map, or one with `__proto__`/],
		[a({ anyOf: [{ pattern: '(?=x)' }] }), /the pattern `\(\?=x\)` cannot be matched in linear time/],
		[a({}, { $schema: 'http://json-schema.org/draft-04/schema#' }), /`\$schema` .* of a known dialect/],
	])('a value that cannot be checked: %j', (parameters, why) => {
		expect(problem(parameters, { a: 1 })).toMatch(new RegExp(`^cannot: .*${why.source}`));
	});

	it('references that multiply', () => {
		const twice = (n: number) => ({ anyOf: [{ $ref: `#/$defs/d${n}` }, { $ref: `#/$defs/d${n}` }] });
		const $defs = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`d${n}`, n === 19 ? {} : twice(n + 1)]));
		expect(problem(a({ $ref: '#/$defs/d0' }, { $defs }), {})).toBe('cannot: it has more than 2000 schemas');
	});
});

const word = { type: 'string', pattern: '^[a-z]+$' };
const bare = '-rf';

describe('each keyword of a schema of the repository is checked everywhere', () => {
	it.each<[string, JsonObject, JsonValue, JsonValue]>([
		['a pattern in a referenced schema', a({ $ref: '#/$defs/w', description: 'd' }, { $defs: { w: word } }), 'x', bare],
		['a pattern of an alternative', a({ anyOf: [word, { type: 'null' }] }), null, bare],
		['a pattern of one alternative', a({ oneOf: [word, { type: 'string', pattern: '^[0-9]+$' }] }), '1', bare],
		['all alternatives', a({ allOf: [{ type: 'string' }, { pattern: '^[a-z]+$' }] }), 'x', bare],
		['exactly one alternative', a({ oneOf: [{ type: 'string' }, { maxLength: 2 }] }), 'xxx', 'x'],
		['a length without a type', a({ minLength: 2, maxLength: 3 }), 'xx', 'xxxx'],
		['a bound without a type', a({ minimum: 2, exclusiveMaximum: 9 }), 8, 9],
		['a count without a type', a({ maxItems: 1 }), [1], [1, 2]],
		['unique items', a({ type: 'array', uniqueItems: true }), [1, '1'], [{ x: 1 }, { x: 1 }]],
		['multiples', a({ type: 'integer', multipleOf: 5 }), 10, 7],
		['items of items', a({ items: { items: word } }), [['x']], [['x'], [bare]]],
		['other properties', a({ type: 'object', additionalProperties: word }), { b: 'x' }, { b: bare }],
		['`__proto__`', a({ type: 'object', additionalProperties: word }), {}, JSON.parse('{"__proto__":"-rf"}')],
		['the number of properties', a({ minProperties: 1, maxProperties: 1 }), { x: 1 }, {}],
		['required names of an alternative', a({ anyOf: [{ required: ['b'] }, { required: ['c'] }] }), { c: 1 }, {}],
		['a constant', a({ const: null }), null, 0],
	])('%s', (_what, parameters, fits, other) => {
		expect(problem(parameters, { a: fits })).toBeUndefined();
		expect(problem(parameters, { a: other })).toMatch(/^The arguments of t do not fit\. /);
	});

	it('required names of the arguments themselves', () => {
		const parameters = {
			type: 'object',
			properties: { a: {}, b: {} },
			anyOf: [{ required: ['a'] }, { required: ['b'] }],
		};
		expect(problem(parameters, {})).toMatch(/^The arguments of t do not fit\. /);
		expect(problem({ ...parameters, additionalProperties: false }, { a: 1, c: 1 })).toMatch(/`c`: no such argument/);
		expect(problem({ ...parameters, additionalProperties: false }, JSON.parse('{"a":1,"__proto__":1}'))).toMatch(
			/`__proto__`: no such argument/,
		);
	});
});
