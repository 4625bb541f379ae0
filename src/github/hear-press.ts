import { createPublicKey, type KeyObject } from 'node:crypto';
import { readPress, spokenPress } from '../approvals/index.ts';
import { type AppAnswer, type Comment, CountersignError } from '../core/index.ts';

/** By what a press is known: whose comment it is, who signed it, and which repository it is about. */
export interface PressEar {
	/** The account of the App that we act as. */
	readonly userId: number;
	readonly publicKey: KeyObject;
	readonly repositoryId: number;
}

/** @throws CountersignError `github-refused` for a key that is none. */
export function pressEarOf({ app, public_key: key, repository_id: repositoryId }: AppAnswer): PressEar {
	try {
		return { userId: app.user_id, publicKey: createPublicKey(key), repositoryId };
	} catch (cause) {
		throw new CountersignError({
			code: 'github-refused',
			message:
				"The App's bot gave a public key that is none: what people press could not be told from what somebody made up.",
			fix: 'Let the bot and the action be of the same version, then re-run the job.',
			cause,
		});
	}
}

/**
 * A comment as it counts: the App's own that carries what somebody pressed, unedited and about this thread, is what they would have written.
 * Every other stays what it is. What they may is not looked at here.
 */
export function hearPress(comment: Comment, thread: number, { userId, publicKey, repositoryId }: PressEar): Comment {
	const isRecord = comment.author.id === userId && comment.edited === false;
	const press = isRecord ? readPress(comment.body, publicKey) : undefined;
	if (press === undefined || press.repository !== repositoryId || press.thread !== thread) return comment;
	return {
		...comment,
		author: { ...press.person, type: 'User' },
		body: spokenPress(press),
		viaApp: false,
		mine: false,
		byButton: true,
	};
}
