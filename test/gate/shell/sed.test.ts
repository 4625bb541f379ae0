import { describe, expect, it } from 'vitest';
import { scanSed } from '../../../src/gate/shell/programs/sed.ts';

const none = { reads: [], writes: [] };

describe('a sed script', () => {
	it.each([
		['s/a/b/g', none],
		['s|a|e w x|', none],
		['1,5p', none],
		['/a/,/b/!d', none],
		['/x/{s/a/b/;p}', none],
		['s/a\\/b/c/; $d', none],
		['/a/i text w file', none],
		['y/abc/xyz/', none],
		['w out', { reads: [], writes: ['out'] }],
		['s/a/b/gw out', { reads: [], writes: ['out'] }],
		['r in\np', { reads: ['in'], writes: [] }],
		['s/a/b/e', undefined],
		['s/a/b/ge', undefined],
		['e id', undefined],
		['1e id', undefined],
		['/x/e', undefined],
		['p;e', undefined],
		['s/a/b', undefined],
		// A label ends at a blank, and the text after it is a command.
		[':a e id', undefined],
		[': a e id', undefined],
		['b e;: e e id', undefined],
		['ta e id', undefined],
		['{:a e id\n}', undefined],
		[':a s/x/y/e', undefined],
		[':a}a x', undefined],
		[':a w out', { reads: [], writes: ['out'] }],
		[':a r in', { reads: ['in'], writes: [] }],
		['b x w out', { reads: [], writes: ['out'] }],
		// Newer versions keep a slash in brackets.
		['s/[/]/ a/e', undefined],
		['s,[,], a,e', undefined],
		['/[/] a/e id', undefined],
		['s/[/]/ a/w out', { reads: [], writes: ['out'] }],
		['s/[^]/]/ a/w out', { reads: [], writes: ['out'] }],
		['s/[[:alpha:]/]/ a/w out', { reads: [], writes: ['out'] }],
		[':a;N;$!ba;s/\\n/ /g', none],
		[':a;s/x/y/;ta', none],
		[':a\ns/x/y/\nta', none],
		['/x/{:a;n;p;ba}', none],
		['$!{N;ba\n}', none],
		['s/[[:space:]]*$//', none],
		['s/[.]js/.ts/', none],
		['/[a-z]/d', none],
		['@', undefined],
	])('gives the expected result: %j', (script, expected) => {
		expect(scanSed(script)).toEqual(expected);
	});
});
