import type { Inside } from '../parts/inside.ts';

/** What the middle of the page shows. */
export interface Place {
	readonly thread?: number | 'new';
	/** An older run of the thread. */
	readonly run?: string;
	/** A comment of the thread. */
	readonly comment?: number;
}

/** Reads `#threads?thread=3`. Returns undefined if the address names no thread. */
export function placeIn(hash: string): Place | undefined {
	const query = /^#threads(?:$|\?(.*)$)/s.exec(hash);
	if (query === null) return undefined;
	const named = new URLSearchParams(query[1] ?? '');
	const [thread, run, comment] = [named.get('thread'), named.get('run'), numberIn(named.get('comment'))];
	const shown = thread === 'new' ? thread : numberIn(thread);
	return {
		...(shown !== undefined && { thread: shown }),
		...(run !== null && { run }),
		...(comment !== undefined && { comment }),
	};
}

function numberIn(text: string | null): number | undefined {
	return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined;
}

export function placeLink({ thread, run, comment }: Place): string {
	const named = new URLSearchParams();
	for (const [key, value] of Object.entries({ thread, run, comment })) if (value) named.set(key, String(value));
	const query = named.toString();
	return query === '' ? '#threads' : `#threads?${query}`;
}

/** Returns a function that makes links to threads and comments of this repository lead to their place on this page. */
export function insideOf({ github, repository }: { readonly github: string; readonly repository: string }): Inside {
	const start = `${github.replace(/\/$/, '')}/${repository}/`;
	return (address) => {
		if (!address.startsWith(start)) return undefined;
		const found = /^(?:issues|pull)\/(\d{1,9})(?:#(?:issuecomment-|discussion_r)(\d{1,15}))?$/.exec(
			address.slice(start.length),
		);
		return found === null ? undefined : placeLink({ thread: Number(found[1]), comment: Number(found[2] ?? 0) });
	};
}
