import type { Forge, ListenTo, Person } from '../core/index.ts';

interface Said {
	readonly author: Person & { readonly type: string };
	readonly viaApp?: boolean;
	readonly association?: string;
}

/** The people whose comments the agent reads, and the forge, which knows people's rights. */
export interface Listening {
	readonly listenTo: ListenTo;
	/** The id of the person who requested the run. */
	readonly requester: number;
	readonly forge: Pick<Forge, 'rights'>;
}

export interface Heard<T> {
	readonly heard: readonly T[];
	/** A sentence with the number of comments that are not shown. Empty if all are shown. */
	readonly unheard: string;
}

/** The most people whose rights are looked up, because each lookup is a request to GitHub. */
const mostAsked = 50;

/**
 * Returns the comments of the requester and of people with write access, according to the permission API. Anybody can comment, and comments
 * of strangers may contain a prompt injection. Bots may quote strangers, so their comments are ignored, too.
 */
export async function heardOf<T extends Said>(said: readonly T[], listening: Listening): Promise<Heard<T>> {
	if (listening.listenTo === 'everyone') return { heard: said, unheard: '' };
	const people = said.filter(({ author, viaApp }) => author.type === 'User' && viaApp !== true);
	// Threat: many strangers could use up all lookups before a maintainer's turn.
	const likelyFirst = people.toReversed().toSorted((one, other) => Number(isLikely(other)) - Number(isLikely(one)));
	const authors = [...new Map(likelyFirst.map(({ author }) => [author.id, author])).values()];
	const asked = authors.filter(({ id }) => id !== listening.requester).slice(0, mostAsked);
	const mayWrite = new Set([listening.requester]);
	for (const author of asked) if ((await listening.forge.rights(author)).mayWrite) mayWrite.add(author.id);
	const heard = people.filter(({ author }) => mayWrite.has(author.id));
	const known = new Set([...asked.map(({ id }) => id), listening.requester]);
	return { heard, unheard: unheardSentence(said.length - heard.length, people, known) };
}

/**
 * Returns whether an author probably has write access. Authors with write access have one of these associations, but many other authors do,
 * too.
 */
function isLikely({ association = '' }: Said): boolean {
	return ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(association);
}

function unheardSentence(left: number, people: readonly Said[], known: ReadonlySet<number>): string {
	if (left === 0) return '';
	const unasked = people.filter(({ author }) => !known.has(author.id)).length;
	const beyond = unasked === 0 ? '' : `; of ${unasked} of them nobody looked up the rights, being too many people`;
	return `[${left} more, by bots or people without write access, ${left === 1 ? 'is' : 'are'} not shown${beyond}]`;
}
