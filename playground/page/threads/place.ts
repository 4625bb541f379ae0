/** What the middle of the page shows. */
export interface Place {
	readonly thread?: number | 'new';
	/** An older run of the thread. */
	readonly run?: string;
}

/** Reads `#threads?thread=3`. Returns nothing if the address names no place here. */
export function placeIn(hash: string): Place | undefined {
	const query = /^#threads(?:$|\?(.*)$)/s.exec(hash);
	if (query === null) return undefined;
	const named = new URLSearchParams(query[1] ?? '');
	const [thread, run] = [named.get('thread'), named.get('run')];
	return {
		...(thread === 'new' ? { thread } : /^[1-9]\d{0,8}$/.test(thread ?? '') ? { thread: Number(thread) } : {}),
		...(run !== null && { run }),
	};
}

export function placeLink({ thread, run }: Place): string {
	const query = new URLSearchParams({ ...(thread && { thread: String(thread) }), ...(run && { run }) }).toString();
	return query === '' ? '#threads' : `#threads?${query}`;
}
