import { describe, expect, it } from 'vitest';
import { compiledRegex, type Kind } from '../../../src/gate/shell/programs/search-regex.ts';

const isFound = (source: string, kind: Kind, line: string): boolean | undefined =>
	compiledRegex(source, kind, false)?.(line);

describe('a regular expression of a search', () => {
	it.each<[string, Kind, string]>([
		['SECRET', 'basic', 'SECRET=a'],
		['S[E]CR.T', 'basic', 'SECRET=a'],
		['S[[:upper:]]*=', 'basic', 'SECRET=a'],
		['^S\\w\\+=a$', 'basic', 'SECRET=a'],
		['x\\|SEC', 'basic', 'SECRET=a'],
		['\\(x\\)\\?=', 'basic', 'SECRET=a'],
		['*a', 'basic', '*a'],
		['(x|S)E{1,2}C', 'extended', 'SECRET=a'],
		['x|', 'extended', 'a'],
		['a?', 'extended', 'b'],
		['[]x]', 'extended', ']'],
		['[^]x]', 'extended', 'a'],
		['\\x3d', 'perl', 'SECRET=a'],
		['(?i)secret', 'perl', 'SECRET=a'],
		['(?:SEC|x)(?=RET)', 'perl', 'SECRET=a'],
		['(?<name>S)E', 'perl', 'SECRET=a'],
		['S\\S+?=', 'perl', 'SECRET=a'],
		['T=a', 'fixed', 'SECRET=a'],
		['x\nT=', 'fixed', 'SECRET=a'],
		['x\nT=', 'basic', 'SECRET=a'],
	])('%s, %s, matches %s', (source, kind, line) => expect(isFound(source, kind, line)).toBe(true));

	it.each<[string, Kind, string]>([
		['secret', 'basic', 'SECRET=a'],
		['a+', 'basic', 'SECRET=a'],
		['(a)', 'basic', 'SECRET=a'],
		['S.T', 'fixed', 'SECRET=a'],
		['^a', 'extended', 'SECRET=a'],
		['S{2}', 'extended', 'SECRET=a'],
		['[a-z]{3}', 'extended', 'SECRET=a'],
		['\\d', 'perl', 'SECRET=a'],
		['import (\\w+) from', 'perl', 'SECRET=a'],
	])('%s, %s, does not match %s', (source, kind, line) => expect(isFound(source, kind, line)).toBe(false));

	it.each(['(?(1)a|b)', '\\p{L}', '(a', 'a)', 'a'.repeat(500), '\\Ka', '(a)\\1', 'a++'])(
		'is not evaluated: %s',
		(source) => expect(compiledRegex(source, 'perl', false)).toBeUndefined(),
	);

	it('is not evaluated with two repetitions in a row, which grep reads differently', () =>
		expect(compiledRegex('=a+?$', 'extended', false)).toBeUndefined());

	it.each(['((a*)*)*b', '(a|a)*b', '(.*.*.*.*)+x', '(a){1,60}b', `${'a*'.repeat(7)}b`, 'a{1,60}{1,60}b'])(
		'is not evaluated when it may take long: %s',
		(source) => expect(compiledRegex(source, 'perl', false)).toBeUndefined(),
	);
});
