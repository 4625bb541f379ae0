import { z } from 'zod';
import { CountersignError } from '../core/index.ts';
import { checkpointFault } from '../journal/index.ts';
import { type Api, ApiRefusal } from './api.ts';
import { inTurns } from './in-turns.ts';

const sha = z.object({ sha: z.string() });
const commit = z.object({
	sha: z.string(),
	message: z.string(),
	tree: sha,
	parents: z.array(sha),
	/** Absent where we made it ourselves and did not read it back. */
	committer: z.object({ date: z.string() }).nullish(),
});
const ref = z.object({ ref: z.string(), object: sha.extend({ type: z.string().optional() }) });
const blob = z.object({ content: z.string(), encoding: z.string() });
const tree = z.object({
	tree: z.array(
		z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string(), size: z.number().nullish() }),
	),
	truncated: z.boolean(),
});

export type Commit = z.infer<typeof commit>;

/** One path of a tree to be made; `null` content removes it. */
export interface TreeFile {
	readonly path: string;
	readonly mode: '100644' | '100755' | '120000';
	readonly content: Uint8Array | null;
}

/** A file, link or submodule of a tree, as GitHub lists it. */
export interface TreeItem {
	readonly path: string;
	readonly mode: string;
	readonly sha: string;
	readonly size?: number | undefined;
}

/** Above this, or where it is not text, content goes as a blob of its own. Bytes. */
const inlineLimit = 512 * 1024;

/** A file of a tree, as it is listed. */
export interface ListedFile {
	readonly path: string;
	/** Bytes; undefined where the server does not tell. */
	readonly size?: number;
}

/** The git database over REST. No git process and no token in one. */
export interface GitObjects {
	/** `name` without `refs/`; undefined when there is none. */
	readRef(name: string): Promise<string | undefined>;
	/** Full names under a prefix, with the commits that they point at. */
	matchingRefs(prefix: string): Promise<readonly { readonly name: string; readonly sha: string }[]>;
	/** `exists` when the name is taken by anything but this very commit. @throws {ApiRefusal} when GitHub does not want such a ref. */
	createRef(name: string, sha: string): Promise<'created' | 'exists'>;
	/** By fast-forward only; the refusal itself where nobody moved the ref meanwhile: GitHub lets it stay where it is. */
	advanceRef(name: string, sha: string): Promise<'advanced' | 'conflict' | ApiRefusal>;
	/** False where there was none, or a rule keeps it. */
	deleteRef(name: string): Promise<boolean>;
	readCommit(sha: string): Promise<Commit>;
	commit(message: string, treeSha: string, parents: readonly string[]): Promise<string>;
	writeTree(base: string | undefined, files: readonly TreeFile[]): Promise<string>;
	/** Every file of a tree; `check` sees what there is before the first is read. */
	readTree(sha: string, check: (files: readonly ListedFile[]) => void): Promise<ReadonlyMap<string, Uint8Array>>;
	/** Everything in a tree but its folders, by path. */
	listTree(sha: string): Promise<ReadonlyMap<string, TreeItem>>;
	readBlob(sha: string): Promise<Uint8Array>;
}

export function createGitObjects(api: Api): GitObjects {
	const readRef: GitObjects['readRef'] = async (name) => {
		const found = await api.find(`GET /repos/{owner}/{repo}/git/ref/${name}`, ref);
		return found?.object.sha;
	};
	// A commit never changes.
	const commits = new Map<string, Commit>();
	return {
		readRef,
		matchingRefs: async (prefix) => {
			// Not paged: GitHub answers with all of them, whatever page is asked for.
			const found = await api.call(`GET /repos/{owner}/{repo}/git/matching-refs/${prefix}`, ref.array());
			// Nothing of ours is a tag or a file: whoever may write can name one so, and reading it as a commit would fail for all.
			const ours = found.filter(({ object: { type = 'commit' } }) => type === 'commit');
			return ours.map((item) => ({ name: item.ref, sha: item.object.sha }));
		},
		createRef: (name, target) => createRef(api, readRef, name, target),
		advanceRef: async (name, target) => {
			const moved = await api.tryTo(`PATCH /repos/{owner}/{repo}/git/refs/${name}`, ref, { sha: target, force: false });
			if (!(moved instanceof ApiRefusal)) return 'advanced';
			const there = await readRef(name);
			if (there === target) return 'advanced';
			// Where it is still what the commit goes on from, nobody was quicker: a rule keeps it.
			if (commits.get(target)?.parents.some((parent) => parent.sha === there)) return moved;
			return 'conflict';
		},
		deleteRef: async (name) => {
			const gone = await api.tryTo(`DELETE /repos/{owner}/{repo}/git/refs/${name}`, z.unknown());
			return !(gone instanceof ApiRefusal);
		},
		readCommit: async (target) => {
			const found =
				commits.get(target) ??
				(await api.call('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', commit, { commit_sha: target }));
			commits.set(target, found);
			return found;
		},
		commit: async (message, treeSha, parents) => {
			const made = await api.call('POST /repos/{owner}/{repo}/git/commits', sha, { message, tree: treeSha, parents });
			commits.set(made.sha, {
				sha: made.sha,
				message,
				tree: { sha: treeSha },
				parents: parents.map((parent) => ({ sha: parent })),
			});
			return made.sha;
		},
		writeTree: async (base, files) => {
			const entries = await inTurns(files, (file) => treeEntry(api, file));
			const body = base === undefined ? { tree: entries } : { base_tree: base, tree: entries };
			return (await api.call('POST /repos/{owner}/{repo}/git/trees', sha, body)).sha;
		},
		readTree: (target, check) => readTree(api, target, check),
		listTree: async (target) => {
			const items = await listTree(api, target, () => cutShort(target));
			const files = items.filter(({ type }) => type !== 'tree');
			return new Map(
				files.map(({ size, ...item }) => [item.path, { ...item, ...(typeof size === 'number' ? { size } : {}) }]),
			);
		},
		readBlob: (target) => readBlob(api, target),
	};
}

async function createRef(
	api: Api,
	readRef: GitObjects['readRef'],
	name: string,
	target: string,
): Promise<'created' | 'exists'> {
	const made = await api.tryTo('POST /repos/{owner}/{repo}/git/refs', ref, { ref: `refs/${name}`, sha: target });
	if (!(made instanceof ApiRefusal)) return 'created';
	const there = await readRef(name);
	if (there === undefined) throw made;
	// An answer that was lost on the way left our own commit behind.
	return there === target ? 'created' : 'exists';
}

async function treeEntry(api: Api, { path, mode, content }: TreeFile): Promise<Record<string, unknown>> {
	if (content === null) return { path, mode, type: 'blob', sha: null };
	const text = textOf(content);
	if (text !== undefined && content.length <= inlineLimit) return { path, mode, type: 'blob', content: text };
	const body = { content: Buffer.from(content).toString('base64'), encoding: 'base64' };
	const made = await api.call('POST /repos/{owner}/{repo}/git/blobs', sha, body);
	return { path, mode, type: 'blob', sha: made.sha };
}

async function listTree(
	api: Api,
	target: string,
	tooLarge: () => CountersignError,
): Promise<z.infer<typeof tree>['tree']> {
	const found = await api.call('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', tree, {
		tree_sha: target,
		recursive: '1',
	});
	if (found.truncated) throw tooLarge();
	return found.tree;
}

async function readTree(
	api: Api,
	target: string,
	check: (files: readonly ListedFile[]) => void,
): Promise<ReadonlyMap<string, Uint8Array>> {
	const listed = await listTree(api, target, () =>
		checkpointFault('checkpoint-too-large', `GitHub cut the listing of the tree ${target} short`),
	);
	const blobs = listed.filter((entry) => entry.type !== 'tree');
	check(blobs.map(({ path, size }) => ({ path, ...(typeof size === 'number' ? { size } : {}) })));
	const contents = await inTurns(blobs, (entry) => readBlob(api, entry.sha));
	return new Map(blobs.map((entry, index) => [entry.path, contents[index] ?? new Uint8Array()]));
}

async function readBlob(api: Api, target: string): Promise<Uint8Array> {
	const found = await api.call('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', blob, { file_sha: target });
	return Buffer.from(found.content, found.encoding === 'base64' ? 'base64' : 'utf8');
}

/** The text of bytes that are UTF-8; undefined when they are not, so that no byte is lost. */
function textOf(bytes: Uint8Array): string | undefined {
	const text = Buffer.from(bytes).toString('utf8');
	return Buffer.from(text).equals(bytes) ? text : undefined;
}

function cutShort(target: string): CountersignError {
	return new CountersignError({
		code: 'github-refused',
		message: `GitHub cut the listing of the tree ${target} short: it has too many files to be read whole.`,
		fix: 'Start the run again with a new /agent comment.',
	});
}
