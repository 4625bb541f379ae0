import { z } from 'zod';
import { type Git, type GitResult, withRepository } from '../sandbox/index.ts';
import { relativeTo } from '../workspace/index.ts';
import { defineTool, done, refused } from './tool.ts';

const mostCharacters = 131_072;
const mostNamed = 1_000;

/** Shows the changes against the base commit, including new files. */
export const gitDiff = defineTool({
	name: 'git_diff',
	description: 'Show how the working tree differs from the commit that the run began with.',
	args: z.strictObject({ path: z.string().optional() }),
	run: async ({ path }, services) => {
		const { root } = services.workspace;
		const inside = path === undefined ? '.' : relativeTo(root, path);
		if (inside.startsWith('/') || inside.includes('\0')) return refused(`\`${path}\` leads outside the checkout.`);
		const { manifest, left } = await services.workspace.snapshot();
		const isInside = (name: string): boolean => inside === '.' || name === inside || name.startsWith(`${inside}/`);
		const below = manifest.entries.filter((entry) => isInside(entry.path));
		const shown = below.filter((entry) => !services.holdsCredential(entry.path));
		const hidden =
			below.length - shown.length + left.filter(({ path: name, why }) => why === 'credential' && isInside(name)).length;
		if (below.length + hidden === 0)
			return done(`Nothing ${path === undefined ? '' : `in \`${path}\` `}differs from the base commit.`);
		const tracked = new Set(await services.workspace.paths());
		const added = shown.filter((entry) => entry.sha256 !== null && !tracked.has(entry.path)).map((entry) => entry.path);
		// The paths are needed only if some changes are not shown. Too many paths would not fit on git's command line.
		if (hidden > 0 && shown.length > mostNamed)
			return refused(`${hidden} of ${below.length} changed files hold credentials. Name a \`path\` beside them.`);
		const note = hidden === 0 ? '' : `\n[${hidden} changed files that hold credentials, by their names, are not shown]`;
		if (shown.length === 0) return done(note.trim());
		const paths = hidden === 0 ? [inside] : shown.map((entry) => entry.path);
		const diff = await withRepository(root, (git) => diffOf(git, manifest.baseSha, added, paths));
		return diff.ok
			? done(`${renderDiff(diff.stdout.toString())}${note}`)
			: refused(`Git cannot show the changes: ${diff.message}`);
	},
});

/** Runs git diff. A temporary index has the base commit and the names of new files, so staged changes have no effect. */
async function diffOf(
	git: Git,
	baseSha: string,
	added: readonly string[],
	paths: readonly string[],
): Promise<GitResult> {
	const read = await git(['read-tree'], { revisions: [baseSha] });
	if (!read.ok) return read;
	if (added.length > 0) {
		const input = added.map((name) => `${name}\0`).join('');
		const options = ['--intent-to-add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'];
		const named = await git(['add', ...options], { input });
		if (!named.ok) return named;
	}
	return git(['diff', '--no-color', '--no-renames'], { paths });
}

function renderDiff(diff: string): string {
	if (diff === '') return 'Only line endings or file modes differ.';
	if (diff.length <= mostCharacters) return diff;
	const left = diff.length - mostCharacters;
	return `${diff.slice(0, mostCharacters)}\n[… ${left} characters left out; name a \`path\` to see its changes]`;
}
