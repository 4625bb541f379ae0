import { join } from 'node:path';
import { toolDefinitions } from '../agent/index.ts';
import { configPath, type RepositoryConfig, readConfigUnder } from '../config/index.ts';
import {
	type EntryOf,
	type Ports,
	standingReach,
	type Toolbox,
	type ToolDefinition,
	type Workspace,
} from '../core/index.ts';
import { isCredential, isOwnCredential } from '../gate/index.ts';
import { type Controls, controlsOf, headerOf, manifestDigest, type OpenRun } from '../run/index.ts';
import { type Caches, openCaches } from '../sandbox/index.ts';
import { createToolbox, credentialsOfJob, wallOf } from '../tools/index.ts';
import { submodulePaths } from '../workspace/index.ts';
import { type CommandSupport, checkoutTokenWarning } from './command-support.ts';
import { type CommittedCredentials, committedWarning, learnCommitted } from './committed-credentials.ts';
import { type DeclaredTools, noTools, together, withDeclared } from './declared-tools.ts';
import { permitted } from './followed-skill.ts';
import type { JobContext, JobFacts } from './job-context.ts';
import { toolWarnings } from './job-toolchain.ts';
import { type Frozen, gateFor } from './judging.ts';
import { setUpServers } from './mcp-servers.ts';
import { modelFor } from './model-for.ts';
import { deliveringOntoHead } from './pull-delivery.ts';
import { readingGate } from './reading-gate.ts';
import { type RunMemory, runMemory } from './run-memory.ts';
import { type CommandContext, setUpCommands } from './skill-commands.ts';
import { tellingModel } from './telling-model.ts';
import { triedPrograms } from './tried-programs.ts';
import { triedWalls } from './tried-walls.ts';
import { isResumed } from './unsealed.ts';

/** The ports of a run (its interfaces to everything outside), and the warnings of its rules. */
export interface Furnished {
	readonly ports: Ports;
	readonly warnings: readonly string[];
	/** Ends what was started for the run. */
	close(): Promise<void>;
}

/** Returns the ports of a run. For them, it opens the package caches, prepares the sandbox and starts the MCP servers. */
export async function portsOf(
	opened: OpenRun,
	place: { readonly folder: string; readonly support: CommandSupport },
	context: JobContext,
): Promise<Furnished> {
	const caches = cachesFor(opened, place.support, context.facts);
	const remove = async () => caches?.close();
	const { close, ...furnished } = await closing(remove, furnish(opened, { ...place, caches }, context));
	return {
		...furnished,
		close: async () => {
			await close();
			await remove();
		},
	};
}

interface Place {
	readonly folder: string;
	readonly support: CommandSupport;
	readonly caches: Caches | undefined;
}

async function furnish(opened: OpenRun, { folder, support, caches }: Place, context: JobContext): Promise<Furnished> {
	const { facts, machine } = context;
	const { clock, redactor, store, forge, threads } = context.ports;
	const { blobs, state } = opened;
	const header = headerOf(state);
	const frozen = controlsOf(await blobs.get(header.controls), clock.now());
	const config = readConfigUnder(await opened.workspace.readBase(configPath), frozen.organization);
	const committed = await learnCommitted(opened, context.ports);
	const sandbox = await sandboxFor(opened, { support, config, caches, committed }, context);
	const declared = support.offered ? await declaredFor(opened, { frozen, sandbox, config }, context) : noTools;
	const signersToday = await signersFor(opened, context);
	const workspace = await deliveringOntoHead(withDeclared(opened.workspace, declared), opened, forge);
	const { memory, recall, search } = runMemory({ header, folder, kept: config.memory }, context);
	const end = async () => declared.close();
	const { gate, warnings } = await closing(end, gateFor(frozen, frozenAt(opened, declared, facts), context));
	const walled = { workspace: workspace.root, ...wallOf(sandbox) };
	const { interruption } = machine;
	const { alone, buttons } = facts;
	const ports: Ports = {
		...{ clock, redactor, store, forge, blobs, workspace, memory, signersToday },
		runner: facts.runner,
		dayBook: store,
		gate: facts.dryRun === undefined ? gate : readingGate(gate, facts.dryRun),
		model: tellingModel(modelFor(header.settings, context), (line) => context.ports.say(redactor.redact(line))),
		toolbox: toolboxFor({ header, frozen, declared, workspace, sandbox, support, search }, context),
		...(interruption === undefined ? {} : { interruption }),
		...(alone === undefined ? {} : { alone }),
		...(buttons === undefined ? {} : { buttons }),
		proveWalls: () =>
			triedWalls(
				{ ...walled, ...(sandbox.standing && { standing: sandbox.standing }) },
				support,
				machine,
				context.ports,
			),
		tryPrograms: (names) => triedPrograms(names, walled, { support, runner: facts.runner }),
		background: { changedFiles: (pull) => threads.changedFiles(pull), recall },
	};
	return {
		ports,
		warnings: [
			...warnings,
			...toolWarnings(wallOf(sandbox).toolchain, config, facts.environment.tools.home),
			...support.warnings,
			...declared.warnings,
			...checkoutTokenWarning(machine.checkoutTokens),
			...committedWarning(committed),
		],
		close: end,
	};
}

/** Returns today's commit of the default branch, and the approvers in its configuration. */
async function signersFor(
	{ state, workspace }: OpenRun,
	{ facts, ports, machine }: JobContext,
): Promise<NonNullable<Ports['signersToday']>> {
	const { sha } = facts.environment;
	const base = sha === headerOf(state).base_sha ? workspace : await machine.workspaceAt(sha);
	const { approvals } = readConfigUnder(await base.readBase(configPath), await ports.organization());
	return { base, ...(approvals === undefined ? {} : { approvals }) };
}

/** Returns what a gate needs from the beginning of the run. */
function frozenAt(opened: OpenRun, declared: DeclaredTools, { isAuthentic }: JobFacts): Frozen {
	const { base_sha: baseSha, settings } = headerOf(opened.state);
	const isUnproven = !isAuthentic && isResumed(opened);
	return { baseSha, servers: serverTools(declared), followed: settings.skill, isUnproven };
}

function serverTools({ tools }: DeclaredTools): readonly ToolDefinition[] {
	return tools.map(({ definition }) => definition).filter(({ name }) => name.startsWith('mcp__'));
}

interface Tools {
	readonly header: EntryOf<'run_started'>;
	readonly frozen: Controls;
	readonly declared: DeclaredTools;
	readonly workspace: Workspace;
	readonly sandbox: Sandbox;
	readonly support: CommandSupport;
	readonly search: RunMemory['search'];
}

function toolboxFor(
	{ header, frozen, declared, workspace, sandbox, support, search }: Tools,
	{ facts: { offered }, ports: { forge, threads, redactor } }: Pick<JobContext, 'facts' | 'ports'>,
): Toolbox {
	const ours = toolDefinitions(frozen.skills)
		.filter(({ name }) => support.offered || !runs(name, frozen))
		.flatMap((tool) => (offered === undefined ? tool : (offered(tool) ?? [])));
	const { run, base_branch: baseBranch, pull, tree, request, settings } = header;
	return createToolbox({
		definitions: [...ours, ...serverTools(declared)],
		permits: permitted(frozen.skills, settings.skill),
		added: declared.tools,
		...{ workspace, forge, toolForge: threads, redactor, sandbox, run, baseBranch },
		requester: request.actor.id,
		listenTo: settings.listenTo ?? 'writers',
		thread: request.thread,
		...(pull === undefined ? {} : { pull }),
		...(tree === undefined ? {} : { isAsBegun: (manifest) => manifestDigest(manifest) === tree }),
		slug: request.task,
		holdsCredential: isCredential,
		...(search === undefined ? {} : { searchMemory: search }),
	});
}

/** Returns the result of `work`. If `work` fails, calls `end` before it throws the error. */
async function closing<T>(end: () => Promise<void>, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (thrown) {
		await end();
		throw thrown;
	}
}

type Sandbox = CommandContext['sandbox'];

/** Opens the package caches of this process. Returns undefined if the run is over, or if no command can run. */
function cachesFor(
	{ state, workspace }: OpenRun,
	support: CommandSupport,
	{ environment }: JobFacts,
): Caches | undefined {
	if (state.finished !== undefined || !support.offered) return undefined;
	const { temporary, tools } = environment;
	return openCaches({ under: join(temporary, 'countersign-caches'), workspace: workspace.root, home: tools.home });
}

/** Returns the sandbox for commands. Its limits come from the configuration at the run's base commit. */
async function sandboxFor(
	{ state, workspace }: OpenRun,
	{
		support,
		config,
		caches,
		committed,
	}: {
		readonly support: CommandSupport;
		readonly config: RepositoryConfig;
		readonly caches: Caches | undefined;
		readonly committed: CommittedCredentials;
	},
	{ facts: { environment, runner }, machine: { interruption, toolchain } }: Pick<JobContext, 'facts' | 'machine'>,
): Promise<Sandbox> {
	// Only a job stops its commands at once. In a terminal, the current step finishes first.
	const stopsCommands = runner.kind === 'actions' && interruption !== undefined;
	return {
		toolchain: toolchain(config),
		limits: config.commandLimits,
		hidden: [...(await credentialsOfJob(workspace, isOwnCredential)), ...committed.covered],
		sealed: await submodulePaths(workspace.root, headerOf(state).base_sha),
		ready: Promise.all([support.ready, caches?.ready]),
		...(caches === undefined ? {} : { caches: caches.folder }),
		standing: standingReach(headerOf(state).settings),
		...(environment.jobProxy && { jobProxy: environment.jobProxy }),
		...(stopsCommands ? { interruption } : {}),
	};
}

/** Returns the tools that the repository declares, or no tools for a run that is over. */
async function declaredFor(
	{ state, workspace, blobs }: OpenRun,
	{
		frozen,
		sandbox,
		config,
	}: { readonly frozen: Controls; readonly sandbox: Sandbox; readonly config: RepositoryConfig },
	{ facts: { environment, program }, ports: { redactor } }: Pick<JobContext, 'facts' | 'ports'>,
): Promise<DeclaredTools> {
	if (state.finished !== undefined) return noTools;
	const { base_sha: baseSha } = headerOf(state);
	const { temporary } = environment;
	const told = state.context === undefined ? undefined : JSON.parse(await blobs.get(state.context.tools));
	return together([
		await setUpCommands(frozen.skills, { workspace, baseSha, temporary, sandbox }),
		await setUpServers(config.mcp, { workspace, sandbox, program, redactor, told }),
	]);
}

/** Whether a tool needs the sandbox. Without a sandbox, such a tool is not offered. */
function runs(name: string, { skills }: Controls): boolean {
	return name === 'shell_exec' || skills.some(({ commands }) => commands.some(({ tool }) => tool === name));
}
