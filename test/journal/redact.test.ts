import { describe, expect, it } from 'vitest';
import { credentialShapes } from '../../src/core/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { processorMs } from '../support/processor-time.ts';

const { redact, holdsSecret } = createRedactor([]);

describe('the password in a URL', () => {
	it.each([
		['https://octocat:a1b2c3d4e5f6a7b8@example.com/a.git', 'https://octocat:[redacted]@example.com/a.git'],
		['http://:a1b2c3d4e5f6a7b8@example.com', 'http://:[redacted]@example.com'],
		['origin\thttps://a1b2c3d4e5f6a7b8c9d0@example.com/a (fetch)', 'origin\thttps://[redacted]@example.com/a (fetch)'],
		[
			'url.https://x-access-token:a1b2c3d4e5f6a7b8@github.com/.insteadof git@github.com:',
			'url.https://x-access-token:[redacted]@github.com/.insteadof git@github.com:',
		],
	])('is redacted in %s', (text, shown) => {
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
	])('is not found in %s', (text) => {
		expect(redact(text)).toBe(text);
	});

	it('is searched in linear time', () => {
		const start = processorMs();
		redact(`https://${'a'.repeat(200_000)}`);
		redact('https://a:'.repeat(20_000));
		redact(`https://a:${'1'.repeat(200_000)}`);
		expect(processorMs() - start).toBeLessThan(1_000);
	});
});

describe('an installation token', () => {
	const part = (text: string) => Buffer.from(text).toString('base64url');
	const jwt = `${part('{"alg":"RS256","typ":"JWT"}')}.${part('{"exp":1,"iss":"1424242"}'.repeat(9))}.${'aB3_-'.repeat(50)}`;
	const newer = `ghs_1424242_${jwt}`;

	it.each([
		['in the new form', newer],
		['in the old form', `ghs_${'a1B2'.repeat(9)}`],
	])('is redacted %s, wherever it appears', (_form, token) => {
		expect(redact(`a ${token} b`)).toBe('a [redacted] b');
		expect(redact(`https://x-access-token:${token}@github.com`)).not.toContain(token.slice(0, 40));
		expect(holdsSecret(`TOKEN=${token}`)).toBe(true);
	});

	it('is searched in linear time', () => {
		const start = processorMs();
		redact(`ghs_1_eyJ${'a'.repeat(200_000)}`);
		redact('ghs_1_eyJ'.repeat(20_000));
		redact(`ghs_1_eyJ${'a'.repeat(2_000)}.`.repeat(100));
		expect(processorMs() - start).toBeLessThan(1_000);
	});
});

describe('a secret in another spelling', () => {
	const secret = 'Vd83-kq0Lp-ye7Wm-2XzsQ';
	const known = createRedactor([secret]);
	const bytes = Buffer.from(secret);

	it.each([
		['with hidden characters', `${secret.slice(0, 5)}\u200b\u202e\u0007${secret.slice(5)}`],
		['with spaces', [...secret].join(' ')],
		['reversed', [...secret].reverse().join('')],
		['in hex', bytes.toString('hex')],
		['in hex bytes', [...bytes].map((byte) => `0x${byte.toString(16)}`).join(', ')],
		['in shell escapes', [...bytes].map((byte) => `\\x${byte.toString(16)}`).join('')],
		['in JSON escapes', [...bytes].map((byte) => `\\u00${byte.toString(16)}`).join('')],
		['in double percent encoding', [...bytes].map((byte) => `%25${byte.toString(16)}`).join('')],
		['in base64 after one byte', Buffer.from(`a${secret}b`).toString('base64')],
		['in base64 after two bytes', Buffer.from(`ab${secret}cd`).toString('base64url')],
		['as a password for basic authentication', Buffer.from(`x-access-token:${secret}`).toString('base64')],
		['in capital letters', secret.toUpperCase()],
	])('is redacted %s', (_form, text) => {
		const shown = known.redact(`before ${text} after`);
		expect(shown).toMatch(/^before \S*\[redacted\]\S* after$/);
		expect(known.holdsSecret(text)).toBe(true);
	});

	it('is redacted without changing the text around it, even with hidden characters', () => {
		expect(known.redact(`a\u200bb %41 ${secret} c\u200bd`)).toBe('a\u200bb %41 [redacted] c\u200bd');
		expect(known.redact('Vd83 and kq0Lp are parts')).toBe('Vd83 and kq0Lp are parts');
	});
});

describe('a secret with several parts', () => {
	const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
	const pem = `-----BEGIN PRIVATE KEY-----\n${line}\nq8Zt5\n-----END PRIVATE KEY-----\n`;

	it('is redacted line by line', () => {
		expect(createRedactor([pem]).redact(`see ${line} there`)).toBe('see [redacted] there');
	});

	it('in JSON is redacted by its secret values, not by its addresses and types', () => {
		const account = {
			type: 'service_account_of_a_kind',
			private_key_id: 'ab12cd34ef56ab12cd34',
			private_key: pem,
			client_email: 'octocat1@example.com',
			token_uri: 'https://example.com/oauth2/v2/token',
			password: 'open-sesame',
		};
		const { redact } = createRedactor([JSON.stringify(account)]);
		expect(redact('ab12cd34ef56ab12cd34')).toBe('[redacted]');
		expect(redact(`a ${line} b`)).toBe('a [redacted] b');
		expect(redact('the open-sesame')).toBe('the [redacted]');
		const plain = 'service_account_of_a_kind octocat1@example.com https://example.com/oauth2/v2/token';
		expect(redact(plain)).toBe(plain);
	});
});

describe('a signed token', () => {
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const jwt = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ sub: 'octocat', exp: 1 })}.${'aB3_'.repeat(20)}`;

	it.each([jwt, `Bearer ${jwt}`, `ghs_${jwt}`, JSON.stringify({ a: `x\n${jwt}` })])('is redacted in %s', (text) => {
		expect(redact(text)).not.toContain('aB3_');
	});

	it('is searched in linear time', () => {
		const start = processorMs();
		redact('eyJ-'.repeat(50_000));
		redact(`eyJ${'a'.repeat(2_000)}.`.repeat(100));
		redact('%25'.repeat(100_000));
		redact('a\u200b'.repeat(100_000));
		expect(processorMs() - start).toBeLessThan(2_000);
	});
});

/** A value of each shape, split because secret scanners would report it. */
const samples: Readonly<Record<keyof typeof credentialShapes, string>> = {
	'tokens of GitHub': `ghp_${'a1B2'.repeat(9)}`,
	'tokens of GitLab': `glpat-${'a1B2'.repeat(5)}`,
	'tokens of Slack': `xoxb-${'12345-'.repeat(4)}a1B2`,
	'tokens of npm': `npm_${'a1B2'.repeat(9)}`,
	'tokens of PyPI': `pypi-AgEIcHlwaS5vcmc${'a1B2-'.repeat(12)}`,
	'keys of Anthropic': `sk-ant-${'a1B2'.repeat(9)}`,
	'keys of OpenAI': `sk-proj-${'a1B2'.repeat(9)}`,
	'keys of Stripe': `sk_live_${'a1B2'.repeat(6)}`,
	'key ids of AWS': `ASIA${'A1B2'.repeat(4)}`,
	'keys of Google': `AIza${'a1B2-'.repeat(7)}`,
	'signed tokens (JWT)': `eyJ${'a1B2'.repeat(4)}.eyJ${'a1B2'.repeat(4)}.${'a1B2'.repeat(4)}`,
	'passwords in addresses': `https://mona:${'a1B2'.repeat(5)}@example.com`,
	'private keys': `-----BEGIN ${'PRIVATE'} KEY-----\n${'a1B2'.repeat(9)}`,
};

describe('a credential of a known shape', () => {
	it.each(Object.entries(samples))('is redacted: %s', (_shape, sample) => {
		expect(redact(`a ${sample}`)).toMatch(/^a (https:\/\/mona:)?\[redacted\](@example\.com)?$/);
	});

	it.each(Object.entries(samples))('matches its search pattern: %s', (shape, sample) => {
		const { search } = credentialShapes[shape as keyof typeof credentialShapes];
		if (search !== undefined) expect(sample).toMatch(new RegExp(search));
	});

	it('is searched in linear time', () => {
		const start = processorMs();
		for (const { values } of Object.values(credentialShapes))
			for (const value of values) {
				const [begin = ''] = value.source.match(/[A-Za-z]{3,}[-_]?/) ?? [];
				redact(`${begin}${'a'.repeat(50_000)}`);
				redact(begin.repeat(5_000));
			}
		expect(processorMs() - start).toBeLessThan(3_000);
	});
});
