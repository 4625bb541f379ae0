import { deliversTo, type PullStart } from '../core/index.ts';

const title = '# The pull request that you were asked on';
const ofDefault =
	'The files of the checkout are those of the default branch, not those of the pull request: read its changes with `pull_request_diff`.';
const ofHead =
	'The files of the checkout are those of its head commit. `git_diff` shows everything that differs from the default branch, including changes from before this run. `reviews_read` shows what reviewers said of it.';

/**
 * Explains to the model what the run may do with its pull request. It does not contain the branch name, because an untrusted person may
 * have chosen that name.
 */
export function pullSection(pull: PullStart | undefined): string {
	if (pull === undefined) return '';
	return `${title}\n\n${sentences(pull)}`;
}

function sentences(pull: PullStart): string {
	const { number, own, fork, vouch, headSha } = pull;
	const whose = own ? `You opened #${number} in an earlier run, and go on with it.` : `You work on #${number}.`;
	switch (fork ? 'default-branch' : deliversTo(pull)) {
		case 'commit':
			return `${whose} ${ofHead} \`open_pull_request\` adds one commit with your changes to it; it opens no other one.`;
		case 'stacked':
			return `${whose} ${ofHead} You may not push to its branch: \`open_pull_request\` opens a new pull request onto that branch. Say in your answer that it has to be merged into it.`;
		case 'default-branch':
			break;
	}
	if (!fork)
		return `#${number} is closed. ${ofDefault} \`open_pull_request\` opens a new pull request against the default branch: say in your answer that it is a separate one.`;
	if (vouch === undefined)
		return `#${number} comes from a fork, and no maintainer has vouched for its commit, so you may only read and answer. ${ofDefault} If the task needs more, say that a person with write access must look at the changes and write \`/agent ok ${headSha}\`, and then ask you again.`;
	return `#${number} comes from a fork; @${vouch.by.login} let you work on exactly its commit ${headSha}. ${ofHead} You cannot push to the fork: \`open_pull_request\` opens a new pull request against the default branch that holds its commits and yours.`;
}
