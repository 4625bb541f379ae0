import { join } from 'node:path';
import { toolDefinitions } from '../agent/index.ts';
import { configPath, type RepositoryConfig, readConfigUnder } from '../config/index.ts';
import { type Ports, standingReach } from '../core/index.ts';
import { isCredential, isOwnCredential } from '../gate/index.ts';
import { type Controls, controlsOf, headerOf, manifestDigest, type OpenRun } from '../run/index.ts';
import { type Caches, openCaches } from '../sandbox/index.ts';
import { createToolbox, credentialsOfJob, wallOf } from '../tools/index.ts';
import { submodulePaths } from '../workspace/index.ts';
import { type CommandRoom, checkoutTokenWarning } from './command-room.ts';
import { type CommittedCredentials, committedWarning, learnCommitted } from './committed-credentials.ts';
import { type DeclaredTools, noTools, together, withDeclared } from './declared-tools.ts';
import type { Desk } from './desk.ts';
import { permitted } from './followed-skill.ts';
import { jobToolchain, toolWarnings } from './job-toolchain.ts';
import { gateFor } from './judging.ts';
import { setUpServers } from './mcp-servers.ts';
import { modelFor } from './model-for.ts';
import { deliveringOntoHead } from './pull-delivery.ts';
import { readingGate } from './reading-gate.ts';
import { runMemory } from './run-memory.ts';
import { type CommandGround, setUpCommands } from './skill-commands.ts';
import { tellingModel } from './telling-model.ts';
import { triedPrograms } from './tried-programs.ts';
import { triedWalls } from './tried-walls.ts';
import { isAuthentic, isResumed } from './unsealed.ts';

/** Everything outside that a run touches, for this job, and what its rules warn of. */
export interface Furnished {
	readonly ports: Ports;
	readonly warnings: readonly string[];
	/** Ends what was started for the run. */
	close(): Promise<void>;
}

/** Everything outside that a run touches, for this job. */
export async function portsOf(
	opened: OpenRun,
	place: { readonly folder: string; readonly room: CommandRoom },
	desk: Desk,
): Promise<Furnished> {
	const caches = cachesFor(opened, place.room, desk);
	const remove = async () => caches?.close();
	const { close, ...furnished } = await closing(remove, furnish(opened, { ...place, caches }, desk));
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
	readonly room: CommandRoom;
	readonly caches: Caches | undefined;
}

async function furnish(opened: OpenRun, { folder, room, caches }: Place, desk: Desk): Promise<Furnished> {
	const { blobs, state } = opened;
	const header = headerOf(state);
	const frozen = controlsOf(await blobs.get(header.controls), desk.clock.now());
	const { clock, redactor, runner, store, dayBook, forge } = desk;
	const config = readConfigUnder(await opened.workspace.readBase(configPath), frozen.organization);
	const committed = await learnCommitted(opened, desk);
	const sandbox = await sandboxFor(opened, { room, config, caches, committed }, desk);
	const declared = room.offered ? await declaredFor(opened, { frozen, sandbox, config }, desk) : noTools;
	const { sha } = desk.environment;
	const base = sha === header.baseSha ? opened.workspace : await desk.workspaceAt(sha);
	const { approvals } = readConfigUnder(await base.readBase(configPath), await desk.organization());
	const workspace = await deliveringOntoHead(withDeclared(opened.workspace, declared), opened, forge);
	const servers = declared.tools.map(({ definition }) => definition).filter(({ name }) => name.startsWith('mcp__'));
	const ours = toolDefinitions(frozen.skills)
		.filter(({ name }) => room.offered || !runs(name, frozen))
		.flatMap((tool) => (desk.offered === undefined ? tool : (desk.offered(tool) ?? [])));
	const followed = header.settings.skill;
	const { memory, recall, search } = runMemory({ header, folder, kept: config.memory }, desk);
	const isUnproven = !isAuthentic(desk) && isResumed(opened);
	const end = async () => declared.close();
	const { gate, warnings } = await closing(
		end,
		gateFor(frozen, { baseSha: header.baseSha, servers, followed, isUnproven }, desk),
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
		gate: desk.dryRun === undefined ? gate : readingGate(gate, desk.dryRun),
		model: tellingModel(modelFor(header.settings, desk), (line) => desk.say(redactor.redact(line))),
		toolbox: createToolbox({
			definitions: [...ours, ...servers],
			permits: permitted(frozen.skills, followed),
			added: declared.tools,
			workspace,
			forge,
			desk: desk.threads,
			redactor,
			requester: header.request.actor.id,
			listenTo: header.settings.listenTo ?? 'writers',
			thread: header.request.thread,
			run: header.run,
			baseBranch: header.baseBranch,
			...(header.pull === undefined ? {} : { pull: header.pull }),
			...(header.tree === undefined ? {} : { isAsBegun: (manifest) => manifestDigest(manifest) === header.tree }),
			slug: header.request.task,
			sandbox,
			holdsCredential: isCredential,
			...(search === undefined ? {} : { searchMemory: search }),
		}),
		...(desk.interruption === undefined ? {} : { interruption: desk.interruption }),
		signersToday: { base, ...(approvals === undefined ? {} : { approvals }) },
		...(desk.alone === undefined ? {} : { alone: desk.alone }),
		...(desk.buttons === undefined ? {} : { buttons: desk.buttons }),
		memory,
		proveWalls: () =>
			triedWalls(
				{ workspace: workspace.root, ...wallOf(sandbox), ...(sandbox.standing && { standing: sandbox.standing }) },
				room,
				desk,
			),
		tryPrograms: (names) => triedPrograms(names, { workspace: workspace.root, ...wallOf(sandbox) }, { room, runner }),
		background: { changedFiles: (pull) => desk.threads.changedFiles(pull), recall },
	};
	return {
		ports,
		warnings: [
			...warnings,
			...toolWarnings(wallOf(sandbox).toolchain, config, desk.environment.tools.home),
			...room.warnings,
			...declared.warnings,
			...checkoutTokenWarning(desk.checkoutTokens),
			...committedWarning(committed),
		],
		close: end,
	};
}

/** A job that fails here must not wait for servers that nobody ends, nor leave caches behind. */
async function closing<T>(end: () => Promise<void>, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (thrown) {
		await end();
		throw thrown;
	}
}

type Sandbox = CommandGround['sandbox'];

/** The caches of this process; none for a run that is over, and none where no command runs. */
function cachesFor({ state, workspace }: OpenRun, room: CommandRoom, { environment }: Desk): Caches | undefined {
	if (state.finished !== undefined || !room.offered) return undefined;
	const { temporary, tools } = environment;
	return openCaches({ under: join(temporary, 'countersign-caches'), workspace: workspace.root, home: tools.home });
}

/** What commands run in. Its limits are frozen like the rest: as the run's base commit has them. */
async function sandboxFor(
	{ state, workspace }: OpenRun,
	{
		room,
		config,
		caches,
		committed,
	}: {
		readonly room: CommandRoom;
		readonly config: RepositoryConfig;
		readonly caches: Caches | undefined;
		readonly committed: CommittedCredentials;
	},
	{ environment, runner, interruption }: Desk,
): Promise<Sandbox> {
	// A person in a terminal is told that the step comes to its end first.
	const stopsCommands = runner.kind === 'actions' && interruption !== undefined;
	return {
		toolchain: jobToolchain(environment, config),
		limits: config.commandLimits,
		hidden: [...(await credentialsOfJob(workspace, isOwnCredential)), ...committed.covered],
		sealed: await submodulePaths(workspace.root, headerOf(state).baseSha),
		ready: Promise.all([room.ready, caches?.ready]),
		...(caches === undefined ? {} : { caches: caches.folder }),
		standing: standingReach(headerOf(state).settings),
		...(environment.jobProxy && { jobProxy: environment.jobProxy }),
		...(stopsCommands ? { interruption } : {}),
	};
}

/** The tools that the repository declares; a run that is over needs none. */
async function declaredFor(
	{ state, workspace, blobs }: OpenRun,
	{
		frozen,
		sandbox,
		config,
	}: { readonly frozen: Controls; readonly sandbox: Sandbox; readonly config: RepositoryConfig },
	{ environment, program, redactor }: Desk,
): Promise<DeclaredTools> {
	if (state.finished !== undefined) return noTools;
	const { baseSha } = headerOf(state);
	const { temporary } = environment;
	const told = state.context === undefined ? undefined : JSON.parse(await blobs.get(state.context.tools));
	return together([
		await setUpCommands(frozen.skills, { workspace, baseSha, temporary, sandbox }),
		await setUpServers(config.mcp, { workspace, sandbox, program, redactor, told }),
	]);
}

/** Whether a tool needs the sandbox: without one it is not offered. */
function runs(name: string, { skills }: Controls): boolean {
	return name === 'shell_exec' || skills.some(({ commands }) => commands.some(({ tool }) => tool === name));
}
