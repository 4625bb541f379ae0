import { createPrivateKey, hkdfSync } from 'node:crypto';

/** What can be guessed seals nothing: servers of one's own take any word as a key. Characters. */
const leastSecret = 32;

/** A key for the state of runs out of a secret that exists for something else; undefined where there is none, or one that can be guessed. */
export function stateKeyFrom(secret: string | undefined, purpose: string): string | undefined {
	if (secret === undefined || secret.length < leastSecret) return undefined;
	return Buffer.from(hkdfSync('sha256', secret, '', `countersign state-key from ${purpose} v1`, 32)).toString('hex');
}

/** The key for the state of runs of one repository (its id) out of the App's private key, in whichever form of PEM that is written. */
export function appStateKey(privateKey: string, repositoryId: number): string | undefined {
	const secret = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
	return stateKeyFrom(secret, `the App's key for repository ${repositoryId}`);
}
