import { z } from 'zod';
import type { Api } from '../api/api.ts';
import { ofRepository } from '../api/of-repository.ts';
import { editFields, editSchema } from './edits.ts';

/** What GraphQL returns about a comment. Only REST returns who wrote it, and through which App. */
const seen = editSchema.extend({ id: z.string(), body: z.string(), createdAt: z.string() });
const comments = z.object({ totalCount: z.number(), nodes: z.array(seen.nullable()) });
const thread = z.object({ comments: comments.optional() }).nullish();
const windowSchema = z.object({ repository: z.object({ issueOrPullRequest: thread }).nullable() });
const nodesSchema = z.object({ nodes: z.array(seen.partial().nullable()) });

export type SeenComment = z.infer<typeof seen>;

/** The most comments in the answer to one GraphQL question. */
export const windowSize = 100;

const newest = `comments(last: ${windowSize}) { totalCount nodes { id body createdAt ${editFields} } }`;
const repository = `repository(owner: $owner, name: $name) {
	issueOrPullRequest(number: $number) { ... on Issue { ${newest} } ... on PullRequest { ${newest} } }
}`;
const nodes = `nodes(ids: $ids) { ... on IssueComment { id body createdAt ${editFields} } }`;

/** The newest comments of a thread. */
export interface ThreadWindow {
	readonly comments: readonly SeenComment[];
	/** Whether these are all comments of the thread. */
	readonly isWhole: boolean;
}

/** Returns the newest comments of a thread, or undefined if the thread is gone. */
export async function readWindow(api: Api, number: number): Promise<ThreadWindow | undefined> {
	const variables = { ...ofRepository(api), number: { type: 'Int!', value: number } };
	const found = await api.graph({ fields: { repository }, variables, schema: windowSchema });
	const there = found.repository?.issueOrPullRequest?.comments;
	if (there === undefined) return undefined;
	const told = there.nodes.filter((node) => node !== null);
	return { comments: told, isWhole: there.totalCount === told.length };
}

/** Returns these comments by their node ids. A comment that is gone is left out. */
export async function readByIds(api: Api, ids: readonly string[]): Promise<readonly SeenComment[]> {
	const parts = Array.from({ length: Math.ceil(ids.length / windowSize) }, (_, part) =>
		ids.slice(part * windowSize, (part + 1) * windowSize),
	);
	const answers = await Promise.all(
		parts.map(async (part) => {
			const variables = { ids: { type: '[ID!]!', value: part } };
			const { nodes: found } = await api.graph({ fields: { nodes }, variables, schema: nodesSchema });
			// The result has the ids from the question, because GitHub may write the same id in another way.
			return part.flatMap((id, at) => {
				const { body, createdAt, ...edit } = found[at] ?? {};
				return body === undefined || createdAt === undefined ? [] : [{ ...edit, id, body, createdAt }];
			});
		}),
	);
	return answers.flat();
}
