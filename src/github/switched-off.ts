import { z } from 'zod';
import { configPath, readRepositoryConfig } from '../config/index.ts';
import { offLabel, type SwitchedOffBy } from '../core/index.ts';
import type { Api } from './api/api.ts';
import { ofRepository } from './api/of-repository.ts';
import { isApprovalsIssue } from './thread/approvals-issue.ts';

/** A text file with its whole text. A binary file, a file that GitHub cut, or a folder is not a configuration. */
const file = z.object({ text: z.string(), isTruncated: z.literal(false) });
const issues = z.object({
	nodes: z.array(
		z.object({
			body: z.string(),
			author: z.object({ __typename: z.string() }).nullable(),
			viewerDidAuthor: z.boolean(),
		}),
	),
});
const schema = z.object({ repository: z.object({ object: file.nullable(), issues }) });

/** `HEAD` is the default branch. */
const repository = `repository(owner: $owner, name: $name) {
	object(expression: $file) { ... on Blob { text isTruncated } }
	issues(first: 100, states: [OPEN], labels: [$label]) { nodes { body author { __typename } viewerDidAuthor } }
}`;

/**
 * Reads the kill switch from the default branch and from the approvals issue.
 * @throws CountersignError if it cannot be read, because then nobody knows whether runs are switched off.
 */
export async function readSwitch(api: Api): Promise<SwitchedOffBy | undefined> {
	const text = (value: string) => ({ type: 'String!', value });
	const variables = {
		...ofRepository(api),
		file: text(`HEAD:${configPath}`),
		label: text(offLabel),
	};
	const found = (await api.graph({ fields: { repository }, variables, schema })).repository;
	if (!readRepositoryConfig(found.object?.text).enabled) return 'config';
	const isOurs = found.issues.nodes.some(
		({ body, author, viewerDidAuthor }) => (viewerDidAuthor || author?.__typename === 'Bot') && isApprovalsIssue(body),
	);
	return isOurs ? 'label' : undefined;
}
