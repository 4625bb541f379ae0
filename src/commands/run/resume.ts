import { existsSync } from 'node:fs';
import { CountersignError, exitCodeOf } from '../../core/index.ts';
import { directoryStore } from '../../journal/index.ts';
import {
	type Checkout,
	findCheckout,
	followRun,
	type LocalThread,
	readThread,
	stateFolder,
	threadNumbers,
} from '../../terminal/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { endRun, tellEnd } from './run-ending.ts';
import { followingOf, voiceOf } from './terminal-session.ts';

export const resumeOptions = { json: { type: 'boolean' } } as const;

/** `countersign resume`: continues a run that stopped. */
export async function resume(args: readonly string[], cli: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, resumeOptions, 1);
	const session = await cli.session();
	const voice = voiceOf(values.json === true, cli, session);
	const found = await findCheckout(cli.cwd);
	const state = stateFolder(found.root, session.environment.stateHome);
	const { thread, isOver } = await threadToResume(positionals[0], state);
	if (isOver) {
		voice.say(`Run ${thread.number} is over.`);
		if (values.json === true) cli.print(JSON.stringify({ run: thread.run, number: thread.number, resumable: false }));
		return 0;
	}
	const checkout = checkoutOf(thread, found);
	voice.say(`${voice.style.bold(`Run ${thread.number}`)} continues: ${JSON.stringify(thread.task.slice(0, 200))}`);
	const inputs = session.inputsOf(thread.options);
	const following = followingOf({ thread, checkout, state, inputs, voice }, cli, session);
	const end = await endRun(await followRun(following), thread, state);
	if (values.json === true) cli.print(JSON.stringify(end));
	tellEnd(end, thread, voice);
	return exitCodeOf({ kind: end.outcome, reason: end.reason });
}

interface Resumed {
	readonly thread: LocalThread;
	readonly isOver: boolean;
}

async function threadToResume(named: string | undefined, state: string): Promise<Resumed> {
	const { labels } = directoryStore(state, () => true);
	const isOver = async (number: number): Promise<boolean> => {
		const [label] = await labels(number);
		return label?.status === 'finished';
	};
	if (named !== undefined) {
		const number = Number(/^([1-9]\d*)(?:-[0-9a-f]+)?$/.exec(named)?.[1] ?? Number.NaN);
		const thread = Number.isNaN(number) ? undefined : readThread(state, number);
		if (thread === undefined || (named.includes('-') && thread.run !== named))
			throw noRun(`There is no run \`${named}\` here.`);
		return { thread, isOver: await isOver(number) };
	}
	for (const number of threadNumbers(state).toReversed())
		if (!(await isOver(number))) return { thread: readThread(state, number), isOver: false };
	throw noRun('This repository has no run here that waits or was stopped.');
}

/** Returns the checkout in which the run began, if it still exists. With `--here` the run works in it, so it must exist. */
function checkoutOf({ root, here }: LocalThread, found: Checkout): Checkout {
	if (existsSync(root)) return { ...found, root };
	if (!here) return found;
	throw noRun(`The checkout of this run, ${root}, does not exist any more.`);
}

function noRun(message: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message,
		fix: 'Start a run with `countersign run "<task>"`, or go to the checkout where you started it.',
	});
}
