import { z } from 'zod';
import { type Forge, holdsMarker, type Person } from '../core/index.ts';
import { type Api, ApiRefusal, createForge, refuseOnce } from '../github/index.ts';
import { refusalMarker } from '../report/index.ts';
import { isSuspendedOrNotPermitted } from './end-of-error.ts';
import { isMoved, type Place } from './installation-api.ts';

/** A person who is not allowed to do something, and the text for them. */
export interface Refusal {
	readonly thread: number;
	readonly actor: Person;
	readonly text: string;
}

interface Where {
	readonly api: Api;
	readonly place: Place;
	/** The App's login. */
	readonly login: string;
}

/** Tells a person once in each thread that they are not allowed. @throws if GitHub is unreachable or refuses the App. */
export type Refuse = (refusal: Refusal, where: Where) => Promise<void>;

/** The most refusals to remember. After that, the comment in the thread still prevents a second refusal. */
const mostKept = 10_000;

/**
 * Returns a function that refuses each person once in a thread, and remembers whom it refused. Threat: anybody can comment many times at
 * once, and each search of a long thread costs many requests.
 */
export function createRefusals(): Refuse {
	const told = new Map<string, Promise<void>>();
	return (refusal, where) => {
		const key = `${where.place.id} ${refusal.thread} ${refusal.actor.id}`;
		const before = told.get(key);
		if (before !== undefined) return before;
		const telling = tell(refusal, where);
		if (told.size >= mostKept) told.clear();
		told.set(key, telling);
		telling.catch(() => told.delete(key));
		return telling;
	};
}

async function tell({ text, ...whom }: Refusal, { api, login }: Where): Promise<void> {
	const forge = createForge(api, { login });
	try {
		await refuseOnce(whom, text, { forge });
		await keepFirst(whom, { api, forge });
	} catch (error) {
		if (!(error instanceof ApiRefusal) || isSuspendedOrNotPermitted(error)) throw error;
		// GitHub refuses the comment if the thread is locked or gone, but also if the repository was renamed. For a renamed repository,
		// this request throws.
		if (isMoved(error)) await api.call('GET /repos/{owner}/{repo}', z.unknown());
	}
}

/** Deletes all refusals of this person except the first one. If a person comments several times at once, several bots may answer. */
async function keepFirst(
	{ thread, actor }: Omit<Refusal, 'text'>,
	{ api, forge }: { readonly api: Api; readonly forge: Forge },
): Promise<void> {
	const marker = refusalMarker(actor.id);
	const told = (await forge.comments(thread)).filter(({ mine, body }) => mine && holdsMarker(body, marker));
	const route = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';
	for (const { id } of told.slice(1)) await api.find(route, z.unknown(), { comment_id: id });
}
