import {
	CountersignError,
	type Effect,
	type EntryBody,
	type Manifest,
	type SetupCommand,
	type ToolCall,
	type Verdict,
} from '../../core/index.ts';
import { isMetadataHost } from '../../gate/index.ts';
import { attemptOf } from '../calls/judgement.ts';
import { blocked, refusedForTool } from '../calls/unjudgeable.ts';
import { provenWalls } from '../calls/walls.ts';
import { manifestDigest } from '../open/checkpoint.ts';
import { headerOf, type Stage } from '../stage.ts';
import { modeOf } from '../state/pull-state.ts';
import { setupId } from '../state/setup-state.ts';
import type { SetupStep } from './setup-step.ts';

type Step<K extends SetupStep['kind']> = Extract<SetupStep, { kind: K }>;

const origin = 'setup';

/**
 * Judges a setup command by the same gate as every call, on the files of the base commit. A verdict `confirm` becomes `allow`, because
 * maintainers wrote the command into the configuration. A block stays a block.
 */
export async function judgeSetup(stage: Stage, { command, number }: Step<'judge-setup'>): Promise<EntryBody> {
	const { ports, state } = stage;
	const mode = modeOf(state);
	const call = callOf(setupId(state.process?.number ?? 0, number), command);
	const verdict = await onBaseTree(stage, async () =>
		ports.gate.judge(call, {
			facts: ports.workspace.facts,
			mode,
			grants: [{ kind: 'mode', mode }, { kind: 'setup' }],
			...provenWalls(state),
		}),
	);
	const held = refusedHost(command) ?? refusedForTool(verdict.result) ?? verdict.result;
	const attempt = await attemptOf(call, { ...held, effects: effectsOf(held, command) }, stage);
	return { ...attempt, origin };
}

/** Records that a setup command is blocked. This ends this process's part of the run. */
export async function refuseSetup({ ports }: Stage, { setup }: Step<'refuse-setup'>): Promise<EntryBody> {
	const { call_id, tool_name, reason, matched_rule, risk_level } = setup.verdict;
	const told = await ports.blobs.put(`Blocked by the gate. Rule: ${matched_rule}. ${reason}`);
	return { type: 'security_violation', call_id, tool_name, reason, matched_rule, risk_level, told, origin };
}

/** Records that the command begins, as for any call. */
export function startSetup(_: Stage, { setup }: Step<'start-setup'>): Promise<EntryBody> {
	return Promise.resolve({ type: 'tool_started', call_id: setup.id, attempt: 1, origin });
}

/** Runs a setup command on the files of the base commit, and then restores the run's files. */
export async function executeSetup(stage: Stage, { setup, command }: Step<'execute-setup'>): Promise<EntryBody> {
	const { ports } = stage;
	const { effects } = setup.verdict;
	const call = callOf(setup.id, command);
	const before = ports.clock.now().getTime();
	const ended = await onBaseTree(stage, () => ports.toolbox.run(call, { callId: setup.id, effects }));
	return {
		type: 'tool_result',
		call_id: setup.id,
		ok: ended.result.ok,
		output: await ports.blobs.put(ended.result.text),
		duration_ms: ports.clock.now().getTime() - before,
		tree: ended.tree,
		origin,
		...(ended.takenBack.length === 0 ? {} : { taken_back: named(ended.takenBack) }),
	};
}

const mostNamed = 50;

/** Shortens a long list of paths for a line of the journal. */
function named(paths: readonly string[]): string[] {
	const more = paths.length - mostNamed;
	return [...paths.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])];
}

function callOf(id: string, { run, seconds }: SetupCommand): ToolCall {
	return { id, name: 'shell_exec', args: { command: run, timeout_seconds: seconds } };
}

/**
 * Returns the effects of a setup command. It may reach only the hosts that the configuration lists for it, and no other hosts that the gate
 * found.
 */
function effectsOf({ effects, decision }: Verdict, { hosts }: SetupCommand): readonly Effect[] {
	if (decision === 'block') return effects;
	return [
		...effects.filter((effect) => effect.kind !== 'network'),
		...hosts.map((host) => ({ kind: 'network', host }) as const),
	];
}

function refusedHost({ hosts }: SetupCommand): Verdict | undefined {
	const host = hosts.find(isMetadataHost);
	if (host === undefined) return undefined;
	return blocked('effects', 'metadata-host', `\`${host}\` hands out the credentials of the machine.`);
}

interface OnBase<T> {
	readonly result: T;
	/** The digest of the workspace, which is the same as before. */
	readonly tree: string;
	/** Paths that the work changed and that were restored. */
	readonly takenBack: readonly string[];
}

/**
 * Runs `work` on the files of the base commit, and then restores the run's changes. So setup cannot run files that a model wrote, does the
 * same in every process, and does not change the binding of an approval. Ignored files are not touched, so the packages that setup installs
 * stay. If the process dies in between, the workspace does not match the journal, and the next process uses the checkpoint.
 */
async function onBaseTree<T>({ ports, state }: Stage, work: () => Promise<T>): Promise<OnBase<T>> {
	const { workspace } = ports;
	const base: Manifest = { baseSha: headerOf(state).base_sha, entries: [] };
	const kept = await workspace.snapshot();
	const tree = manifestDigest(kept.manifest);
	const putBack = () => workspace.restore(kept.manifest, (hash) => kept.files.get(hash));
	try {
		// Threat: setup could run a changed file that cannot be saved. The manifest does not list such files, so `left` is checked, too.
		const isBase = kept.manifest.entries.length === 0 && kept.left.every(({ why }) => why === 'credential');
		if (!isBase) await workspace.restore(base, () => undefined);
		const result = await work();
		const { manifest } = await workspace.snapshot();
		if (manifestDigest(manifest) !== tree) await putBack();
		return { result, tree, takenBack: manifest.entries.map((entry) => entry.path) };
	} catch (error) {
		if (error instanceof CountersignError) await putBack();
		throw error;
	}
}
