import { createPublicKey, type KeyObject } from 'node:crypto';
import { readPress, spokenPress } from '../../approvals/index.ts';
import { type AppAnswer, type Comment, CountersignError } from '../../core/index.ts';

/** What is needed to recognize a button press: the account of its comment, the key that signed it, and the repository. */
export interface PressEar {
	/** The account of the App that we act as. */
	readonly userId: number;
	readonly publicKey: KeyObject;
	readonly repositoryId: number;
}

/** Returns what is needed to recognize a press, from the bot's answer. @throws CountersignError `github-refused` if the key is invalid. */
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
 * Returns a comment as the run must read it. If the App's own comment contains a button press, is unedited and is about this thread, the
 * result is what that person would have written. Every other comment is returned unchanged. The person's rights are not checked here.
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
