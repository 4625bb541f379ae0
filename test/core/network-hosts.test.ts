import { describe, expect, it } from 'vitest';
import { exactHost, hostPattern, hostsOf } from '../../src/core/index.ts';

describe('an exact host', () => {
	it.each([
		['registry.npmjs.org', 'registry.npmjs.org'],
		['Registry.NPMJS.org', 'registry.npmjs.org'],
		['xn--bcher-kva.example', 'xn--bcher-kva.example'],
		['a.example:8443', 'a.example:8443'],
		[`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
	])('is accepted: %s', (text, host) => {
		expect([exactHost(text), hostPattern(text)]).toEqual([host, host]);
	});

	it.each([
		...['', 'mail', 'a remote', 'the package registry', '?', 'a.example.', '.a.example', 'a..example', '-a.example'],
		...[
			'a-.example',
			'a_b.example',
			'bücher.example',
			'a.example/x',
			'https://a.example',
			'u@a.example',
			'a%2eexample',
		],
		...['10.0.0.1', '127.1', '0x7f.1', '2130706433', '1.2.3.4:80', '[::1]', '::1', 'a.0x7f', 'a.1', 'a.example\n'],
		...[
			'a.example:0',
			'a.example:70000',
			'a.example:',
			'a.example:80:80',
			'a.example:٣',
			'*.example.com',
			'*',
			'a.*.example',
		],
		...[
			`${'a'.repeat(64)}.example`,
			`${'a.'.repeat(130)}example`,
			'a.example\0',
			' a.example',
			'ſ.example',
			'\u212a.example',
		],
	])('is rejected: %j', (text) => {
		expect(exactHost(text)).toBeUndefined();
	});

	it('can be a wildcard for all subdomains of a two-label name in the configuration', () => {
		expect(hostPattern('*.Example.com')).toBe('*.example.com');
		for (const text of ['*', '*.', '*.com', '**.example.com', '*.*.example.com', 'a*.example.com', '*.10.0.0.1'])
			expect(hostPattern(text), text).toBeUndefined();
	});
});

it('collects exact hosts from effects, lists the others as unknown, and omits local ones', () => {
	const effects = [
		'b.example',
		'B.example',
		'a remote',
		'*.example.com',
		'localhost',
		'127.0.0.53:80',
		'[::1]',
		'1.2.3.4',
	];
	expect(
		hostsOf([{ kind: 'read', path: 'c.example' }, ...effects.map((host) => ({ kind: 'network', host }) as const)]),
	).toEqual({
		hosts: ['b.example'],
		unknown: ['a remote', '*.example.com', '1.2.3.4'],
	});
});
