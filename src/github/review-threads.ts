import { z } from 'zod';
import type { Api } from './api.ts';
import { ofRepository } from './of-repository.ts';

const thread = z.object({
	isResolved: z.boolean(),
	comments: z.object({ nodes: z.array(z.object({ fullDatabaseId: z.coerce.number().nullable() })) }),
});
const pull = z.object({ reviewThreads: z.object({ nodes: z.array(thread) }) });
const schema = z.object({ repository: z.object({ pullRequest: pull.nullable() }) });

/** REST does not tell which threads people call resolved. The newest hundred; an older one counts as open. A `databaseId` has 32 bits, which the ids of remarks have outgrown. */
const repository = `repository(owner: $owner, name: $name) {
	pullRequest(number: $number) { reviewThreads(last: 100) { nodes { isResolved comments(first: 1) { nodes { fullDatabaseId } } } } }
}`;

/** The threads of a pull request's reviews that people call resolved, by the ids of their first comments. */
export async function readResolved(api: Api, number: number): Promise<ReadonlySet<number>> {
	const variables = { ...ofRepository(api), number: { type: 'Int!', value: number } };
	const found = (await api.graph({ fields: { repository }, variables, schema })).repository.pullRequest;
	const resolved = (found?.reviewThreads.nodes ?? []).filter(({ isResolved }) => isResolved);
	return new Set(resolved.flatMap(({ comments }) => comments.nodes.flatMap(({ fullDatabaseId: id }) => id ?? [])));
}
