import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { configPath, type Inputs, readRepositoryConfig } from '../config/index.ts';
import {
	type JobProxy,
	needsGitHub,
	type Person,
	type Runner,
	type ToolCall,
	type Toolchain,
	type ToolDefinition,
	type ToolPlaces,
	type Verdict,
} from '../core/index.ts';
import { isOwnCredential } from '../gate/index.ts';
import {
	type CommandSupport,
	type JobContext,
	type JobFacts,
	type JobMachine,
	type JobPorts,
	jobToolchain,
	openCommandSupport,
	thisMachine,
} from '../job/index.ts';
import { createRedactor, directoryStore, type Journal } from '../journal/index.ts';
import { git, persistedTokens } from '../sandbox/index.ts';
import { openWorkspace, removeUnsaved } from '../workspace/index.ts';
import type { Checkout } from './checkout.ts';
import { createLocalForge, type Say } from './local-forge.ts';
import { noThreads } from './no-threads.ts';
import { harmlessText } from './shown-comment.ts';
import { isTerminalLiving, type ProcessSigns } from './terminal-runner.ts';
import { openWorkTree } from './work-tree.ts';

/** The facts about a person's terminal that do not belong to a run. */
export interface TerminalContext {
	readonly packageRoot: string;
	readonly program: string;
	readonly home: string;
	/** The folder where the runs of this repository are stored. */
	readonly state: string;
	readonly checkout: Checkout;
	readonly person: Person;
	readonly runner: Runner;
	readonly signs: ProcessSigns;
	/** The folders of the person's programs. */
	readonly tools: ToolPlaces;
	/** The proxy that is configured on the machine. */
	readonly jobProxy?: JobProxy;
	/** Credentials in the person's environment. The credentials of the inputs are already known. */
	readonly secrets: readonly string[];
	readonly interruption: AbortSignal;
	/** Prints a line about what happens. */
	readonly say: (line: string) => void;
	readonly warn: (text: string) => void;
	readonly watch: (journal: Journal) => void;
}

/** The facts about one run for its context. */
export interface LocalRunOrder {
	readonly run: string;
	readonly inputs: Inputs;
	/** True if the run works in the checkout itself. */
	readonly here: boolean;
	readonly dryRun?: (call: ToolCall, verdict: Verdict) => void;
}

/** The context of one run in a terminal, and a function that adds a comment to its thread. */
export function terminalJobContext(
	terminal: TerminalContext,
	run: LocalRunOrder,
): { readonly context: JobContext; readonly say: Say } {
	const { state, checkout } = terminal;
	const workspace = run.here ? checkout.root : workFolder(state, run.run);
	const place: Place = { workspace, temporary: state, tools: terminal.tools };
	mkdirSync(join(state, 'countersign'), { recursive: true, mode: 0o700 });
	const { ports, say } = portsOf(terminal, run);
	return { context: { facts: factsOf(terminal, run, place), ports, machine: machineOf(terminal, run, place) }, say };
}

type Place = Pick<JobFacts['environment'], 'workspace' | 'temporary' | 'tools'>;

function factsOf(
	{ state, checkout: { head, branch }, person, runner, packageRoot, program, jobProxy }: TerminalContext,
	{ inputs, dryRun }: LocalRunOrder,
	place: Place,
): JobFacts {
	return {
		inputs,
		environment: {
			...{ owner: 'local', repo: nameOf(state), sha: head, refName: branch, ...place },
			...(jobProxy && { jobProxy }),
		},
		packageRoot,
		program,
		runner,
		isAuthentic: true,
		alone: person,
		offered,
		...(dryRun === undefined ? {} : { dryRun }),
	};
}

function portsOf(terminal: TerminalContext, run: LocalRunOrder): { readonly ports: JobPorts; readonly say: Say } {
	const { state, checkout, person, signs, home } = terminal;
	const { root } = checkout;
	const now = (): Date => new Date();
	const clock = { now, sleep: (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms)) };
	const { forge, say } = createLocalForge({ state, root, home, person, clock, isEnabled: () => isEnabled(root) });
	const ports: JobPorts = {
		forge,
		threads: noThreads,
		store: directoryStore(state, (holder, at) => isTerminalLiving(holder, at, signs, now())),
		// There is no GitHub to ask.
		commitAudit: async () => undefined,
		tidyUp: async () => undefined,
		organization: async () => undefined,
		identityToken: () => Promise.reject(new Error('a terminal has no identity of a job')),
		clock,
		redactor: createRedactor([
			...run.inputs.secrets,
			...terminal.secrets,
			...persistedTokens(root).flatMap(({ secrets }) => secrets),
		]),
		watch: async (journal) => terminal.watch(journal),
		warn: terminal.warn,
		// A model's text arrives here unchanged, so it is made harmless.
		say: (line) => terminal.say(harmlessText(line)),
	};
	return { ports, say };
}

function machineOf(terminal: TerminalContext, { here }: LocalRunOrder, place: Place): JobMachine {
	const { workspace } = place;
	// The work tree may not exist at the first call, so each call looks again.
	const toolchain: JobMachine['toolchain'] = (config) => jobToolchain(place, config);
	return {
		workspaceAt: async (baseSha) => {
			if (!here) await openOwnTree(terminal, workspace, baseSha);
			return openWorkspace(workspace, baseSha, { stays: isOwnCredential, foreign: here ? 'refuse' : 'discard' });
		},
		// Credentials in git's configuration stay in the repository's own folder, which no command and no tool sees.
		checkoutTokens: [],
		toolchain,
		openCommandSupport: () => commandRoom(toolchain),
		...(here ? { unwalled: '`--here` works in your own checkout' } : {}),
		interruption: terminal.interruption,
	};
}

/**
 * Opens the run's own work tree, in the state in which a new job on GitHub finds its checkout. Threat: commands of an earlier process may
 * have left ignored files there. Setup or an approved command, which have network access, would run them.
 */
async function openOwnTree({ checkout, say }: TerminalContext, folder: string, sha: string): Promise<void> {
	const isThere = existsSync(folder);
	await telling('… creating a work tree', say, openWorkTree(checkout.root, folder, sha));
	if (isThere) await removeUnsaved(folder, isOwnCredential);
}

/** The work folder of a run that does not change the person's own files. */
export function workFolder(state: string, run: string): string {
	return join(state, 'work', run);
}

/** Prints what the run waits for, if it takes longer than a moment. */
async function telling<T>(what: string, say: (line: string) => void, work: Promise<T>): Promise<T> {
	const timer = setTimeout(() => say(what), 1_000);
	try {
		return await work;
	} finally {
		clearTimeout(timer);
	}
}

/** Whether commands can be sandboxed. A person's machine is never changed, and the messages do not mention a workflow. */
async function commandRoom(toolchain: () => Toolchain): Promise<CommandSupport> {
	const room = await openCommandSupport(thisMachine(false, toolchain));
	const found = await room.ready;
	if (found.ok) return room;
	const warning = `This run has no \`shell_exec\`, because there is no sandbox for commands here: ${found.why}. \`countersign doctor\` shows what to do.`;
	return { ...room, warnings: [warning] };
}

/** The kill switch, from the checkout's current commit. Unlike the rest of the configuration, it is read again each time. */
async function isEnabled(root: string): Promise<boolean> {
	const found = await git(['cat-file', 'blob'], { cwd: root, revisions: [`HEAD:${configPath}`] });
	return readRepositoryConfig(found.ok ? found.stdout.toString() : undefined).enabled;
}

function offered(tool: ToolDefinition): ToolDefinition | undefined {
	if (needsGitHub(tool.name)) return undefined;
	if (tool.name !== 'open_pull_request') return tool;
	const description =
		'Commit all changes of the working tree to a new local branch. A person checks and pushes it. There is no GitHub here.';
	return { ...tool, description };
}

/** A name for the repository that does not reveal its path. */
function nameOf(state: string): string {
	return state.split('/').at(-1) ?? 'repository';
}
