import type { Api } from './api.ts';
import type { Variable } from './graph.ts';

/** Returns the GraphQL variables `$owner` and `$name` for the repository. */
export function ofRepository({
	owner,
	repo,
}: Pick<Api, 'owner' | 'repo'>): Readonly<Record<'owner' | 'name', Variable>> {
	return { owner: { type: 'String!', value: owner }, name: { type: 'String!', value: repo } };
}
