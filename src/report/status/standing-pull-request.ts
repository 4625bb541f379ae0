import { fenced } from '../text/markdown.ts';

/** A rule that waits for a maintainer to merge it. */
export interface StandingRule {
	readonly id: string;
	readonly user: string;
	readonly run: string;
	readonly thread: number;
	readonly path: string;
	/** The whole file after the merge. */
	readonly text: string;
}

/** Returns the texts of the pull request that `/approve A1 always` opens. */
export function standingPullRequest({ id, user, run, thread, path, text }: StandingRule): {
	readonly title: string;
	readonly body: string;
	readonly message: string;
} {
	const title = `Allow what ${id} of #${thread} asked for, in every run`;
	const body = [
		`@${user} answered \`/approve ${id} always\` in #${thread} (run \`${run}\`).`,
		`If you merge this, such a call needs no approval in any run after that. If you close it, nothing changes. Read the rule first. \`countersign policy test ${path}\` tests the examples in the rule.`,
		fenced(text, 'yaml'),
	];
	return { title, body: body.join('\n\n'), message: `${title}\n\nRefs #${thread}` };
}
