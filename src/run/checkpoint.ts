import type {
	Checkpoint,
	CheckpointLabel,
	Clock,
	Effect,
	Entry,
	EntryBody,
	LeftPath,
	Manifest,
	Ports,
	Remembrance,
	Workspace,
} from '../core/index.ts';
import { digestOf } from '../core/index.ts';
import type { Head, Journal } from '../journal/index.ts';

import { headerOf, type Stage } from './stage.ts';
import { openCalls, type State } from './state.ts';

/** Makes the run durable: journal, blobs and workspace, by fast-forward only. */
export async function checkpoint(stage: Stage): Promise<EntryBody> {
	const saved = await saveCheckpoint(stage);
	const { count, hash } = stage.journal.head();
	return saved === 'saved' ? { type: 'checkpoint', count, head: hash } : { type: 'checkpoint_lost', count };
}

/** Saves the run as it stands, and where it is over what later runs are to find of it. */
export async function saveCheckpoint(stage: Stage, remembrance?: Remembrance): Promise<'saved' | 'conflict'> {
	return stage.ports.store.save(await checkpointOf(stage), remembrance);
}

/** What a checkpoint is made of, and who makes it when. */
type SavingPorts = Pick<Ports, 'workspace' | 'blobs' | 'runner'> & { readonly clock: Clock };

/** The run as it stands. */
export async function checkpointOf({
	journal,
	ports,
	state,
}: Pick<Stage, 'journal' | 'state'> & { readonly ports: SavingPorts }): Promise<Checkpoint> {
	const { manifest, files } = await ports.workspace.snapshot();
	const label = { ...labelOf(state, journal.head()), ...savedBy(ports) };
	return { journal: journal.bytes(), blobs: ports.blobs.all(), manifest, files, label };
}

/** The newest head that the run's ref is known to have got to: what stood before a checkpoint's entry, or before that of a claim that it was saved with. */
export function savedHead(journal: Journal): Head | undefined {
	const isSave = (entry: Entry): boolean =>
		entry.type === 'checkpoint' || (entry.type === 'claimed' && (entry.subject === 'call' || entry.saved === true));
	const after = journal.entries().findLast(isSave);
	return after === undefined ? undefined : { count: after.seq - 1, hash: after.prev };
}

/** A claim may point at what its owner saved last, and says so who that is. */
function savedBy({ runner, clock }: Pick<SavingPorts, 'runner' | 'clock'>): Pick<CheckpointLabel, 'runner' | 'at'> {
	return { runner, at: clock.now().toISOString() };
}

/** The digest of the workspace as it stands. */
export async function treeOf(workspace: Workspace): Promise<string> {
	const { manifest } = await workspace.snapshot();
	return manifestDigest(manifest);
}

/** The digest of the workspace after a call. */
export async function treeAfter(effects: readonly Effect[], stage: Stage): Promise<string> {
	return (await workspaceAfter(effects, stage)).tree;
}

/** The workspace after a call: its digest, and what stays on this machine; one that only read left it as it was. */
export async function workspaceAfter(
	effects: readonly Effect[],
	{ state, ports }: Stage,
): Promise<{ readonly tree: string; readonly left: readonly LeftPath[] }> {
	const onlyRead = effects.every((effect) => ['read', 'forge.read', 'forge.write', 'deliver'].includes(effect.kind));
	if (onlyRead && state.tree !== undefined) return { tree: state.tree, left: state.left };
	const { manifest, left } = await ports.workspace.snapshot();
	return { tree: manifestDigest(manifest), left };
}

export function manifestDigest({ baseSha, entries }: Manifest): string {
	return digestOf({ baseSha, entries: entries.map(({ path, mode, sha256 }) => ({ path, mode, sha256 })) });
}

function labelOf(state: State, head: { readonly count: number; readonly hash: string }): CheckpointLabel {
	const header = headerOf(state);
	return {
		run: header.run,
		thread: header.request.thread,
		status: statusOf(state),
		lastApproval: state.lastApproval,
		count: head.count,
		head: head.hash,
	};
}

function statusOf(state: State): CheckpointLabel['status'] {
	if (state.finished !== undefined) return 'finished';
	return openCalls(state).some((call) => call.request !== undefined && call.answer === undefined)
		? 'waiting'
		: 'running';
}
