import type { Outcome } from '../core/index.ts';
import type { Incoming } from '../github/index.ts';
import type { GitHubJobFacts, JobPorts } from './job-context.ts';

type Start = Extract<Incoming, { kind: 'start' }>;

/**
 * Returns the facts for a workflow that runs on a pull request's merge commit. The run uses the default branch that the event names.
 */
export function onDefaultBranch({ base }: Start, facts: GitHubJobFacts): GitHubJobFacts {
	return base === undefined ? facts : { ...facts, environment: { ...facts.environment, ...base } };
}

/** Returns why a run that a pull request starts has nothing to do. Returns undefined if the head is still the one of the event. */
export async function olderHead({ headSha, thread }: Start, { forge }: JobPorts): Promise<Outcome | undefined> {
	if (headSha === undefined || thread === undefined) return undefined;
	const head = await forge.pullHead(thread);
	if (head.open && head.headSha === headSha) return undefined;
	const why = head.open ? `has another head than \`${headSha.slice(0, 12)}\` by now` : 'is closed';
	return { kind: 'nothing-to-do', reason: 'older-head', message: `#${thread} ${why}: there is nothing to look at.` };
}
