import { z } from 'zod';
import {
	type CommitFile,
	type DraftPullRequest,
	deliversTo,
	type Effect,
	type LeftPath,
	openedPull,
	type PullRequestLink,
	type ToolOutput,
} from '../core/index.ts';
import { deliverOnDraft, deliverOnPull, findOnDraft, findOnPull } from './deliver-on-pull.ts';
import { leftSentence } from './left-sentence.ts';
import { markerOf } from './marker.ts';
import { defineTool, done, refused, type ToolServices } from './tool.ts';
import { wordsOf } from './words.ts';

/** Delivers the working tree as a draft pull request, or as a commit on the pull request of the run. */
export const openPullRequest = defineTool({
	name: 'open_pull_request',
	description:
		'Commit all changes of the working tree to a new branch and open a draft pull request with them. On a pull request whose branch takes your commits, it adds one commit there instead. Called again, it adds one commit to the draft that it opened.',
	args: z.strictObject({ title: z.string(), body: z.string() }),
	run: async (args, services, context) => {
		const words = wordsOf(args, services.thread);
		if ('problem' in words) return refused(words.problem);
		const { title = '', body = '' } = words;
		const { baseSha, files, left, isNothing } = await filesToCommit(services);
		if (isNothing) {
			return refused(
				`Nothing differs from the base commit, so there is nothing to deliver. Change files first, or answer in words.${leftSentence(left)}`,
			);
		}
		if (!isAsJudged(files, context.effects))
			return refused('The working tree is not the one that was judged: something changed it meanwhile. Call it again.');
		const marker = markerOf('pull-request', services, context);
		const message = `${title}\n\nRefs #${services.thread}`;
		const { pull } = services;
		const added =
			pull === undefined || deliversTo(pull) !== 'commit'
				? undefined
				: await deliverOnPull(pull, { files, message, marker }, services);
		if (added !== undefined && 'output' in added) return added.output;
		const ground = groundOf(services, baseSha);
		const onDraft = { files, message, marker, baseSha: ground.baseSha };
		const further = await deliverOnDraft(context.opened, onDraft, services);
		if (further !== undefined) return { ...further, text: `${further.text}${further.ok ? leftSentence(left) : ''}` };
		const link = await services.forge.openDraftPullRequest({
			branch: branchOf(services),
			...ground,
			title,
			body: context.left === undefined ? body : `${body}\n\n${context.left}`,
			message,
			files,
			marker,
		});
		const opened = renderLink('Opened', link);
		const press = context.left === undefined ? '' : `\nLeft to a person: ${context.left}`;
		const instead =
			added === undefined ? '' : `\n${added.instead} This pull request goes onto its branch: say so in your answer.`;
		return { ...opened, text: `${opened.text}${instead}${press}${leftSentence(left)}` };
	},
	findDone: async (_, services, context) => {
		const marker = markerOf('pull-request', services, context);
		const { pull } = services;
		const added =
			pull === undefined || deliversTo(pull) !== 'commit' ? undefined : await findOnPull(pull, marker, services);
		const found = added ?? (await findOnDraft(context.opened, marker, services));
		if (found !== undefined) return found;
		const link = await services.forge.findPullRequest(marker);
		return link === undefined ? undefined : renderLink('Already opened', link);
	},
});

/**
 * Returns the base of a new pull request: the branch of the run's pull request, or the default branch. If the run began on a fork's
 * commits, the last of these is the parent of the new commit.
 */
function groundOf(
	{ pull, baseBranch }: ToolServices,
	baseSha: string,
): Pick<DraftPullRequest, 'baseBranch' | 'baseSha' | 'parent'> {
	if (pull === undefined || deliversTo(pull) === 'default-branch')
		return { baseBranch, baseSha, ...(pull?.vouch === undefined ? {} : { parent: pull.headSha }) };
	return { baseBranch: pull.headBranch, baseSha: pull.headSha };
}

interface Delivery {
	readonly baseSha: string;
	readonly files: readonly CommitFile[];
	/** Changes that are not delivered. */
	readonly left: readonly LeftPath[];
	/** Whether the run has changed nothing. */
	readonly isNothing: boolean;
}

async function filesToCommit(services: ToolServices): Promise<Delivery> {
	const { manifest, files, left } = await services.workspace.delivery();
	const modes = new Map(manifest.entries.map(({ path, mode }) => [path, mode]));
	const commitFiles = files.map(({ path, after }): CommitFile => {
		const mode = after?.mode ?? modes.get(path) ?? '100644';
		return { path, mode, content: after?.bytes ?? null };
	});
	const isNothing = services.isAsBegun?.(manifest) ?? commitFiles.length === 0;
	return { baseSha: manifest.baseSha, files: commitFiles, left, isNothing };
}

/** Returns whether the files are exactly those that the gate judged. If not, nothing is delivered. */
function isAsJudged(files: readonly CommitFile[], effects: readonly Effect[]): boolean {
	if (!effects.some((effect) => effect.kind === 'forge.write')) return true;
	const judged = new Set(effects.flatMap((effect) => (effect.kind === 'deliver' ? [effect.path] : [])));
	return files.length === judged.size && files.every(({ path }) => judged.has(path));
}

/** Returns the branch name `countersign/<thread>-<slug>`. It is always a valid name for git. */
function branchOf({ thread, slug }: ToolServices): string {
	const plain = slug
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 40)
		.replace(/^-+|-+$/g, '');
	return `countersign/${thread}-${plain || 'changes'}`;
}

function renderLink(verb: string, link: PullRequestLink): ToolOutput {
	const what = link.number === undefined ? 'a branch for the changes' : `draft pull request #${link.number}`;
	const output = done(
		`${verb} ${what}: ${link.url}${link.left === undefined ? '' : `\nLeft to a person: ${link.left}`}`,
	);
	// For a run in a terminal, the link leads to a branch and has no number.
	const { number, url, commit: head } = link;
	const { data: pullRequest } = openedPull.safeParse({ number, url, ...(head === undefined ? {} : { head }) });
	return pullRequest === undefined ? output : { ...output, pullRequest };
}
