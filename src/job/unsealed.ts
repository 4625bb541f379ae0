import { configPath, type RepositoryConfig, readConfigUnder } from '../config/index.ts';
import {
	type CountersignError,
	digestOf,
	type EntryOf,
	type JsonObject,
	type Mode,
	stricterMode,
} from '../core/index.ts';
import { checkpointFault } from '../journal/index.ts';
import { headerOf, type OpenRun } from '../run/index.ts';
import { modeToday } from './begin-run.ts';
import type { JobContext, JobPorts } from './job-context.ts';

type Header = EntryOf<'run_started'>;

/**
 * Returns the loosest mode that is accepted from an unauthenticated state: the mode in which this job would begin the same run, but never
 * `auto`. Threat: a person who may write the run's ref, but may not approve, puts `auto` into the saved header.
 */
export async function mostMode({ request }: Header, { facts, ports, machine }: JobContext): Promise<Mode> {
	const today = await machine.workspaceAt(facts.environment.sha);
	const config = readConfigUnder(await today.readBase(configPath), await ports.organization());
	return stricterMode(modeToday(config, request, facts), 'contained');
}

/** Whether another process began the run. Returns false for a run that is over, because it makes no more steps. */
export function isResumed({ state }: Pick<OpenRun, 'state'>): boolean {
	return state.finished === undefined && (state.process?.number ?? 1) > 1;
}

/** The parts of the configuration that say what a run may reach and what runs without approval. */
type Reach = Pick<RepositoryConfig, 'setup' | 'standingHosts' | 'privateHosts' | 'services' | 'upstreamProxy'>;

/**
 * Checks that the settings in an unauthenticated state are those of the configuration at the run's base commit, and that this commit is on
 * the default branch.
 * @throws CountersignError `checkpoint-forged`
 */
export async function requireFrozen({ state, workspace }: OpenRun, ports: JobPorts): Promise<void> {
	const { base_sha: baseSha, settings } = headerOf(state);
	if ((await ports.isOfBranch?.(baseSha)) === false)
		throw forged(`its base commit ${baseSha.slice(0, 12)} is not on the default branch`);
	const text = await workspace.readBase(configPath);
	// The organization may have changed its files since. So the settings may match the configuration with or without the organization's files.
	const read = [readConfigUnder(text, undefined), readConfigUnder(text, await ports.organization())];
	const wrong = lists.find(
		(key) => !(settings[key] ?? []).every((one) => read.some((config) => holds(config[key], one))),
	);
	if (wrong !== undefined) throw forged(`\`${wrong}\` of its header is not what ${configPath} says there`);
	if (settings.upstreamProxy === true && !read.some(({ upstreamProxy }) => upstreamProxy))
		throw forged(`\`upstreamProxy\` of its header is not what ${configPath} says there`);
}

const lists = ['setup', 'standingHosts', 'privateHosts', 'services'] as const satisfies readonly (keyof Reach)[];

function holds(listed: readonly unknown[], one: unknown): boolean {
	const digest = (value: unknown): string => digestOf({ value } as JsonObject);
	return listed.some((other) => digest(other) === digest(one));
}

function forged(why: string): CountersignError {
	return checkpointFault('checkpoint-forged', why);
}
