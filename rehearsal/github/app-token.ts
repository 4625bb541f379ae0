import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { clientIdOf } from './dressing.ts';
import { ApiError, asObject, isObject } from './http.ts';
import type { GitHubApp, JsonObject } from './types.ts';

const longestSeconds = 600;
// GitHub accepts a clock that is one minute ahead.
const leewaySeconds = 60;
const undecodable = () => new ApiError(401, 'A JSON web token could not be decoded');

const part = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const isSignedToken = (token: string): boolean => /^(?!ghs_)[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
export const publicKeyOf = (privateKeyPem: string): KeyObject => createPublicKey(privateKeyPem);

/** Returns a JSON web token with RS256. */
export function signedToken(claims: JsonObject, key: KeyObject | string, kid?: string): string {
	const head = part({ alg: 'RS256', typ: 'JWT', ...(kid === undefined ? {} : { kid }) });
	const content = `${head}.${part(claims)}`;
	return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}

function claimsOf(token: string, key: KeyObject): JsonObject {
	const [head = '', body = '', signature = ''] = token.split('.');
	const [header, claims] = [head, body].map((text): unknown => {
		try {
			return JSON.parse(Buffer.from(text, 'base64url').toString());
		} catch {
			throw undecodable();
		}
	});
	if (asObject(header)['alg'] !== 'RS256' || !isObject(claims)) throw undecodable();
	const content = Buffer.from(`${head}.${body}`);
	if (!verify('RSA-SHA256', content, key, Buffer.from(signature, 'base64url'))) throw undecodable();
	return claims;
}

/** Checks that the token is the App's own. @throws a refusal in GitHub's words. */
export function checkAppToken(token: string, app: GitHubApp, key: KeyObject): void {
	const { iss, iat, exp } = claimsOf(token, key);
	const now = Date.now() / 1000;
	if (String(iss) !== String(app.id) && iss !== clientIdOf(app)) throw new ApiError(404, 'Integration not found');
	if (typeof exp !== 'number' || exp <= now) {
		const claim = "'Expiration time' claim ('exp')";
		throw new ApiError(
			401,
			`${claim} must be a numeric value representing the future time at which the assertion expires`,
		);
	}
	if (exp > now + longestSeconds + leewaySeconds) {
		throw new ApiError(401, "'Expiration time' claim ('exp') is too far in the future");
	}
	if (typeof iat !== 'number' || iat > now + leewaySeconds) {
		const claim = "'Issued at' claim ('iat')";
		throw new ApiError(401, `${claim} must be an Integer representing the time that the assertion was issued`);
	}
}
