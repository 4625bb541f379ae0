import { expect, test } from 'vitest';
import { csvLine } from '../../src/commands/audit/csv.ts';

test.each([
	['=1+1', "'=1+1"],
	['+1', "'+1"],
	['-1', "'-1"],
	['@SUM(A1)', "'@SUM(A1)"],
	[' =1', "' =1"],
	['\t=1', "'\t=1"],
	['\r\n=1', '"\'\r\n=1"'],
	['＝1', "'＝1"],
	['a=1', 'a=1'],
	['a,b', '"a,b"'],
	['say "x"', '"say ""x"""'],
	['two\nlines', '"two\nlines"'],
	['\u001b[2J\u202ea\u009b', '\\u{1b}[2J\\u{202e}a\\u{9b}'],
	['', ''],
])('csvLine writes %j as %j', (text, cell) => {
	expect(csvLine([text])).toBe(`${cell}\r`);
});

test('csvLine writes numbers as they are and undefined as an empty cell', () => {
	expect(csvLine([1, undefined, -2])).toBe('1,,-2\r');
});
