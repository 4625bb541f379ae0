import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Api, ApiRefusal, createApi, type RequestPort } from '../github/index.ts';

/** A repository as a payload names it. */
export interface Place {
	readonly id: number;
	readonly owner: string;
	readonly name: string;
	readonly defaultBranch: string;
}

export const repositorySchema = z.object({
	id: z.number(),
	name: z.string(),
	owner: z.object({ login: z.string() }),
	default_branch: z.string(),
});

export interface ApiLink {
	readonly octokit: RequestPort;
	readonly webUrl: string;
	/** Ends everything that is under way. */
	readonly signal: AbortSignal;
}

/** GitHub's API for one repository, by an installation's client. A renamed repository is refused, not followed: see {@link inRepository}. */
export function apiOf({ octokit, webUrl, signal }: ApiLink, { owner, name }: Pick<Place, 'owner' | 'name'>): Api {
	return createApi({
		octokit: { request: (route, parameters) => ask(octokit, route, parameters, signal) },
		webUrl,
		owner,
		repo: name,
		sleep: (milliseconds) => sleep(milliseconds, undefined, { signal }),
	});
}

async function ask(
	octokit: RequestPort,
	route: string,
	parameters: Record<string, unknown> | undefined,
	signal: AbortSignal,
): ReturnType<RequestPort['request']> {
	signal.throwIfAborted();
	const asked = parameters?.['request'];
	const request = { ...(typeof asked === 'object' ? asked : {}), signal, redirect: 'manual' };
	const answer = await octokit.request(route, { ...parameters, request });
	if (answer.status >= 300) throw Object.assign(new Error('It is elsewhere now.'), { status: answer.status });
	return answer;
}

/** Reads a repository by what stays when it is renamed; undefined where it is gone for us. */
export async function readRepository(api: Api, id: number): Promise<Place | undefined> {
	const found = await api.find('GET /repositories/{id}', repositorySchema, { id });
	return found === undefined ? undefined : placeOf(found);
}

export function placeOf(found: z.infer<typeof repositorySchema>): Place {
	return { id: found.id, owner: found.owner.login, name: found.name, defaultBranch: found.default_branch };
}

/** A redirect, or what a name that nobody has any more answers. */
const moved = new Set([301, 302, 307, 308, 404]);

/** Whether the name may be somebody else's by now, or nobody's. */
export function isMoved({ status }: ApiRefusal): boolean {
	return moved.has(status);
}

/** The repository is not there any more, or not for us. */
export const gone = Symbol('gone');

/**
 * Does something in a repository; where GitHub does not know the name any more, once again under the name that it has now.
 * @throws what `act` throws where the name is right.
 */
export async function inRepository<T>(
	link: ApiLink,
	place: Place,
	act: (api: Api, place: Place) => Promise<T>,
): Promise<T | typeof gone> {
	const api = apiOf(link, place);
	try {
		return await act(api, place);
	} catch (error) {
		if (!(error instanceof ApiRefusal && isMoved(error))) throw error;
		const now = await readRepository(api, place.id);
		if (now === undefined) return gone;
		if (now.owner === place.owner && now.name === place.name) throw error;
		return act(apiOf(link, now), now);
	}
}
