import { z } from 'zod';
import type { Api } from '../api/api.ts';

/** GraphQL fields about a comment's last edit. `author` is null if the account is gone. */
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

/** What happened to a comment since it was posted: nothing, its author changed it last, or somebody else did. */
export type Edit = 'none' | 'own' | 'others';

/** The most nodes in one GraphQL question. */
const most = 100;

/**
 * Returns what happened to comments since they were posted, by their node ids, from GitHub's record of edits. A comment that is gone counts
 * as changed by others. REST's times are not reliable: a comment that nobody changed may look changed, and one that was changed within its
 * first second looks unchanged (palantir/policy-bot#459).
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

/** Returns the node ids of those comments that somebody changed after they were posted. */
export async function readEdited(api: Api, ids: readonly string[]): Promise<ReadonlySet<string>> {
	const edits = await readEdits(api, ids);
	return new Set(ids.filter((id) => edits.get(id) !== 'none'));
}

/**
 * Returns what happened to a comment. Threat: if the accounts of the author and of the editor are both deleted, they look the same. So such
 * an edit counts as another person's.
 */
export function editOf({ lastEditedAt, author, editor }: z.infer<typeof editSchema>): Edit {
	if (typeof lastEditedAt !== 'string') return 'none';
	const isOwn = author?.login === editor?.login && author?.__typename === editor?.__typename;
	return isOwn && author ? 'own' : 'others';
}

/** Whether the last edit was made before the review was published. Until then, the comment is a draft that its author may change. */
function isDraft({ lastEditedAt, publishedAt }: z.infer<typeof node>): boolean {
	if (typeof lastEditedAt !== 'string' || typeof publishedAt !== 'string') return false;
	return Date.parse(lastEditedAt) < Date.parse(publishedAt);
}
