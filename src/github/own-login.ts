import { z } from 'zod';
import type { Api } from './api.ts';

const viewer = z.object({ viewer: z.object({ login: z.string() }) });

/**
 * Who we are when we write, as GitHub says it: `github-actions[bot]` for the workflow's own token, `<slug>[bot]` for an App's, a person for
 * theirs. Never told by the token's shape: the first two look alike. REST's `GET /user` refuses tokens of installations.
 */
export async function readOwnLogin(api: Pick<Api, 'graph'>): Promise<string> {
	return (await api.graph({ fields: { viewer: 'viewer { login }' }, schema: viewer })).viewer.login;
}
