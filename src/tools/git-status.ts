import { z } from 'zod';
import type { ManifestEntry } from '../core/index.ts';
import { leftSentence } from './left-sentence.ts';
import { defineTool, done } from './tool.ts';

/** Shows which paths differ from the base commit. These are exactly the changes that a pull request would contain. */
export const gitStatus = defineTool({
	name: 'git_status',
	description: 'Show which files of the checkout are changed, added, deleted or untracked.',
	args: z.strictObject({}),
	run: async (_, services) => {
		const { manifest, left } = await services.workspace.snapshot();
		const base = `commit ${manifest.baseSha.slice(0, 12)} (${services.baseBranch})`;
		const note = leftSentence(left);
		if (manifest.entries.length === 0) return done(`Nothing differs from ${base}.${note}`);
		const tracked = new Set(await services.workspace.paths());
		const lines = manifest.entries.map((entry) => describeChange(entry, tracked));
		return done(`Against ${base} (A added, M modified, D deleted):\n${lines.join('\n')}${note}`);
	},
});

function describeChange({ path, sha256, mode }: ManifestEntry, tracked: ReadonlySet<string>): string {
	const letter = sha256 === null ? 'D' : tracked.has(path) ? 'M' : 'A';
	const kind = mode === '120000' ? ' (link)' : mode === '100755' ? ' (executable)' : '';
	return `${letter} ${/[\n\r"]/.test(path) ? JSON.stringify(path) : path}${kind}`;
}
