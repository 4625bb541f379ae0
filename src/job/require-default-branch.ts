import { CountersignError } from '../core/index.ts';
import type { JobFacts } from './job-context.ts';

/**
 * Checks that the workflow runs on the default branch, because the run takes its policy, skills and base from this commit.
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
