import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Blobs,
	type Checkpoint,
	type Clock,
	CountersignError,
	type EntryOf,
	type Mode,
	type Outcome,
	type Redactor,
	type Runner,
	type RunStore,
	sha256,
	type Workspace,
} from '../../core/index.ts';
import { directoryBlobs, isReadable, parseEntries, splitLines, verifyChain, writeBlob } from '../../journal/index.ts';
import { replay } from '../state/apply.ts';
import { openRunJournal, type RunJournal } from '../state/run-journal.ts';
import type { State } from '../state/state.ts';
import { manifestDigest } from './checkpoint.ts';
import { requireOwnCheckpoint } from './own-checkpoint.ts';

/** The options for opening a run. */
export interface OpenOptions {
	readonly run: string;
	/** owner/name. If present, a run of another repository is refused. */
	readonly repository?: string;
	/** The command that this process handles. */
	readonly command: string;
	/** The run's folder on this disk. People receive it as the run's audit files. */
	readonly folder: string;
	readonly program: string;
	readonly store: RunStore;
	readonly clock: Clock;
	readonly redactor: Redactor;
	readonly runner: Runner;
	/** Opens the checkout at a base commit. */
	readonly workspaceAt: (baseSha: string) => Promise<Workspace>;
	/** Returns the least strict mode that this job accepts from the saved state. Left out if the whole state is trusted. */
	readonly mostMode?: (header: EntryOf<'run_started'>) => Promise<Mode>;
	/** Returns the header of a new run. Left out if the run must already exist. */
	readonly begin?: (blobs: Blobs) => Promise<Begun>;
}

/** A new run's header and checkout, or why it does not begin. */
export type Begun =
	| { readonly kind: 'begun'; readonly header: EntryOf<'run_started'>; readonly workspace: Workspace }
	| { readonly kind: 'over'; readonly outcome: Outcome };

/** A run that can continue. */
export interface OpenRun {
	readonly kind: 'open';
	readonly journal: RunJournal;
	readonly blobs: Blobs;
	readonly workspace: Workspace;
	/** The state of the run when this process opened it. */
	readonly state: State;
}

export type Opened = OpenRun | { readonly kind: 'over'; readonly outcome: Outcome };

/** Returns the id of a run. The same command always names the same run, so a repeated delivery finds it. */
export function runIdOf(thread: number, key: string): string {
	return `${thread}-${sha256(key).slice(0, 12)}`;
}

/**
 * Opens a run for this process, with the newest valid journal and a workspace in the state of that journal. The journal usually comes from
 * the store. If the journal on this disk extends the store's journal, and the workspace is as its last call left it, the run continues from
 * this disk.
 */
export async function openRun(options: OpenOptions): Promise<Opened> {
	mkdirSync(join(options.folder, 'blobs'), { recursive: true });
	const checkpoint = await options.store.load(options.run);
	const local = readIfThere(journalPath(options));
	// Without a complete line, not even the header was recorded.
	if (checkpoint === undefined) return local.includes('\n') ? beginAgain(options) : begin(options);
	if (isFromAnotherTime(checkpoint.journal)) return { kind: 'over', outcome: incompatible };
	const { base_sha: baseSha } = requireOwnCheckpoint(checkpoint, options);
	const workspace = await options.workspaceAt(baseSha);
	if (!(await continuesHere(local, checkpoint, workspace))) await adopt(options, checkpoint, workspace, local);
	return resume(options, workspace);
}

/** Returns the state of a checkpoint without opening the run. @throws CountersignError `journal-broken` */
export function stateOf(checkpoint: Checkpoint): State {
	headerOf(checkpoint.journal);
	return replay(parseEntries(checkpoint.journal));
}

async function begin(options: OpenOptions): Promise<Opened> {
	if (options.begin === undefined) return { kind: 'over', outcome: nothingPending };
	const blobs = directoryBlobs(join(options.folder, 'blobs'), options.redactor);
	const begun = await options.begin(blobs);
	if (begun.kind === 'over') return begun;
	const { header, workspace } = begun;
	const journal = await openRunJournal({ ...options, path: journalPath(options) });
	await journal.append(header);
	return { kind: 'open', journal, blobs, workspace, state: journal.state() };
}

/**
 * Starts the run again on a clean checkout. This is safe, because the earlier process died before it saved the run and had no effect
 * outside this disk.
 */
async function beginAgain(options: OpenOptions): Promise<Opened> {
	const { base_sha: baseSha } = headerOf(readIfThere(journalPath(options)));
	putAside(options);
	const workspace = await options.workspaceAt(baseSha);
	await workspace.restore({ baseSha, entries: [] }, () => undefined);
	return begin(options);
}

async function resume(options: OpenOptions, workspace: Workspace): Promise<Opened> {
	const { program, runner, command } = options;
	const blobs = directoryBlobs(join(options.folder, 'blobs'), options.redactor);
	const journal = await openRunJournal({ ...options, path: journalPath(options) });
	const { finished, header } = journal.state();
	if (finished === undefined) {
		const most = header === undefined ? undefined : await options.mostMode?.(header);
		await journal.append({ type: 'run_resumed', program, runner, command, ...(most === undefined ? {} : { most }) });
	}
	return { kind: 'open', journal, blobs, workspace, state: journal.state() };
}

/** Returns whether the journal on this disk extends the checkpoint, and the workspace is as the journal's last executed call left it. */
async function continuesHere(local: Buffer, checkpoint: Checkpoint, workspace: Workspace): Promise<boolean> {
	const published = Buffer.from(checkpoint.journal);
	if (local.length < published.length || !local.subarray(0, published.length).equals(published)) return false;
	const report = verifyChain(local);
	if (report.kind === 'broken') return false;
	const whole = report.kind === 'torn' ? local.subarray(0, report.wholeBytes) : local;
	const { tree } = replay(parseEntries(whole));
	const { manifest, left } = await workspace.snapshot();
	// Threat: the digest does not include files that cannot be saved. A call that people approved without such a file would find this file on
	// the disk.
	const isWhole = left.every(({ why }) => why === 'credential');
	return isWhole && manifestDigest(manifest) === (tree ?? manifestDigest(checkpoint.manifest));
}

/** Takes the state from the store. The old journal stays next to it, under another name. */
async function adopt(options: OpenOptions, checkpoint: Checkpoint, workspace: Workspace, local: Buffer): Promise<void> {
	if (local.length > 0 && !local.equals(Buffer.from(checkpoint.journal))) putAside(options);
	for (const [hash, bytes] of checkpoint.blobs) writeBlob(join(options.folder, 'blobs'), hash, bytes);
	writeFileSync(journalPath(options), checkpoint.journal);
	await workspace.restore(checkpoint.manifest, (hash) => checkpoint.files.get(hash));
}

function putAside(options: OpenOptions): void {
	const names = Array.from({ length: 1000 }, (_, index) =>
		join(options.folder, `journal.discarded-${index + 1}.jsonl`),
	);
	const free = names.find((name) => !existsSync(name));
	if (free !== undefined) renameSync(journalPath(options), free);
}

function headerOf(journal: Uint8Array): EntryOf<'run_started'> {
	const [first] = splitLines(journal);
	const [entry] = first === undefined ? [] : parseEntries(Buffer.concat([first, Buffer.from('\n')]));
	if (entry?.type === 'run_started') return entry;
	throw new CountersignError({
		code: 'journal-broken',
		message: 'The journal does not begin with the header of a run.',
		fix: 'Start the run again with a new /agent comment.',
	});
}

/**
 * Returns whether a journal has a version that this program cannot read. Such a journal cannot be replayed, so people must be asked again
 * about its calls.
 */
export function isFromAnotherTime(journal: Uint8Array): boolean {
	const [first = Buffer.alloc(0)] = splitLines(journal);
	const header = jsonOrUndefined(Buffer.from(first).toString());
	return typeof header === 'object' && header !== null && 'schema' in header && !isReadable(header.schema);
}

function jsonOrUndefined(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Returns the path of a run's journal on this disk. */
export function journalPath({ folder }: Pick<OpenOptions, 'folder'>): string {
	return join(folder, 'journal.jsonl');
}

function readIfThere(path: string): Buffer {
	return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

const nothingPending: Outcome = { kind: 'nothing-to-do', reason: 'nothing-pending', message: 'No run waits here.' };
const incompatible: Outcome = {
	kind: 'incompatible-checkpoint',
	reason: 'unknown-major-version',
	message:
		'The run was made by a version whose journal this one cannot read. Start it again with a new /agent comment.',
};
