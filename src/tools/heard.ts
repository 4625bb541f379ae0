import type { Person } from '../core/index.ts';
import type { Bench } from './tool.ts';

interface Said {
	readonly author: Person & { readonly type: string };
	readonly viaApp?: boolean;
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
export async function heardOf<T extends Said>(said: readonly T[], bench: Bench): Promise<Heard<T>> {
	if (bench.listenTo === 'everyone') return { heard: said, unheard: '' };
	const people = said.filter(({ author, viaApp }) => author.type === 'User' && viaApp !== true);
	const authors = new Map(people.map(({ author }) => [author.id, author]));
	const mayWrite = new Set([bench.requester]);
	for (const author of [...authors.values()].slice(-mostAsked)) {
		if (author.id !== bench.requester && (await bench.forge.rights(author)).mayWrite) mayWrite.add(author.id);
	}
	const heard = people.filter(({ author }) => mayWrite.has(author.id));
	const left = said.length - heard.length;
	const unheard =
		left === 0 ? '' : `[${left} more, by bots or people without write access, ${left === 1 ? 'is' : 'are'} not shown]`;
	return { heard, unheard };
}
