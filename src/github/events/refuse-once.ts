import { type Forge, holdsMarker, type Person } from '../../core/index.ts';
import { refusalMarker } from '../../report/index.ts';

/**
 * Tells a person once in each thread that they are not allowed. Threat: anybody can write such comments, and each reply uses up a request.
 */
export async function refuseOnce(
	{ thread, actor }: { readonly thread: number; readonly actor: Person },
	text: string,
	{ forge }: { readonly forge: Pick<Forge, 'comments' | 'upsertComment'> },
): Promise<void> {
	const marker = refusalMarker(actor.id);
	const comments = await forge.comments(thread);
	const isTold = comments.some(({ mine, body }) => mine && holdsMarker(body, marker));
	if (!isTold) await forge.upsertComment(thread, marker, text);
}

/** Names of actions, for the text of a refusal. */
const deeds = {
	start: 'start a run',
	control: 'steer runs',
	vouch: 'vouch for a commit',
	answer: 'decide',
	'by-app': 'give commands',
} as const;

/** Returns the text for a person when an app wrote a command in their name. */
export function byAppText(login: string): string {
	return `@${login} a comment that an app wrote has no effect, even if the app acts for a person. Write it in a comment of your own.`;
}

export type Deed = keyof typeof deeds;

/** Returns the text for a person who is not allowed. `role` is the role that GitHub returns for them. */
export function refusalText(deed: Deed, login: string, role: string): string {
	return `@${login} may not ${deeds[deed]} here: this needs write access, and GitHub says "${role}".`;
}
