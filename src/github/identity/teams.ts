import { z } from 'zod';
import type { Person } from '../../core/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';

const membership = z.object({ state: z.string() });

/**
 * Whether a person is an active member of a team or of its child teams. An invitation is not enough. Returns false if GitHub refuses the
 * request.
 */
export async function isMember(team: string, { login }: Person, api: Api): Promise<boolean> {
	const route = 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}';
	const found = await unlessRefused(api.call(route, membership, { ...namesOf(team), username: login }));
	return found?.state === 'active';
}

/** Whether the token can see a team. The workflow's own token never can. */
export async function canReadTeam(team: string, api: Api): Promise<boolean> {
	const found = await unlessRefused(api.call('GET /orgs/{org}/teams/{team_slug}', z.object({}), namesOf(team)));
	return found !== undefined;
}

function namesOf(team: string): { readonly org: string; readonly team_slug: string } {
	const [org = '', slug = ''] = team.split('/');
	return { org, team_slug: slug };
}

async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ApiRefusal) return undefined;
		throw error;
	}
}
