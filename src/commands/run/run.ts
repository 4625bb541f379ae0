import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { terminalInputs } from '../../config/index.ts';
import { CountersignError, exitCodeOf } from '../../core/index.ts';
import { runIdOf } from '../../run/index.ts';
import {
	type Checkout,
	findCheckout,
	followRun,
	harmlessLine,
	type LocalThread,
	newThread,
	stateFolder,
	uncommittedCount,
} from '../../terminal/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { endRun, tellEnd } from './run-ending.ts';
import { followingOf, personOf, type Voice, voiceOf } from './terminal-session.ts';

export const runOptions = {
	model: { type: 'string' },
	skill: { type: 'string' },
	mode: { type: 'string' },
	'max-iterations': { type: 'string' },
	'approval-timeout': { type: 'string' },
	here: { type: 'boolean' },
	'dry-run': { type: 'boolean' },
	json: { type: 'boolean' },
} as const;

const defaultTimeout = '300';

type Values = ReturnType<typeof readCommandLine<typeof runOptions>>['values'];

/** `countersign run`: runs a task on the local checkout, from its first step until it ends or waits. */
export async function run(args: readonly string[], cli: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, runOptions);
	const task = positionals.join(' ').trim();
	if (task === '') throw noTask();
	const session = await cli.session();
	const voice = voiceOf(values.json === true, cli, session);
	const options = optionsOf(values, cli.cwd, voice);
	// Errors in the options come before anything is created.
	const inputs = session.inputsOf(options);
	const checkout = await findCheckout(cli.cwd);
	const state = stateFolder(checkout.root, session.environment.stateHome);
	const uncommitted = await uncommittedCount(checkout.root);
	if (values.here === true) requireFitHere(uncommitted, { ...cli, checkout, state });
	const thread = await threadFor({ task, options, values, checkout, state }, cli);
	tellBeginning({ thread, uncommitted, checkout }, voice);
	const following = followingOf({ thread, checkout, state, inputs, voice }, cli, session);
	const end = await endRun(await followRun(following), thread, state);
	if (values.json === true) cli.print(JSON.stringify(end));
	tellEnd(end, thread, voice);
	return exitCodeOf({ kind: end.outcome, reason: end.reason });
}

function noTask(): CountersignError {
	const fix = 'Write: countersign run "make the failing test pass".';
	return new CountersignError({ code: 'bad-input', message: 'The task is missing.', fix });
}

/** Returns the options as the action's inputs. If nobody can be asked here, the configured time limit for an answer is used. */
function optionsOf(values: Values, cwd: string, { person }: Voice): Readonly<Record<string, string>> {
	const model = values.model === undefined ? {} : { model: withAbsoluteScript(values.model, cwd) };
	const timeout = values['approval-timeout'] ?? (person === undefined ? undefined : defaultTimeout);
	const given: Readonly<Record<string, string | boolean | undefined>> = {
		...values,
		...model,
		'approval-timeout-seconds': timeout,
	};
	return Object.fromEntries(
		terminalInputs.flatMap((name) => {
			const value = given[name];
			return typeof value === 'string' ? [[name, value]] : [];
		}),
	);
}

/** Makes the script's path absolute, because a run can be resumed from another folder. */
function withAbsoluteScript(model: string, cwd: string): string {
	const [, path] = /^scripted:(.+)$/.exec(model) ?? [];
	return path === undefined || isAbsolute(path) ? model : `scripted:${resolve(cwd, path)}`;
}

interface HerePlace extends Pick<CliContext, 'packageRoot'> {
	readonly checkout: Checkout;
	readonly state: string;
}

/**
 * Refuses a checkout that is not fit for `--here`. Threat: the agent may change files of the checkout. If this program were among them,
 * this process, which has the keys, would load the changed files.
 */
function requireFitHere(uncommitted: number, { checkout, state, packageRoot }: HerePlace): void {
	const { root } = checkout;
	if (uncommitted > 0)
		throw new CountersignError({
			code: 'bad-input',
			message: `\`--here\` works in the checkout itself, but ${paths(uncommitted)} of it ${uncommitted === 1 ? 'has' : 'have'} uncommitted changes.`,
			fix: 'Commit or stash them, or leave out `--here`: then the run gets a separate work tree.',
		});
	// Only a whole part `..` leads outside, because a file name may begin with two dots.
	const isInside = (path: string): boolean => relative(root, realpathSync(path)).split(sep)[0] !== '..';
	if (isInside(packageRoot))
		throw new CountersignError({
			code: 'bad-input',
			message: `Countersign itself is in this checkout (${packageRoot}), so with \`--here\` the agent could change it.`,
			fix: 'Leave out `--here`, or use a Countersign outside this checkout.',
		});
	if (!isInside(state)) return;
	throw new CountersignError({
		code: 'bad-input',
		message: `The state of runs is in this checkout (${state}), so with \`--here\` the agent could change it.`,
		fix: 'Leave out `--here`, or set XDG_STATE_HOME to a folder outside.',
	});
}

interface NewRun {
	readonly task: string;
	readonly options: Readonly<Record<string, string>>;
	readonly values: Values;
	readonly checkout: Checkout;
	readonly state: string;
}

async function threadFor(
	{ task, options, values, checkout, state }: NewRun,
	{ home }: Pick<CliContext, 'home'>,
): Promise<LocalThread> {
	const person = await personOf(checkout.root, home);
	const key = `terminal/${randomUUID()}`;
	return newThread(state, (number) => ({
		version: 1,
		number,
		run: runIdOf(number, key),
		task,
		key,
		person,
		root: checkout.root,
		here: values.here === true,
		dryRun: values['dry-run'] === true,
		options,
		baseSha: checkout.head,
		branch: checkout.branch,
		comments: [],
	}));
}

interface Beginning {
	readonly thread: LocalThread;
	readonly uncommitted: number;
	readonly checkout: Checkout;
}

function tellBeginning({ thread, uncommitted, checkout }: Beginning, { say, style }: Voice): void {
	const where = thread.here ? 'in this checkout itself' : 'in a separate work tree';
	const how = thread.dryRun ? 'Dry run' : 'Run';
	say(
		`${style.bold(`${how} ${thread.number}`)} on ${harmlessLine(checkout.branch)} at ${checkout.head.slice(0, 12)}, ${where}.`,
	);
	if (uncommitted === 0) return;
	say(`The run uses committed files only. It does not see or change your uncommitted changes (${paths(uncommitted)}).`);
}

function paths(count: number): string {
	return `${count} path${count === 1 ? '' : 's'}`;
}
