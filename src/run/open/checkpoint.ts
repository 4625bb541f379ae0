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
} from '../../core/index.ts';
import { digestOf, hasTrait } from '../../core/index.ts';
import type { Head, Journal } from '../../journal/index.ts';

import { headerOf, type Stage } from '../stage.ts';
import { openCalls } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';

/** Saves the journal, blobs and workspace durably. It only advances the run's ref by fast-forward. */
export async function checkpoint(stage: Stage): Promise<EntryBody> {
	const saved = await saveCheckpoint(stage);
	const { count, hash } = stage.journal.head();
	return saved === 'saved' ? { type: 'checkpoint', count, head: hash } : { type: 'checkpoint_lost', count };
}

/** Saves the run in its current state. If the run is over, also saves what later runs can find about it. */
export async function saveCheckpoint(stage: Stage, remembrance?: Remembrance): Promise<'saved' | 'conflict'> {
	return stage.ports.store.save(await checkpointOf(stage), remembrance);
}

/** The ports that a checkpoint needs, and who saves it. */
type SavingPorts = Pick<Ports, 'workspace' | 'blobs' | 'runner'> & { readonly clock: Clock };

/** Builds a checkpoint of the run in its current state. */
export async function checkpointOf({
	journal,
	ports,
	state,
}: Pick<Stage, 'journal' | 'state'> & { readonly ports: SavingPorts }): Promise<Checkpoint> {
	const { manifest, files } = await ports.workspace.snapshot();
	const label = { ...labelOf(state, journal.head()), ...savedBy(ports) };
	return { journal: journal.bytes(), blobs: ports.blobs.all(), manifest, files, label };
}

/**
 * Returns the newest journal head that is certainly in the run's ref: the head before the entry of a checkpoint, or before the entry of a
 * claim that was saved together with the run.
 */
export function savedHead(journal: Journal): Head | undefined {
	const isSave = (entry: Entry): boolean =>
		entry.type === 'checkpoint' || (entry.type === 'claimed' && (entry.subject === 'call' || entry.saved === true));
	const after = journal.entries().findLast(isSave);
	return after === undefined ? undefined : { count: after.seq - 1, hash: after.prev };
}

/** Returns the job that saves, and the time. */
function savedBy({ runner, clock }: Pick<SavingPorts, 'runner' | 'clock'>): Pick<CheckpointLabel, 'runner' | 'at'> {
	return { runner, at: clock.now().toISOString() };
}

/** Returns the digest of the current workspace. */
export async function treeOf(workspace: Workspace): Promise<string> {
	const { manifest } = await workspace.snapshot();
	return manifestDigest(manifest);
}

/** Returns the digest of the workspace after a call. */
export async function treeAfter(effects: readonly Effect[], stage: Stage): Promise<string> {
	return (await workspaceAfter(effects, stage)).tree;
}

/**
 * Returns the digest of the workspace after a call, and the paths that stay on this machine. If the call only read, nothing changed, so the
 * earlier values are returned.
 */
export async function workspaceAfter(
	effects: readonly Effect[],
	{ state, ports }: Stage,
): Promise<{ readonly tree: string; readonly left: readonly LeftPath[] }> {
	const keepsTree = effects.every((effect) => hasTrait(effect, 'does', 'keeps'));
	if (keepsTree && state.tree !== undefined) return { tree: state.tree, left: state.left };
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
