import { randomBytes } from 'node:crypto';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwtHead = base64url({ alg: 'RS256', typ: 'JWT' });

/** Returns an opaque token: the prefix and 36 characters. */
export const secret = (prefix: string): string =>
	prefix + randomBytes(27).toString('base64url').replaceAll(/[-_]/g, 'x');

/**
 * Returns an installation's token in one of GitHub's two forms: `ghs_` and 36 characters, or `ghs_APPID_JWT` with about 520 characters
 * (GitHub changelog, 2026-04: new format of installation tokens, rolling out since 2026-04-27).
 */
export function installationSecret(app: number, long: boolean): string {
	if (!long) return secret('ghs_');
	const claims = { iss: 'github.example', sub: app, jti: randomBytes(16).toString('hex'), exp: 1_900_000_000 };
	// A signature of 2048 bits, to get the real length.
	return `ghs_${app}_${jwtHead}.${base64url(claims)}.${randomBytes(256).toString('base64url')}`;
}
