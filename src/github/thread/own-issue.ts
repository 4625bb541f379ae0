import { z } from 'zod';
import { holdsMarker } from '../../core/index.ts';
import type { Api } from '../api/api.ts';

/** The label of every issue that we open. */
export const ownLabel = 'countersign';

export const issue = z.object({
	number: z.number(),
	title: z.string().exactOptional(),
	body: z.string().nullish(),
	state: z.string().exactOptional(),
	user: z.object({ login: z.string(), type: z.string() }).nullable(),
});

export type OwnIssue = z.infer<typeof issue>;

/**
 * Returns our issue with this marker, from the issues with these labels and this state. A person's issue with the same marker does not
 * match.
 */
export async function findOwnIssue(
	api: Api,
	marker: string,
	among: { readonly state: 'open' | 'all'; readonly labels: string },
): Promise<OwnIssue | undefined> {
	const found = await api.list('GET /repos/{owner}/{repo}/issues', issue, among);
	const marked = found.filter(({ body }) => holdsMarker(body ?? '', marker));
	if (marked.length === 0) return undefined;
	const self = await api.login();
	return marked.find((one) => isBy(self, one));
}

/** Whether we, or another bot, opened the issue. */
export async function isOwnIssue(api: Api, one: OwnIssue): Promise<boolean> {
	return isBy(await api.login(), one);
}

function isBy(self: string, { user }: OwnIssue): boolean {
	return user?.type === 'Bot' || user?.login === self;
}
