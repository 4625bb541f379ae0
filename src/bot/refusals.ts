import { z } from 'zod';
import type { Forge, Person } from '../core/index.ts';
import { type Api, ApiRefusal, createForge, refuseOnce } from '../github/index.ts';
import { endsWithMarker, refusalMarker } from '../report/index.ts';
import { isOfInstallation } from './end-of-error.ts';
import { isMoved, type Place } from './installation-api.ts';

/** Somebody who may not, and what they are told. */
export interface Refusal {
	readonly thread: number;
	readonly actor: Person;
	readonly text: string;
}

interface Where {
	readonly api: Api;
	readonly place: Place;
	/** The App's own. */
	readonly login: string;
}

/** Tells somebody once for each thread that they may not. @throws where GitHub is not there, or refuses the App. */
export type Refuse = (refusal: Refusal, where: Where) => Promise<void>;

/** Who is told again after that many is still told once: the comment is found. */
const mostKept = 10_000;

/**
 * Remembers who was told, and who is being told: anybody can say something many times at once, and each look through a long thread costs many
 * requests.
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
	const forge = createForge(api, login);
	try {
		await refuseOnce(whom, text, { forge });
		await keepFirst(whom, { api, forge });
	} catch (error) {
		if (!(error instanceof ApiRefusal) || isOfInstallation(error)) throw error;
		// A thread that is locked or gone takes no answer, today or tomorrow; a repository that was renamed answers so, too.
		if (isMoved(error)) await api.call('GET /repos/{owner}/{repo}', z.unknown());
	}
}

/** Threat: who speaks several times at once is heard by several bots, and each of them answers. The first word stays. */
async function keepFirst(
	{ thread, actor }: Omit<Refusal, 'text'>,
	{ api, forge }: { readonly api: Api; readonly forge: Forge },
): Promise<void> {
	const marker = refusalMarker(actor.id);
	const told = (await forge.comments(thread)).filter(({ mine, body }) => mine && endsWithMarker(body, marker));
	const route = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';
	for (const { id } of told.slice(1)) await api.find(route, z.unknown(), { comment_id: id });
}
