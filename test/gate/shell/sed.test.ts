import { describe, expect, it } from 'vitest';
import { scanSed } from '../../../src/gate/shell/programs/sed.ts';

const none = { reads: [], writes: [] };

describe('sed scripts', () => {
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
		['@', undefined],
	])('%j', (script, expected) => {
		expect(scanSed(script)).toEqual(expected);
	});
});
