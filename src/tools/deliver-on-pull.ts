import type { CommitOnPull, OpenedPull, PullStart, ToolOutput } from '../core/index.ts';
import { done, refused, type ToolServices } from './tool.ts';

type Delivery = Pick<CommitOnPull, 'files' | 'message' | 'marker'>;

/** The result of a delivery on a pull request, or the reason (for the model) why it needs a separate pull request. */
export type OnPull = { readonly output: ToolOutput } | { readonly instead: string };

/**
 * Adds one commit to the branch of the run's pull request. If a rule of the repository forbids this, or somebody has pushed since the run
 * began, the delivery needs a separate pull request, because nobody has looked at both changes together. After a push to our own pull
 * request, the delivery is refused, because a person has taken it over.
 */
export async function deliverOnPull(
	{ number, headBranch: branch, headSha, own: isOurs }: PullStart,
	delivery: Delivery,
	{ forge }: ToolServices,
): Promise<OnPull> {
	const { open, fork } = await forge.pullHead(number);
	if (!open || fork)
		return { output: refused(`#${number} was closed meanwhile, so nothing is added to it. Say so in your answer.`) };
	const pushed = await forge.pushToPull({ branch, headSha, ...delivery });
	switch (pushed.kind) {
		case 'pushed':
			return { output: renderPushed(number, pushed.sha) };
		case 'refused':
			return { instead: `A rule of the repository keeps the branch of #${number}, so your commit is not on it.` };
		case 'same':
			return {
				output: refused(`Nothing differs from the head of #${number}. Change files first, or answer in words.`),
			};
		case 'moved': {
			const why = `Somebody pushed to #${number} after you began, so your changes are not added: nobody has looked at both together.`;
			const next = 'Say so in your answer, and that a new `/agent` comment begins on the new head.';
			return isOurs ? { output: refused(`${why} ${next}`) } : { instead: why };
		}
	}
}

/** Returns the output for the commit that an earlier process added, or undefined if there is none. */
export async function findOnPull(
	{ number, headBranch: branch, headSha }: PullStart,
	marker: string,
	{ forge }: ToolServices,
): Promise<ToolOutput | undefined> {
	const sha = await forge.findPushed({ branch, headSha, marker });
	return sha === undefined ? undefined : renderPushed(number, sha);
}

function renderPushed(number: number, sha: string): ToolOutput {
	return { ...done(`Added commit ${sha.slice(0, 12)} to pull request #${number}.`), headSha: sha };
}

/**
 * Adds one commit to the draft that the run opened earlier, so that a run has one pull request. `files` are the differences from `baseSha`.
 * Returns undefined if the draft takes no further commit of the run.
 */
export async function deliverOnDraft(
	opened: OpenedPull | undefined,
	delivery: Delivery & { readonly baseSha: string },
	{ forge }: ToolServices,
): Promise<ToolOutput | undefined> {
	if (opened?.head === undefined) return undefined;
	const { number, head: headSha } = opened;
	const { own: isOurs, headBranch: branch } = await forge.pullHead(number);
	if (!isOurs)
		return refused(`#${number}, which this run opened, is no open draft of ours any more. Say so in your answer.`);
	const pushed = await forge.pushToPull({ branch, headSha, ...delivery });
	switch (pushed.kind) {
		case 'pushed':
			return renderOnDraft(opened, pushed.sha);
		case 'refused':
			return refused(`A rule of the repository keeps the branch of #${number}, so it takes no further commit.`);
		case 'same':
			return refused(`Nothing differs from #${number}, which this run opened. Change files first, or answer in words.`);
		case 'moved':
			return refused(
				`Somebody pushed to #${number} after this run opened it, so your changes are not added: nobody has looked at both together. Say so in your answer, and that a new \`/agent\` comment there begins on the new head.`,
			);
	}
}

/** Returns the output for the commit that an earlier process added to the run's draft, or undefined if there is none. */
export async function findOnDraft(
	opened: OpenedPull | undefined,
	marker: string,
	{ forge }: ToolServices,
): Promise<ToolOutput | undefined> {
	if (opened?.head === undefined) return undefined;
	const { headBranch: branch } = await forge.pullHead(opened.number);
	const sha = await forge.findPushed({ branch, headSha: opened.head, marker });
	return sha === undefined ? undefined : renderOnDraft(opened, sha);
}

function renderOnDraft({ number, url }: OpenedPull, sha: string): ToolOutput {
	const text = `Added commit ${sha.slice(0, 12)} to draft pull request #${number}, which this run opened: ${url}\nIts title and text are as before. To change them, call \`pull_request_update\`.`;
	return { ...done(text), headSha: sha, pullRequest: { number, url, head: sha } };
}
