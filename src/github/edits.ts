import { z } from 'zod';
import type { Api } from './api.ts';

/** What GraphQL tells of a comment's last edit; `author` is null where the account is gone. */
export const editFields = 'lastEditedAt author { __typename login } editor { __typename login }';

const nodes = `nodes(ids: $ids) {
	... on IssueComment { ${editFields} }
	... on PullRequestReviewComment { ${editFields} publishedAt }
}`;

const time = z.string().nullish();
const actor = z.object({ __typename: z.string(), login: z.string() }).nullish();
export const editSchema = z.object({ lastEditedAt: time, author: actor, editor: actor });
const node = editSchema.extend({ publishedAt: time });
const schema = z.object({ nodes: z.array(node.nullable()) });

/** What became of a comment since it was posted: nothing, its author changed it last, or somebody else did. */
export type Edit = 'none' | 'own' | 'others';

/** The most nodes that one question may name. */
const most = 100;

/**
 * What became of comments since they were posted, by their node ids; one that is gone counts as changed. GitHub's record of edits
 * tells it. The REST API's times do not: an untouched comment may look changed a second later, and one that was changed within its first second
 * looks untouched (palantir/policy-bot#459).
 */
export async function readEdits(api: Api, ids: readonly string[]): Promise<ReadonlyMap<string, Edit>> {
	const edits = new Map<string, Edit>();
	for (let from = 0; from < ids.length; from += most) {
		const asked = ids.slice(from, from + most);
		const variables = { ids: { type: '[ID!]!', value: asked } };
		const found = await api.graph({ fields: { nodes }, variables, schema });
		asked.forEach((id, at) => {
			const told = found.nodes[at];
			edits.set(id, told === undefined || told === null ? 'others' : isDraft(told) ? 'none' : editOf(told));
		});
	}
	return edits;
}

/** The comments of these that somebody changed after they were posted, by their node ids. */
export async function readEdited(api: Api, ids: readonly string[]): Promise<ReadonlySet<string>> {
	const edits = await readEdits(api, ids);
	return new Set(ids.filter((id) => edits.get(id) !== 'none'));
}

/** Threat: an editor whose account is gone is somebody else. */
export function editOf({ lastEditedAt, author, editor }: z.infer<typeof editSchema>): Edit {
	if (typeof lastEditedAt !== 'string') return 'none';
	const isOwn = author?.login === editor?.login && author?.__typename === editor?.__typename;
	return isOwn && author ? 'own' : 'others';
}

/** What belongs to a review is drafted before it is published, and its author may change it until then. */
function isDraft({ lastEditedAt, publishedAt }: z.infer<typeof node>): boolean {
	if (typeof lastEditedAt !== 'string' || typeof publishedAt !== 'string') return false;
	return Date.parse(lastEditedAt) < Date.parse(publishedAt);
}
