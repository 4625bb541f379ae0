import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { refusalOf } from '../../playground/server/entrance.ts';

const entrance = { host: '127.0.0.1:4747', token: 'a-token-of-the-playground' };

function request(headers: Record<string, string>, url = '/api/world', method = 'GET'): IncomingMessage {
	return { headers: { host: entrance.host, ...headers }, url, method } as unknown as IncomingMessage;
}

const bearer = { authorization: `Bearer ${entrance.token}` };

test('accepts a request of the page with the token in its header', () => {
	expect(refusalOf(request(bearer), entrance, true)).toBeUndefined();
	expect(refusalOf(request({ ...bearer, origin: 'http://127.0.0.1:4747' }), entrance, true)).toBeUndefined();
	const byName = { ...bearer, host: 'localhost:4747', origin: 'http://localhost:4747' };
	expect(refusalOf(request(byName), entrance, true)).toBeUndefined();
});

test.each([
	['another host name that leads to this server', { ...bearer, host: 'evil.example.com:4747' }],
	['another port', { ...bearer, host: '127.0.0.1:4748' }],
	['another website', { ...bearer, origin: 'https://evil.example.com' }],
	['a page from a file or a frame without an origin', { ...bearer, origin: 'null' }],
	['an origin with another name of this machine', { ...bearer, origin: 'http://localhost:4747' }],
])('refuses %s, even with the token', (_, headers) => {
	expect(refusalOf(request(headers), entrance, true)).toMatchObject({ status: 403 });
});

test.each([
	['no token', {}],
	['a wrong token', { authorization: 'Bearer a-token-of-the-playgrounD' }],
	['only the beginning of the token', { authorization: 'Bearer a-token' }],
	['an empty token', { authorization: 'Bearer ' }],
])('refuses %s when a token is required, and only then', (_, headers) => {
	expect(refusalOf(request(headers), entrance, true)).toMatchObject({ status: 401 });
	expect(refusalOf(request(headers, '/'), entrance, false)).toBeUndefined();
});

test('accepts the token in the address only for the stream of changes', () => {
	const query = `?token=${entrance.token}`;
	expect(refusalOf(request({}, `/api/changes${query}`), entrance, true)).toBeUndefined();
	expect(refusalOf(request({}, `/api/world${query}`), entrance, true)).toMatchObject({ status: 401 });
	expect(refusalOf(request({}, `/api/act${query}`, 'POST'), entrance, true)).toMatchObject({ status: 401 });
});
