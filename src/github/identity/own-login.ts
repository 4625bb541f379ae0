import { z } from 'zod';
import type { AskGraph } from '../api/graph.ts';

const viewer = z.object({ viewer: z.object({ login: z.string() }) });

/**
 * Returns the login that we write with: `github-actions[bot]` for the workflow's own token, `<slug>[bot]` for an App's token, or the
 * person of a personal token. The shape of the token is not used, because the first two look alike. REST's `GET /user` refuses tokens of
 * installations.
 */
export async function readOwnLogin(graph: AskGraph): Promise<string> {
	return (await graph({ fields: { viewer: 'viewer { login }' }, schema: viewer })).viewer.login;
}
