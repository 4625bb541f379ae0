import type { Api } from './api.ts';
import type { Variable } from './graph.ts';

/** The variables `$owner` and `$name`, by which a question to GraphQL names the repository. */
export function ofRepository({
	owner,
	repo,
}: Pick<Api, 'owner' | 'repo'>): Readonly<Record<'owner' | 'name', Variable>> {
	return { owner: { type: 'String!', value: owner }, name: { type: 'String!', value: repo } };
}
