import type { GitObject } from './pack.ts';
import { flush, lineAt, type Post, packetLine } from './packet-lines.ts';
import { unpack } from './unpack.ts';

/** A commit as it was fetched. */
export interface FetchedCommit {
	readonly sha: string;
	readonly message: string;
	readonly tree: string;
	readonly parents: readonly string[];
	/** By path, in the order of the tree. */
	readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Fetches a commit with all its files in one request. Returns undefined if the server does not return the commit. The caller then uses
 * REST.
 */
export type Fetch = (commit: string) => Promise<FetchedCommit | undefined>;

/** Like {@link Fetch}, for several commits. Returns all of them, or undefined. */
export type FetchAll = (commits: readonly string[]) => Promise<readonly FetchedCommit[] | undefined>;

export function fetchBy(post: Post): Fetch {
	return oneOf(fetchAllBy(post));
}

export function oneOf(fetchAll: FetchAll): Fetch {
	return async (commit) => (await fetchAll([commit]))?.[0];
}

export function fetchAllBy(post: Post): FetchAll {
	let isGiven = true;
	return async (commits) => {
		if (!isGiven) return undefined;
		const wants = commits.map((commit, index) =>
			packetLine(`want ${commit}${index === 0 ? ' shallow agent=countersign' : ''}\n`),
		);
		// `deepen 1` leaves out the parents, which are earlier checkpoints.
		const want = [...wants, packetLine('deepen 1\n'), flush];
		try {
			const answer = await post('git-upload-pack', Buffer.concat([...want, packetLine('done\n')]));
			const objects = unpack(packIn(answer));
			return commits.map((commit) => fetched(commit, objects));
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			isGiven = false;
			return undefined;
		}
	};
}

/** Returns the pack in an answer. It comes after the line `NAK`, which means that there are no common commits. */
function packIn(answer: Buffer): Buffer {
	for (let line = lineAt(answer, 0); line !== undefined; line = lineAt(answer, line.next))
		if (line.text === 'NAK') return answer.subarray(line.next);
	throw new Error('it gave no pack');
}

type Objects = ReadonlyMap<string, GitObject>;

function fetched(sha: string, objects: Objects): FetchedCommit {
	const text = Buffer.from(contentOf(objects, sha, 'commit')).toString();
	const end = text.indexOf('\n\n');
	const headers = text.slice(0, end).split('\n');
	const valuesOf = (name: string): readonly string[] =>
		headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
	const [tree = ''] = valuesOf('tree');
	const files = new Map(filesBelow({ objects, left: mostEntries }, tree, ''));
	return { sha, tree, parents: valuesOf('parent'), message: text.slice(end + 2), files };
}

function contentOf(objects: Objects, id: string, type: GitObject['type']): Uint8Array {
	const object = objects.get(id);
	if (object?.type !== type) throw new Error(`the pack holds no ${type} ${id}`);
	return object.content;
}

/** The deepest folder that a checkpoint may have. */
const deepest = 8;
/**
 * The most entries that are read. Every checkpoint has fewer. Threat: a few small trees that each contain the next one many times would
 * have an enormous number of entries.
 */
const mostEntries = 3000;

interface Walk {
	readonly objects: Objects;
	left: number;
}

function* filesBelow(walk: Walk, tree: string, folder: string): Generator<readonly [string, Uint8Array]> {
	const { objects } = walk;
	if (folder.split('/').length > deepest) throw new Error('the tree is too deep');
	const content = Buffer.from(contentOf(objects, tree, 'tree'));
	for (let at = 0; at < content.length; ) {
		const space = content.indexOf(0x20, at);
		const zero = content.indexOf(0, space);
		if (space === -1 || zero === -1) throw new Error('a tree is malformed');
		walk.left -= 1;
		if (walk.left < 0) throw new Error('the tree is too large');
		const path = `${folder}${content.toString('utf8', space + 1, zero)}`;
		const id = content.toString('hex', zero + 1, zero + 21);
		if (content.toString('latin1', at, space) === '40000') yield* filesBelow(walk, id, `${path}/`);
		else yield [path, contentOf(objects, id, 'blob')];
		at = zero + 21;
	}
}
