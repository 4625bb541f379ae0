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
	/** The request of a new run. Undefined if the run must already exist. */
	readonly request?: RunRequest;
	/** The text of the issue or pull request when the run was asked for, if it is known. */
	readonly opening?: Opening | undefined;
	/** The mode that the command asks for, in place of the configured mode. */
	readonly mode?: Mode;
}

/** Begins or continues a run, until it ends or must wait. Returns the result of the job. */
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

/** A run that this job can continue. */
interface Ready {
	readonly kind: 'ready';
	readonly opened: OpenRun;
	readonly folder: string;
	readonly support: CommandSupport;
}

/** Opens the run and tests the machine. Returns `over` if there is nothing to do. */
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
	// The test of the machine runs while GitHub answers. It also repairs a machine that GitHub hosts.
	const support = machine.openCommandSupport();
	const opened = await openOrBegin(proceeding, { folder, today }, context);
	if (opened.kind === 'over') {
		if (opened.outcome.kind === 'incompatible-checkpoint') await tellIncompatible(id, ports);
		return opened;
	}
	// If this job began the run, this job itself read the settings, so they need no check.
	if (!facts.isAuthentic && isResumed(opened)) await requireFrozen(opened, ports);
	return { kind: 'ready', opened, folder, support: await support };
}

/** Sends the first requests of a new run, which are answered while the job reads the checkout. Returns a context that uses the answers. */
function lookingAhead(run: string, { thread }: RunRequest, context: JobContext): JobContext {
	const { ports } = context;
	const loads = onceMore<Checkpoint | undefined>(ports.clock, loadedFor);
	ports.forge.lookAhead?.(thread);
	void loads.ahead(run, () => ports.store.load(run));
	// If this reading fails, the run reads the memory again later.
	void ports.memory?.read().catch(() => undefined);
	const load: RunStore['load'] = (wanted) => loads.take(wanted, () => ports.store.load(wanted));
	return { ...context, ports: { ...ports, store: { ...ports.store, load } } };
}

/**
 * How long a state that was loaded early may be used. If another job has saved a newer one, saving fails, and the run stops. Milliseconds.
 */
const loadedFor = 5000;

/** Opens the run's journal. If there is no journal and the command asks for a run, begins a new run. */
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
			// Only a job with our key can have sealed this state.
			if (isAuthentic) return true;
			return request !== undefined && isAsBegun({ ...asked, request, blobs }, headerOf(state), context);
		},
	);
}

/** Saves and publishes the work of this job on a run, and writes its files for people. Returns the result of the job. */
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
	// A job that handles an answer should be quick, so it does not tidy up. Only a run that ends in its first job does.
	const { finished, process } = journal.state();
	if (!isRepeated && finished !== undefined && process?.number === 1) await context.ports.tidyUp();
	return closeUp({ outcome: isRepeated ? repeated(ended) : outcome, opened, folder, ...shown }, context);
}

/**
 * Writes the warnings of the rules to the job's log, and each warning once to the journal. If the run is over, the journal gets no entry,
 * because its head is already published.
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
 * Reads the kill switch as it is now. Returns an outcome if everything is switched off. If the file in the checkout says `enabled: false`,
 * this needs no request.
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
