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
	Ports,
	RunRequest,
	RunStore,
	Workspace,
} from '../core/index.ts';
import {
	askStarted,
	conclude,
	headerOf,
	type Opened,
	type OpenRun,
	offOutcome,
	openHeld,
	type RunJournal,
	run,
} from '../run/index.ts';
import { beginRun, isAsBegun } from './begin-run.ts';
import { closeUp } from './close-up.ts';
import type { CommandSupport } from './command-support.ts';
import type { JobContext, JobFacts, JobPorts } from './job-context.ts';
import type { JobResult } from './job-result.ts';
import { keepWork } from './keep-work.ts';
import { onceMore } from './one-look.ts';
import { portsOf } from './ports.ts';
import { keepTaskFile } from './task-writer.ts';
import { tellIncompatible } from './tell-incompatible.ts';
import { isResumed, mostMode, requireFrozen } from './unsealed.ts';

/** A run to begin or to continue. */
export interface Proceeding {
	readonly run: string;
	readonly command: string;
	/** What to begin with, if the run may not exist yet. */
	readonly request?: RunRequest;
	/** The text of the issue or pull request when the run was asked for, if it is known. */
	readonly opening?: Opening | undefined;
	/** The mode that the command asks for. It replaces the configured mode. */
	readonly mode?: Mode;
}

/** Does the next steps of a run, as far as possible now. */
export async function proceed(proceeding: Proceeding, given: JobContext): Promise<JobResult> {
	const { run: id, request } = proceeding;
	const context = request === undefined ? given : lookingAhead(id, request, given);
	const ready = await prepare(proceeding, context);
	if (ready.kind === 'over') return { outcome: ready.outcome };
	const { opened, folder } = ready;
	const { journal, state } = opened;
	await context.ports.watch(journal);
	keepTaskFile(journal, folder, context.ports.redactor);
	const { ports, warnings, close } = await portsOf(opened, ready, context);
	let outcome: Outcome;
	try {
		await tellWarnings(warnings, { journal, isOver: state.finished !== undefined }, context.ports);
		outcome = state.finished ?? (await run(journal, ports));
	} finally {
		await close();
	}
	return leave(outcome, { ...ready, ports }, context);
}

/** A run that this job can carry on. */
interface Ready {
	readonly kind: 'ready';
	readonly opened: OpenRun;
	readonly folder: string;
	readonly support: CommandSupport;
}

/** Opens the run and tests the machine, unless there is nothing to do. */
async function prepare(
	proceeding: Proceeding,
	context: JobContext,
): Promise<Ready | Extract<Opened, { kind: 'over' }>> {
	const { run: id, request } = proceeding;
	const { facts, ports, machine } = context;
	// An existing run reads the kill switch itself, before it looks at its answers.
	const today = request === undefined ? undefined : await machine.workspaceAt(facts.environment.sha);
	const stopped = today === undefined ? undefined : await killSwitch(today, ports);
	if (stopped !== undefined) return { kind: 'over', outcome: stopped };
	const folder = join(facts.environment.temporary, 'countersign', id);
	mkdirSync(folder, { recursive: true });
	// The machine is tested while GitHub is asked. If it is ours to change, it is also repaired.
	const support = machine.openCommandSupport();
	const opened = await openOrBegin(proceeding, { folder, today }, context);
	if (opened.kind === 'over') {
		if (opened.outcome.kind === 'incompatible-checkpoint') await tellIncompatible(id, ports);
		return opened;
	}
	// If this job began the run, it read the settings itself, so they need no check.
	if (!facts.isAuthentic && isResumed(opened)) await requireFrozen(opened, ports);
	return { kind: 'ready', opened, folder, support: await support };
}

/** Starts the first requests of a new run at once, while the checkout is read. */
function lookingAhead(run: string, { thread }: RunRequest, context: JobContext): JobContext {
	const { ports } = context;
	const loads = onceMore<Checkpoint | undefined>(ports.clock, loadedFor);
	ports.forge.lookAhead?.(thread);
	void loads.ahead(run, () => ports.store.load(run));
	// If this fails, it is read again later.
	void ports.memory?.read().catch(() => undefined);
	const load: RunStore['load'] = (wanted) => loads.take(wanted, () => ports.store.load(wanted));
	return { ...context, ports: { ...ports, store: { ...ports.store, load } } };
}

/** How long a loaded state may be used. If the state is too old, saving it fails, and the run stops. Milliseconds. */
const loadedFor = 5000;

/** Opens the run's journal. If the journal does not exist and the command asks for a run, this begins a new one. */
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
	const { isAuthentic, environment, runner, program } = context.facts;
	const { forge, store, clock, redactor } = context.ports;
	const { workspaceAt } = context.machine;
	const repository = `${environment.owner}/${environment.repo}`;
	const bounds = isAuthentic ? {} : { mostMode: (header: EntryOf<'run_started'>) => mostMode(header, context) };
	return openHeld(
		{
			...{ forge, store, clock, redactor, workspaceAt, runner, program },
			...{ run: id, repository, command, folder },
			...begins,
			...bounds,
		},
		async ({ blobs, state }) => {
			// A state that is sealed with our key is ours.
			if (isAuthentic) return true;
			return request !== undefined && isAsBegun({ ...asked, request, blobs }, headerOf(state), context);
		},
	);
}

/** Saves and publishes what this job did of a run, and writes what people get of it. */
async function leave(
	ended: Outcome,
	{ opened, folder, ports }: Ready & { readonly ports: Ports },
	context: JobContext,
): Promise<JobResult> {
	const { journal, state } = opened;
	const isRepeated = state.finished !== undefined;
	const kept = isRepeated
		? undefined
		: await keepWork({ outcome: ended, opened, folder, workspace: ports.workspace }, context);
	const started = await askStarted(ended, journal.state(), ports.forge);
	const shown = { ...(kept === undefined ? {} : { kept }), ...(started === undefined ? {} : { started }) };
	const outcome = await conclude(ended, journal, ports, { ...jobPage(context.facts), ...shown });
	// An answer must be quick, so tidying up waits for a job without one.
	const { finished, process } = journal.state();
	if (!isRepeated && finished !== undefined && process?.number === 1) await context.ports.tidyUp();
	return closeUp({ outcome: isRepeated ? repeated(ended) : outcome, opened, folder, ...shown }, context);
}

/**
 * Writes the warnings of the rules to every job's log, and once to the journal. If the run is over, its published head must stay the last
 * entry, so the journal gets none.
 */
async function tellWarnings(
	warnings: readonly string[],
	{ journal, isOver }: { readonly journal: RunJournal; readonly isOver: boolean },
	{ warn }: JobPorts,
): Promise<void> {
	const noted = new Set(journal.state().warnings);
	for (const text of new Set(warnings)) {
		warn(text);
		if (!isOver && !noted.has(text)) await journal.append({ type: 'note', about: 'controls', text });
	}
}

/**
 * Reads the kill switch. It is always the current one, unlike the rest of the configuration. The checkout answers most cases without a
 * request.
 */
async function killSwitch(today: Workspace, { forge }: JobPorts): Promise<Outcome | undefined> {
	const { enabled } = readRepositoryConfig(await today.readBase(configPath));
	const by = enabled ? await forge.switchedOff() : 'config';
	return by === undefined ? undefined : offOutcome(by);
}

function jobPage({ jobUrl }: JobFacts): { readonly jobUrl?: string } {
	return jobUrl === undefined ? {} : { jobUrl };
}

function repeated(outcome: Outcome): Outcome {
	return {
		kind: 'duplicate',
		reason: 'command-claimed',
		message: `This run was over already (${outcome.kind}): ${outcome.message}`,
	};
}
