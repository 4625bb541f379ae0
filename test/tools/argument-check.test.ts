import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/core/index.ts';
import { argumentCheck } from '../../src/tools/index.ts';

function problem(properties: JsonValue, args: JsonObject, origin: 'own' | 'foreign', more: JsonObject = {}) {
	const parameters = { type: 'object', properties, ...more };
	const check = argumentCheck({ name: 't', description: 'd', parameters }, origin);
	return check.ok ? check.problem(args) : `cannot: ${check.why}`;
}

const both = ['own', 'foreign'] as const;

describe.each(both)('the arguments of a tool, checked with a schema of origin %s', (origin) => {
	it.each<[JsonObject, JsonObject]>([
		[{ a: { type: 'string' } }, { a: 'x', other: 1 }],
		[{ a: { type: ['string', 'null'] } }, { a: null }],
		[{ a: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }] } }, { a: [1] }],
		[{ a: { type: 'object', properties: { b: { const: 1 } } } }, { a: { b: 1 } }],
		[{ a: { type: 'string', pattern: '^(x+x+)+y$' } }, { a: 'xxy' }],
		[
			{ pattern: { type: 'string' }, $ref: { type: 'string' } },
			{ pattern: '(', $ref: 'x' },
		],
	])('%j accepts %j', (properties, args) => {
		expect(problem(properties, args, origin)).toBeUndefined();
	});

	it.each<[JsonObject, JsonObject, RegExp]>([
		[{ a: { type: 'string' } }, { a: 1 }, /^The arguments of t do not fit\. `a`: .*Expected: \{"a":.*Call it again/],
		[
			{ a: { type: 'array', items: { type: 'string' }, maxItems: 1 } },
			{ a: ['x', 'y'] },
			/`a`: must have a length of at most 1/,
		],
		[{ a: { type: 'object', properties: { b: { type: 'integer', minimum: 2 } } } }, { a: { b: 1 } }, /`a\.b`: /],
		[{ a: { enum: ['x', 'y'] } }, { a: 'z' }, /`a`: must be one of \["x","y"\]/],
		[{ a: { type: 'string', pattern: '^(x+x+)+y$' } }, { a: 'x'.repeat(5_000) }, /`a`: must match/],
		[{ a: { type: 'array', items: { type: 'string', pattern: '^x' } } }, { a: ['x', 'y'] }, /`a\.1`: must match "\^x"/],
	])('%j rejects %j', (properties, args, message) => {
		expect(problem(properties, args, origin)).toMatch(message);
	});

	it('follow `additionalProperties` and `required`', () => {
		expect(problem({}, { b: 1 }, origin, { additionalProperties: false })).toMatch(/`b`: no such argument/);
		expect(problem({}, { b: 1 }, origin, { additionalProperties: { type: 'string' } })).toMatch(/`b`: /);
		expect(problem({ a: {} }, {}, origin, { required: ['a'] })).toMatch(/`a`: /);
	});

	it('cannot be checked with an invalid schema', () => {
		expect(problem({ a: { type: 'banana' } }, {}, origin)).toBe('cannot: Unsupported type: banana');
		expect(problem({ a: 'text' }, {}, origin)).toMatch(/^cannot: /);
	});
});

describe('a schema of the repository', () => {
	it('is checked completely or rejected', () => {
		expect(problem({ a: { if: {} } }, {}, 'own')).toMatch(/^cannot: /);
		expect(problem({ a: { items: { pattern: '(?=x)' } } }, {}, 'own')).toBe(
			'cannot: the pattern `(?=x)` cannot be matched in linear time, or is none',
		);
		expect(problem({ a: { $ref: '#/$defs/b' } }, { a: 1 }, 'own', { $defs: { b: { type: 'string' } } })).toMatch(
			/`a`: /,
		);
	});
});

describe('a schema of an MCP server', () => {
	it.each<[string, JsonObject, JsonObject, JsonObject]>([
		['conditions', { a: { if: { type: 'string' }, else: false } }, { a: 1 }, {}],
		['references', { a: { $ref: '#/$defs/b' } }, { a: 1 }, { $defs: { b: { type: 'string' } } }],
		['keywords beside a reference', { a: { $ref: '#/$defs/b', maxItems: 1 } }, { a: [1, 2] }, { $defs: { b: {} } }],
		['lookahead patterns', { a: { pattern: '(?=x)' } }, { a: 'y' }, {}],
		['`patternProperties`', {}, { x: 1 }, { patternProperties: { '^x': {} }, additionalProperties: false }],
		['keywords of older drafts', { a: { minimum: 1, exclusiveMinimum: true, required: true } }, { a: 1 }, {}],
		['tuples of older drafts', { a: { items: [{ type: 'string' }] } }, { a: [1] }, {}],
	])('leaves %s to the server', (_what, properties, args, more) => {
		expect(problem(properties, args, 'foreign', more)).toBeUndefined();
	});

	it.each<[string, JsonObject, JsonValue, JsonValue]>([
		['a pattern within an alternative', { anyOf: [{ type: 'integer' }, { pattern: '^x' }] }, 'x', 'y'],
		['a nullable value of OpenAPI', { type: 'string', nullable: true }, null, 1],
		['a tuple', { prefixItems: [{ type: 'string' }], items: { type: 'integer' } }, ['x', 1], ['x', 'y']],
		['the first item of a tuple', { prefixItems: [{ type: 'string' }, true] }, ['x', 1], [1]],
		['an object as a value', { enum: [{ x: [1] }] }, { x: [1] }, { x: [2] }],
		['a bound without a type', { minimum: 2 }, 2, 1],
	])('is checked for %s', (_what, schema, fits, other) => {
		expect(problem({ a: schema }, { a: fits }, 'foreign')).toBeUndefined();
		expect(problem({ a: schema }, { a: other }, 'foreign')).toMatch(/^The arguments of t do not fit\. /);
	});

	it('gives a short message about a long invalid list', () => {
		const a = { type: 'array', items: { enum: ['x'.repeat(900)] } };
		const told = problem({ a }, { a: Array.from({ length: 200_000 }, () => 'y') }, 'foreign');
		expect(told).toMatch(/`a\.9`: .*; and perhaps more\./);
		expect(told?.length).toBeLessThan(12_000);
	});

	it('can have alternatives that only the server can tell apart', () => {
		const a = { oneOf: [{ $ref: '#/x' }, { $ref: '#/y' }] };
		expect(problem({ a }, { a: 1 }, 'foreign')).toBeUndefined();
	});

	it('takes limited time, even if its references multiply', () => {
		const $defs = Object.fromEntries(
			Array.from({ length: 60 }, (_, n) => [
				`d${n}`,
				{ anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
			]),
		);
		expect(problem({ a: { $ref: '#/$defs/d0' } }, { a: 1 }, 'foreign', { $defs })).toBeUndefined();
	});

	it('cannot inject code by its property names', () => {
		const name = '"];globalThis.planted=1;//';
		expect(problem({ [name]: { type: 'string' } }, { [name]: 1 }, 'foreign')).toContain('no');
		expect('planted' in globalThis).toBe(false);
	});
});
