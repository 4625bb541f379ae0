import { useEffect, useReducer, useState } from 'preact/hooks';
import { fetchView, hearChanges } from './client.ts';
import { createViews, type Held, keyOf, type ViewKey, type ViewOf } from './views.ts';

const collecting = 80;
const views = createViews(fetchView, () => new Promise((resolve) => setTimeout(resolve, collecting)));

/** Returns a view of the server in its last known state. */
export function useView<K extends ViewKey>(key: K | undefined): Held<ViewOf<K>> {
	const [, draw] = useReducer<number, void>((count) => count + 1, 0);
	useEffect(() => {
		if (key === undefined) return undefined;
		const leave = views.watch(key, draw as () => void);
		draw();
		return leave;
	}, [key]);
	return key === undefined ? {} : views.get(key);
}

/** Keeps all views up to date. Returns whether the connection to the server is open. */
export function useChanges(): 'open' | 'lost' {
	const [connection, setConnection] = useState<'open' | 'lost'>('open');
	useEffect(
		() =>
			hearChanges({
				changed: (changed) => views.refresh(keyOf(changed)),
				connection: (state) => {
					setConnection(state);
					// The page did not receive the changes while the connection was lost.
					if (state === 'open') views.refreshAll();
				},
			}),
		[],
	);
	return connection;
}
