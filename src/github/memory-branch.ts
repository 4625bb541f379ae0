import { z } from 'zod';
import { CountersignError, type Remembrance } from '../core/index.ts';
import { type Advance, advanceByPush, advanceByRest, filesOf, type Standing } from './advance.ts';
import type { Api } from './api.ts';
import type { GitDoor } from './git-door.ts';
import { createGitObjects, type GitObjects } from './git-objects.ts';
import { inTurns } from './in-turns.ts';

/** Nobody's history but its own: what lies there is no part of the code. */
const branch = 'heads/countersign/memory';
const tries = 5;
/** What is read over REST, a request for each: the newest files. */
const mostByRest = 60;

/** What runs leave to later ones, on an orphan branch of the repository. */
export interface MemoryBranch {
	/** Asks where it stands, to be read later: at the same moment as something else that is no request of its own. */
	lookAhead(): void;
	/** Every file as it stands, by path; none where there is no branch. @throws CountersignError where it cannot be read. */
	read(): Promise<ReadonlyMap<string, string>>;
	/** Appends by fast-forward, again where others were quicker; nothing where it is there already. The answer is why it could not. */
	keep(remembrance: Remembrance): Promise<string | undefined>;
	/** The branch's next commit, to be made together with another; undefined where there is none to be made, or nobody knows. */
	next(remembrance: Remembrance): Promise<Advance | undefined>;
	/** Its next commit was made. */
	went(remembrance: Remembrance, to: Standing): void;
}

export interface MemoryBranchOptions {
	readonly api: Api;
	readonly door?: GitDoor;
	readonly now: () => Date;
	/** The files that a remembrance changes, with their whole text. */
	readonly add: (files: ReadonlyMap<string, string>, remembrance: Remembrance) => ReadonlyMap<string, string>;
}

interface Tip {
	/** Undefined where there is no branch yet. */
	readonly standing: Standing | undefined;
	readonly files: ReadonlyMap<string, string>;
}

export function createMemoryBranch({ api, door, now, add }: MemoryBranchOptions): MemoryBranch {
	const objects = createGitObjects(api);
	const advance = door === undefined ? advanceByRest(objects) : advanceByPush(door.push, objects);
	/** Where it stood when this process saw it last: a push from there fails where it has moved. */
	let tip: Tip | undefined;
	const kept = new Set<string>();
	/** Asked once, by however many at the same time. */
	let reading: Promise<Tip> | undefined;
	let ahead: Promise<string | undefined> | undefined;
	const standing = (): Promise<string | undefined> => {
		const asked = ahead ?? readHead(api);
		// Whoever comes again was too late.
		ahead = undefined;
		return asked;
	};
	const readNow = async (): Promise<Tip> => readTip(await standing(), { objects, door, now: now() });
	const known = async (): Promise<Tip> => {
		if (tip !== undefined) return tip;
		reading ??= readNow().finally(() => {
			reading = undefined;
		});
		tip = await reading;
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
		lookAhead: () => {
			ahead ??= readHead(api);
			// Whoever reads hears of a failure.
			ahead.catch(() => undefined);
		},
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

function nameOf(remembrance: Remembrance): string {
	return JSON.stringify(remembrance);
}

/** The branch may be protected, or closed to this token: a run is worth more than what is remembered of it. */
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

/** The commit that it stands at; undefined where there is no such branch. */
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
	// Threat: files of days to come would keep today's from being read, and so from being added to.
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
