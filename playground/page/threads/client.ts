import type { Acted, Action, Changed } from '../../protocol.ts';
import { token } from '../served.ts';
import type { ViewKey } from './views.ts';

const paths = { world: 'world', thread: 'threads', run: 'runs' } as const;

/** Fetches a view. @throws Error with the server's message if it refuses. */
export async function fetchView(key: ViewKey): Promise<unknown> {
	const [view = '', id] = key.split(/\/(.*)/s);
	const path = paths[view as keyof typeof paths];
	const answer = await fetch(id === undefined ? `/api/${path}` : `/api/${path}/${encodeURIComponent(id)}`, { headers });
	if (answer.ok) return answer.json();
	throw new Error(await refusalIn(answer));
}

/** Does something for a person. */
export async function act(action: Action): Promise<Acted> {
	try {
		const answer = await fetch('/api/act', {
			...{ method: 'POST', body: JSON.stringify(action) },
			headers: { ...headers, 'content-type': 'application/json' },
		});
		return answer.ok ? ((await answer.json()) as Acted) : { ok: false, why: await refusalIn(answer) };
	} catch {
		return { ok: false, why: 'The server cannot be reached. Is it still running in its terminal?' };
	}
}

async function refusalIn(answer: Response): Promise<string> {
	try {
		return ((await answer.json()) as { readonly why: string }).why;
	} catch {
		return `The server answered ${answer.status}.`;
	}
}

const headers = { authorization: `Bearer ${token ?? ''}` };
const retryAfter = 2000;

/** Listens for changes, and connects again when the connection is lost. Returns a function that ends this. */
export function hearChanges(on: {
	readonly changed: (changed: Changed) => void;
	readonly connection: (state: 'open' | 'lost') => void;
}): () => void {
	let source: EventSource | undefined;
	let retry: ReturnType<typeof setTimeout> | undefined;
	function connect(): void {
		source = new EventSource(`/api/changes?token=${encodeURIComponent(token ?? '')}`);
		source.onopen = () => on.connection('open');
		source.onmessage = ({ data }: MessageEvent<string>) => on.changed(JSON.parse(data) as Changed);
		source.onerror = () => {
			on.connection('lost');
			source?.close();
			retry = setTimeout(connect, retryAfter);
		};
	}
	connect();
	return () => {
		clearTimeout(retry);
		source?.close();
	};
}
