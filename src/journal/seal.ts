import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts and authenticates bytes with one key. */
export interface Seal {
	/** Identifies the key without revealing anything about it. */
	readonly id: string;
	/**
	 * Seals bytes. `place` says where they belong. It is authenticated but not stored, so the bytes can be opened only with the same `place`.
	 */
	close(bytes: Uint8Array, place: string): Uint8Array;
	/** Opens sealed bytes. Returns undefined if the bytes were changed, or were sealed with another `place` or key. */
	open(bytes: Uint8Array, place: string): Uint8Array | undefined;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Creates a seal from a secret, with AES-256-GCM and a key from HKDF-SHA-256. Sealed bytes are base64 text, so stores for text accept them.
 */
export function sealWith(secret: string): Seal {
	const derive = (purpose: string, bytes: number): Buffer =>
		Buffer.from(hkdfSync('sha256', secret, '', `countersign state ${purpose} v1`, bytes));
	const key = derive('key', 32);
	return {
		id: derive('name of the key', 8).toString('hex'),
		close(bytes, place) {
			const nonce = randomBytes(nonceBytes);
			const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
			const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
			return Buffer.from(`${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')}\n`);
		},
		open(bytes, place) {
			const sealed = Buffer.from(Buffer.from(bytes).toString('latin1'), 'base64');
			if (sealed.length < nonceBytes + tagBytes) return undefined;
			const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
				authTagLength: tagBytes,
			});
			decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
			return finished(decipher, sealed.subarray(nonceBytes + tagBytes));
		},
	};
}

function finished(decipher: ReturnType<typeof createDecipheriv>, body: Uint8Array): Uint8Array | undefined {
	try {
		return Buffer.concat([decipher.update(body), decipher.final()]);
	} catch {
		// `final` throws only if the tag does not match.
		return undefined;
	}
}
