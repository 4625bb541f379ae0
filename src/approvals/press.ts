import { createHash, createPublicKey, type KeyLike, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { type ApprovalId, canonicalJson, type JsonValue, sha256 } from '../core/index.ts';

const person = z.object({ id: z.number().int().positive(), login: z.string().min(1) });
const ids = z.array(z.string().regex(/^A[1-9][0-9]{0,5}$/)).min(1);

const schema = z.object({
	v: z.literal(1),
	/** The repository's numeric id, which does not change when the repository is renamed. */
	repository: z.number(),
	thread: z.number(),
	run: z.string().min(1),
	/** The id that the buttons of one check share, from {@link batchOf}. */
	batch: z.string().regex(/^[0-9a-f]{16}$/),
	ids: ids.transform((names) => names as ApprovalId[]),
	approved: z.boolean(),
	person,
	/** The role from the permission API when the button was pressed. It gives no rights, because the run reads the role again. */
	role: z.string(),
	/** The head of the check's pull request. */
	head: z.string(),
	/** ISO 8601 UTC. */
	at: z.string(),
	/** The name of the key that signed the press, from {@link keyName}. */
	key: z.string(),
});

/** The App's bot's record of a button that somebody pressed. */
export type Press = z.output<typeof schema>;

/** The beginning of the signed bytes. Because of it, a signature for another purpose is not valid for a press. */
const domain = 'countersign-press\n';
const marker = /<!-- countersign:press:([\w-]+)\.([\w-]+) -->\s*$/;

/**
 * Returns the id that both buttons of a check share: 16 hexadecimal digits of a digest of the run and of the exact comments of its newest
 * request.
 */
export function batchOf(run: string, comments: readonly { readonly id: number; readonly body: string }[]): string {
	const shown = comments.map(({ id, body }) => `${id} ${sha256(body)}`).sort();
	return sha256([run, ...shown].join('\n')).slice(0, 16);
}

/** Returns the identifier of a button, which may have at most 20 characters on GitHub. */
export function buttonOf(batch: string, approved: boolean): string {
	return `${approved ? 'yes' : 'no'}-${batch}`;
}

/** Reads the identifier of a pressed button. Returns undefined if the button is not ours. */
export function readButton(identifier: string): { readonly batch: string; readonly approved: boolean } | undefined {
	const [, word, batch] = /^(yes|no)-([0-9a-f]{16})$/.exec(identifier) ?? [];
	return batch === undefined ? undefined : { batch, approved: word === 'yes' };
}

/** Returns the short name of an App's key, from the private or the public key. */
export function keyName(key: string): string {
	const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
	return createHash('sha256').update(spki).digest('hex').slice(0, 16);
}

/** Returns the hidden line of a comment with a press. The App's private key signs it (RSA-SHA256 over canonical JSON). */
export function pressLine(press: Press, privateKey: KeyLike): string {
	const text = canonicalJson(press as unknown as JsonValue);
	const signature = sign('sha256', Buffer.from(domain + text), privateKey);
	return `<!-- countersign:press:${Buffer.from(text).toString('base64url')}.${signature.toString('base64url')} -->`;
}

/**
 * Returns the press in a comment's last line, if this key signed exactly this press. The caller must check the comment's author, and that
 * the press is for this thread.
 */
export function readPress(body: string, publicKey: KeyLike): Press | undefined {
	const [, encoded, signature] = marker.exec(body) ?? [];
	if (encoded === undefined || signature === undefined) return undefined;
	const text = Buffer.from(encoded, 'base64url').toString();
	if (!verify('sha256', Buffer.from(domain + text), publicKey, Buffer.from(signature, 'base64url'))) return undefined;
	const parsed = schema.safeParse(JSON.parse(text));
	return parsed.success ? parsed.data : undefined;
}

/** Returns whether a comment may contain a press. This is only a quick check. */
export function mayBePress(body: string): boolean {
	return body.includes('countersign:press:');
}

/** Returns the command that has the same meaning as the press. */
export function spokenPress({ approved, ids: named }: Pick<Press, 'approved' | 'ids'>): string {
	return approved ? `/approve ${named.join(' ')}` : `/deny ${named.join(' ')} by a button`;
}
