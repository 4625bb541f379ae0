import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Api, ApiRefusal, createApi, type RequestPort } from '../github/index.ts';

/** A repository, as a payload names it. */
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

/** A client of GitHub with the rights of an installation or of the App, and the options for its requests. */
export interface ApiConnection {
	readonly octokit: RequestPort;
	readonly webUrl: string;
	/** Aborts all requests that are still open. */
	readonly signal: AbortSignal;
}

/**
 * Returns GitHub's API for one repository, with an installation's client.
 * If the repository was renamed, requests are refused, not redirected: see {@link inRepository}.
 */
export function apiOf({ octokit, webUrl, signal }: ApiConnection, { owner, name }: Pick<Place, 'owner' | 'name'>): Api {
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

/** Reads a repository by its id, which stays the same after a rename. Returns undefined if the App can no longer reach the repository. */
export async function readRepository(api: Api, id: number): Promise<Place | undefined> {
	const found = await api.find('GET /repositories/{id}', repositorySchema, { id });
	return found === undefined ? undefined : repositoryPlace(found);
}

export function repositoryPlace(found: z.infer<typeof repositorySchema>): Place {
	return { id: found.id, owner: found.owner.login, name: found.name, defaultBranch: found.default_branch };
}

/** The statuses of GitHub's answer if a repository was renamed (a redirect), or if no repository has this name now (404). */
const moved = new Set([301, 302, 307, 308, 404]);

/** Whether the name may now belong to somebody else, or to no repository. */
export function isMoved({ status }: ApiRefusal): boolean {
	return moved.has(status);
}

/** Means that the repository no longer exists, or that the App can no longer reach it. */
export const gone = Symbol('gone');

/**
 * Runs `act` in a repository. If GitHub no longer knows the repository's name, runs `act` once more with the current name.
 * @throws what `act` throws if the name is right.
 */
export async function inRepository<T>(
	connection: ApiConnection,
	place: Place,
	act: (api: Api, place: Place) => Promise<T>,
): Promise<T | typeof gone> {
	const api = apiOf(connection, place);
	try {
		return await act(api, place);
	} catch (error) {
		if (!(error instanceof ApiRefusal && isMoved(error))) throw error;
		const now = await readRepository(api, place.id);
		if (now === undefined) return gone;
		if (now.owner === place.owner && now.name === place.name) throw error;
		return act(apiOf(connection, now), now);
	}
}
