import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** An object of git, with the bytes that git hashes. */
export interface GitObject {
	readonly type: 'commit' | 'tree' | 'blob';
	readonly content: Uint8Array;
}

/** For the path of each file in a tree: the file's id in git. */
export type TreeIds = ReadonlyMap<string, string>;

const numbers = { commit: 1, tree: 2, blob: 3 } as const;

/** Returns the id that git gives an object. */
export function idOf({ type, content }: GitObject): string {
	return createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
}

/** Returns the objects as one pack of version 2, without deltas (git, gitformat-pack). */
export function packOf(objects: readonly GitObject[]): Buffer {
	const header = Buffer.alloc(12);
	header.write('PACK');
	header.writeUInt32BE(2, 4);
	header.writeUInt32BE(objects.length, 8);
	const body = objects.flatMap(({ type, content }) => [sizeOf(numbers[type], content.length), deflateSync(content)]);
	const pack = Buffer.concat([header, ...body]);
	return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
}

/**
 * Returns the bytes that encode type and size of an object in a pack. The first byte has four bits of the size, and each later byte seven.
 */
function sizeOf(type: number, size: number): Buffer {
	const bytes: number[] = [];
	let rest = Math.floor(size / 16);
	let next = (type << 4) | (size & 15);
	while (rest > 0) {
		bytes.push(next | 0x80);
		next = rest & 0x7f;
		rest = Math.floor(rest / 128);
	}
	return Buffer.from([...bytes, next]);
}

/** Returns the tree objects for these files. The last tree is the root. */
export function treesOf(files: TreeIds): readonly GitObject[] {
	const folders = new Map<string, Map<string, string>>();
	const entries: { readonly name: string; readonly mode: string; readonly id: string }[] = [];
	for (const [path, id] of files) {
		const slash = path.indexOf('/');
		if (slash === -1) entries.push({ name: path, mode: '100644', id });
		else {
			const folder = folders.get(path.slice(0, slash)) ?? new Map<string, string>();
			folders.set(path.slice(0, slash), folder.set(path.slice(slash + 1), id));
		}
	}
	const below = [...folders].map(([name, inside]) => ({ name, trees: treesOf(inside) }));
	for (const { name, trees } of below) entries.push({ name, mode: '40000', id: idOf(lastOf(trees)) });
	const sorted = entries.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
	const content = sorted.flatMap(({ name, mode, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
	return [...below.flatMap(({ trees }) => trees), { type: 'tree', content: Buffer.concat(content) }];
}

/** Returns the bytes by which git sorts an entry: for a folder, its name with a slash at the end. */
function sortKey({ name, mode }: { readonly name: string; readonly mode: string }): Buffer {
	return Buffer.from(mode === '40000' ? `${name}/` : name);
}

export function lastOf(objects: readonly GitObject[]): GitObject {
	const last = objects.at(-1);
	if (last === undefined) throw new Error('a pack has objects');
	return last;
}

export interface CommitParts {
	readonly tree: string;
	readonly parents: readonly string[];
	readonly message: string;
	readonly at: Date;
}

/** Returns a commit object. Its author is Countersign, with an address that does not exist. */
export function commitOf({ tree, parents, message, at }: CommitParts): GitObject {
	const who = `Countersign <noreply@countersign.invalid> ${Math.floor(at.getTime() / 1000)} +0000`;
	const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`];
	return { type: 'commit', content: Buffer.from(`${lines.join('\n')}\n\n${message}\n`) };
}
