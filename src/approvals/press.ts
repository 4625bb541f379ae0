import { createHash, createPublicKey, type KeyLike, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { type ApprovalId, canonicalJson, type JsonValue, sha256 } from '../core/index.ts';

const person = z.object({ id: z.number().int().positive(), login: z.string().min(1) });
const ids = z.array(z.string().regex(/^A[1-9][0-9]{0,5}$/)).min(1);

const schema = z.object({
	v: z.literal(1),
	/** The repository's numeric id: it stays when the repository is renamed. */
	repository: z.number(),
	thread: z.number(),
	run: z.string().min(1),
	/** What the button was about: {@link batchOf}. */
	batch: z.string().regex(/^[0-9a-f]{16}$/),
	ids: ids.transform((names) => names as ApprovalId[]),
	approved: z.boolean(),
	person,
	/** As the permission API told it when the button was pressed. Nobody's right comes from here: the run reads it again. */
	role: z.string(),
	/** The head of the pull request that the check belongs to. */
	head: z.string(),
	/** ISO 8601 UTC. */
	at: z.string(),
	/** The key that signed it: {@link keyName}. */
	key: z.string(),
});

/** A button that somebody pressed, as the App's bot writes it down. */
export type Press = z.output<typeof schema>;

/** A signature made for something else is none of a press. */
const domain = 'countersign-press\n';
const marker = /<!-- countersign:press:([\w-]+)\.([\w-]+) -->\s*$/;

/** What a check's buttons are about: the run, and the comments of its newest request exactly as they stand. 16 hexadecimal digits. */
export function batchOf(run: string, comments: readonly { readonly id: number; readonly body: string }[]): string {
	const shown = comments.map(({ id, body }) => `${id} ${sha256(body)}`).sort();
	return sha256([run, ...shown].join('\n')).slice(0, 16);
}

/** The identifier of a button: GitHub keeps 20 characters. */
export function buttonOf(batch: string, approved: boolean): string {
	return `${approved ? 'yes' : 'no'}-${batch}`;
}

/** What a pressed identifier says; undefined where it is none of ours. */
export function readButton(identifier: string): { readonly batch: string; readonly approved: boolean } | undefined {
	const [, word, batch] = /^(yes|no)-([0-9a-f]{16})$/.exec(identifier) ?? [];
	return batch === undefined ? undefined : { batch, approved: word === 'yes' };
}

/** The short name of an App's key, private or public. */
export function keyName(key: string): string {
	const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
	return createHash('sha256').update(spki).digest('hex').slice(0, 16);
}

/** The hidden line of a comment that carries a press, signed with the App's private key (RSA-SHA256 over canonical JSON). */
export function pressLine(press: Press, privateKey: KeyLike): string {
	const text = canonicalJson(press as unknown as JsonValue);
	const signature = sign('sha256', Buffer.from(domain + text), privateKey);
	return `<!-- countersign:press:${Buffer.from(text).toString('base64url')}.${signature.toString('base64url')} -->`;
}

/**
 * The press that a comment's last line carries, where this key signed exactly it. Whose comment it is, and whether it is about this
 * thread, is not looked at here.
 */
export function readPress(body: string, publicKey: KeyLike): Press | undefined {
	const [, encoded, signature] = marker.exec(body) ?? [];
	if (encoded === undefined || signature === undefined) return undefined;
	const text = Buffer.from(encoded, 'base64url').toString();
	if (!verify('sha256', Buffer.from(domain + text), publicKey, Buffer.from(signature, 'base64url'))) return undefined;
	const parsed = schema.safeParse(JSON.parse(text));
	return parsed.success ? parsed.data : undefined;
}

/** Whether a comment may carry a press. */
export function mayBePress(body: string): boolean {
	return body.includes('countersign:press:');
}

/** What the person would have written instead. */
export function spokenPress({ approved, ids: named }: Pick<Press, 'approved' | 'ids'>): string {
	return approved ? `/approve ${named.join(' ')}` : `/deny ${named.join(' ')} by a button`;
}
