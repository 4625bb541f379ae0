import type { Manifest } from '../core/index.ts';
import { type Git, withRepository } from '../sandbox/index.ts';
import { blobId, splitNul } from './base-tree.ts';
import { mismatch } from './mismatch.ts';

/**
 * Returns the bytes that a commit would store for these files, by path. They can differ from the disk, because git converts line endings
 * and encodings by `.gitattributes`. Files that git stores unchanged are not in the result.
 */
export async function readAsCommitted(
	root: string,
	manifest: Manifest,
	files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, Uint8Array>> {
	const kept = manifest.entries.filter((entry) => entry.sha256 !== null && entry.mode !== '120000');
	if (kept.length === 0) return new Map();
	return withRepository(root, async (git) => {
		const ids = await stagedIds(
			git,
			manifest.baseSha,
			kept.map((entry) => entry.path),
		);
		const stored = new Map<string, Uint8Array>();
		for (const { path, sha256 } of kept) {
			const id = ids.get(path);
			const bytes = files.get(sha256 ?? '');
			if (id === undefined || bytes === undefined || id === blobId(bytes, id.length)) continue;
			stored.set(path, await answerOf(git(['cat-file', 'blob', id])));
		}
		return stored;
	});
}

async function stagedIds(git: Git, baseSha: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
	await answerOf(git(['read-tree'], { revisions: [baseSha] }));
	const input = paths.map((path) => `${path}\0`).join('');
	await answerOf(git(['add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'], { input }));
	const listing = await answerOf(git(['ls-files', '-s', '-z']));
	return new Map(
		splitNul(listing).flatMap((line) => {
			const [, id, path] = /^\d{6} ([0-9a-f]+) \d\t(.*)$/s.exec(line) ?? [];
			return id === undefined || path === undefined ? [] : [[path, id] as const];
		}),
	);
}

async function answerOf(result: ReturnType<Git>): Promise<Buffer> {
	const answer = await result;
	if (answer.ok) return answer.stdout;
	throw mismatch(
		`Git cannot store the changes: ${answer.message}.`,
		'Look at `git_status`, and undo what does not belong.',
	);
}
