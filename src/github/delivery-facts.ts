import { z } from 'zod';
import type { DeliveryFacts, DeliveryQuestion } from '../core/index.ts';
import type { Api } from './api.ts';
import { known } from './known.ts';

const setting = z.object({ can_approve_pull_request_reviews: z.boolean() });
const rules = z.object({ type: z.string() }).array();

/** Who a workflow's own token is. What it opens starts no workflow, and it may never change one. */
const workflowToken = 'github-actions[bot]';

/** Kinds of rules that can refuse a new branch or its commit; whether this token may pass them by GitHub does not say. */
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

/** At most two requests. What GitHub does not answer is not known, and nothing fails for it: the delivery has its fall-backs. */
export async function readDeliveryFacts(api: Api, { branch, author }: DeliveryQuestion): Promise<DeliveryFacts> {
	const isWorkflowToken = author === workflowToken;
	const [allowed, kinds] = await Promise.all([
		isWorkflowToken ? known(() => readSetting(api)) : undefined,
		known(() => api.call('GET /repos/{owner}/{repo}/rules/branches/{branch}', rules, { branch, per_page: 100 })),
	]);
	const found = kinds?.map(({ type }) => type).filter((type) => refusing.has(type));
	return {
		...(author !== undefined && { workflow_token: isWorkflowToken, starts_checks: !isWorkflowToken }),
		...(allowed !== undefined && { opens_pulls: allowed }),
		...(isWorkflowToken && { changes_workflows: false }),
		...(found !== undefined && { branch_rules: [...new Set(found)] }),
	};
}

/** "Allow GitHub Actions to create and approve pull requests". Only who administers the repository may read it. */
async function readSetting(api: Api): Promise<boolean> {
	const read = await api.call('GET /repos/{owner}/{repo}/actions/permissions/workflow', setting);
	return read.can_approve_pull_request_reviews;
}
