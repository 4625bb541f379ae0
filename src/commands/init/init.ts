import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configJsonSchema } from '../../config/index.ts';
import { CountersignError, ownSkillFolder } from '../../core/index.ts';
import { policyJsonSchema } from '../../gate/loading.ts';
import {
	type Checkout,
	createFiles,
	detectStack,
	findCheckout,
	isEnterpriseServer,
	isPinned,
	type PlannedFile,
	planFiles,
	publishedCommit,
	readStackFacts,
	readWorkflows,
	type Stack,
	type StackFacts,
	starterFiles,
	type Templates,
} from '../../readiness/index.ts';
import { statIfThere } from '../../workspace/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { readOwnFile } from '../hook/hook-files.ts';
import type { Installed } from '../hook/hook-install.ts';
import { addHook, checkHook } from './init-hook.ts';
import type { InitChoice } from './init-questions.ts';
import { initJson, initWords } from './init-words.ts';

/** The options of `countersign init`. */
export const initOptions = {
	yes: { type: 'boolean', short: 'y' },
	'dry-run': { type: 'boolean' },
	json: { type: 'boolean' },
	root: { type: 'string' },
	uses: { type: 'string' },
	maintenance: { type: 'boolean' },
	hook: { type: 'boolean' },
	'no-hook': { type: 'boolean' },
	'no-setup': { type: 'boolean' },
	ghes: { type: 'boolean' },
	'update-skills': { type: 'boolean' },
} as const;

/** What the caller knows about the terminal. */
export interface Terminal {
	/** Whether there is a person at the terminal who can be asked. */
	readonly isTerminal: boolean;
	/** The address of GitHub's pages. */
	readonly webUrl: string;
}

type Values = ReturnType<typeof readCommandLine<typeof initOptions>>['values'];

/**
 * `countersign init`: makes a repository ready for runs (agtop, Safety Hooks: init). It writes either all missing files or none. Existing
 * files stay byte for byte. Exits with 1 if the hook does not work, or if the person did not agree.
 * @throws CountersignError `bad-input` before anything is written.
 */
export async function init(
	args: readonly string[],
	cli: CliContext,
	{ isTerminal, webUrl }: Terminal,
): Promise<number> {
	const { values } = readCommandLine(args, initOptions, 0);
	if (values['update-skills'] === true) return updateSkills(values, cli);
	const checkout = findCheckout(folderOf(resolve(cli.cwd, values.root ?? '.')));
	const facts = readStackFacts(checkout.root);
	const first = await firstChoice(values, checkout, { packageRoot: cli.packageRoot, webUrl });
	const isTrial = values['dry-run'] === true;
	const isSettled = values.yes === true || isTrial;
	if (!isSettled && (!isTerminal || values.json === true)) throw nobodyToAsk();
	const context: InitContext = { checkout, facts, cli };
	const chosen = isSettled ? first : await asked(first, context, values.uses === undefined);
	if (chosen === undefined) {
		cli.print('Nothing was written.');
		return 1;
	}
	const plan = await prepared(chosen, context);
	const hook = isTrial ? plan.hook : await apply(plan, context);
	const done = { files: plan.files, hook, checkout, stack: plan.stack, choice: chosen, webUrl, isTrial };
	cli.print(values.json === true ? JSON.stringify(initJson(done)) : initWords(done));
	return hook?.trouble === undefined ? 0 : 1;
}

interface InitContext {
	readonly checkout: Checkout;
	readonly facts: StackFacts;
	readonly cli: CliContext;
}

interface Prepared {
	readonly stack: Stack;
	readonly files: readonly PlannedFile[];
	/** What installing the hook would do. Undefined if the hook is not wanted. */
	readonly hook: Installed | undefined;
}

/** Asks the questions. The last question comes after the result is shown. Returns undefined if the person cancels. */
async function asked(first: InitChoice, context: InitContext, isOpen: boolean): Promise<InitChoice | undefined> {
	const { askForChoice } = await import('./init-questions.ts');
	const isOwn = context.checkout.root === realpathSync(context.cli.packageRoot);
	const asksForUses = isOpen && !isOwn && first.uses === './';
	return askForChoice(first, { ...context, asksForUses }, async (choice) => (await prepared(choice, context)).files);
}

/** Checks everything in advance, so that errors come before any change. */
async function prepared(choice: InitChoice, { checkout, facts, cli }: InitContext): Promise<Prepared> {
	const { root } = checkout;
	const stack = detectStack(facts, choice.picks);
	const files = planFiles(starterFiles(stack, templatesOf(cli.packageRoot), choice), {
		text: (path) => readOwnFile(root, path),
		workflows: readWorkflows(root),
		hasSkills: namesIn(join(root, ownSkillFolder)).length > 0,
		attributes: facts.text('.gitattributes'),
		turnsLineEnds: checkout.turnsLineEnds,
	});
	return { stack, files, hook: choice.hook ? await checkHook(root, cli) : undefined };
}

/** Writes the files first, because the hook's rules are among them. If the hook does not work, everything is removed again. */
async function apply({ files, hook }: Prepared, { checkout, cli }: InitContext): Promise<Installed | undefined> {
	const { root } = checkout;
	// From here on, the first Ctrl-C only asks for a stop, so that nothing is left half done.
	const { interruption } = await cli.session();
	const takeBack = createFiles(
		root,
		files.filter(({ state }) => state === 'new'),
	);
	if (hook === undefined) return undefined;
	try {
		const outcome = await addHook(root, cli, () => interruption.aborted);
		if (outcome.trouble !== undefined) takeBack();
		return outcome;
	} catch (error) {
		takeBack();
		throw error;
	}
}

async function firstChoice(values: Values, checkout: Checkout, { packageRoot, webUrl }: Origin): Promise<InitChoice> {
	const { root, remote } = checkout;
	const host = remote?.host ?? new URL(webUrl).hostname;
	return {
		picks: {},
		uses: values.uses === undefined ? await usesOf(root, { packageRoot, webUrl }) : pinned(values.uses),
		maintenance: values.maintenance === true,
		setup: values['no-setup'] !== true,
		enterpriseServer: values.ghes === true || isEnterpriseServer(host),
		// Threat: shared settings belong to a team, so nobody may change them without being asked.
		hook: values.hook === true && values['no-hook'] !== true,
	};
}

interface Origin {
	readonly packageRoot: string;
	readonly webUrl: string;
}

/**
 * Returns the action's reference that the repository's workflows already use, or this program's own commit. Returns `./` if neither is
 * known.
 */
async function usesOf(root: string, { packageRoot, webUrl }: Origin): Promise<string> {
	const [earlier] = readWorkflows(root).flatMap(({ jobs }) => jobs.map(({ uses }) => uses));
	if (earlier !== undefined && isPinned(earlier)) return earlier;
	if (root === realpathSync(packageRoot)) return './';
	return (await publishedCommit(packageRoot, new URL(webUrl).hostname)) ?? './';
}

function pinned(uses: string): string {
	if (isPinned(uses)) return uses;
	throw new CountersignError({
		code: 'bad-input',
		message: `Invalid \`--uses ${uses}\`: it names no commit.`,
		fix: 'Write owner/name@<full commit SHA>, because a tag or a branch can be moved. Or write a folder of the repository: ./',
	});
}

function templatesOf(packageRoot: string): Templates {
	const example = (name: string) => readFileSync(join(packageRoot, 'examples', name), 'utf8');
	const json = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;
	return {
		agent: example('workflows/agent.yml'),
		maintenance: example('starter/agent-maintenance.yml'),
		policy: example('starter/own.yml'),
		configSchema: json(configJsonSchema()),
		policySchema: json(policyJsonSchema()),
	};
}

async function updateSkills(values: Values, cli: CliContext): Promise<number> {
	const { update } = await import('../skills/skills-update.ts');
	const { root } = findCheckout(folderOf(resolve(cli.cwd, values.root ?? '.')));
	const flags = [...(values['dry-run'] === true ? ['--dry-run'] : []), ...(values.json === true ? ['--json'] : [])];
	return update(['--root', root, ...flags], cli);
}

function namesIn(folder: string): readonly string[] {
	return statIfThere(folder)?.isDirectory() === true ? readdirSync(folder) : [];
}

function folderOf(path: string): string {
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(path);
	throw new CountersignError({
		code: 'bad-input',
		message: `${path} is not a folder. Nothing was written.`,
		fix: 'Name the checkout: --root <folder>.',
	});
}

function nobodyToAsk(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: 'Init asks questions, and it can ask only in a terminal and without `--json`. Nothing was written.',
		fix: '`countersign init --yes` uses the recommended answers. `countersign init --dry-run` shows them first.',
	});
}
