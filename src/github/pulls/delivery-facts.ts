import { z } from 'zod';
import type { DeliveryFacts, DeliveryQuestion } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { known } from '../api/known.ts';

const setting = z.object({ can_approve_pull_request_reviews: z.boolean() });
const rules = z.object({ type: z.string() }).array();

/** The login of a workflow's own token. This token may never change workflow files, and its pull requests start no workflow. */
const workflowToken = 'github-actions[bot]';

/** Kinds of rules that can refuse a new branch or its commit. GitHub does not say whether this token may bypass them. */
const refusing: ReadonlySet<string> = new Set([
	...[
		'creation',
		'branch_name_pattern',
		'commit_message_pattern',
		'commit_author_email_pattern',
		'committer_email_pattern',
	],
	...['file_path_restriction', 'file_extension_restriction', 'max_file_path_length', 'max_file_size', 'workflows'],
]);

/**
 * Returns what is known about a delivery before it happens, with at most two requests. If GitHub does not answer, the facts are unknown,
 * and nothing fails. GitHub does not say whether an App's token may change workflow files, so the caller passes this as `changesWorkflows`.
 */
export async function readDeliveryFacts(
	api: Api,
	{ branch, author }: DeliveryQuestion,
	changesWorkflows?: boolean,
): Promise<DeliveryFacts> {
	const isWorkflowToken = author === workflowToken;
	const mayChange = isWorkflowToken ? false : changesWorkflows;
	const [allowed, kinds] = await Promise.all([
		isWorkflowToken ? known(() => readSetting(api)) : undefined,
		known(() => api.call('GET /repos/{owner}/{repo}/rules/branches/{branch}', rules, { branch, per_page: 100 })),
	]);
	const found = kinds?.map(({ type }) => type).filter((type) => refusing.has(type));
	return {
		...(author !== undefined && { workflow_token: isWorkflowToken, starts_checks: !isWorkflowToken }),
		...(allowed !== undefined && { opens_pulls: allowed }),
		...(mayChange !== undefined && { changes_workflows: mayChange }),
		...(found !== undefined && { branch_rules: [...new Set(found)] }),
	};
}

/** Reads the setting "Allow GitHub Actions to create and approve pull requests". Only an administrator may read it. */
async function readSetting(api: Api): Promise<boolean> {
	const read = await api.call('GET /repos/{owner}/{repo}/actions/permissions/workflow', setting);
	return read.can_approve_pull_request_reviews;
}
