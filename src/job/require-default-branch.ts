import { CountersignError } from '../core/index.ts';
import type { JobFacts } from './job-context.ts';

/**
 * Requires the default branch, because policy, skills and base come from the commit on which the workflow runs.
 * @throws CountersignError `bad-input` on another branch.
 */
export function requireDefaultBranch(
	{ defaultBranch }: { readonly defaultBranch: string },
	{ environment: { refName } }: JobFacts,
): void {
	if (refName === defaultBranch) return;
	throw new CountersignError({
		code: 'bad-input',
		message: `The workflow runs on \`${refName}\`; policy, skills and base come from the default branch \`${defaultBranch}\` only.`,
		fix: `Start the workflow on \`${defaultBranch}\`.`,
	});
}
