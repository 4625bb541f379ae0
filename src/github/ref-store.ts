import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
	type Checkpoint,
	type CheckpointLabel,
	type ClaimResult,
	type DayBook,
	type RunLabel,
	type Runner,
	type RunStore,
	sha256,
} from '../core/index.ts';
import { checkpointFault, createVault, requireCheckpointFiles, runLabelSchema, type Vault } from '../journal/index.ts';
import { type Api, ApiRefusal } from './api.ts';
import { createDayBook } from './day-book.ts';
import { type Commit, createGitObjects, type GitObjects } from './git-objects.ts';
import { once } from './once.ts';

/** Where runs and claims live. GitHub documents reading back only heads and tags, so the first is tried, not trusted. */
export const namespaces = ['countersign', 'heads/countersign-state'] as const;
type Namespace = (typeof namespaces)[number];

/** No job lives longer: a claim whose owner cannot be looked up is held until then. Milliseconds. */
const longestJob = 6 * 60 * 60 * 1000;

/** A claim's commit: one of its own, or the last checkpoint of its owner. */
const claimSchema = z.object({
	runner: z.object({ kind: z.enum(['actions', 'terminal']), id: z.string(), attempt: z.number().int() }),
	at: z.iso.datetime(),
});
const workflowRun = z.object({ status: z.string().nullable() });

interface Tip {
	readonly commit: string;
	/** What the next checkpoint adds to; undefined where nothing of it shall stay. */
	readonly tree: string | undefined;
	readonly head: string;
	readonly known: ReadonlySet<string>;
}

interface Loaded {
	readonly tip: Tip;
	readonly checkpoint: Checkpoint;
}

export interface RefStoreOptions {
	readonly api: Api;
	/** A commit that GitHub has: claims borrow its tree, the probe points at it. */
	readonly baseSha: string;
	readonly now: () => Date;
	/** Seals what is kept. */
	readonly stateKey?: string;
}

/** Runs under git refs: a commit per checkpoint, advanced by fast-forward only; a claim is a ref that only one can create. */
export function createRefStore({ api, baseSha, now, stateKey }: RefStoreOptions): RunStore & DayBook {
	const vault = createVault(`${api.owner}/${api.repo}`, stateKey);
	const objects = createGitObjects(api);
	const tips = new Map<string, Tip>();
	const loaded = new Map<string, Loaded>();
	/** What this process saved last: no other process has it. */
	let own: { readonly commit: string; readonly runner: Runner | undefined } | undefined;
	const namespace = once(() => chooseNamespace(objects, baseSha));
	const baseTree = once(async () => (await objects.readCommit(baseSha)).tree.sha);
	const ownerCommit = async (key: string, owner: Runner): Promise<string> => {
		const message = JSON.stringify({ claim: key, runner: owner, at: now().toISOString() });
		return objects.commit(message, await baseTree(), []);
	};
	const refOf = async (run: string): Promise<string> => `${await namespace()}/runs/${run}`;
	return {
		...createDayBook(objects, namespace, baseSha),
		async load(run) {
			const commit = await objects.readRef(await refOf(run));
			if (commit === undefined) return undefined;
			const last = loaded.get(run);
			const found = last?.tip.commit === commit ? last : await loadCommit({ objects, vault }, run, commit);
			loaded.set(run, found);
			tips.set(run, found.tip);
			return found.checkpoint;
		},
		async save(checkpoint) {
			const { run, head } = checkpoint.label;
			const tip = tips.get(run);
			if (tip?.head === head) return 'saved';
			const next = await commitCheckpoint({ objects, vault }, checkpoint, tip);
			const saved = await moveRef(objects, await refOf(run), next.commit, tip);
			if (saved) tips.set(run, next);
			if (saved) own = { commit: next.commit, runner: checkpoint.label.runner };
			return saved ? 'saved' : 'conflict';
		},
		labels: async (thread) => labelsUnder(objects, `${await namespace()}/runs/${thread}-`),
		async waiting() {
			const labels = await labelsUnder(objects, `${await namespace()}/runs/`);
			return labels.filter(({ status }) => status === 'waiting');
		},
		isLiving: (owner, at) => isJobLiving(owner, at, { api, now }),
		async claim(key, owner) {
			const name = `${await namespace()}/claims/${sha256(key).slice(0, 40)}`;
			const target = isDeepStrictEqual(own?.runner, owner) ? own?.commit : undefined;
			const made = await objects.createRef(name, target ?? (await ownerCommit(key, owner)));
			if (made === 'created') return { kind: 'claimed' };
			return holderOf(await objects.readRef(name), { api, objects, now });
		},
	};
}

/** How many commits are asked for at the same time: GitHub takes many requests at once for an attack. */
const together = 20;

async function labelsUnder(objects: GitObjects, prefix: string): Promise<readonly RunLabel[]> {
	const refs = await objects.matchingRefs(prefix);
	const labels: (RunLabel | undefined)[] = [];
	for (let from = 0; from < refs.length; from += together) {
		const some = refs.slice(from, from + together);
		labels.push(...(await Promise.all(some.map(async ({ sha }) => labelOf(await objects.readCommit(sha))))));
	}
	return labels.filter((label) => label !== undefined);
}

async function chooseNamespace(objects: GitObjects, baseSha: string): Promise<Namespace> {
	for (const namespace of namespaces) {
		if ((await objects.readRef(`${namespace}/probe`)) !== undefined) return namespace;
	}
	const [preferred, fallback] = namespaces;
	if (await takes(objects, `${preferred}/probe`, baseSha)) return preferred;
	await objects.createRef(`${fallback}/probe`, baseSha);
	return fallback;
}

/** Whether such a ref can be made and read back. Another process may have made it meanwhile, from another base. */
async function takes(objects: GitObjects, name: string, sha: string): Promise<boolean> {
	try {
		await objects.createRef(name, sha);
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
	}
	return (await objects.readRef(name)) !== undefined;
}

interface Shelf {
	readonly objects: GitObjects;
	readonly vault: Vault;
}

async function loadCommit({ objects, vault }: Shelf, run: string, sha: string): Promise<Loaded> {
	const commit = await objects.readCommit(sha);
	const checkpoint = vault.open(await objects.readTree(commit.tree.sha, requireCheckpointFiles), run);
	const { head } = checkpoint.label;
	if (!isSame(labelOf(commit), checkpoint.label))
		throw checkpointFault('checkpoint-forged', 'its label is not the one that its commit shows');
	// What was kept in the open is not carried on beside what is sealed.
	if (checkpoint.notice !== undefined)
		return { checkpoint, tip: { commit: sha, tree: undefined, head: '', known: new Set() } };
	return { checkpoint, tip: { commit: sha, tree: commit.tree.sha, head, known: new Set(checkpoint.blobs.keys()) } };
}

async function commitCheckpoint({ objects, vault }: Shelf, checkpoint: Checkpoint, tip: Tip | undefined): Promise<Tip> {
	const files = vault.close(checkpoint, tip?.known ?? new Set());
	const entries = [...files].map(([path, content]) => ({ path, content, mode: '100644' as const }));
	const tree = await objects.writeTree(tip?.tree, entries);
	const { label } = checkpoint;
	const commit = await objects.commit(
		`countersign: run ${label.run} ${label.status}\n\n${JSON.stringify(vault.shown(label))}`,
		tree,
		tip === undefined ? [] : [tip.commit],
	);
	return {
		commit,
		tree,
		head: label.head,
		known: new Set([...(tip?.known ?? []), ...checkpoint.blobs.keys(), ...checkpoint.files.keys()]),
	};
}

async function moveRef(objects: GitObjects, ref: string, commit: string, tip: Tip | undefined): Promise<boolean> {
	if (tip === undefined) return (await objects.createRef(ref, commit)) === 'created';
	return (await objects.advanceRef(ref, commit)) === 'advanced';
}

/** What the commit of a checkpoint says of it. */
export function labelOf(commit: Commit): RunLabel | undefined {
	const parsed = runLabelSchema.safeParse(lastLine(commit));
	return parsed.success ? parsed.data : undefined;
}

/** The head stands in the open only where nothing is sealed. */
function isSame(shown: RunLabel | undefined, { head, ...label }: CheckpointLabel): boolean {
	return shown !== undefined && isDeepStrictEqual({ head, ...shown }, { head, ...label });
}

interface Lookup {
	readonly api: Api;
	readonly objects: GitObjects;
	readonly now: () => Date;
}

async function holderOf(sha: string | undefined, lookup: Lookup): Promise<ClaimResult> {
	const parsed = claimSchema.safeParse(sha === undefined ? undefined : lastLine(await lookup.objects.readCommit(sha)));
	// A claim that cannot be read is held by somebody: what cannot be verified is a no.
	if (!parsed.success) return { kind: 'taken', owner: { kind: 'actions', id: 'unknown', attempt: 0 }, living: true };
	const { runner, at } = parsed.data;
	return { kind: 'taken', owner: runner, living: await isJobLiving(runner, at, lookup) };
}

/** Whether a job still lives; where that cannot be read, until no job could live any more. `at` is when it was last seen. */
export async function isJobLiving(
	runner: Runner,
	at: string,
	{ api, now }: Pick<Lookup, 'api' | 'now'>,
): Promise<boolean> {
	const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}';
	try {
		const found = await api.call(route, workflowRun, { run_id: Number(runner.id), attempt_number: runner.attempt });
		return found.status !== 'completed';
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
		return now().getTime() - Date.parse(at) < longestJob;
	}
}

/** What a commit of ours says of itself. */
function lastLine({ message }: Commit): unknown {
	return jsonOf(message.trimEnd().split('\n').at(-1) ?? '');
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
