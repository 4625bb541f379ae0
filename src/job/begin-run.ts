import { configPath, gatherControls, type RepositoryConfig, readConfigUnder } from '../config/index.ts';
import {
	type Blobs,
	CountersignError,
	digestOf,
	type EntryOf,
	firstNamed,
	journalVersion,
	leftSentences,
	type Mode,
	modes,
	type Opening,
	type RunRequest,
	type RunSettings,
	storedBody,
	type Workspace,
} from '../core/index.ts';
import { type Begun, type Controls, maxIdleRounds, readControls } from '../run/index.ts';
import { beginOnPull } from './begin-on-pull.ts';
import { followingSkill, skillOf } from './followed-skill.ts';
import type { JobContext, JobFacts, JobPorts } from './job-context.ts';
import { pricesOf } from './model-for.ts';
import { modeFor, plannedMode } from './run-mode.ts';
import { requireSigners } from './signers.ts';
import { requireRunnable } from './skill-commands.ts';
import { testPrograms } from './tried-programs.ts';
import { withinCeiling } from './within-ceiling.ts';

interface Beginning {
	readonly run: string;
	readonly request: RunRequest;
	/** The text of the issue or pull request when the command was written. */
	readonly opening?: Opening | undefined;
	readonly blobs: Blobs;
	/** The mode that the command asks for, in place of the configured mode. */
	readonly mode?: Mode;
}

/** Returns the header of a new run: the request, and all settings of the default branch's commit that stay fixed for this run. */
export async function beginRun(
	{ workspace, ...beginning }: Beginning & { readonly workspace: Workspace },
	context: JobContext,
): Promise<Begun> {
	await refuseChanged(workspace);
	const header = await plainHeader(beginning, workspace, context);
	const { request, blobs } = beginning;
	const ground = await beginOnPull(
		{ request, settings: header.settings, workspace, blobs },
		{ environment: context.facts.environment, forge: context.ports.forge },
	);
	return { kind: 'begun', header: { ...header, ...ground }, workspace };
}

/**
 * Whether a saved header is the one that this job would write for the same run. For a pull request, returns false: its header also depends
 * on the state of the pull request at that time.
 */
export async function isAsBegun(
	beginning: Beginning,
	found: EntryOf<'run_started'>,
	context: JobContext,
): Promise<boolean> {
	if (beginning.request.onPullRequest) return false;
	const workspace = await context.machine.workspaceAt(context.facts.environment.sha);
	const expected = await plainHeader(beginning, workspace, context);
	const { runner, program } = found;
	// The digest of the header as the journal stores it. It does not depend on the process that began the run.
	const digest = (header: EntryOf<'run_started'>): string => digestOf(storedBody({ ...header, runner, program }));
	return digest(expected) === digest(found);
}

async function plainHeader(
	{ run, request, opening, blobs, mode }: Beginning,
	workspace: Workspace,
	context: JobContext,
): Promise<EntryOf<'run_started'>> {
	const { facts, ports } = context;
	const { environment, runner, program } = facts;
	const config = readConfigUnder(await workspace.readBase(configPath), await ports.organization());
	refuseSecret(config, ports);
	const controls = await gatherControls(facts.packageRoot, workspace, config);
	const { skills, policies } = readControls(controls);
	requireRunnable(skills);
	refuseUnknownSkill(facts.inputs.skill, skills);
	const warnings = await requireSigners({ config, policies, workspace, forge: ports.forge });
	const frozen = freezeSettings({ config, request, mode, skills }, context);
	const programs = testPrograms(workspace.root);
	return {
		type: 'run_started',
		schema: journalVersion,
		program,
		run,
		repository: `${environment.owner}/${environment.repo}`,
		request,
		settings: programs.length === 0 ? frozen.settings : { ...frozen.settings, programs },
		runner,
		base_sha: environment.sha,
		base_branch: environment.refName,
		...(opening === undefined ? {} : { opening: await blobs.put(JSON.stringify(opening)) }),
		controls: await blobs.put(
			JSON.stringify({ ...controls, warnings: [...controls.warnings, ...warnings, ...frozen.warnings] }),
		),
	};
}

interface Asked {
	readonly config: RepositoryConfig;
	readonly request: RunRequest;
	readonly mode: Mode | undefined;
	readonly skills: Controls['skills'];
}

/** Returns the settings of a run, from the configuration, the organization's limits, the command and the skill that the run follows. */
function freezeSettings(
	{ config, request, mode, skills }: Asked,
	context: JobContext,
): { readonly settings: RunSettings; readonly warnings: readonly string[] } {
	const { facts } = context;
	const { settings: configured, warnings } = withinCeiling(settingsOf(config, facts), config, facts.inputs);
	const begins = modeFor(mode ?? configured.mode, config, request);
	const skill = skillOf(facts.inputs.skill, request, skills);
	const capped = config.capsIterations === true || facts.inputs.maxIterations !== undefined;
	const following = followingSkill({ ...configured, mode: begins.mode }, skill, capped);
	const settings = { ...following, ...pricesOf(following, context) };
	// A run that a pull request starts makes no plan, because nobody waits for one.
	const planned =
		request.trigger === 'pull-request'
			? undefined
			: plannedMode(begins.mode, config.organization?.ceiling.planned ?? configured.mode, skill);
	return {
		settings: planned === undefined ? settings : { ...settings, planned },
		warnings: [...warnings, ...begins.warnings],
	};
}

/** Returns the mode in which this job would begin a run today. It ignores the limits of a skill. */
export function modeToday(config: RepositoryConfig, request: RunRequest, facts: JobFacts): Mode {
	const { settings } = withinCeiling(settingsOf(config, facts), config, facts.inputs);
	return modeFor(settings.mode, config, request).mode;
}

const withoutAuto = modes.filter((mode) => mode !== 'auto');

function settingsOf(config: RepositoryConfig, { inputs, dryRun, alone }: JobFacts): RunSettings {
	const setup = dryRun === undefined ? config.setup : [];
	if (inputs.mode === 'auto' && config.mode !== 'auto') {
		throw new CountersignError({
			code: 'bad-input',
			message:
				'The input `mode: auto` does not count: only the configuration on the default branch may switch asking off.',
			fix: `Write \`mode: auto\` in ${configPath} on the default branch, or choose ${withoutAuto.join(', ')}.`,
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
			atCap: dryRun === undefined && (alone === undefined || maySignAlone(config)) ? 'ask' : 'end',
			...config.budget,
		},
		listenTo: config.listenTo,
		...(setup.length === 0 ? {} : { setup }),
		...(config.standingHosts.length === 0 ? {} : { standingHosts: config.standingHosts }),
		...(config.privateHosts.length === 0 ? {} : { privateHosts: config.privateHosts }),
		...(config.services.length === 0 ? {} : { services: config.services }),
		...(config.upstreamProxy ? { upstreamProxy: true } : {}),
		...(config.approvals === undefined ? {} : { approvals: config.approvals }),
	};
}

/** Whether the configuration lets a single person with write access approve a call. If not, the run does not ask for a larger budget. */
function maySignAlone({ approvals }: RepositoryConfig): boolean {
	if (approvals === undefined) return true;
	const { roles, signatures, notRequester, organization } = approvals;
	return (
		organization === undefined &&
		!notRequester &&
		signatures === 1 &&
		(roles.includes('write') || roles.includes('triage'))
	);
}

/**
 * Returns the fallbacks for a model. The configured fallbacks are used only with the configured model, not with a model that the input
 * names.
 */
function fallbacksOf({ fallbacks }: Pick<RepositoryConfig, 'fallbacks'>): Pick<RunSettings, 'fallbacks'> {
	return fallbacks === undefined ? {} : { fallbacks };
}

/**
 * Refuses a credential in `setup`. The header must store `setup` exactly, because later jobs run it, but the journal would redact the
 * credential.
 */
function refuseSecret({ setup }: RepositoryConfig, { redactor }: JobPorts): void {
	const found = setup.findIndex(({ run }) => redactor.holdsSecret(run));
	if (found === -1) return;
	throw new CountersignError({
		code: 'bad-config',
		message: `\`setup.${found}\` of ${configPath} holds a credential.`,
		fix: 'Take it out and revoke it: commands get no credential here, and everybody who reads the repository can use it.',
	});
}

/** Refuses a changed checkout, because the run would deliver changes of earlier workflow steps as the agent's work. */
async function refuseChanged(workspace: Workspace): Promise<void> {
	const { manifest, left } = await workspace.snapshot();
	const unfit = left.filter(({ why }) => why !== 'credential');
	const paths = [...manifest.entries, ...unfit].map((entry) => entry.path);
	if (paths.length === 0) return;
	throw new CountersignError({
		code: 'checkout-mismatch',
		message: `The checkout has changes from before the run: ${firstNamed(paths)}.`,
		fix: [
			...leftSentences(unfit),
			'Let the action follow `actions/checkout` directly, or put what earlier steps make into .gitignore.',
		].join(' '),
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
