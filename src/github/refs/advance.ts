import { ApiRefusal } from '../api/api.ts';
import type { GitObjects } from '../git/git-objects.ts';
import { commitOf, type GitObject, idOf, lastOf, packOf, type TreeIds, treesOf } from '../git/pack.ts';
import { noCommit, type Push, type Pushed, type RefUpdate } from '../git/receive-pack.ts';

/** The state of a ref: its commit, and the tree and the files of this commit. */
export interface Standing {
	readonly commit: string;
	readonly tree: string;
	readonly files: TreeIds;
}

/** The next commit of a ref. */
export interface Advance {
	/** Without `refs/`. */
	readonly ref: string;
	readonly message: string;
	/** The files that the commit adds or replaces. */
	readonly files: ReadonlyMap<string, Uint8Array>;
	/** Undefined if the ref does not exist yet. */
	readonly from: Standing | undefined;
	readonly at: Date;
	/** A second, new ref to create on the same commit. A push can do both in one step. */
	readonly also?: string;
	/**
	 * If set, the ref does not advance unless the second ref can be created. Over REST, the second ref is created first, because it may be a
	 * claim.
	 */
	readonly onlyBoth?: true;
	/** Another ref to advance in the same push. If this push fails, only the first ref is moved. */
	readonly beside?: Advance;
}

/**
 * The new state of the ref. `both` is set if the ref in `also` was created, too. `beside` is the new state of the ref in `beside`, if that
 * ref was moved.
 */
export type Advanced = Standing & { readonly both?: true; readonly beside?: Standing };

/** Advances a ref by one commit. If two processes start from the same commit, only one succeeds. */
export type AdvanceRef = (advance: Advance) => Promise<Advanced | 'conflict'>;

/** Returns a function that advances a ref over REST, in three steps: tree, commit, ref. */
export function advanceByRest(objects: GitObjects): AdvanceRef {
	return async ({ ref, message, files, from, also, onlyBoth }) => {
		const first = onlyBoth === true ? also : undefined;
		const entries = [...files].map(([path, content]) => ({ path, content, mode: '100644' as const }));
		const tree = await objects.writeTree(from?.tree, entries);
		const commit = await objects.commit(message, tree, from === undefined ? [] : [from.commit]);
		if (first !== undefined && (await objects.createRef(first, commit)) === 'exists') return 'conflict';
		const moved = from === undefined ? await objects.createRef(ref, commit) : await objects.advanceRef(ref, commit);
		if (moved instanceof ApiRefusal) throw moved;
		if (moved === 'exists' || moved === 'conflict') return 'conflict';
		const next = { commit, tree, files: new Map([...(from?.files ?? []), ...filesOf(files)]) };
		return first === undefined ? next : { ...next, both: true };
	};
}

/**
 * Returns a function that advances a ref with one push, or over REST if a server or a proxy does not accept pushes. If the answer of a push
 * is lost, the function recognizes its commit by the id, which it has computed itself.
 */
export function advanceByPush(push: Push, objects: GitObjects): AdvanceRef {
	const byRest = advanceByRest(objects);
	let isTaken = true;
	const isAt = async (ref: string, { commit }: Standing): Promise<boolean> => (await objects.readRef(ref)) === commit;
	// After a lost answer, a read may show an old state. The server compares each ref before it moves the ref, so a second push gives the
	// answer.
	const surely = async (
		updates: readonly RefUpdate[],
		pack: Uint8Array,
		{ ref, next }: Sought,
	): Promise<Pushed['kind']> => {
		const first = await push(updates, pack);
		if (first.kind !== 'unreachable') return first.kind;
		if (await isAt(ref, next)) return 'moved';
		const second = await push(updates, pack);
		if (second.kind === 'moved' || second.kind === 'shut') return second.kind;
		return (await isAt(ref, next)) ? 'moved' : second.kind;
	};
	const alone: AdvanceRef = async (advance) => {
		if (!isTaken) return byRest(advance);
		const { next, objects: content, move } = packed(advance);
		const pushed = await surely([move], packOf(content), { ref: advance.ref, next });
		if (pushed === 'moved') return next;
		if (pushed === 'shut') {
			isTaken = false;
			return byRest(advance);
		}
		const there = await objects.readRef(advance.ref);
		if (there === next.commit) return next;
		if (there !== advance.from?.commit) return 'conflict';
		isTaken = false;
		const moved = await byRest(advance);
		// The push may have succeeded although a read showed an old state. Then our own commit caused this conflict.
		return moved === 'conflict' && (await isAt(advance.ref, next)) ? next : moved;
	};
	// If the push fails, for example because the other ref has moved, the first ref is moved alone.
	const withBeside = async (advance: Advance, beside: Advance): Promise<Advanced | 'conflict'> => {
		const [own, other] = [packed(advance), packed(beside)];
		const all = new Map([...own.objects, ...other.objects].map((object) => [idOf(object), object]));
		const pack = packOf([...all.values()]);
		const pushed = await surely([own.move, other.move], pack, { ref: advance.ref, next: own.next });
		return pushed === 'moved' ? { ...own.next, beside: other.next } : alone(advance);
	};
	return async (advance) => {
		if (advance.beside !== undefined && isTaken) return withBeside(advance, advance.beside);
		if (advance.also === undefined || !isTaken) return alone(advance);
		const { next, objects: content, move } = packed(advance);
		const make = { ref: `refs/${advance.also}`, from: noCommit, to: next.commit };
		const pushed = await surely([move, make], packOf(content), { ref: advance.ref, next });
		if (pushed === 'moved') return { ...next, both: true };
		if (pushed === 'shut') {
			isTaken = false;
			return byRest(advance);
		}
		return advance.onlyBoth === true ? 'conflict' : alone(advance);
	};
}

/** A ref, and its state after a successful push. */
interface Sought {
	readonly ref: string;
	readonly next: Standing;
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

/** Returns git's ids of these files. */
export function filesOf(files: ReadonlyMap<string, Uint8Array>): TreeIds {
	return new Map([...files].map(([path, content]) => [path, idOf(blobOf(content))]));
}

function blobOf(content: Uint8Array): GitObject {
	return { type: 'blob', content };
}
