import { z } from 'zod';
import type { ListedCommit, MergedPull, ReleaseView } from '../core/index.ts';
import { day, labelled, quoted } from './issues-list.ts';
import { asData, joined } from './shown.ts';
import { defineTool, done, refused } from './tool.ts';

const mostPulls = 100;
const mostCommits = 100;

/** The name of a tag, or a commit. Threat: this value becomes part of a URL. */
const revision = z
	.string()
	.refine((name) => /^(?!.*\.\.)[A-Za-z0-9][\w.+/@-]{0,99}$/.test(name), 'must be the name of a tag, or a commit');

/** Shows the changes on the base branch since a release, from GitHub, because a job's checkout may have neither tags nor history. */
export const mergedRead = defineTool({
	name: 'merged_read',
	description:
		'List what was added to the base branch since a tag, or since the last release: merged pull requests, and commits without one.',
	args: z.strictObject({ since: revision.optional() }),
	run: async ({ since }, { toolForge, baseBranch }) => {
		const tag = since ?? lastTag(await toolForge.releases());
		if (tag === undefined) return refused('There is no release. Name a tag or a commit in `since`.');
		const { commits, pulls } = await toolForge.mergedSince(tag, baseBranch);
		if (commits.items.length === 0) return done(`Nothing came to ${baseBranch} since ${tag}.`);
		const came = new Set(commits.items.map(({ sha }) => sha));
		const merged = pulls.items.filter(({ commit }) => came.has(commit));
		const taken = new Set(merged.map(({ commit }) => commit));
		const alone = commits.items.filter(({ sha }) => !taken.has(sha));
		const isAll = commits.isAll && pulls.isAll;
		const head = `${baseBranch} since ${tag}: ${merged.length} merged pull requests, ${alone.length} other commits`;
		return done(
			joined([
				isAll ? head : `${head}; these are not all`,
				...asData([
					{ source: `merged since ${tag}, newest first`, text: shown(merged.map(pullLine), mostPulls) },
					{ source: `other commits since ${tag}, oldest first`, text: shown(alone.map(commitLine), mostCommits) },
				]),
			]),
		);
	},
});

/** Returns the tag of the newest final release, or of the newest prerelease if there is no final one. */
function lastTag(releases: readonly ReleaseView[]): string | undefined {
	const published = releases.filter(({ kind }) => kind !== 'draft');
	return (published.find(({ kind }) => kind === 'release') ?? published[0])?.tag;
}

function pullLine({ number, title, author, labels, mergedAt, commit }: MergedPull): string {
	return `#${number} by @${author}, merged ${day(mergedAt)} as ${commit.slice(0, 10)}${labelled(labels)}: ${quoted(title)}`;
}

function commitLine({ sha, title, author, at }: ListedCommit): string {
	return `${sha.slice(0, 10)} by ${quoted(author)}, ${day(at)}: ${quoted(title)}`;
}

function shown(lines: readonly string[], most: number): string {
	const left = lines.length - most;
	return joined([...lines.slice(0, most), left > 0 ? `[${left} more do not fit]` : '']);
}
