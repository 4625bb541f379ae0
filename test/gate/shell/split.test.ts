import { describe, expect, it } from 'vitest';
import { fieldsForNames, fieldsOf } from '../../../src/gate/shell/split.ts';

/** As bash 5.2 splits them. */
describe('field splitting', () => {
	it.each([
		[' ', '  a  b ', ['a', 'b']],
		[':', 'a::b', ['a', '', 'b']],
		[':', ':a', ['', 'a']],
		[':', 'a:', ['a']],
		[':', 'a::', ['a', '']],
		[': ', 'a : b', ['a', 'b']],
		[': ', ' : a', ['', 'a']],
		[': ', 'a  b: :c', ['a', 'b', '', 'c']],
		['', 'a b', ['a b']],
		[':', '', []],
		['x', 'axbxx', ['a', 'b', '']],
	])('at %j of %j gives the expected fields', (separators, text, fields) => {
		expect(fieldsOf(text, separators)).toEqual(fields);
	});
});

describe('splitting a line for two names of read', () => {
	it.each([
		[':', 'x:y:', ['x', 'y']],
		[':', 'x:y:z:', ['x', 'y:z:']],
		[':', 'x', ['x', '']],
		[' ', '  a   b c ', ['a', 'b c']],
		[': ', ' a : b : c ', ['a', 'b : c']],
		[':', '::a', ['', ':a']],
		[':', ':', ['', '']],
		['', ' a b', [' a b', '']],
		[': ', 'a b:', ['a', 'b']],
		[': ', 'a b: ', ['a', 'b']],
		[':', 'a: b ', ['a', ' b ']],
		[' \t', 'a\t b\t', ['a', 'b']],
		[':', 'x:y::', ['x', 'y::']],
	])('at %j of %j gives the expected values', (separators, line, fields) => {
		expect(fieldsForNames(line, separators, 2)).toEqual(fields);
	});
});
