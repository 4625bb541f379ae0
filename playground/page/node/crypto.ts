import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

interface Hash {
	update(data: string | Uint8Array): Hash;
	digest(encoding: 'hex'): string;
}

/** The part of `node:crypto` that code without input and output uses. The browser's own hashes are asynchronous, and the gate is not. */
export function createHash(_algorithm: 'sha256'): Hash {
	const hash = sha256.create();
	const started: Hash = {
		update(data) {
			hash.update(typeof data === 'string' ? utf8ToBytes(data) : data);
			return started;
		},
		digest: () => bytesToHex(hash.digest()),
	};
	return started;
}

/** The one-shot form of {@link createHash}. */
export function hash(algorithm: 'sha256', data: string | Uint8Array): string {
	return createHash(algorithm).update(data).digest('hex');
}

/** Only a job derives keys. @throws always. */
export function createPrivateKey(): never {
	throw new Error('A page derives no keys.');
}

/** Only a job derives keys. @throws always. */
export function hkdfSync(): never {
	throw new Error('A page derives no keys.');
}
