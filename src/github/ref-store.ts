import { z } from 'zod';
import {
	type Checkpoint,
	type CheckpointLabel,
	type ClaimResult,
	type Runner,
	type RunStore,
	sha256,
} from '../core/index.ts';
import { checkpointFiles, labelSchema, readCheckpoint } from '../journal/index.ts';
import { type Api, ApiRefusal } from './api.ts';
import { type Commit, createGitObjects, type GitObjects } from './git-objects.ts';
import { once } from './once.ts';

/** Where runs and claims live. GitHub documents reading back only heads and tags, so the first is tried, not trusted. */
const namespaces = ['countersign', 'heads/countersign-state'] as const;
type Namespace = (typeof namespaces)[number];

/** No job lives longer: a claim whose owner cannot be looked up is held until then. Milliseconds. */
const longestJob = 6 * 60 * 60 * 1000;

const claimSchema = z.object({
	claim: z.string(),
	runner: z.object({ kind: z.enum(['actions', 'terminal']), id: z.string(), attempt: z.number().int() }),
	at: z.iso.datetime(),
});
const workflowRun = z.object({ status: z.string().nullable() });

interface Tip {
	readonly commit: string;
	readonly tree: string;
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
}

/** Runs under git refs: a commit per checkpoint, advanced by fast-forward only; a claim is a ref that only one can create. */
export function createRefStore({ api, baseSha, now }: RefStoreOptions): RunStore {
	const objects = createGitObjects(api);
	const tips = new Map<string, Tip>();
	const loaded = new Map<string, Loaded>();
	const namespace = once(() => chooseNamespace(objects, baseSha));
	const baseTree = once(async () => (await objects.readCommit(baseSha)).tree.sha);
	const refOf = async (run: string): Promise<string> => `${await namespace()}/runs/${run}`;
	return {
		async load(run) {
			const commit = await objects.readRef(await refOf(run));
			if (commit === undefined) return undefined;
			const last = loaded.get(run);
			const found = last?.tip.commit === commit ? last : await loadCommit(objects, commit);
			loaded.set(run, found);
			tips.set(run, found.tip);
			return found.checkpoint;
		},
		async save(checkpoint) {
			const { run, head } = checkpoint.label;
			const tip = tips.get(run);
			if (tip?.head === head) return 'saved';
			const next = await commitCheckpoint(objects, checkpoint, tip);
			const saved = await moveRef(objects, await refOf(run), next.commit, tip);
			if (saved) tips.set(run, next);
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
			const message = JSON.stringify({ claim: key, runner: owner, at: now().toISOString() });
			const made = await objects.createRef(name, await objects.commit(message, await baseTree(), []));
			if (made === 'created') return { kind: 'claimed' };
			return holderOf(await objects.readRef(name), { api, objects, now });
		},
	};
}

/** How many commits are asked for at the same time: GitHub takes many requests at once for an attack. */
const together = 20;

async function labelsUnder(objects: GitObjects, prefix: string): Promise<readonly CheckpointLabel[]> {
	const refs = await objects.matchingRefs(prefix);
	const labels: (CheckpointLabel | undefined)[] = [];
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

async function loadCommit(objects: GitObjects, sha: string): Promise<Loaded> {
	const commit = await objects.readCommit(sha);
	const checkpoint = readCheckpoint(await objects.readTree(commit.tree.sha));
	const known = new Set(checkpoint.blobs.keys());
	return { checkpoint, tip: { commit: sha, tree: commit.tree.sha, head: checkpoint.label.head, known } };
}

async function commitCheckpoint(objects: GitObjects, checkpoint: Checkpoint, tip: Tip | undefined): Promise<Tip> {
	const files = checkpointFiles(checkpoint, tip?.known ?? new Set());
	const entries = [...files].map(([path, content]) => ({ path, content, mode: '100644' as const }));
	const tree = await objects.writeTree(tip?.tree, entries);
	const { label } = checkpoint;
	const commit = await objects.commit(
		`countersign: run ${label.run} ${label.status}\n\n${JSON.stringify(label)}`,
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

function labelOf(commit: Commit): CheckpointLabel | undefined {
	const parsed = labelSchema.safeParse(jsonOf(commit.message.trimEnd().split('\n').at(-1) ?? ''));
	return parsed.success ? parsed.data : undefined;
}

interface Lookup {
	readonly api: Api;
	readonly objects: GitObjects;
	readonly now: () => Date;
}

async function holderOf(sha: string | undefined, lookup: Lookup): Promise<ClaimResult> {
	const parsed = claimSchema.safeParse(
		sha === undefined ? undefined : jsonOf((await lookup.objects.readCommit(sha)).message),
	);
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

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
