import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/journal/index.ts';

const { redact, holdsSecret } = createRedactor([]);

describe('a password in an address', () => {
	it.each([
		['https://octocat:a1b2c3d4e5f6a7b8@example.com/a.git', 'https://octocat:[redacted]@example.com/a.git'],
		['http://:a1b2c3d4e5f6a7b8@example.com', 'http://:[redacted]@example.com'],
		['origin\thttps://a1b2c3d4e5f6a7b8c9d0@example.com/a (fetch)', 'origin\thttps://[redacted]@example.com/a (fetch)'],
		[
			'url.https://x-access-token:a1b2c3d4e5f6a7b8@github.com/.insteadof git@github.com:',
			'url.https://x-access-token:[redacted]@github.com/.insteadof git@github.com:',
		],
	])('is hidden in %s', (text, shown) => {
		expect(redact(text)).toBe(shown);
		expect(holdsSecret(text)).toBe(true);
	});

	it.each([
		'https://octocat@example.com/a.git',
		'https://user:password@example.com',
		'ssh://git@github.com/octocat/a.git',
		'postgres://postgres:a1b2c3d4e5f6a7b8@localhost:5432/test',
		'https://x-access-token:$' + '{GITHUB_TOKEN_OF_THE_JOB}@github.com',
		'https://example.com:8080/a1b2c3d4e5f6a7b8c9d0/@scope/name',
		'https://example.com/@a1b2c3d4e5f6a7b8c9d0',
	])('is not seen in %s', (text) => {
		expect(redact(text)).toBe(text);
	});

	it('is looked for in linear time', () => {
		const start = performance.now();
		redact(`https://${'a'.repeat(200_000)}`);
		redact('https://a:'.repeat(20_000));
		redact(`https://a:${'1'.repeat(200_000)}`);
		expect(performance.now() - start).toBeLessThan(1_000);
	});
});

describe('a token of an installation', () => {
	const part = (text: string) => Buffer.from(text).toString('base64url');
	const jwt = `${part('{"alg":"RS256","typ":"JWT"}')}.${part('{"exp":1,"iss":"1424242"}'.repeat(9))}.${'aB3_-'.repeat(50)}`;
	const newer = `ghs_1424242_${jwt}`;

	it.each([
		['in its newer form', newer],
		['in its older form', `ghs_${'a1B2'.repeat(9)}`],
	])('is hidden %s, wherever it was found', (_form, token) => {
		expect(redact(`a ${token} b`)).toBe('a [redacted] b');
		expect(redact(`https://x-access-token:${token}@github.com`)).not.toContain(token.slice(0, 40));
		expect(holdsSecret(`TOKEN=${token}`)).toBe(true);
	});

	it('is looked for in linear time', () => {
		const start = performance.now();
		redact(`ghs_1_eyJ${'a'.repeat(200_000)}`);
		redact('ghs_1_eyJ'.repeat(20_000));
		redact(`ghs_1_eyJ${'a'.repeat(2_000)}.`.repeat(100));
		expect(performance.now() - start).toBeLessThan(1_000);
	});
});
