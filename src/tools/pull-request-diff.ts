import { z } from 'zod';
import { attribute } from '../agent/index.ts';
import type { ChangedFile } from '../core/index.ts';
import { asData, capped, type Foreign, first, joined, longestAnswer } from './shown.ts';
import { count, defineTool, done, refused } from './tool.ts';

/** The most characters of one file's patch if other files are shown, too. */
const longestPatch = 8_000;

/** Shows the changes of a pull request, even if another commit is checked out. */
export const pullRequestDiff = defineTool({
	name: 'pull_request_diff',
	description:
		'Read the changed files of a pull request with their patches. Long patches are cut; name a `path` to see one in full.',
	args: z.strictObject({ number: count.optional(), path: z.string().optional() }),
	run: async ({ number, path }, services) => {
		const pull = number ?? services.thread;
		const files = await services.toolForge.changedFiles(pull);
		if (path !== undefined) {
			const file = files.find((one) => one.path === path);
			if (file === undefined)
				return refused(`#${pull} changes no file of that path. Leave \`path\` out to see the list.`);
			return done(joined([...asData([patchOf(pull, file, longestAnswer)]), withoutPatch([file])]));
		}
		const { shown, left } = first(files.filter((file) => file.patch !== undefined).map((file) => patchOf(pull, file)));
		const list = { source: `#${pull}, changed files`, text: capped(files.map(lineOf).join('\n'), longestAnswer / 4) };
		const cut = left === 0 ? '' : `[the patches of ${left} more files do not fit; name a \`path\` to see one]`;
		return done(
			joined([`#${pull} changes ${files.length} files`, ...asData([list, ...shown]), withoutPatch(files), cut]),
		);
	},
});

function patchOf(pull: number, { path, patch = '' }: ChangedFile, longest = longestPatch): Foreign {
	return { source: `#${pull}, patch of ${path}`, text: capped(patch, longest), verbatim: true };
}

function lineOf({ status, path, previousPath, additions, deletions }: ChangedFile): string {
	const from = previousPath === undefined ? '' : ` (was ${attribute(previousPath)})`;
	return `${status} ${attribute(path)}${from} +${additions} -${deletions}`;
}

/** Returns a sentence with the number of files without a patch. GitHub shows no patch of binary, moved and very large files. */
function withoutPatch(files: readonly ChangedFile[]): string {
	const bare = files.filter((file) => file.patch === undefined).length;
	return bare === 0 ? '' : `[${bare} without a patch: binary, only moved, or too large for GitHub to show]`;
}
