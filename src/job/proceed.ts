import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { configPath, readRepositoryConfig } from '../config/index.ts';
import type {
	Blobs,
	Checkpoint,
	EntryOf,
	Mode,
	Opening,
	Outcome,
	RunRequest,
	RunStore,
	Workspace,
} from '../core/index.ts';
import { type Journal, subscribeToEvents } from '../journal/index.ts';
import {
	askStarted,
	conclude,
	headerOf,
	type Opened,
	type OpenRun,
	offOutcome,
	openHeld,
	replay,
	run,
} from '../run/index.ts';
import { beginRun, isAsBegun } from './begin-run.ts';
import { closeUp, type JobResult } from './close-up.ts';
import type { CommandSupport } from './command-support.ts';
import type { JobContext } from './job-context.ts';
import { keepWork } from './keep-work.ts';
import { onceMore } from './one-look.ts';
import { portsOf } from './ports.ts';
import { keepTaskFile } from './task-writer.ts';
import { tellIncompatible } from './tell-incompatible.ts';
import { isAuthentic, isResumed, mostMode, requireFrozen } from './unsealed.ts';

/** A run to begin or to go on with. */
export interface Proceeding {
	readonly run: string;
	readonly command: string;
	/** What to begin with, where the run may not be there yet. */
	readonly request?: RunRequest;
	/** What the issue or pull request said when it was asked for, where that is known. */
	readonly opening?: Opening | undefined;
	/** The mode that the command asks for, in place of the configured one. */
	readonly mode?: Mode;
}

/** Does a run's next steps as far as they go now. */
export async function proceed(proceeding: Proceeding, given: JobContext): Promise<JobResult> {
	const { run: id, request } = proceeding;
	const context = request === undefined ? given : lookingAhead(id, request, given);
	// A run that is there reads it itself, before it looks at its answers.
	const today = request === undefined ? undefined : await context.workspaceAt(context.environment.sha);
	const stopped = today === undefined ? undefined : await killSwitch(today, context);
	if (stopped !== undefined) return { outcome: stopped };
	const folder = join(context.environment.temporary, 'countersign', id);
	mkdirSync(folder, { recursive: true });
	// The machine is tried, and where it is ours to change mended, while GitHub is asked.
	const support = context.openCommandSupport();
	const opened = await openOrBegin(proceeding, { folder, today }, context);
	if (opened.kind === 'over') {
		if (opened.outcome.kind === 'incompatible-checkpoint') await tellIncompatible(id, context);
		return { outcome: opened.outcome };
	}
	// What this job began itself, it read itself.
	if (!isAuthentic(context) && isResumed(opened)) await requireFrozen(opened, context);
	return carryOn(opened, { folder, support: await support }, context);
}

/** What a new run reads first is asked for at once, while the checkout is looked at. */
function lookingAhead(run: string, { thread }: RunRequest, context: JobContext): JobContext {
	const loads = onceMore<Checkpoint | undefined>(context.clock, loadedFor);
	context.lookAhead?.(thread);
	void loads.ahead(run, () => context.store.load(run));
	// Read again where it fails.
	void context.memory?.read().catch(() => undefined);
	const load: RunStore['load'] = (wanted) => loads.take(wanted, () => context.store.load(wanted));
	return { ...context, store: { ...context.store, load } };
}

/** Whoever goes on from an older state is stopped when it saves. Milliseconds. */
const loadedFor = 5000;

/** The run's journal, begun where there is none and the command asks for one. */
function openOrBegin(
	{ run: id, command, request, opening, mode }: Proceeding,
	{ folder, today }: { readonly folder: string; readonly today: Workspace | undefined },
	context: JobContext,
): Promise<Opened> {
	const asked = { run: id, opening, ...(mode === undefined ? {} : { mode }) };
	const begins =
		request === undefined || today === undefined
			? {}
			: { begin: (blobs: Blobs) => beginRun({ ...asked, request, blobs, workspace: today }, context) };
	const repository = `${context.environment.owner}/${context.environment.repo}`;
	const bounds = isAuthentic(context)
		? {}
		: { mostMode: (header: EntryOf<'run_started'>) => mostMode(header, context) };
	return openHeld(
		{ ...context, run: id, repository, command, folder, ...begins, ...bounds },
		async ({ blobs, state }) => {
			// What is sealed with our key is ours.
			if (isAuthentic(context)) return true;
			return request !== undefined && isAsBegun({ ...asked, request, blobs }, headerOf(state), context);
		},
	);
}

async function carryOn(
	opened: OpenRun,
	{ folder, support }: { readonly folder: string; readonly support: CommandSupport },
	context: JobContext,
): Promise<JobResult> {
	const { journal } = opened;
	subscribeToEvents(journal, context.narrate);
	await context.watch?.(journal);
	keepTaskFile(journal, folder, context.redactor);
	const { ports, warnings, close } = await portsOf(opened, { folder, support }, context);
	const alreadyOver = opened.state.finished;
	let outcome: Outcome;
	try {
		await tellWarnings(warnings, { journal, isOver: alreadyOver !== undefined }, context);
		outcome = alreadyOver ?? (await run(journal, ports));
	} finally {
		await close();
	}
	const kept =
		alreadyOver === undefined
			? await keepWork({ outcome, opened, folder, workspace: ports.workspace }, context)
			: undefined;
	const started = await askStarted(outcome, replay(journal.entries()), ports.forge);
	const shown = { ...(kept === undefined ? {} : { kept }), ...(started === undefined ? {} : { started }) };
	outcome = await conclude(outcome, journal, ports, { ...jobPage(context), ...shown });
	// An answer is to be served quickly: who waits for it waits for nothing else.
	const { finished, process } = replay(journal.entries());
	if (alreadyOver === undefined && finished !== undefined && process?.number === 1) await context.tidyUp();
	return closeUp(
		{ outcome: alreadyOver === undefined ? outcome : repeated(alreadyOver), opened, folder, ...shown },
		context,
	);
}

/** Every job's log tells what the rules warn of, the journal once. A run that is over has a published head: nothing comes after it. */
async function tellWarnings(
	warnings: readonly string[],
	{ journal, isOver }: { readonly journal: Journal; readonly isOver: boolean },
	context: JobContext,
): Promise<void> {
	const noted = new Set(replay(journal.entries()).warnings);
	for (const text of new Set(warnings)) {
		context.warn(text);
		if (!isOver && !noted.has(text)) await journal.append({ type: 'note', about: 'controls', text });
	}
}

/** Live, unlike the rest of the configuration. The checkout tells most of it for nothing. */
async function killSwitch(today: Workspace, context: JobContext): Promise<Outcome | undefined> {
	const { enabled } = readRepositoryConfig(await today.readBase(configPath));
	const by = enabled ? await context.forge.switchedOff() : 'config';
	return by === undefined ? undefined : offOutcome(by);
}

function jobPage({ jobUrl }: JobContext): { readonly jobUrl?: string } {
	return jobUrl === undefined ? {} : { jobUrl };
}

function repeated(outcome: Outcome): Outcome {
	return {
		kind: 'duplicate',
		reason: 'command-claimed',
		message: `This run was over already (${outcome.kind}): ${outcome.message}`,
	};
}
