import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { configPath, fromVariables, readAccess, readRepositoryConfig } from '../../config/index.ts';
import { asCountersignError, isProvider, providerRows } from '../../core/index.ts';
import { reachModel } from '../../models/index.ts';
import {
	type Checkout,
	type Finding,
	findCheckout,
	fine,
	gatherGitHubFacts,
	gitHubFindings,
	lacking,
	readWorkflows,
	skipped,
	type WorkflowUse,
	workflowFindings,
} from '../../readiness/index.ts';
import { persistedTokens } from '../../sandbox/index.ts';
import type { Connection } from '../connection.ts';
import { readTextFile } from '../judging/local-controls.ts';
import { trySkills } from '../policy/pattern-test.ts';
import { tryOwnFiles } from '../policy/policy-test.ts';
import { programFindings } from './doctor-programs.ts';

/** What the doctor may look at, in addition to the machine. */
export interface World {
	readonly cwd: string;
	readonly packageRoot: string;
	/** Environment variables. None of their values is ever printed. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly connection: Connection;
	/** Whether models are asked, too. */
	readonly isOnline: boolean;
}

/** The most milliseconds that one request to another machine may take. */
const milliseconds = 10_000;

/** Checks everything that a run needs from the current checkout, its repository on GitHub and its model. */
export async function examineRepository(world: World): Promise<readonly Finding[]> {
	const checkout = checkoutAt(world.cwd);
	if (checkout === undefined)
		return [skipped('repository: this folder is not in a repository, so only the machine was checked')];
	const workflows = readWorkflows(checkout.root);
	return [
		...(await controlFindings(checkout.root, world.packageRoot)),
		...workflowFindings(workflows, (folder) => existsSync(join(checkout.root, folder, 'action.yml'))),
		...tokenFindings(checkout.root),
		...(await programFindings(checkout.root, world.env)),
		...(await modelFindings(checkout.root, world)),
		...(await remoteFindings(checkout, workflows, world)),
	];
}

/** Returns the checkout, or undefined if the folder is not in one. That is not an error, because the machine is checked anyway. */
function checkoutAt(cwd: string): Checkout | undefined {
	try {
		return findCheckout(realpathSync(cwd));
	} catch {
		return undefined;
	}
}

/** Checks the files of the checkout. A run reads the same files, but from the default branch. */
async function controlFindings(root: string, packageRoot: string): Promise<readonly Finding[]> {
	const isThere = existsSync(join(root, configPath));
	const results = [...tryOwnFiles(root), ...(await trySkills(root, packageRoot))];
	const faults = results.flatMap((result) =>
		result.ok ? [] : [lacking(`${result.file}: ${result.message}`, result.fix)],
	);
	if (faults.length > 0) return faults;
	const own =
		results.length === 0 ? '' : `; ${results.length} policies, pattern lists and skills of the repository are valid`;
	return [fine(`configuration: ${isThere ? `${configPath} is valid` : 'no file, so the defaults apply'}${own}`)];
}

function tokenFindings(root: string): readonly Finding[] {
	const tokens = persistedTokens(root);
	if (tokens.length === 0) return [fine('credentials: git stores none in this checkout')];
	return tokens.map(({ file, key }) =>
		lacking(
			`credentials: git stores one in ${file} (${key.replace(/\.$/, '')})`,
			'remove it. In a workflow, add `with: { persist-credentials: false }` to the step of actions/checkout.',
		),
	);
}

async function modelFindings(root: string, { env, isOnline }: World): Promise<readonly Finding[]> {
	const ids = modelsIn(root);
	const { access, faults } = readAccess(fromVariables(env));
	if (faults.length > 0) return faults.map((fault) => lacking(`model: ${fault}`, 'Correct the variable.'));
	const named = new Set(ids.map((id) => id.split(':')[0] ?? ''));
	const keys = providerRows.flatMap(({ name, key }) =>
		named.has(name) && key !== undefined ? [keyFinding(key.variable, env[key.variable])] : [],
	);
	if (!isOnline)
		return [
			...keys,
			skipped(
				`model: ${ids.join(', ')} was not contacted; \`countersign doctor --online\` requests the list of models, which costs nothing`,
			),
		];
	const reached = ids.map(async (id) => {
		const provider = id.split(':')[0] ?? '';
		const reach = await reachModel(id, { access: isProvider(provider) ? access[provider] : {}, milliseconds });
		return reach.ok ? fine(`model: ${id}: ${reach.text}`) : lacking(`model: ${id}: ${reach.why}`, reach.fix);
	});
	return [...keys, ...(await Promise.all(reached))];
}

function keyFinding(name: string, value: string | undefined): Finding {
	if (!value) return skipped(`key: ${name} is not set here; only runs on this machine need it`);
	const isWhole = /^[\x21-\x7e]+$/.test(value);
	return isWhole
		? fine(`key: ${name} is set`)
		: lacking(
				`key: ${name} contains spaces or characters that cannot be in a key`,
				`set ${name} again, without quotes and line breaks.`,
			);
}

/**
 * Returns the configured models, or the default if the configuration is invalid. Another finding already reports an invalid
 * configuration.
 */
function modelsIn(root: string): readonly string[] {
	const path = join(root, configPath);
	try {
		const { model, fallbacks = [] } = readRepositoryConfig(existsSync(path) ? readTextFile(path) : undefined);
		return [model, ...fallbacks];
	} catch {
		return [readRepositoryConfig(undefined).model];
	}
}

async function remoteFindings(
	checkout: Checkout,
	workflows: readonly WorkflowUse[],
	{ env, connection }: World,
): Promise<readonly Finding[]> {
	const home = repositoryOf(checkout, connection);
	if (home === undefined)
		return [skipped('GitHub: not checked, because neither `origin` nor GITHUB_REPOSITORY names a repository there')];
	const remote = fine(`remote: ${home.owner}/${home.name} on ${new URL(connection.webUrl).hostname}`);
	if (!env['GITHUB_TOKEN'])
		return [
			remote,
			skipped('GitHub: not checked, because there is no token; run `GITHUB_TOKEN=$(gh auth token) countersign doctor`'),
		];
	const files = [
		...workflows.map(({ file }) => file),
		...(existsSync(join(checkout.root, configPath)) ? [configPath] : []),
	];
	const secrets = [...new Set(workflows.flatMap(({ jobs }) => jobs.flatMap((job) => job.secrets)))].filter(
		(name) => name !== 'GITHUB_TOKEN',
	);
	try {
		const facts = await gatherGitHubFacts({ octokit: await connection.connect(), ...home, files, milliseconds });
		return [remote, ...gitHubFindings(facts, { webUrl: connection.webUrl, secrets })];
	} catch (error) {
		return [remote, skipped(`GitHub: not checked: ${asCountersignError(error).message}`)];
	}
}

function repositoryOf(
	{ remote }: Checkout,
	{ repository, webUrl }: Connection,
): { readonly owner: string; readonly name: string } | undefined {
	const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repository ?? '') ?? [];
	if (owner !== undefined && name !== undefined) return { owner, name };
	return remote !== undefined && remote.host === new URL(webUrl).hostname ? remote : undefined;
}
