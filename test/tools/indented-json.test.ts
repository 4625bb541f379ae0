import { expect, it } from 'vitest';
import { indentedJson } from '../../src/tools/index.ts';

it.each([
	['{"a": [1, {"b":"c,[d]\\""}], "e":[ ],"f": { }}', 1_000],
	['[]', 1_000],
	['[true,null,-1.5e3]', 1_000],
])('%s is indented like JSON.stringify does', (text, most) => {
	expect(
		indentedJson(text, most)
			.replace(/\[\s*\]/, '[]')
			.replace(/\{\s*\}/, '{}'),
	).toBe(JSON.stringify(JSON.parse(text), null, 2).replace('-1500', '-1.5e3'));
});

it.each([
	['{"id":12345678901234567890,"a":1,"a":2}', '{\n  "id": 12345678901234567890,\n  "a": 1,\n  "a": 2\n}'],
	['[1 2]', '[1 2]'],
	['text', 'text'],
])('%s keeps the spelling of its values', (text, expected) => {
	expect(indentedJson(text, 1_000)).toBe(expected);
});

it('JSON stays as it is if the indentation would make it too long', () => {
	const deep = `${'['.repeat(2_000)}${'0,'.repeat(5_000)}0${']'.repeat(2_000)}`;
	expect(indentedJson(deep, 131_072)).toBe(deep);
	expect(indentedJson('[1]', 7)).toBe('[\n  1\n]');
	expect(indentedJson('[1]', 6)).toBe('[1]');
});
