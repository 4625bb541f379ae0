import { z } from 'zod';
import type { Api } from '../api/api.ts';

const schema = z.object({ status: z.string() });

/** Whether a commit is `head` or one of its ancestors. */
export async function isBefore(
	api: Api,
	{ sha, head }: { readonly sha: string; readonly head: string },
): Promise<boolean> {
	if (sha === head) return true;
	const route = 'GET /repos/{owner}/{repo}/compare/{basehead}';
	const found = await api.find(route, schema, { basehead: `${sha}...${head}`, per_page: 1 });
	return found?.status === 'ahead' || found?.status === 'identical';
}
