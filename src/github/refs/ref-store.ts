import { isDeepStrictEqual } from 'node:util';
import {
	type Checkpoint,
	type CheckpointLabel,
	type DayBook,
	type Remembrance,
	type RunLabel,
	type Runner,
	type RunStore,
	sha256,
} from '../../core/index.ts';
import { checkpointFault, createVault, requireCheckpointFiles, type Vault } from '../../journal/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';
import { once } from '../api/once.ts';
import type { GitDoor } from '../git/git-door.ts';
import { type Commit, createGitObjects, type GitObjects } from '../git/git-objects.ts';
import type { Fetch, FetchedCommit } from '../git/upload-pack.ts';
import {
	type Advance,
	type Advanced,
	type AdvanceRef,
	advanceByPush,
	advanceByRest,
	filesOf,
	type Standing,
} from './advance.ts';
import { holderOf, isJobLiving } from './claim-holder.ts';
import { createDayBook } from './day-book.ts';
import type { MemoryBranch } from './memory-branch.ts';
import { fewRuns, labelledBy, labelOf, type Refs, readCommits } from './run-labels.ts';

/** Where runs and claims are stored. GitHub documents only heads and tags as readable, so the first place is tested before it is used. */
export const namespaces = ['countersign', 'heads/countersign-state'] as const;
type Namespace = (typeof namespaces)[number];

/** How long a listed commit of a ref may be used. If the state is too old, saving it fails. Milliseconds. */
const freshFor = 5000;

interface Tip extends Standing {
	readonly head: string;
	readonly known: ReadonlySet<string>;
}

interface Loaded {
	readonly tip: Tip;
	readonly checkpoint: Checkpoint;
}

export interface RefStoreOptions {
	readonly api: Api;
	readonly now: () => Date;
	/** The first key seals the state, and any of them opens it. */
	readonly stateKeys?: readonly string[];
	/** Saves and loads with one request each, if the server allows it. Without it, REST is used. */
	readonly door?: GitDoor;
	/** The memory branch. It advances together with a run that leaves something to remember. */
	readonly memory?: Pick<MemoryBranch, 'next' | 'went'>;
}

/**
 * Stores runs in git refs. Each checkpoint is a commit, and refs advance by fast-forward only. A claim is a ref that only one process can
 * create.
 */
export function createRefStore({ api, now, stateKeys, door, memory }: RefStoreOptions): RunStore & DayBook {
	const vault = createVault(`${api.owner}/${api.repo}`, stateKeys);
	const objects = createGitObjects(api);
	const advance = door === undefined ? advanceByRest(objects) : advanceByPush(door.push, objects);
	const tips = new Map<string, Tip>();
	const loaded = new Map<string, Loaded>();
	/** The commit that this process saved last. A claim of the same runner can point at it, so the claim needs no separate commit. */
	let own: { readonly commit: string; readonly runner: Runner | undefined } | undefined;
	/** The commits of the runs' refs, from the last list. */
	const listed = new Map<string, { readonly sha: string; readonly at: number }>();
	const tipOf = async (run: string): Promise<string | undefined> => {
		const there = listed.get(run);
		const isFresh = there !== undefined && now().getTime() - there.at < freshFor;
		if (isFresh) return there.sha;
		// The place, and the ref in the first place, are requested at the same moment. If runs are stored in the second place, the first
		// place is empty.
		const [name, inFirst] = await Promise.all([namespace(), objects.readRef(`${namespaces[0]}/runs/${run}`)]);
		return name === namespaces[0] ? inFirst : objects.readRef(await refOf(run));
	};
	/**
	 * The labels of the threads' runs, from the last list. A list may be a few seconds old, because this process knows the ids that it has
	 * given since.
	 */
	const threads = new Map<number, { readonly labels: readonly RunLabel[]; readonly at: number }>();
	let known: Namespace | undefined;
	const note = once(() => noteCommit(objects, 'countersign'));
	const chosen = once(() => chooseNamespace(objects, note));
	const namespace = async (): Promise<Namespace> => known ?? chosen();
	/** Commits that were fetched for their labels, by id. A run that is loaded next usually needs one of them. */
	const fetched = new Map<string, FetchedCommit>();
	/** The messages of commits that this process wrote, by id. They need not be read. */
	const messages = new Map<string, string>();
	const commitsOf = async (refs: Refs): Promise<readonly Pick<Commit, 'message'>[]> => {
		const others = refs.filter(({ sha }) => !messages.has(sha));
		const read = await readTogether(others);
		const all = new Map([...messages, ...others.map(({ sha }, index) => [sha, read[index]?.message ?? ''] as const)]);
		return refs.map(({ sha }) => ({ message: all.get(sha) ?? '' }));
	};
	const readTogether = async (refs: Refs): Promise<readonly Pick<Commit, 'message'>[]> => {
		const isFew = refs.length > 0 && refs.length <= fewRuns;
		const together = isFew ? await door?.fetchAll(refs.map(({ sha }) => sha)) : undefined;
		if (together === undefined) return readCommits(objects, refs);
		fetched.clear();
		for (const commit of together) fetched.set(commit.sha, commit);
		return together;
	};
	const fetch: Fetch = async (commit) => fetched.get(commit) ?? door?.fetch(commit);
	const labelsUnder = async (rest: string): Promise<readonly RunLabel[]> => {
		const [preferred] = namespaces;
		const there = await objects.matchingRefs(`${preferred}/${rest}`);
		// If there are runs, the place is known without a test.
		if (there.length > 0) known = preferred;
		const isThere = (await namespace()) === preferred;
		const refs = isThere ? there : await objects.matchingRefs(`${await namespace()}/${rest}`);
		const labels = labelledBy(refs, await commitsOf(refs));
		for (const { run, sha } of labels) listed.set(run, { sha, at: now().getTime() });
		return labels.map(({ sha: _, ...label }) => label);
	};
	const ownerCommit = (key: string, owner: Runner): Promise<string> =>
		noteCommit(objects, JSON.stringify({ claim: key, runner: owner, at: now().toISOString() }));
	const refOf = async (run: string): Promise<string> => `${await namespace()}/runs/${run}`;
	const claimRef = async (key: string): Promise<string> => `${await namespace()}/claims/${sha256(key).slice(0, 40)}`;
	/** Advances a run, with another ref on the same commit. `claimed` if both were done. */
	const advanceRun = async (
		checkpoint: Checkpoint,
		{ also, onlyBoth, remembrance }: Beside = {},
	): Promise<'saved' | 'claimed' | 'conflict'> => {
		const { run, head, runner } = checkpoint.label;
		const tip = tips.get(run);
		if (tip?.head === head) return 'saved';
		const ref = await refOf(run);
		const beside = remembrance === undefined ? undefined : await memory?.next(remembrance);
		const others = {
			...(also === undefined ? {} : { also }),
			...(onlyBoth === undefined ? {} : { onlyBoth }),
			...(beside === undefined ? {} : { beside }),
		};
		const saved = await saveOn({ advance, vault, ref, at: now(), ...others }, checkpoint, tip);
		if (saved === 'conflict') return saved;
		const { both, beside: moved, ...next } = saved;
		if (remembrance !== undefined && moved !== undefined) memory?.went(remembrance, moved);
		tips.set(run, next);
		listed.delete(run);
		messages.set(next.commit, messageOf(checkpoint, vault));
		own = { commit: next.commit, runner };
		return both === true ? 'claimed' : 'saved';
	};
	const claim: RunStore['claim'] = async (key, owner) => {
		const name = await claimRef(key);
		const target = isDeepStrictEqual(own?.runner, owner) ? own?.commit : undefined;
		const made = await objects.createRef(name, target ?? (await ownerCommit(key, owner)));
		if (made === 'created') return { kind: 'claimed' };
		return holderOf(await objects.readRef(name), { api, objects, now });
	};
	return {
		...createDayBook(objects, namespace, async () => own?.commit ?? note()),
		async load(run) {
			const commit = await tipOf(run);
			if (commit === undefined) return undefined;
			const last = loaded.get(run);
			const found = last?.tip.commit === commit ? last : await loadCommit({ objects, vault, fetch }, run, commit);
			loaded.set(run, found);
			tips.set(run, found.tip);
			return found.checkpoint;
		},
		save: async (checkpoint, remembrance) =>
			(await advanceRun(checkpoint, { remembrance })) === 'conflict' ? 'conflict' : 'saved',
		async saveAndClaim(checkpoint, key, owner) {
			const saved = await advanceRun(checkpoint, { also: await claimRef(key) });
			if (saved === 'conflict') return saved;
			return saved === 'claimed' ? { kind: 'claimed' } : claim(key, owner);
		},
		async claimAndSave(checkpoint, key, owner) {
			const saved = await advanceRun(checkpoint, { also: await claimRef(key), onlyBoth: true });
			return saved === 'claimed' ? { kind: 'claimed', saved: true } : claim(key, owner);
		},
		labels: async (thread) => {
			const kept = threads.get(thread);
			if (kept !== undefined && now().getTime() - kept.at < freshFor) return kept.labels;
			const labels = await labelsUnder(`runs/${thread}-`);
			threads.set(thread, { labels, at: now().getTime() });
			return labels;
		},
		async waiting() {
			const labels = await labelsUnder('runs/');
			return labels.filter(({ status }) => status === 'waiting');
		},
		isLiving: (owner, at) => isJobLiving(owner, at, { api, now }),
		claim,
	};
}

/**
 * Makes a commit that contains only a note. GitHub refuses a ref on a commit whose workflow files match no branch. So none of our commits
 * uses the tree of a repository commit, because the default branch may have changed since (Create a reference, additional permissions).
 */
async function noteCommit(objects: GitObjects, message: string): Promise<string> {
	const note = { path: 'note', mode: '100644', content: Buffer.from(`${message}\n`) } as const;
	return objects.commit(message, await objects.writeTree(undefined, [note]), []);
}

async function chooseNamespace(objects: GitObjects, note: () => Promise<string>): Promise<Namespace> {
	for (const namespace of namespaces) {
		if ((await objects.readRef(`${namespace}/probe`)) !== undefined) return namespace;
	}
	const [preferred, fallback] = namespaces;
	const probe = await note();
	if (await takes(objects, `${preferred}/probe`, probe)) return preferred;
	await objects.createRef(`${fallback}/probe`, probe);
	return fallback;
}

/** Whether a ref with this name can be made and read back. Another process may have made it in the meantime. */
async function takes(objects: GitObjects, name: string, sha: string): Promise<boolean> {
	try {
		await objects.createRef(name, sha);
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
	}
	return (await objects.readRef(name)) !== undefined;
}

/** What is written together with a checkpoint. */
interface Beside {
	/** A ref that is created on the same commit. */
	readonly also?: string;
	/** If both cannot be done, nothing is done. */
	readonly onlyBoth?: true;
	readonly remembrance?: Remembrance | undefined;
}

interface Shelf {
	readonly objects: GitObjects;
	readonly vault: Vault;
	readonly fetch: Fetch;
}

async function loadCommit({ objects, vault, fetch }: Shelf, run: string, sha: string): Promise<Loaded> {
	const found = await fetch(sha);
	const commit = found === undefined ? await objects.readCommit(sha) : { ...found, tree: { sha: found.tree } };
	const contents = found?.files ?? (await objects.readTree(commit.tree.sha, requireCheckpointFiles));
	requireCheckpointFiles([...contents].map(([path, { length: size }]) => ({ path, size })));
	const checkpoint = vault.open(contents, run);
	const { head } = checkpoint.label;
	if (!isSame(labelOf(commit), checkpoint.label))
		throw checkpointFault('checkpoint-forged', 'its label is not the one that its commit shows');
	const known = new Set(checkpoint.blobs.keys());
	return { checkpoint, tip: { commit: sha, tree: commit.tree.sha, files: filesOf(contents), head, known } };
}

interface Saving {
	readonly advance: AdvanceRef;
	readonly vault: Vault;
	readonly ref: string;
	readonly at: Date;
	readonly also?: string;
	readonly onlyBoth?: true;
	readonly beside?: Advance;
}

async function saveOn(
	{ advance, vault, ...where }: Saving,
	checkpoint: Checkpoint,
	tip: Tip | undefined,
): Promise<(Tip & Advanced) | 'conflict'> {
	const { label, blobs, files } = checkpoint;
	const message = messageOf(checkpoint, vault);
	const next = await advance({ ...where, message, from: tip, files: vault.close(checkpoint, tip?.known ?? new Set()) });
	if (next === 'conflict') return next;
	return { ...next, head: label.head, known: new Set([...(tip?.known ?? []), ...blobs.keys(), ...files.keys()]) };
}

function messageOf({ label }: Checkpoint, vault: Vault): string {
	return `countersign: run ${label.run} ${label.status}\n\n${JSON.stringify(vault.shown(label))}`;
}

/** Whether two labels are the same. If the state is sealed, the stored label does not show the head. The head is then not compared. */
function isSame(shown: RunLabel | undefined, { head, ...label }: CheckpointLabel): boolean {
	return shown !== undefined && isDeepStrictEqual({ head, ...shown }, { head, ...label });
}
