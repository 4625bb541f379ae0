import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { rootCause } from '../../src/core/index.ts';

/** What `fetch` throws for an address. */
async function failureOf(url: string, init?: RequestInit): Promise<unknown> {
	return fetch(url, init).then(
		() => 'it answered',
		(thrown: unknown) => thrown,
	);
}

describe('the root cause of a failed fetch', () => {
	it('is the refused connection at each address that was tried', async () => {
		const server = createServer();
		const port = await new Promise<number>((resolve) =>
			server.listen(0, '127.0.0.1', () => {
				const address = server.address();
				resolve(typeof address === 'object' && address !== null ? address.port : 0);
			}),
		);
		await new Promise((resolve) => server.close(resolve));
		expect(rootCause(await failureOf(`http://127.0.0.1:${port}/`))).toBe(`connect ECONNREFUSED 127.0.0.1:${port}`);
		const tried = ['connect ECONNREFUSED ::1:7', 'connect ECONNREFUSED 127.0.0.1:7'];
		const both = new AggregateError(tried.map((text) => new Error(text)));
		expect(rootCause(new TypeError('fetch failed', { cause: both }))).toBe(tried.join('; '));
	});

	it('is an unknown host name or an invalid address', async () => {
		expect(rootCause(await failureOf('http://no-such-host.invalid/'))).toMatch(/no-such-host\.invalid/);
		expect(rootCause(await failureOf('http://'))).toMatch(/Invalid URL/);
	});

	it('is the message itself if there is no cause, and a default text if it is empty', () => {
		expect([rootCause(new Error('a')), rootCause('b'), rootCause(new Error(''))]).toEqual([
			'a',
			'b',
			'it does not say why',
		]);
	});

	it('is found if the causes form a circle', () => {
		const circle = new Error('round');
		circle.cause = circle;
		expect(rootCause(circle)).toBe('round');
	});
});
