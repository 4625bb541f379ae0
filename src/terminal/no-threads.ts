import type { ToolForge } from '../core/index.ts';
import { noGitHub } from './local-forge.ts';

const refuse = async (): Promise<never> => {
	throw noGitHub('content on GitHub');
};

/** Replaces GitHub for the tools if there is no GitHub. Each function throws an error that says so. */
export const noThreads: ToolForge = {
	thread: refuse,
	pullRequest: refuse,
	changedFiles: refuse,
	reviews: refuse,
	checks: refuse,
	jobLog: refuse,
	threads: refuse,
	mergedSince: refuse,
	releases: refuse,
	labels: refuse,
	addLabels: refuse,
	removeLabel: refuse,
	review: refuse,
	findReview: refuse,
	reply: refuse,
	findReply: refuse,
	ownPullRequest: refuse,
	rewordPullRequest: refuse,
};
