import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { assumedWalls, type Effect, type EntryOf, type Forge, type Ports } from '../../../src/core/index.ts';
import { isCredential, isOwnCredential } from '../../../src/gate/index.ts';
import { writeReport } from '../../../src/job/write-report.ts';
import { createRedactor, directoryBlobs, parseEntries } from '../../../src/journal/index.ts';
import { openServer } from '../../../src/mcp/index.ts';
import { directoryMemory } from '../../../src/memory/directory-memory.ts';
import { evidenceOf } from '../../../src/run/calls/evidence.ts';
import { steeringOf } from '../../../src/run/calls/steering.ts';
import { executeSetup } from '../../../src/run/context/setup.ts';
import { manifestDigest } from '../../../src/run/open/checkpoint.ts';
import type { Stage } from '../../../src/run/stage.ts';
import { type RunJournal, recordOf } from '../../../src/run/state/run-journal.ts';
import type { SetupState } from '../../../src/run/state/setup-state.ts';
import { ownGit, renderCaptured, runSandboxed } from '../../../src/sandbox/index.ts';
import { openWorkTree, removeWorkTree } from '../../../src/terminal/work-tree.ts';
import { createToolbox, credentialsOfJob, skillCommand } from '../../../src/tools/index.ts';
import { openWorkspace, removeUnsaved } from '../../../src/workspace/index.ts';
import { sh } from '../../sandbox/temporary.ts';
import { ownNode } from '../../support/programs-at.ts';
import { agentRequest, World } from '../../support/world.ts';
import { KeptToolForge } from '../../tools/kept-tool-forge.ts';
import type { Answer } from './answers.ts';
import type { Plant } from './plants.ts';

/** A checkout in which a contained call has left a plant. */
export interface Planted extends Pick<Plant, 'there'> {
	readonly root: string;
	readonly baseSha: string;
	/** A folder outside the checkout, only for this cell. */
	readonly aside: string;
}

const toolchain = ownNode;
const redactor = createRedactor([]);
const runsPrograms: readonly Effect[] = [{ kind: 'exec', program: 'npm ci', argv: ['ci'] }];
/** Programs that look for settings, start-up files and other programs in the usual places. */
const programs =
	'npm run --silent check; npm --prefix web run --silent check; git status --short; sh -c :; bash -lc :; /usr/bin/python3 -c 1';
const seen = 'the plant is there';
const look = ({ there }: Planted): string =>
	`if (${there}) 2>/dev/null; then echo ${seen}; fi; (${programs}) >/dev/null 2>&1`;

const open = ({ root, baseSha }: Planted) => openWorkspace(root, baseSha, { stays: isOwnCredential });

async function aToolbox(planted: Planted) {
	const workspace = await open(planted);
	return createToolbox({
		...{ workspace, forge: {} as Forge, toolForge: new KeptToolForge(), redactor, requester: 1, listenTo: 'writers' },
		...{ thread: 1, run: '1-r', baseBranch: 'main', slug: 'x', holdsCredential: isCredential },
		sandbox: { toolchain },
	});
}

/** A tool of Countersign that succeeds and stays in the checkout. */
async function tool(planted: Planted, name: string, args: Readonly<Record<string, string>>): Promise<Answer> {
	const { text } = await (await aToolbox(planted)).run({ id: 'c', name, args }, { callId: 'c', effects: [] });
	expect(text).not.toContain('root:x:0');
	return 'inert';
}

async function restore(planted: Planted): Promise<Answer> {
	const workspace = await open(planted);
	await workspace.restore({ baseSha: planted.baseSha, entries: [] }, () => undefined);
	expect((await workspace.snapshot()).manifest.entries).toEqual([]);
	return 'inert';
}

async function workTree({ root, baseSha, aside }: Planted): Promise<Answer> {
	const folder = join(aside, 'tree');
	await openWorkTree(root, folder, baseSha);
	expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('one\n');
	await removeWorkTree(root, folder);
	expect((await ownGit(root)?.(['for-each-ref']))?.ok).toBe(true);
	return 'inert';
}

/** Setup in the next process of a terminal run, in the run's own work tree. */
async function setup(planted: Planted): Promise<Answer> {
	await removeUnsaved(planted.root, isOwnCredential);
	const workspace = await open(planted);
	const clock = { now: () => new Date(0) };
	const blobs = { put: async (text: string) => text };
	const ports = { workspace, clock, blobs, toolbox: await aToolbox(planted) } as unknown as Ports;
	const verdict = { effects: runsPrograms } as unknown as EntryOf<'tool_attempt'>;
	const stage = { ports, state: { header: { base_sha: planted.baseSha } } } as unknown as Stage;
	const command = { run: look(planted), seconds: 60, hosts: [] };
	const ended = await executeSetup(stage, {
		...{ kind: 'execute-setup', command },
		setup: { id: 's', verdict } as unknown as SetupState,
	});
	const output = 'output' in ended ? String(ended.output) : '';
	expect(output).toMatch(/after [\d.]+ s\]/);
	return output.includes(seen) ? 'inert' : 'removed';
}

/** An approved call in the next job: in a fresh checkout with the saved files of the run. */
async function signedCall(planted: Planted): Promise<Answer> {
	const { root, baseSha, aside } = planted;
	const { manifest, files } = await (await open(planted)).snapshot();
	sh(`git clone -q --no-local "$FROM" fresh`, aside, { FROM: root });
	const fresh = { ...planted, root: join(aside, 'fresh') };
	const workspace = await open(fresh);
	await workspace.restore(manifest, (hash) => files.get(hash));
	const process = { walls: { kind: 'proven', walls: assumedWalls } };
	const ports = { workspace, redactor, toolbox: {} } as unknown as Ports;
	const state = {
		header: { base_sha: baseSha, settings: { mode: 'contained' } },
		process,
		asked: { grants: [] },
		plans: [],
	};
	const steering = await steeringOf('shell_exec', { effects: runsPrograms }, { state, ports } as unknown as Stage);
	const verdict = { effects: runsPrograms, matches: [] };
	const call = { id: 'c', name: 'shell_exec', args: { command: 'npm ci' } };
	const { scripts, others = [] } = evidenceOf(call, { executes: [], verdict, ...(steering && { steering }) }, ports);
	const shown = new Set([...scripts.map(({ path }) => path), ...others]);
	// The request names all changed files, so also those that the command uses.
	expect(manifest.entries.filter(({ path }) => !shown.has(path))).toEqual([]);
	const result = await runSandboxed({ workspace: fresh.root, script: look(planted), toolchain });
	return renderCaptured(result.output).includes(seen) ? 'shown' : 'removed';
}

async function mcpServer({ root }: Planted): Promise<Answer> {
	const config = { name: 'docs', command: ['node', 'tools/server.mjs'], env: {}, writes: false };
	const on = { root, toolchain, hidden: [], sealed: [], limits: { wallSeconds: 20 }, program: '1', redactor };
	const server = await openServer(config, { ...on, changedInRun: () => false, isTracked: () => true });
	server.close();
	expect(server.trouble).toBeUndefined();
	return 'wall';
}

async function skill(planted: Planted): Promise<Answer> {
	const folder = join(planted.aside, 'skill');
	mkdirSync(folder);
	writeFileSync(join(folder, 'a.sh'), 'cd "$WORKSPACE"; git status >/dev/null; pwd');
	const definition = { name: 'take', description: 'd', parameters: { type: 'object', properties: {} } };
	const workspace = await open(planted);
	const made = { definition, run: ['sh', 'a.sh'], folder, problem: () => undefined, workspace, sandbox: { toolchain } };
	const { ok } = await skillCommand(made).run({});
	expect(ok).toBe(true);
	return 'wall';
}

/** The next contained call: the sandbox stays closed, whatever it reads. */
async function nextCall(planted: Planted): Promise<Answer> {
	const workspace = await open(planted);
	const hidden = await credentialsOfJob(workspace, isOwnCredential);
	const result = await runSandboxed({ workspace: workspace.root, script: look(planted), toolchain, hidden });
	expect([result.exceeded, result.open]).toEqual([undefined, undefined]);
	return 'wall';
}

/** The entries of a run whose last call left the checkout in this state. */
async function aJournal({ aside }: Planted, tree: string) {
	const world = new World(join(aside, 'world'), [{ calls: [{ tool: 'look', args: {} }] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	const entries = parseEntries(readFileSync(join(world.folder, 'journal.jsonl'))).map((entry) =>
		entry.type === 'tool_result' ? { ...entry, tree } : entry,
	);
	const journal = { ...recordOf(entries), head: () => ({ count: 1, hash: '' }) } as unknown as RunJournal;
	return { journal, state: journal.state(), blobs: directoryBlobs(join(world.folder, 'blobs'), redactor) };
}

async function report(planted: Planted): Promise<Answer> {
	const workspace = await open(planted);
	const { manifest } = await workspace.snapshot();
	const opened = { kind: 'open', workspace, ...(await aJournal(planted, manifestDigest(manifest))) } as const;
	const outcome = { kind: 'completed', reason: 'answered', message: 'Done.' } as const;
	const warnings: string[] = [];
	const warn = (text: string): void => void warnings.push(text);
	await writeReport({ outcome, opened, folder: planted.aside }, { redactor, warn });
	expect(readFileSync(join(planted.aside, 'report.html'), 'utf8')).not.toContain('root:x:0');
	return warnings.length === 0 ? 'inert' : 'refused';
}

async function memory({ aside }: Planted): Promise<Answer> {
	await directoryMemory(join(aside, 'memory')).remember('2026-01-01', 'episode', 'feedback', 'notes');
	expect(readFileSync(join(aside, 'memory/episodes/2026-01-01.md'), 'utf8')).toContain('episode');
	return 'inert';
}

/** The next run of a sweep, which has the same checkout. */
async function sweep(planted: Planted): Promise<Answer> {
	await removeUnsaved(planted.root, () => true);
	await restore(planted);
	const result = await runSandboxed({ workspace: planted.root, script: look(planted), toolchain });
	return renderCaptured(result.output).includes(seen) ? 'inert' : 'removed';
}

/** Every trusted step, with the real code. */
export const steps = {
	status: (planted: Planted) => tool(planted, 'git_status', {}),
	diff: (planted: Planted) => tool(planted, 'git_diff', {}),
	fileList: (planted: Planted) => tool(planted, 'file_list', { path: '.' }),
	fileSearch: (planted: Planted) => tool(planted, 'file_search', { pattern: 'one' }),
	fileRead: (planted: Planted) => tool(planted, 'file_read', { path: 'src/a.txt' }),
	snapshot: async (planted: Planted) => {
		await (await open(planted)).snapshot();
		return 'inert';
	},
	delivery: async (planted: Planted) => {
		await (await open(planted)).delivery();
		return 'inert';
	},
	restore,
	workTree,
	setup,
	signedCall,
	mcpServer,
	skill,
	nextCall,
	report,
	memory,
	sweep,
} as const satisfies Readonly<Record<string, (planted: Planted) => Promise<Answer>>>;

export type StepName = keyof typeof steps;
