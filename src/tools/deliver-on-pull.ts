import type { CommitOnPull, PullStart, ToolOutput } from '../core/index.ts';
import { type Bench, done, refused } from './tool.ts';

type Delivery = Pick<CommitOnPull, 'baseSha' | 'files' | 'message' | 'marker'>;

/** Delivers onto the agent's own pull request: one commit more, never a second pull request. */
export async function deliverOnPull(
	{ number, headBranch: branch, headSha }: PullStart,
	delivery: Delivery,
	{ forge }: Bench,
): Promise<ToolOutput> {
	const { own } = await forge.pullHead(number);
	if (!own) return refused(`#${number} was closed meanwhile, so nothing is added to it. Say so in your answer.`);
	const pushed = await forge.pushToPull({ branch, headSha, ...delivery });
	switch (pushed.kind) {
		case 'pushed':
			return renderPushed(number, pushed.sha);
		case 'same':
			return refused(`Nothing differs from the head of #${number}. Change files first, or answer in words.`);
		case 'moved':
			return refused(
				`Somebody pushed to #${number} after you began, so your changes are not added: nobody has looked at both together. Say so in your answer, and that a new \`/agent\` comment begins on the new head.`,
			);
	}
}

export function renderPushed(number: number, sha: string): ToolOutput {
	return done(`Added commit ${sha.slice(0, 12)} to pull request #${number}.`);
}
