import { CountersignError, type HeadFiles, type ManifestEntry, sha256 } from '../core/index.ts';
import type { Api } from './api.ts';
import { createGitObjects, type TreeItem } from './git-objects.ts';
import { inTurns } from './in-turns.ts';

/** The most files that are read: the token of a workflow has 1,000 requests an hour for the whole repository. */
const mostFiles = 500;
const mostBytes = 32 * 1024 * 1024;

/**
 * What a commit has otherwise than the base, with the contents, read through the git database: no git process gets a token, and what is
 * the same is not read. @throws CountersignError `checkout-mismatch` where it is too much, or cannot travel.
 */
export async function readHeadFiles(api: Api, baseSha: string, headSha: string): Promise<HeadFiles> {
	const objects = createGitObjects(api);
	const treeOf = async (commit: string): Promise<ReadonlyMap<string, TreeItem>> =>
		objects.listTree((await objects.readCommit(commit)).tree.sha);
	const base = await treeOf(baseSha);
	const head = await treeOf(headSha);
	const changed = [...head.values()].filter((item) => !isSame(item, base.get(item.path)));
	const gone = [...base.values()].filter(({ path }) => !head.has(path));
	requireFit([...changed, ...gone], changed);
	const contents = await inTurns(changed, ({ sha }) => objects.readBlob(sha));
	const files = new Map(contents.map((bytes) => [sha256(bytes), bytes]));
	const entries = [
		...changed.map((item, index) => entryOf(item, sha256(contents[index] ?? new Uint8Array()))),
		...gone.map((item) => entryOf(item, null)),
	];
	return { entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)), files };
}

function isSame(item: TreeItem, other: TreeItem | undefined): boolean {
	return item.sha === other?.sha && item.mode === other.mode;
}

function entryOf({ path, mode }: TreeItem, hash: string | null): ManifestEntry {
	return { path, mode: mode === '100755' || mode === '120000' ? mode : '100644', sha256: hash };
}

function requireFit(all: readonly TreeItem[], read: readonly TreeItem[]): void {
	const submodule = all.find(({ mode }) => mode === '160000');
	if (submodule !== undefined) throw unfit(`it changes the submodule \`${submodule.path}\``);
	if (all.length > mostFiles)
		throw unfit(`${all.length} files differ from the default branch; at most ${mostFiles} are read`);
	const bytes = read.reduce((sum, { size = 0 }) => sum + size, 0);
	if (bytes > mostBytes) throw unfit(`its files have ${bytes} bytes; at most ${mostBytes} are read`);
}

function unfit(why: string): CountersignError {
	return new CountersignError({
		code: 'checkout-mismatch',
		message: `The agent cannot work on the files of this pull request: ${why}.`,
		fix: 'Ask on an issue, or bring the branch up to date with the default branch and ask again.',
	});
}
