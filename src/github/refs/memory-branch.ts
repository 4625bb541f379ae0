import { z } from 'zod';
import { CountersignError, type Remembrance } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { inTurns } from '../api/in-turns.ts';
import type { GitDoor } from '../git/git-door.ts';
import { createGitObjects, type GitObjects } from '../git/git-objects.ts';
import { type Advance, advanceByPush, advanceByRest, filesOf, type Standing } from './advance.ts';

/** An orphan branch, which shares no history with the code. */
const branch = 'heads/countersign/memory';
const tries = 5;
/** The most files that are read over REST, with one request each. These are the newest files. */
const mostByRest = 60;

/** The memory that runs write for later runs, on an orphan branch of the repository. */
export interface MemoryBranch {
	/** Asks early for the branch's commit, so that this question can share a request with another one. */
	lookAhead(): void;
	/** Returns every file of the branch, by path. Empty if there is no branch. @throws CountersignError if it cannot be read. */
	read(): Promise<ReadonlyMap<string, string>>;
	/**
	 * Adds a remembrance to the branch, and tries again if another process was faster. Does nothing if the branch already contains the
	 * remembrance. Returns undefined, or why it failed.
	 */
	keep(remembrance: Remembrance): Promise<string | undefined>;
	/**
	 * Returns the branch's next commit, for a caller that pushes it together with another commit. Returns undefined if there is nothing to
	 * commit, or if the branch could not be read.
	 */
	next(remembrance: Remembrance): Promise<Advance | undefined>;
	/** Reports that the commit of `next` was pushed. */
	went(remembrance: Remembrance, to: Standing): void;
}

export interface MemoryBranchOptions {
	readonly api: Api;
	readonly door?: GitDoor;
	readonly now: () => Date;
	/** Returns the files that a remembrance changes, with their whole text. */
	readonly add: (files: ReadonlyMap<string, string>, remembrance: Remembrance) => ReadonlyMap<string, string>;
}

interface Tip {
	/** Undefined if there is no branch yet. */
	readonly standing: Standing | undefined;
	readonly files: ReadonlyMap<string, string>;
}

export function createMemoryBranch({ api, door, now, add }: MemoryBranchOptions): MemoryBranch {
	const objects = createGitObjects(api);
	const advance = door === undefined ? advanceByRest(objects) : advanceByPush(door.push, objects);
	/** The branch's state when this process last read or pushed it. If the branch has moved since, a push fails. */
	let tip: Tip | undefined;
	const kept = new Set<string>();
	const reader = createTipReader((commit) => readTip(commit, { objects, door, now: now() }), api);
	const known = async (): Promise<Tip> => {
		tip ??= await reader.read();
		return tip;
	};
	const nextFrom = ({ standing, files }: Tip, remembrance: Remembrance): Advance | undefined => {
		const changed = add(files, remembrance);
		if (changed.size === 0) return undefined;
		const contents = new Map([...changed].map(([path, text]) => [path, Buffer.from(text)]));
		return {
			ref: branch,
			message: `countersign: memory of ${remembrance.day}`,
			files: contents,
			from: standing,
			at: now(),
		};
	};
	const went: MemoryBranch['went'] = (remembrance, { commit, tree, files }) => {
		const texts = tip?.files ?? new Map<string, string>();
		tip = { standing: { commit, tree, files }, files: new Map([...texts, ...add(texts, remembrance)]) };
		kept.add(nameOf(remembrance));
	};
	const tryKeep = async (remembrance: Remembrance): Promise<boolean> => {
		const next = nextFrom(await known(), remembrance);
		if (next === undefined) return true;
		const moved = await advance(next);
		if (moved === 'conflict') {
			tip = undefined;
			return false;
		}
		went(remembrance, moved);
		return true;
	};
	return {
		lookAhead: reader.lookAhead,
		read: async () => (await known()).files,
		went,
		next: async (remembrance) =>
			untilRefused(
				async () => nextFrom(await known(), remembrance),
				() => undefined,
			),
		keep: async (remembrance) => {
			if (kept.has(nameOf(remembrance))) return undefined;
			return untilRefused(async () => {
				for (let attempt = 1; attempt <= tries; attempt++) {
					if (await tryKeep(remembrance)) return undefined;
					await api.sleep(250 * attempt);
				}
				return notKept('other runs kept moving the branch');
			}, notKept);
		},
	};
}

/** Returns a reader of the branch. Callers at the same time share one reading. */
function createTipReader(
	readAt: (commit: string | undefined) => Promise<Tip>,
	api: Api,
): Pick<MemoryBranch, 'lookAhead'> & { read(): Promise<Tip> } {
	let reading: Promise<Tip> | undefined;
	let ahead: Promise<string | undefined> | undefined;
	const head = (): Promise<string | undefined> => {
		const asked = ahead ?? readHead(api);
		// Only one reading may use the early answer, because the branch may move after that.
		ahead = undefined;
		return asked;
	};
	const readNow = async (): Promise<Tip> => readAt(await head());
	return {
		lookAhead: () => {
			ahead ??= readHead(api);
			// An error goes to the reader that uses this answer.
			ahead.catch(() => undefined);
		},
		read: () => {
			reading ??= readNow().finally(() => {
				reading = undefined;
			});
			return reading;
		},
	};
}

function nameOf(remembrance: Remembrance): string {
	return JSON.stringify(remembrance);
}

/**
 * Returns the result of `effect`, or of `otherwise` if GitHub refuses. If the branch is protected, or this token may not write to it, the
 * run must not fail.
 */
async function untilRefused<T>(effect: () => Promise<T>, otherwise: (why: string) => T): Promise<T> {
	try {
		return await effect();
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		return otherwise(error.message);
	}
}

function notKept(why: string): string {
	return `What this run remembers is not on the branch \`countersign/memory\`: ${why} It is in the audit folder. Let the job write that branch, or say \`memory: artifact\` in the configuration.`;
}

interface Reading {
	readonly objects: GitObjects;
	readonly door: GitDoor | undefined;
	readonly now: Date;
}

const headSchema = z.object({
	repository: z.object({ ref: z.object({ target: z.object({ oid: z.string() }).nullable() }).nullable() }).nullable(),
});

/** Returns the branch's commit, or undefined if there is no such branch. */
async function readHead(api: Api): Promise<string | undefined> {
	const text = (value: string) => ({ type: 'String!', value });
	const repository = 'repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }';
	const variables = { owner: text(api.owner), name: text(api.repo), ref: text(`refs/${branch}`) };
	const found = await api.graph({ fields: { repository }, variables, schema: headSchema });
	return found.repository?.ref?.target?.oid;
}

async function readTip(commit: string | undefined, { objects, door, now }: Reading): Promise<Tip> {
	if (commit === undefined) return { standing: undefined, files: new Map() };
	const fetched = await door?.fetch(commit);
	if (fetched !== undefined) {
		const standing = { commit, tree: fetched.tree, files: filesOf(fetched.files) };
		return { standing, files: textsOf(fetched.files) };
	}
	return readByRest(objects, { commit, now });
}

async function readByRest(
	objects: GitObjects,
	{ commit, now }: { readonly commit: string; readonly now: Date },
): Promise<Tip> {
	const tree = (await objects.readCommit(commit)).tree.sha;
	const items = [...(await objects.listTree(tree)).values()];
	// Threat: many files with future dates would count as the newest, so that today's file would not be read.
	const tomorrow = new Date(now.getTime() + 86_400_000).toISOString();
	const newest = items
		.filter(({ path }) => dayIn(path) !== '' && dayIn(path) <= tomorrow)
		.toSorted((a, b) => (dayIn(a.path) < dayIn(b.path) ? 1 : -1))
		.slice(0, mostByRest);
	const contents = await inTurns(newest, ({ sha }) => objects.readBlob(sha));
	const files = new Map(newest.map(({ path }, index) => [path, contents[index] ?? new Uint8Array()]));
	return {
		standing: { commit, tree, files: new Map(items.map(({ path, sha }) => [path, sha])) },
		files: textsOf(files),
	};
}

function dayIn(path: string): string {
	return /\d{4}-\d{2}-\d{2}/.exec(path)?.[0] ?? '';
}

function textsOf(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, string> {
	return new Map([...files].map(([path, content]) => [path, Buffer.from(content).toString('utf8')]));
}
