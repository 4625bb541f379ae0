import { createHash } from 'node:crypto';
import { CountersignError, type ManifestEntry } from '../core/index.ts';
import { type Git, withRepository } from '../sandbox/index.ts';

/** The file modes that a manifest can have. */
export type FileMode = ManifestEntry['mode'];

/** One file of the base commit. */
export interface BaseFile {
	readonly mode: FileMode;
	/** Git's id of the content. */
	readonly id: string;
}

/** The tree of the base commit. */
export interface BaseTree {
	readonly files: ReadonlyMap<string, BaseFile>;
	/** The submodules: each path with its commit in the base. */
	readonly submodules: ReadonlyMap<string, string>;
	readonly idOf: (bytes: Uint8Array) => string;
}

/** The tree that was read last. A commit never changes, and a job needs the same tree for its workspace and its sandbox. */
let kept: { readonly root: string; readonly baseSha: string; readonly tree: BaseTree } | undefined;

/** Reads the tree of a commit. @throws CountersignError `checkout-mismatch` if the checkout does not contain the commit. */
export async function readBaseTree(root: string, baseSha: string): Promise<BaseTree> {
	if (kept?.root !== root || kept.baseSha !== baseSha) kept = { root, baseSha, tree: await newBaseTree(root, baseSha) };
	return kept.tree;
}

async function newBaseTree(root: string, baseSha: string): Promise<BaseTree> {
	const listing = await withRepository(root, (git) => listTree(git, baseSha));
	const files = new Map<string, BaseFile>();
	const submodules = new Map<string, string>();
	for (const line of splitNul(listing)) {
		const [, mode = '', id = '', path = ''] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
		if (path.includes('\ufffd')) throw unreadableName(path);
		if (mode === '160000') submodules.set(path, id);
		else files.set(path, { mode: fileMode(mode), id });
	}
	return { files, submodules, idOf: (bytes) => blobId(bytes, baseSha.length) };
}

/** Returns the paths of a commit's submodules. @throws CountersignError `checkout-mismatch` if the checkout does not contain the commit. */
export async function submodulePaths(root: string, baseSha: string): Promise<readonly string[]> {
	return [...(await readBaseTree(root, baseSha)).submodules.keys()];
}

/** Returns the fields of a NUL-separated output of git. */
export function splitNul(bytes: Buffer): readonly string[] {
	return bytes
		.toString()
		.split('\0')
		.filter((field) => field !== '');
}

async function listTree(git: Git, baseSha: string): Promise<Buffer> {
	if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(baseSha)) throw missingBase(baseSha, 'it is not a full commit id');
	const found = await git(['ls-tree', '-r', '-z', '--full-tree'], { revisions: [baseSha] });
	if (!found.ok) throw missingBase(baseSha, found.message);
	return found.stdout;
}

function fileMode(mode: string): FileMode {
	return mode === '120000' || mode === '100755' ? mode : '100644';
}

/** Returns git's id of a content, with this number of digits: 64 for SHA-256, and 40 for SHA-1. */
export function blobId(bytes: Uint8Array, digits: number): string {
	return createHash(digits === 64 ? 'sha256' : 'sha1')
		.update(`blob ${bytes.length}\0`)
		.update(bytes)
		.digest('hex');
}

function missingBase(baseSha: string, why: string): CountersignError {
	return new CountersignError({
		code: 'checkout-mismatch',
		message: `The checkout does not hold the run's base commit ${baseSha.slice(0, 12)}: ${why}.`,
		fix: `Check out that commit in the workflow: \`actions/checkout\` with \`ref: ${baseSha}\`, without \`filter\`.`,
	});
}

function unreadableName(path: string): CountersignError {
	return new CountersignError({
		code: 'checkout-mismatch',
		message: `The file name \`${path}\` is not UTF-8, so the workspace cannot travel to another machine.`,
		fix: 'Rename the file in the repository.',
	});
}
