import { CountersignError, type HeadEntry, type HeadFiles, type HeldBlobs, sha256 } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { inTurns } from '../api/in-turns.ts';
import { createGitObjects, type GitObjects, type TreeItem } from '../git/git-objects.ts';

/** The most files that may differ from the base. */
const mostFiles = 5_000;
/** The most files that are read over REST, because a workflow's token has only 1,000 requests an hour for the whole repository. */
const mostAsked = 500;
const mostBytes = 32 * 1024 * 1024;

/**
 * Returns the files of the head that differ from the base, with their contents. It reads them over REST, so no git process gets a token.
 * `held` returns the contents that the checkout already has; these are not read.
 * @throws CountersignError `checkout-mismatch` if there are too many files, or if one of them cannot be saved for another machine.
 */
export async function readHeadFiles(
	api: Api,
	{ baseSha, headSha }: { readonly baseSha: string; readonly headSha: string },
	held: HeldBlobs,
): Promise<HeadFiles> {
	const objects = createGitObjects(api);
	const treeOf = async (commit: string): Promise<ReadonlyMap<string, TreeItem>> =>
		objects.listTree((await objects.readCommit(commit)).tree.sha);
	const [base, head] = await Promise.all([treeOf(baseSha), treeOf(headSha)]);
	const changed = [...head.values()].filter((item) => !isSame(item, base.get(item.path)));
	const gone = [...base.values()].filter(({ path }) => !head.has(path));
	requireFit([...changed, ...gone], changed);
	const contents = await contentsOf(changed, held, objects);
	const entries = [
		...changed.map((item) => entryOf(item, sha256(contents.get(item.sha) ?? new Uint8Array()))),
		...gone.map((item) => entryOf(item, null)),
	];
	const files = new Map([...contents.values()].map((bytes) => [sha256(bytes), bytes]));
	return { entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)), files };
}

/** Returns the contents of files by their ids in git. Each content is read once. */
async function contentsOf(
	items: readonly TreeItem[],
	held: HeldBlobs,
	objects: GitObjects,
): Promise<ReadonlyMap<string, Uint8Array>> {
	const ids = [...new Set(items.map(({ sha }) => sha))];
	const here = await held(ids);
	const asked = ids.filter((id) => !here.has(id));
	if (asked.length > mostAsked)
		throw unfit(`${asked.length} of its files are not in the checkout; at most ${mostAsked} are asked for`);
	const read = await inTurns(asked, async (id) => [id, await objects.readBlob(id)] as const);
	return new Map([...here, ...read]);
}

function isSame(item: TreeItem, other: TreeItem | undefined): boolean {
	return item.sha === other?.sha && item.mode === other.mode;
}

function entryOf({ path, mode, sha }: TreeItem, hash: string | null): HeadEntry {
	const kind = mode === '100755' || mode === '120000' ? mode : '100644';
	return { path, mode: kind, sha256: hash, blob: hash === null ? null : sha };
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
		fix: 'Let `actions/checkout` take `fetch-depth: 0`, bring the branch up to date with the default branch, or ask on an issue.',
	});
}
