import { isDeepStrictEqual } from 'node:util';
import {
	type Checkpoint,
	type CheckpointLabel,
	type ClaimResult,
	CountersignError,
	type DayBook,
	type Remembrance,
	type RunLabel,
	type Runner,
	type RunStore,
} from '../../core/index.ts';
import { checkpointFault, createVault, requireCheckpointFiles, type Vault } from '../../journal/index.ts';
import type { Api } from '../api/api.ts';
import type { GitDoor } from '../git/git-door.ts';
import { createGitObjects, type GitObjects } from '../git/git-objects.ts';
import type { Fetch } from '../git/upload-pack.ts';
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
import { createRefNames, noteCommit } from './ref-names.ts';
import { labelOf } from './run-labels.ts';
import { createRunList } from './run-list.ts';

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
	/** The first key seals a state, and each key can open one. */
	readonly stateKeys?: readonly string[];
	/** Git over HTTP, which saves or loads with one request. Without it, REST is used. */
	readonly door?: GitDoor;
	/** The memory branch. If a run has something to remember, the branch advances in the same push as the run. */
	readonly memory?: Pick<MemoryBranch, 'next' | 'went'>;
}

/**
 * Returns a store that keeps runs in git refs. Each checkpoint is a commit, and refs advance by fast-forward only. A claim is a ref that
 * only one process can create.
 */
export function createRefStore({ api, now, stateKeys, door, memory }: RefStoreOptions): RunStore & DayBook {
	const vault = createVault(`${api.owner}/${api.repo}`, stateKeys);
	const objects = createGitObjects(api);
	const names = createRefNames(objects);
	const runs = createRunList({ objects, names, door, now });
	const advance = door === undefined ? advanceByRest(objects) : advanceByPush(door.push, objects);
	const tips = new Map<string, Tip>();
	const loaded = new Map<string, Loaded>();
	/** The commit that this process saved last. A claim of the same runner points at this commit, and needs no separate one. */
	let own: { readonly commit: string; readonly runner: Runner | undefined } | undefined;
	/** Saves a checkpoint. Returns `claimed` if the ref in `also` was created, too. */
	const advanceRun = async (
		checkpoint: Checkpoint,
		{ remembrance, ...refs }: Beside = {},
	): Promise<'saved' | 'claimed' | 'conflict'> => {
		const { run, head, runner } = checkpoint.label;
		const tip = tips.get(run);
		if (tip?.head === head) return 'saved';
		const ref = await names.run(run);
		const beside = remembrance === undefined ? undefined : await memory?.next(remembrance);
		const others = { ...refs, ...(beside === undefined ? {} : { beside }) };
		const saved = await saveOn({ advance, vault, ref, at: now(), ...others }, checkpoint, tip);
		if (saved === 'conflict') return saved;
		const { both, beside: moved, ...next } = saved;
		if (remembrance !== undefined && moved !== undefined) memory?.went(remembrance, moved);
		tips.set(run, next);
		runs.wrote(run, next.commit, messageOf(checkpoint, vault));
		own = { commit: next.commit, runner };
		return both === true ? 'claimed' : 'saved';
	};
	const claim: RunStore['claim'] = async (key, owner) => {
		const name = await names.claim(key);
		const target = isDeepStrictEqual(own?.runner, owner) ? own?.commit : undefined;
		const ownerCommit = (): Promise<string> =>
			noteCommit(objects, JSON.stringify({ claim: key, runner: owner, at: now().toISOString() }));
		const made = await objects.createRef(name, target ?? (await ownerCommit()));
		if (made === 'created') return { kind: 'claimed' };
		const held = await holderOf(await objects.readRef(name), { api, objects, now });
		return notLostToItself(held, owner);
	};
	return {
		...createDayBook(objects, names.namespace, async () => own?.commit ?? names.note()),
		async load(run) {
			const commit = await runs.tipOf(run);
			if (commit === undefined) return undefined;
			const last = loaded.get(run);
			const found =
				last?.tip.commit === commit ? last : await loadCommit({ objects, vault, fetch: runs.fetch }, run, commit);
			loaded.set(run, found);
			tips.set(run, found.tip);
			return found.checkpoint;
		},
		save: async (checkpoint, remembrance) =>
			(await advanceRun(checkpoint, { remembrance })) === 'conflict' ? 'conflict' : 'saved',
		async saveAndClaim(checkpoint, key, owner) {
			const saved = await advanceRun(checkpoint, { also: await names.claim(key) });
			if (saved === 'conflict') return saved;
			return saved === 'claimed' ? { kind: 'claimed' } : claim(key, owner);
		},
		async claimAndSave(checkpoint, key, owner) {
			const saved = await advanceRun(checkpoint, { also: await names.claim(key), onlyBoth: true });
			return saved === 'claimed' ? { kind: 'claimed', saved: true } : claim(key, owner);
		},
		labels: runs.labels,
		waiting: runs.waiting,
		isLiving: (owner, at) => isJobLiving(owner, at, { api, now }),
		claim,
	};
}

/**
 * Returns the result of a claim. If GitHub's answer was lost, a job can find its own claim, and would leave the work to itself. So the job
 * fails, and the next job takes over. On a local machine, this is not checked, because an earlier process may have had the same number.
 */
function notLostToItself(result: ClaimResult, runner: Runner): ClaimResult {
	const isOwn = result.kind === 'taken' && isDeepStrictEqual(result.owner, runner);
	if (!isOwn || runner.kind === 'local') return result;
	throw new CountersignError({
		code: 'github-unreachable',
		message: 'GitHub did not say in time that this job may go on, so this job stops.',
		fix: 'Nothing is lost: re-run this job and it goes on where it stopped.',
	});
}

/** What is written together with a checkpoint, in one push if possible. */
interface Beside {
	/** A ref that is created on the same commit. */
	readonly also?: string;
	/** If the ref in `also` cannot be created, the checkpoint is not saved. */
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

/** Whether two labels are the same. The label of a sealed state does not show the head, so the head is then not compared. */
function isSame(shown: RunLabel | undefined, { head, ...label }: CheckpointLabel): boolean {
	return shown !== undefined && isDeepStrictEqual({ head, ...shown }, { head, ...label });
}
