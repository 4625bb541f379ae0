import { createPrivateKey, hkdfSync } from 'node:crypto';

/**
 * The shortest accepted secret. Characters. A secret that somebody can guess protects nothing, and some self-hosted servers accept any word
 * as a key.
 */
const leastSecret = 32;

/**
 * Derives a key for the state of runs from a secret that exists for another purpose. Returns undefined if there is no secret, or if it is
 * too short.
 */
export function stateKeyFrom(secret: string | undefined, purpose: string): string | undefined {
	if (secret === undefined || secret.length < leastSecret) return undefined;
	return Buffer.from(hkdfSync('sha256', secret, '', `countersign state-key from ${purpose} v1`, 32)).toString('hex');
}

/**
 * Derives the key for the state of one repository's runs from the App's private key. Each repository has a different key, by its id. Every
 * PEM form of the private key gives the same result.
 */
export function appStateKey(privateKey: string, repositoryId: number): string | undefined {
	const secret = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
	return stateKeyFrom(secret, `the App's key for repository ${repositoryId}`);
}
