import { expect, test } from 'vitest';
import { canonicalJson, digestOf } from '../../src/core/index.ts';

test('canonical JSON sorts keys by code units and keeps the order of arrays', () => {
	expect(canonicalJson({ b: [3, { d: null, c: true }], a: 'ü\n', '€': 1 })).toBe(
		'{"a":"ü\\n","b":[3,{"c":true,"d":null}],"€":1}',
	);
});

test('equal values have the same digest in any key order; different values do not', () => {
	expect(digestOf({ a: 1, b: 2 })).toBe(digestOf({ b: 2, a: 1 }));
	expect(digestOf({ a: 1, b: 2 })).not.toBe(digestOf({ a: 1, b: '2' }));
});

test('numbers that JSON cannot hold are rejected', () => {
	expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
});
