import type { Changed, RunView, ThreadView, WorldView } from '../../protocol.ts';

export type ViewKey = 'world' | `thread/${number}` | `run/${string}`;
export type ViewOf<K extends ViewKey> = K extends 'world'
	? WorldView
	: K extends `run/${string}`
		? RunView
		: ThreadView;

/** What the page knows about a view: its last state, and why there is no newer one. */
export interface Held<V> {
	readonly value?: V;
	readonly trouble?: string;
}

/** The views that the page shows, in their last known state. */
export interface Views {
	readonly get: <K extends ViewKey>(key: K) => Held<ViewOf<K>>;
	/** Keeps a view up to date until the returned function is called. */
	readonly watch: (key: ViewKey, onChange: () => void) => () => void;
	readonly refresh: (key: ViewKey) => void;
	readonly refreshAll: () => void;
}

interface Row {
	held: Held<unknown>;
	readonly watchers: Set<() => void>;
	state: 'idle' | 'loading' | 'again';
}

export function keyOf(changed: Changed): ViewKey {
	if (changed.view === 'world') return 'world';
	return changed.view === 'thread' ? `thread/${changed.number}` : `run/${changed.id}`;
}

/** Returns the views. `load` fetches one. `pause` is the time in which changes are collected, so that many changes need only one fetch. */
export function createViews(load: (key: ViewKey) => Promise<unknown>, pause: () => Promise<void>): Views {
	const rows = new Map<ViewKey, Row>();

	async function fetchInto(key: ViewKey, row: Row): Promise<void> {
		row.state = 'loading';
		try {
			row.held = { value: await load(key) };
		} catch (error) {
			row.held = { ...row.held, trouble: error instanceof Error ? error.message : String(error) };
		}
		for (const tell of row.watchers) tell();
		const again = (row.state as Row['state']) === 'again';
		row.state = 'idle';
		if (again) refresh(key);
	}

	function refresh(key: ViewKey): void {
		const row = rows.get(key);
		if (row === undefined) return;
		if (row.state === 'idle') {
			row.state = 'loading';
			void pause().then(() => fetchInto(key, row));
		} else row.state = 'again';
	}

	function watch(key: ViewKey, onChange: () => void): () => void {
		const row = rows.get(key) ?? { held: {}, watchers: new Set(), state: 'idle' };
		const isNew = !rows.has(key);
		rows.set(key, row);
		row.watchers.add(onChange);
		if (isNew) void fetchInto(key, row);
		return () => {
			row.watchers.delete(onChange);
			if (row.watchers.size === 0 && rows.get(key) === row) rows.delete(key);
		};
	}

	return {
		get: <K extends ViewKey>(key: K) => (rows.get(key)?.held ?? {}) as Held<ViewOf<K>>,
		watch,
		refresh,
		refreshAll: () => {
			for (const key of rows.keys()) refresh(key);
		},
	};
}
