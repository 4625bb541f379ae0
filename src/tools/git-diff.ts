import { z } from 'zod';
import { type Git, type GitResult, withRepository } from '../sandbox/index.ts';
import { relativeTo } from '../workspace/index.ts';
import { defineTool, done, refused } from './tool.ts';

const mostCharacters = 131_072;

/** Shows the changes against the base commit, new files included. */
export const gitDiff = defineTool({
	name: 'git_diff',
	description: 'Show the changes of the working tree against the commit that the run began with.',
	args: z.strictObject({ path: z.string().optional() }),
	run: async ({ path }, bench) => {
		const { root } = bench.workspace;
		const inside = path === undefined ? '.' : relativeTo(root, path);
		if (inside.startsWith('/') || inside.includes('\0')) return refused(`\`${path}\` leads outside the checkout.`);
		const { manifest } = await bench.workspace.snapshot();
		const below = manifest.entries.filter(
			(entry) => inside === '.' || entry.path === inside || entry.path.startsWith(`${inside}/`),
		);
		if (below.length === 0)
			return done(`Nothing ${path === undefined ? '' : `in \`${path}\` `}differs from the base commit.`);
		const tracked = new Set(await bench.workspace.paths());
		const added = below.filter((entry) => entry.sha256 !== null && !tracked.has(entry.path)).map((entry) => entry.path);
		const diff = await withRepository(root, (git) => diffOf(git, manifest.baseSha, added, inside));
		return diff.ok ? done(renderDiff(diff.stdout.toString())) : refused(`Git cannot show the changes: ${diff.message}`);
	},
});

/** The index is the base commit and the names of new files, whatever was staged. */
async function diffOf(git: Git, baseSha: string, added: readonly string[], path: string): Promise<GitResult> {
	const read = await git(['read-tree'], { revisions: [baseSha] });
	if (!read.ok) return read;
	if (added.length > 0) {
		const input = added.map((name) => `${name}\0`).join('');
		const options = ['--intent-to-add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'];
		const named = await git(['add', ...options], { input });
		if (!named.ok) return named;
	}
	return git(['diff', '--no-color', '--no-renames'], { paths: [path] });
}

function renderDiff(diff: string): string {
	if (diff === '') return 'Only line endings or file modes differ.';
	if (diff.length <= mostCharacters) return diff;
	const left = diff.length - mostCharacters;
	return `${diff.slice(0, mostCharacters)}\n[… ${left} characters left out; name a \`path\` to see its changes]`;
}
