import { join } from 'node:path';
import { toolDefinitions } from '../agent/index.ts';
import { configPath, type RepositoryConfig, readConfigUnder } from '../config/index.ts';
import { type Ports, standingReach } from '../core/index.ts';
import { isCredential, isOwnCredential } from '../gate/index.ts';
import { type Controls, controlsOf, headerOf, manifestDigest, type OpenRun } from '../run/index.ts';
import { type Caches, openCaches } from '../sandbox/index.ts';
import { createToolbox, credentialsOfJob, wallOf } from '../tools/index.ts';
import { submodulePaths } from '../workspace/index.ts';
import { type CommandSupport, checkoutTokenWarning } from './command-support.ts';
import { type CommittedCredentials, committedWarning, learnCommitted } from './committed-credentials.ts';
import { type DeclaredTools, noTools, together, withDeclared } from './declared-tools.ts';
import { permitted } from './followed-skill.ts';
import type { JobContext } from './job-context.ts';
import { toolWarnings } from './job-toolchain.ts';
import { gateFor } from './judging.ts';
import { setUpServers } from './mcp-servers.ts';
import { modelFor } from './model-for.ts';
import { deliveringOntoHead } from './pull-delivery.ts';
import { readingGate } from './reading-gate.ts';
import { runMemory } from './run-memory.ts';
import { type CommandContext, setUpCommands } from './skill-commands.ts';
import { tellingModel } from './telling-model.ts';
import { triedPrograms } from './tried-programs.ts';
import { triedWalls } from './tried-walls.ts';
import { isAuthentic, isResumed } from './unsealed.ts';

/** The ports through which a run of this job reaches everything outside, and the warnings of its rules. */
export interface Furnished {
	readonly ports: Ports;
	readonly warnings: readonly string[];
	/** Ends what was started for the run. */
	close(): Promise<void>;
}

/** Opens everything outside that a run of this job uses. */
export async function portsOf(
	opened: OpenRun,
	place: { readonly folder: string; readonly support: CommandSupport },
	context: JobContext,
): Promise<Furnished> {
	const caches = cachesFor(opened, place.support, context);
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
	const { blobs, state } = opened;
	const header = headerOf(state);
	const frozen = controlsOf(await blobs.get(header.controls), context.clock.now());
	const { clock, redactor, runner, store, dayBook, forge } = context;
	const config = readConfigUnder(await opened.workspace.readBase(configPath), frozen.organization);
	const committed = await learnCommitted(opened, context);
	const sandbox = await sandboxFor(opened, { support, config, caches, committed }, context);
	const declared = support.offered ? await declaredFor(opened, { frozen, sandbox, config }, context) : noTools;
	const { sha } = context.environment;
	const base = sha === header.base_sha ? opened.workspace : await context.workspaceAt(sha);
	const { approvals } = readConfigUnder(await base.readBase(configPath), await context.organization());
	const workspace = await deliveringOntoHead(withDeclared(opened.workspace, declared), opened, forge);
	const servers = declared.tools.map(({ definition }) => definition).filter(({ name }) => name.startsWith('mcp__'));
	const ours = toolDefinitions(frozen.skills)
		.filter(({ name }) => support.offered || !runs(name, frozen))
		.flatMap((tool) => (context.offered === undefined ? tool : (context.offered(tool) ?? [])));
	const followed = header.settings.skill;
	const { memory, recall, search } = runMemory({ header, folder, kept: config.memory }, context);
	const isUnproven = !isAuthentic(context) && isResumed(opened);
	const end = async () => declared.close();
	const { gate, warnings } = await closing(
		end,
		gateFor(frozen, { baseSha: header.base_sha, servers, followed, isUnproven }, context),
	);
	const ports: Ports = {
		clock,
		redactor,
		runner,
		store,
		dayBook,
		forge,
		blobs,
		workspace,
		gate: context.dryRun === undefined ? gate : readingGate(gate, context.dryRun),
		model: tellingModel(modelFor(header.settings, context), (line) => context.say(redactor.redact(line))),
		toolbox: createToolbox({
			definitions: [...ours, ...servers],
			permits: permitted(frozen.skills, followed),
			added: declared.tools,
			workspace,
			forge,
			toolForge: context.threads,
			redactor,
			requester: header.request.actor.id,
			listenTo: header.settings.listenTo ?? 'writers',
			thread: header.request.thread,
			run: header.run,
			baseBranch: header.base_branch,
			...(header.pull === undefined ? {} : { pull: header.pull }),
			...(header.tree === undefined ? {} : { isAsBegun: (manifest) => manifestDigest(manifest) === header.tree }),
			slug: header.request.task,
			sandbox,
			holdsCredential: isCredential,
			...(search === undefined ? {} : { searchMemory: search }),
		}),
		...(context.interruption === undefined ? {} : { interruption: context.interruption }),
		signersToday: { base, ...(approvals === undefined ? {} : { approvals }) },
		...(context.alone === undefined ? {} : { alone: context.alone }),
		...(context.buttons === undefined ? {} : { buttons: context.buttons }),
		memory,
		proveWalls: () =>
			triedWalls(
				{ workspace: workspace.root, ...wallOf(sandbox), ...(sandbox.standing && { standing: sandbox.standing }) },
				support,
				context,
			),
		tryPrograms: (names) =>
			triedPrograms(names, { workspace: workspace.root, ...wallOf(sandbox) }, { support, runner }),
		background: { changedFiles: (pull) => context.threads.changedFiles(pull), recall },
	};
	return {
		ports,
		warnings: [
			...warnings,
			...toolWarnings(wallOf(sandbox).toolchain, config, context.environment.tools.home),
			...support.warnings,
			...declared.warnings,
			...checkoutTokenWarning(context.checkoutTokens),
			...committedWarning(committed),
		],
		close: end,
	};
}

/** Waits for the work. If it fails, ends the servers and removes the caches before the error is thrown. */
async function closing<T>(end: () => Promise<void>, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (thrown) {
		await end();
		throw thrown;
	}
}

type Sandbox = CommandContext['sandbox'];

/** Returns the caches of this process. Returns undefined for a run that is over, and if no command can run. */
function cachesFor(
	{ state, workspace }: OpenRun,
	support: CommandSupport,
	{ environment }: JobContext,
): Caches | undefined {
	if (state.finished !== undefined || !support.offered) return undefined;
	const { temporary, tools } = environment;
	return openCaches({ under: join(temporary, 'countersign-caches'), workspace: workspace.root, home: tools.home });
}

/** Returns the sandbox for commands. Its limits are frozen: they come from the configuration at the run's base commit. */
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
	{ environment, runner, interruption, toolchain }: JobContext,
): Promise<Sandbox> {
	// Only a job stops its commands at once. A person in a terminal is told that the current step ends first.
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

/** Returns the tools that the repository declares. A run that is over needs none. */
async function declaredFor(
	{ state, workspace, blobs }: OpenRun,
	{
		frozen,
		sandbox,
		config,
	}: { readonly frozen: Controls; readonly sandbox: Sandbox; readonly config: RepositoryConfig },
	{ environment, program, redactor }: JobContext,
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

/** Whether a tool needs the sandbox. Without a sandbox it is not offered. */
function runs(name: string, { skills }: Controls): boolean {
	return name === 'shell_exec' || skills.some(({ commands }) => commands.some(({ tool }) => tool === name));
}
