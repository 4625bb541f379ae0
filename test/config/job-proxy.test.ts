import { describe, expect, it } from 'vitest';
import { readJobProxy } from '../../src/config/job-proxy.ts';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('the proxy of the job', () => {
	it.each([
		['http://proxy.corp.example:3128', { host: 'proxy.corp.example', port: 3128 }],
		['proxy.corp.example:3128', { host: 'proxy.corp.example', port: 3128 }],
		['http://10.0.0.8/', { host: '10.0.0.8', port: 80 }],
		['http://[fd12::8]:3128', { host: 'fd12::8', port: 3128 }],
		[
			'http://octocat:p%40ss@proxy.corp.example:3128',
			{ host: 'proxy.corp.example', port: 3128, authorization: basic('octocat:p@ss') },
		],
	])('is read from %s', (text, expected) => {
		expect(readJobProxy({ HTTPS_PROXY: text })).toEqual({ jobProxy: expected });
	});

	it.each(['https://proxy.corp.example', 'socks5://proxy.corp.example:1080', 'http://', 'http://%zz:x@proxy.example'])(
		'is malformed: %s',
		(text) => {
			expect(readJobProxy({ HTTPS_PROXY: text })).toEqual({ jobProxy: 'malformed' });
		},
	);

	it('is undefined without variables, and lower-case names come first', () => {
		expect(readJobProxy({ HTTPS_PROXY: '', HTTP_PROXY: 'http://a.example' })).toEqual({});
		expect(readJobProxy({ HTTPS_PROXY: 'http://a.example:1', https_proxy: 'http://b.example:2' })).toEqual({
			jobProxy: { host: 'b.example', port: 2 },
		});
	});
});
