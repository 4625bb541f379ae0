import { toolDefinitions } from '../agent/index.ts';
import { configPath, gatherControls, type RepositoryConfig, readRepositoryConfig } from '../config/index.ts';
import {
	type Blobs,
	CountersignError,
	digestOf,
	type EntryOf,
	entryBodySchema,
	type JsonObject,
	type Mode,
	type Ports,
	type RunRequest,
	type RunSettings,
	type Workspace,
} from '../core/index.ts';
import { isCredential, isOwnCredential } from '../gate/index.ts';
import { createForgeDesk } from '../github/index.ts';
import {
	type Begun,
	type Controls,
	controlsOf,
	headerOf,
	journalSchema,
	manifestDigest,
	maxIdleRounds,
	type Opened,
	readControls,
} from '../run/index.ts';
import { createToolbox, credentialsOfJob } from '../tools/index.ts';
import { type CommandRoom, checkoutTokenWarning } from './command-room.ts';
import { type DeclaredTools, noTools, together, withDeclared } from './declared-tools.ts';
import type { Desk } from './desk.ts';
import { followingSkill, permitted, skillOf } from './followed-skill.ts';
import { gateFor } from './judging.ts';
import { setUpServers } from './mcp-servers.ts';
import { modelFor, pricesOf } from './model-for.ts';
import { pullGround } from './pull-ground.ts';
import { runMemory } from './run-memory.ts';
import { modeFor, plannedMode } from './run-mode.ts';
import { requireSigners } from './signers.ts';
import { type CommandGround, requireRunnable, setUpCommands } from './skill-commands.ts';
import { tellingModel } from './telling-model.ts';

type Open = Extract<Opened, { kind: 'open' }>;

interface Beginning {
	readonly run: string;
	readonly request: RunRequest;
	readonly blobs: Blobs;
	/** The mode that the command asks for, in place of the configured one. */
	readonly mode?: Mode;
}

/** The header of a new run: what was asked, and everything that is frozen, from the default branch's commit. */
export async function beginRun(
	{ workspace, ...beginning }: Beginning & { readonly workspace: Workspace },
	desk: Desk,
): Promise<Begun> {
	await refuseChanged(workspace);
	const header = await plainHeader(beginning, workspace, desk);
	const { request } = beginning;
	const ground = await pullGround({ request, settings: header.settings, workspace }, desk);
	return { kind: 'begun', header: { ...header, ...ground }, workspace };
}

/** Whether a run's header is what this job would begin it with; one on a pull request also depends on what that was then. */
export async function isAsBegun(beginning: Beginning, found: EntryOf<'run_started'>, desk: Desk): Promise<boolean> {
	if (beginning.request.onPullRequest) return false;
	const workspace = await desk.workspaceAt(desk.environment.sha);
	const expected = await plainHeader(beginning, workspace, desk);
	const { runner, program } = found;
	// As the journal keeps it, whatever process it was that began it.
	const digest = (header: EntryOf<'run_started'>): string =>
		digestOf(entryBodySchema.parse({ ...header, runner, program }) as unknown as JsonObject);
	return digest(expected) === digest(found);
}

async function plainHeader(
	{ run, request, blobs, mode }: Beginning,
	workspace: Workspace,
	desk: Desk,
): Promise<EntryOf<'run_started'>> {
	const { environment, runner, program } = desk;
	const config = readRepositoryConfig(await workspace.readBase(configPath));
	refuseSecret(config, desk);
	const controls = await gatherControls(desk.packageRoot, workspace, config);
	const { skills, policies } = readControls(controls);
	requireRunnable(skills);
	refuseUnknownSkill(desk.inputs.skill, skills);
	const warnings = await requireSigners({ config, policies, workspace, forge: desk.forge });
	const configured = settingsOf(config, desk);
	const begins = modeFor(mode ?? configured.mode, config, request);
	const skill = skillOf(desk.inputs.skill, request, skills);
	const capped = config.capsIterations === true || desk.inputs.maxIterations !== undefined;
	const following = followingSkill({ ...configured, mode: begins.mode }, skill, capped);
	const settings = { ...following, ...pricesOf(following, desk) };
	const planned = plannedMode(begins.mode, configured.mode, skill);
	return {
		type: 'run_started',
		schema: journalSchema,
		program,
		run,
		repository: `${environment.owner}/${environment.repo}`,
		request,
		settings: planned === undefined ? settings : { ...settings, planned },
		runner,
		baseSha: environment.sha,
		baseBranch: environment.refName,
		controls: await blobs.put(
			JSON.stringify({ ...controls, warnings: [...controls.warnings, ...warnings, ...begins.warnings] }),
		),
	};
}

/** Everything outside that a run touches, for this job, and what its rules warn of. */
export interface Furnished {
	readonly ports: Ports;
	readonly warnings: readonly string[];
	/** Ends what was started for the run. */
	close(): void;
}

/** Everything outside that a run touches, for this job. */
export async function portsOf(
	opened: Open,
	{ folder, room }: { readonly folder: string; readonly room: CommandRoom },
	desk: Desk,
): Promise<Furnished> {
	const { blobs, state } = opened;
	const header = headerOf(state);
	const frozen = controlsOf(await blobs.get(header.controls), desk.clock.now());
	const { clock, redactor, runner, store, dayBook, forge } = desk;
	const sandbox = await sandboxFor(opened, room, desk);
	const declared = room.offered ? await declaredFor(opened, { frozen, sandbox }, desk) : noTools;
	const workspace = withDeclared(opened.workspace, declared);
	const servers = declared.tools.map(({ definition }) => definition).filter(({ name }) => name.startsWith('mcp__'));
	const ours = toolDefinitions(frozen.skills).filter(({ name }) => room.offered || !runs(name, frozen));
	const followed = header.settings.skill;
	const config = readRepositoryConfig(await opened.workspace.readBase(configPath));
	const { memory, recall, search } = runMemory({ header, folder, kept: config.memory }, desk);
	const { gate, warnings } = await closing(
		declared,
		gateFor(frozen, { baseSha: header.baseSha, servers, followed }, desk),
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
		gate,
		model: tellingModel(modelFor(header.settings, desk), (line) => desk.say(redactor.redact(line))),
		toolbox: createToolbox({
			definitions: [...ours, ...servers],
			permits: permitted(frozen.skills, followed),
			added: declared.tools,
			workspace,
			forge,
			desk: createForgeDesk(desk.api),
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
		memory,
		background: { changedFiles: (pull) => createForgeDesk(desk.api).changedFiles(pull), recall },
	};
	return {
		ports,
		warnings: [...warnings, ...room.warnings, ...declared.warnings, ...checkoutTokenWarning(desk.checkoutTokens)],
		close: declared.close,
	};
}

/** A job that fails here must not wait for servers that nobody ends. */
async function closing<T>(declared: DeclaredTools, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (thrown) {
		declared.close();
		throw thrown;
	}
}

type Sandbox = CommandGround['sandbox'];

/** What commands run in. Its limits are frozen like the rest: as the run's base commit has them. */
async function sandboxFor({ state, workspace }: Open, room: CommandRoom, { environment }: Desk): Promise<Sandbox> {
	const { commandLimits } = readRepositoryConfig(await workspace.readBase(configPath));
	return {
		toolchain: environment.toolchain,
		limits: commandLimits,
		hidden: await credentialsOfJob(workspace, isOwnCredential),
		ready: room.ready,
		hosts: headerOf(state).settings.standingHosts ?? [],
	};
}

/** The tools that the repository declares; a run that is over needs none. */
async function declaredFor(
	{ state, workspace, blobs }: Open,
	{ frozen, sandbox }: { readonly frozen: Controls; readonly sandbox: Sandbox },
	{ environment, program, redactor }: Desk,
): Promise<DeclaredTools> {
	if (state.finished !== undefined) return noTools;
	const { baseSha } = headerOf(state);
	const { temporary } = environment;
	const { mcp } = readRepositoryConfig(await workspace.readBase(configPath));
	const told = state.context === undefined ? undefined : JSON.parse(await blobs.get(state.context.tools));
	return together([
		await setUpCommands(frozen.skills, { workspace, baseSha, temporary, sandbox }),
		await setUpServers(mcp, { workspace, sandbox, program, redactor, told }),
	]);
}

/** Whether a tool needs the sandbox: without one it is not offered. */
function runs(name: string, { skills }: Controls): boolean {
	return name === 'shell_exec' || skills.some(({ commands }) => commands.some(({ tool }) => tool === name));
}

function settingsOf(config: RepositoryConfig, { inputs }: Desk): RunSettings {
	if (inputs.mode === 'auto' && config.mode !== 'auto') {
		throw new CountersignError({
			code: 'bad-input',
			message:
				'The input `mode: auto` does not count: only the configuration on the default branch may switch asking off.',
			fix: `Write \`mode: auto\` in ${configPath} on the default branch, or choose plan, default or edit.`,
		});
	}
	return {
		mode: inputs.mode ?? config.mode,
		model: inputs.model ?? config.model,
		...fallbacksOf(inputs.model === undefined ? config : inputs),
		limits: {
			maxIterations: inputs.maxIterations ?? config.maxIterations,
			approvalTimeoutSeconds: inputs.approvalTimeoutSeconds ?? config.approvalTimeoutSeconds,
			idleRounds: maxIdleRounds,
			// On GitHub there is always a thread to ask in.
			atCap: 'ask',
			...config.budget,
		},
		listenTo: config.listenTo,
		...(config.setup.length === 0 ? {} : { setup: config.setup }),
		...(config.standingHosts.length === 0 ? {} : { standingHosts: config.standingHosts }),
		...(config.approvals === undefined ? {} : { approvals: config.approvals }),
	};
}

/** A list is one whole with its first: what the input names has no fallbacks of the configuration's. */
function fallbacksOf({ fallbacks }: Pick<RepositoryConfig, 'fallbacks'>): Pick<RunSettings, 'fallbacks'> {
	return fallbacks === undefined ? {} : { fallbacks };
}

/** The header keeps setup as it runs; a journal would keep a credential in it as something else. */
function refuseSecret({ setup }: RepositoryConfig, { redactor }: Desk): void {
	const found = setup.findIndex(({ run }) => redactor.holdsSecret(run));
	if (found === -1) return;
	throw new CountersignError({
		code: 'bad-config',
		message: `\`setup.${found}\` of ${configPath} holds a credential.`,
		fix: 'Take it out and revoke it: commands get no credential here, and everybody who reads the repository can use it.',
	});
}

/** What an earlier step of the workflow left in the checkout would be delivered as the agent's work. */
async function refuseChanged(workspace: Workspace): Promise<void> {
	const { manifest } = await workspace.snapshot();
	const paths = manifest.entries.map((entry) => entry.path);
	if (paths.length === 0) return;
	throw new CountersignError({
		code: 'checkout-mismatch',
		message: `The checkout has changes from before the run: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}.`,
		fix: 'Let the action follow `actions/checkout` directly, or put what earlier steps make into .gitignore.',
	});
}

function refuseUnknownSkill(name: string, skills: Controls['skills']): void {
	if (name === '' || skills.some((skill) => skill.name === name)) return;
	throw new CountersignError({
		code: 'bad-input',
		message: `The input \`skill: ${name}\` names no skill; there are ${skills.map((skill) => skill.name).join(', ')}.`,
		fix: `Add .github/countersign/skills/${name}/SKILL.md to the default branch, or correct the name.`,
	});
}
