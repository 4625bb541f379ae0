import { z } from 'zod';
import type { Api } from '../api/api.ts';
import { ofRepository } from '../api/of-repository.ts';

const thread = z.object({
	isResolved: z.boolean(),
	comments: z.object({ nodes: z.array(z.object({ fullDatabaseId: z.coerce.number().nullable() })) }),
});
const pull = z.object({ reviewThreads: z.object({ nodes: z.array(thread) }) });
const schema = z.object({ repository: z.object({ pullRequest: pull.nullable() }) });

/**
 * REST does not say which threads are resolved, so this asks GraphQL. It reads the newest hundred threads; older ones count as open. It
 * reads `fullDatabaseId`, because a `databaseId` has only 32 bits, which is too small for the ids of review comments.
 */
const repository = `repository(owner: $owner, name: $name) {
	pullRequest(number: $number) { reviewThreads(last: 100) { nodes { isResolved comments(first: 1) { nodes { fullDatabaseId } } } } }
}`;

/** Returns the resolved review threads of a pull request, by the ids of their first comments. */
export async function readResolved(api: Api, number: number): Promise<ReadonlySet<number>> {
	const variables = { ...ofRepository(api), number: { type: 'Int!', value: number } };
	const found = (await api.graph({ fields: { repository }, variables, schema })).repository.pullRequest;
	const resolved = (found?.reviewThreads.nodes ?? []).filter(({ isResolved }) => isResolved);
	return new Set(resolved.flatMap(({ comments }) => comments.nodes.flatMap(({ fullDatabaseId: id }) => id ?? [])));
}
