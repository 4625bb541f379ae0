import { z } from 'zod';
import type { AskGraph } from '../api/graph.ts';

const viewer = z.object({ viewer: z.object({ login: z.string() }) });

/**
 * Returns the login that we write with: `github-actions[bot]` for the workflow's own token, `<slug>[bot]` for an App's token, or the login
 * of the person for a personal token. The first two tokens look alike, and REST's `GET /user` refuses both, so this asks GraphQL.
 */
export async function readOwnLogin(graph: AskGraph): Promise<string> {
	return (await graph({ fields: { viewer: 'viewer { login }' }, schema: viewer })).viewer.login;
}
