import type { Forge, ListenTo, Person } from '../core/index.ts';

interface Said {
	readonly author: Person & { readonly type: string };
	readonly viaApp?: boolean;
	readonly association?: string;
}

/** Who is heard, and who can tell what people may do. */
export interface Listening {
	readonly listenTo: ListenTo;
	/** The id of whoever asked for the run. */
	readonly requester: number;
	readonly forge: Pick<Forge, 'rights'>;
}

export interface Heard<T> {
	readonly heard: readonly T[];
	/** How many are not shown, in words; empty when all are. */
	readonly unheard: string;
}

/** Each costs a request. */
const mostAsked = 50;

/**
 * What people with write access and the requester said, by the permission API: anybody can comment, and what strangers say is what an
 * injection is made of. Bots echo strangers, so they are not heard either.
 */
export async function heardOf<T extends Said>(said: readonly T[], listening: Listening): Promise<Heard<T>> {
	if (listening.listenTo === 'everyone') return { heard: said, unheard: '' };
	const people = said.filter(({ author, viaApp }) => author.type === 'User' && viaApp !== true);
	// Threat: a crowd of strangers would use up the questions before a maintainer is asked about.
	const likelyFirst = people.toReversed().toSorted((one, other) => Number(isLikely(other)) - Number(isLikely(one)));
	const authors = [...new Map(likelyFirst.map(({ author }) => [author.id, author])).values()];
	const asked = authors.filter(({ id }) => id !== listening.requester).slice(0, mostAsked);
	const mayWrite = new Set([listening.requester]);
	for (const author of asked) if ((await listening.forge.rights(author)).mayWrite) mayWrite.add(author.id);
	const heard = people.filter(({ author }) => mayWrite.has(author.id));
	const known = new Set([...asked.map(({ id }) => id), listening.requester]);
	return { heard, unheard: unheardSentence(said.length - heard.length, people, known) };
}

/** Who may write is one of these; many who may not are, too. */
function isLikely({ association = '' }: Said): boolean {
	return ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(association);
}

function unheardSentence(left: number, people: readonly Said[], known: ReadonlySet<number>): string {
	if (left === 0) return '';
	const unasked = people.filter(({ author }) => !known.has(author.id)).length;
	const beyond = unasked === 0 ? '' : `; of ${unasked} of them nobody looked up the rights, being too many people`;
	return `[${left} more, by bots or people without write access, ${left === 1 ? 'is' : 'are'} not shown${beyond}]`;
}
