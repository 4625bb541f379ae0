import type { Api } from './api.ts';
import type { Variable } from './graph.ts';

/** Returns the variables `$owner` and `$name`, which name the repository in a GraphQL question. */
export function ofRepository({
	owner,
	repo,
}: Pick<Api, 'owner' | 'repo'>): Readonly<Record<'owner' | 'name', Variable>> {
	return { owner: { type: 'String!', value: owner }, name: { type: 'String!', value: repo } };
}
