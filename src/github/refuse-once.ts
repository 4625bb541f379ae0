import type { Forge, Person } from '../core/index.ts';
import { refusalMarker } from '../report/index.ts';
import { holdsMarker } from './marker.ts';

/** Tells somebody that they may not, once for each person and thread: anybody can write such comments, and each costs us a reply. */
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

/** What people may do here or not, in the words of a refusal. */
const deeds = {
	start: 'start a run',
	control: 'steer runs',
	vouch: 'vouch for a commit',
	answer: 'decide',
	'by-app': 'give commands',
} as const;

/** What we tell a person when an app wrote a command in their name. */
export function byAppText(login: string): string {
	return `@${login} a comment that an app wrote does not count, also where it speaks for a person. Write it in a comment of your own.`;
}

export type Deed = keyof typeof deeds;

/** What somebody who may not is told; `role` is what GitHub says that they are. */
export function refusalText(deed: Deed, login: string, role: string): string {
	return `@${login} may not ${deeds[deed]} here: this needs write access, and GitHub says "${role}".`;
}
