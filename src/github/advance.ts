import type { GitObjects } from './git-objects.ts';
import { commitOf, type GitObject, idOf, lastOf, packOf, type TreeIds, treesOf } from './pack.ts';
import { noCommit, type Push, type RefUpdate } from './receive-pack.ts';

/** Where a ref stands, and what the next commit adds to. */
export interface Standing {
	readonly commit: string;
	readonly tree: string;
	readonly files: TreeIds;
}

/** A ref that is to go on by one commit. */
export interface Advance {
	/** Without `refs/`. */
	readonly ref: string;
	readonly message: string;
	/** What the commit adds to the files that are there, or writes anew. */
	readonly files: ReadonlyMap<string, Uint8Array>;
	/** Undefined for a ref that is not there yet. */
	readonly from: Standing | undefined;
	readonly at: Date;
	/** A ref that nobody has yet, to be made on the new commit with it: both, or neither. Only a push can. */
	readonly also?: string;
}

/** Where it got to, and whether that was with the other ref. */
export type Advanced = Standing & { readonly both?: true };

/** One of two who come from the same commit gets there. */
export type AdvanceRef = (advance: Advance) => Promise<Advanced | 'conflict'>;

/** Over REST: tree, commit, ref. */
export function advanceByRest(objects: GitObjects): AdvanceRef {
	return async ({ ref, message, files, from }) => {
		const entries = [...files].map(([path, content]) => ({ path, content, mode: '100644' as const }));
		const tree = await objects.writeTree(from?.tree, entries);
		const commit = await objects.commit(message, tree, from === undefined ? [] : [from.commit]);
		const moved = from === undefined ? await objects.createRef(ref, commit) : await objects.advanceRef(ref, commit);
		if (moved === 'exists' || moved === 'conflict') return 'conflict';
		return { commit, tree, files: new Map([...(from?.files ?? []), ...filesOf(files)]) };
	};
}

/**
 * In one request, and over REST where a server or a proxy does not take it. What was sent before an answer was lost is found: the same
 * commit has the same name.
 */
export function advanceByPush(push: Push, objects: GitObjects): AdvanceRef {
	const byRest = advanceByRest(objects);
	let isTaken = true;
	const alone: AdvanceRef = async (advance) => {
		if (!isTaken) return byRest(advance);
		const { next, pack, move } = packed(advance);
		const pushed = await push([move], pack);
		if (pushed.kind === 'moved') return next;
		const there = await objects.readRef(advance.ref);
		if (there === next.commit) return next;
		if (there !== advance.from?.commit) return 'conflict';
		isTaken = false;
		return byRest(advance);
	};
	return async (advance) => {
		if (advance.also === undefined || !isTaken) return alone(advance);
		const { next, pack, move } = packed(advance);
		const make = { ref: `refs/${advance.also}`, from: noCommit, to: next.commit };
		const pushed = await push([move, make], pack);
		// Where the other ref is somebody else's, this one can still be moved.
		return pushed.kind === 'moved' ? { ...next, both: true } : alone(advance);
	};
}

interface Packed {
	readonly next: Standing;
	readonly pack: Uint8Array;
	readonly move: RefUpdate;
}

function packed({ ref, message, files, from, at }: Advance): Packed {
	const ids = new Map([...(from?.files ?? []), ...filesOf(files)]);
	const trees = treesOf(ids);
	const tree = idOf(lastOf(trees));
	const commit = commitOf({ tree, parents: from === undefined ? [] : [from.commit], message, at });
	const pack = packOf([commit, ...trees, ...[...files.values()].map(blobOf)]);
	const to = idOf(commit);
	const move = { ref: `refs/${ref}`, from: from?.commit ?? noCommit, to };
	return { next: { commit: to, tree, files: ids }, pack, move };
}

/** What git calls these files. */
export function filesOf(files: ReadonlyMap<string, Uint8Array>): TreeIds {
	return new Map([...files].map(([path, content]) => [path, idOf(blobOf(content))]));
}

function blobOf(content: Uint8Array): GitObject {
	return { type: 'blob', content };
}
