import { z } from 'zod';
import { CountersignError } from '../../core/index.ts';
import { checkpointFault } from '../../journal/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';
import { inTurns } from '../api/in-turns.ts';

const sha = z.object({ sha: z.string() });
const commit = z.object({
	sha: z.string(),
	message: z.string(),
	tree: sha,
	parents: z.array(sha),
	/** Undefined for a commit that we created in this process. */
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

/** One file of a new tree. `null` content removes the path. */
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

/** Text up to this size is sent inside the tree. All other content is sent as a separate blob. Bytes. */
const inlineLimit = 512 * 1024;

/** A file of a tree, as GitHub lists it. */
export interface ListedFile {
	readonly path: string;
	/** Bytes. Undefined if the server does not return it. */
	readonly size?: number;
}

/** The git database over REST. No git process is needed, so none gets a token. */
export interface GitObjects {
	/** Returns the commit of a ref, or undefined if there is no such ref. `name` is without `refs/`. */
	readRef(name: string): Promise<string | undefined>;
	/** Returns the full names of refs under a prefix, and their commits. */
	matchingRefs(prefix: string): Promise<readonly { readonly name: string; readonly sha: string }[]>;
	/**
	 * Creates a ref. Returns `exists` if the ref already exists and points at another commit. @throws {ApiRefusal} if GitHub refuses the ref.
	 */
	createRef(name: string, sha: string): Promise<'created' | 'exists'>;
	/**
	 * Moves a ref, by fast-forward only. Returns `conflict` if another process moved the ref. If the ref is still at our parent commit, GitHub
	 * itself prevented the move, so this returns the refusal.
	 */
	advanceRef(name: string, sha: string): Promise<'advanced' | 'conflict' | ApiRefusal>;
	/** Deletes a ref. Returns false if it did not exist, or if a rule protects it. */
	deleteRef(name: string): Promise<boolean>;
	readCommit(sha: string): Promise<Commit>;
	commit(message: string, treeSha: string, parents: readonly string[]): Promise<string>;
	writeTree(base: string | undefined, files: readonly TreeFile[]): Promise<string>;
	/** Returns every file of a tree. Before it reads the first file, it calls `check` with the list of files. */
	readTree(sha: string, check: (files: readonly ListedFile[]) => void): Promise<ReadonlyMap<string, Uint8Array>>;
	/** Returns everything in a tree except its folders, by path. */
	listTree(sha: string): Promise<ReadonlyMap<string, TreeItem>>;
	readBlob(sha: string): Promise<Uint8Array>;
}

export function createGitObjects(api: Api): GitObjects {
	const readRef: GitObjects['readRef'] = async (name) => {
		const found = await api.find(`GET /repos/{owner}/{repo}/git/ref/${name}`, ref);
		return found?.object.sha;
	};
	// A commit never changes, so it can be used again.
	const commits = new Map<string, Commit>();
	return {
		readRef,
		matchingRefs: async (prefix) => {
			// This route has no pages: GitHub always returns all refs.
			const found = await api.call(`GET /repos/{owner}/{repo}/git/matching-refs/${prefix}`, ref.array());
			// Our refs always point to commits. A person with write access can create a ref with one of these names that points to a tag or a file.
			// Such a ref is skipped, because it cannot be read as a commit.
			const ours = found.filter(({ object: { type = 'commit' } }) => type === 'commit');
			return ours.map((item) => ({ name: item.ref, sha: item.object.sha }));
		},
		createRef: (name, target) => createRef(api, readRef, name, target),
		advanceRef: async (name, target) => {
			const moved = await api.tryTo(`PATCH /repos/{owner}/{repo}/git/refs/${name}`, ref, { sha: target, force: false });
			if (!(moved instanceof ApiRefusal)) return 'advanced';
			const there = await readRef(name);
			if (there === target) return 'advanced';
			// The ref is still at our parent commit. So no other process moved it, and a rule prevents the move.
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
	// If the ref already points at our commit, we created it, and only the answer was lost.
	return there === target ? 'created' : 'exists';
}

async function treeEntry(api: Api, { path, mode, content }: TreeFile): Promise<Record<string, unknown>> {
	if (content === null) return { path, mode, type: 'blob', sha: null };
	const text = utf8TextOf(content);
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

/** Returns the text of UTF-8 bytes. Returns undefined for other bytes, because a text would not keep them. */
function utf8TextOf(bytes: Uint8Array): string | undefined {
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
