import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is refused. */
export type Refusal = { readonly status: 403 | 401; readonly why: string };

export interface Entrance {
	/** `127.0.0.1:4747` */
	readonly host: string;
	readonly token: string;
}

/**
 * Checks that a request comes from our own page. Another website can send requests to this machine, but it cannot choose `Host` and
 * `Origin`, and does not know the token. Returns undefined if everything is right.
 */
export function refusalOf(
	request: IncomingMessage,
	{ host, token }: Entrance,
	needsToken: boolean,
): Refusal | undefined {
	const { host: given = '', origin, authorization = '' } = request.headers;
	// Threat: with a host name that leads to 127.0.0.1 (DNS rebinding), another website would be the same origin.
	if (given !== host && given !== host.replace('127.0.0.1', 'localhost'))
		return { status: 403, why: `This server answers only at http://${host}/.` };
	if (origin !== undefined && origin !== `http://${given}`)
		return { status: 403, why: 'Another website may not use the playground.' };
	if (!needsToken) return undefined;
	const said = authorization.startsWith('Bearer ') ? authorization.slice(7) : queryToken(request);
	return isSame(said, token)
		? undefined
		: { status: 401, why: 'The token is missing or wrong. Open the address that the terminal printed.' };
}

/** Only the stream of changes has its token in the address, because a browser cannot give it a header. */
function queryToken({ url = '/', method }: IncomingMessage): string {
	const address = URL.parse(url, 'http://127.0.0.1');
	return method === 'GET' && address?.pathname === '/api/changes' ? (address.searchParams.get('token') ?? '') : '';
}

function isSame(given: string, token: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(token)];
	return one.length === other.length && timingSafeEqual(one, other);
}
