import type { Incoming } from '../github/index.ts';
import { refuse, rightsOfAsker } from './entitled.ts';
import type { JobPorts } from './job-context.ts';
import type { JobResult } from './job-result.ts';
import { reply } from './reply.ts';

type Vouching = Extract<Incoming, { kind: 'vouch' }>;

/**
 * Answers `/agent ok <sha>`. Nothing is stored: each run reads the comment itself, and checks the author's present rights and the present
 * head.
 */
export async function vouch(incoming: Vouching, ports: JobPorts): Promise<JobResult> {
	const { thread, commentId, onPullRequest, sha } = incoming;
	const rights = await rightsOfAsker(incoming, ports);
	if (!rights.mayWrite) return refuse('vouch', incoming, rights, ports);
	const head = onPullRequest ? await ports.forge.pullHead(thread) : undefined;
	const counts = head?.fork === true && head.open && head.headSha === sha;
	await ports.forge.react(commentId, counts ? '+1' : 'confused');
	return reply(incoming, answerTo(sha, head), 'help-only', ports);
}

function answerTo(sha: string, head: Awaited<ReturnType<JobPorts['forge']['pullHead']>> | undefined): string {
	if (head === undefined) return '`/agent ok` is for pull requests from forks, and this is an issue.';
	if (!head.fork) return 'This pull request is not from a fork, so nothing here waits for `/agent ok`.';
	if (!head.open) return 'This pull request is closed, so `/agent ok` allows nothing.';
	if (head.headSha !== sha)
		return `\`${sha}\` is not the head of this pull request: that is \`${head.headSha}\` now. Look at its changes, then write \`/agent ok ${head.headSha}\`.`;
	return `noted: the next \`/agent <task>\` works on the files of exactly \`${sha}\`, and can run its code in the sandbox. What it makes becomes a pull request of its own. A push takes this back, and so does deleting or editing your comment.`;
}
