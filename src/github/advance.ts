import { ApiRefusal } from './api.ts';
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
	/** Nothing is done where both cannot be: that is a conflict. */
	readonly onlyBoth?: true;
	/** Another ref that goes on at the same time, if it can: both in one push, or this one alone. */
	readonly beside?: Advance;
}

/** Where it got to, and whether that was with the other ref; where that one got to which went on beside it. */
export type Advanced = Standing & { readonly both?: true; readonly beside?: Standing };

/** One of two who come from the same commit gets there. */
export type AdvanceRef = (advance: Advance) => Promise<Advanced | 'conflict'>;

/** Over REST: tree, commit, ref. */
export function advanceByRest(objects: GitObjects): AdvanceRef {
	return async ({ ref, message, files, from, onlyBoth }) => {
		if (onlyBoth === true) return 'conflict';
		const entries = [...files].map(([path, content]) => ({ path, content, mode: '100644' as const }));
		const tree = await objects.writeTree(from?.tree, entries);
		const commit = await objects.commit(message, tree, from === undefined ? [] : [from.commit]);
		const moved = from === undefined ? await objects.createRef(ref, commit) : await objects.advanceRef(ref, commit);
		if (moved instanceof ApiRefusal) throw moved;
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
		const { next, objects: content, move } = packed(advance);
		const pushed = await push([move], packOf(content));
		if (pushed.kind === 'moved') return next;
		if (pushed.kind === 'shut') {
			isTaken = false;
			return byRest(advance);
		}
		const there = await objects.readRef(advance.ref);
		if (there === next.commit) return next;
		if (there !== advance.from?.commit) return 'conflict';
		isTaken = false;
		return byRest(advance);
	};
	// Where the other ref is somebody else's, or has moved, this one can still be moved.
	const withBeside = async (advance: Advance, beside: Advance): Promise<Advanced | 'conflict'> => {
		const [own, other] = [packed(advance), packed(beside)];
		const all = new Map([...own.objects, ...other.objects].map((object) => [idOf(object), object]));
		const pushed = await push([own.move, other.move], packOf([...all.values()]));
		return pushed.kind === 'moved' ? { ...own.next, beside: other.next } : alone(advance);
	};
	return async (advance) => {
		if (advance.onlyBoth === true && !isTaken) return 'conflict';
		if (advance.beside !== undefined && isTaken) return withBeside(advance, advance.beside);
		if (advance.also === undefined || !isTaken) return alone(advance);
		const { next, objects: content, move } = packed(advance);
		const make = { ref: `refs/${advance.also}`, from: noCommit, to: next.commit };
		const pushed = await push([move, make], packOf(content));
		if (pushed.kind === 'moved') return { ...next, both: true };
		if (advance.onlyBoth !== true) return alone(advance);
		// An answer that was lost on the way: both were done, or neither.
		const isDone = pushed.kind === 'unreachable' && (await objects.readRef(advance.ref)) === next.commit;
		return isDone ? { ...next, both: true } : 'conflict';
	};
}

interface Packed {
	readonly next: Standing;
	readonly objects: readonly GitObject[];
	readonly move: RefUpdate;
}

function packed({ ref, message, files, from, at }: Advance): Packed {
	const ids = new Map([...(from?.files ?? []), ...filesOf(files)]);
	const trees = treesOf(ids);
	const tree = idOf(lastOf(trees));
	const commit = commitOf({ tree, parents: from === undefined ? [] : [from.commit], message, at });
	const objects = [commit, ...trees, ...[...files.values()].map(blobOf)];
	const to = idOf(commit);
	const move = { ref: `refs/${ref}`, from: from?.commit ?? noCommit, to };
	return { next: { commit: to, tree, files: ids }, objects, move };
}

/** What git calls these files. */
export function filesOf(files: ReadonlyMap<string, Uint8Array>): TreeIds {
	return new Map([...files].map(([path, content]) => [path, idOf(blobOf(content))]));
}

function blobOf(content: Uint8Array): GitObject {
	return { type: 'blob', content };
}
