import { z } from 'zod';
import type { Api } from './api.ts';

const nodes = `nodes(ids: $ids) {
	... on IssueComment { lastEditedAt }
	... on PullRequestReviewComment { lastEditedAt publishedAt }
}`;

const time = z.string().nullish();
const schema = z.object({
	nodes: z.array(z.object({ lastEditedAt: time, publishedAt: time }).nullable()),
});

/** The most nodes that one question may name. */
const most = 100;

/**
 * Which comments somebody changed after they were posted, by their node ids; one that is gone counts as changed. GitHub's record of edits
 * tells it. The REST API's times do not: an untouched comment may look changed a second later, and one that was changed within its first second
 * looks untouched (palantir/policy-bot#459).
 */
export async function readEdited(api: Api, ids: readonly string[]): Promise<ReadonlySet<string>> {
	const edited = new Set<string>();
	for (let from = 0; from < ids.length; from += most) {
		const asked = ids.slice(from, from + most);
		const variables = { ids: { type: '[ID!]!', value: asked } };
		const found = await api.graph({ fields: { nodes }, variables, schema });
		asked.forEach((id, at) => {
			const node = found.nodes[at];
			if (node === undefined || node === null || isEdited(node)) edited.add(id);
		});
	}
	return edited;
}

/** What belongs to a review is drafted before it is published, and its author may change it until then. */
function isEdited({ lastEditedAt, publishedAt }: NonNullable<z.infer<typeof schema>['nodes'][number]>): boolean {
	if (typeof lastEditedAt !== 'string') return false;
	return typeof publishedAt !== 'string' || Date.parse(lastEditedAt) >= Date.parse(publishedAt);
}
