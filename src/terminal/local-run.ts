import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Inputs } from '../config/index.ts';
import { CountersignError, holdsMarker, type Runner, type RunRequest, type RunStore } from '../core/index.ts';
import { type JobContext, type JobFacts, type JobPorts, type JobResult, proceed } from '../job/index.ts';
import { isRequestOf, progressMarker } from '../report/index.ts';
import { stateOf, waitsOf } from '../run/index.ts';
import { type Asked, askPerson } from './ask-person.ts';
import { callWords } from './call-lines.ts';
import type { Keyboard } from './keyboard.ts';
import type { Say } from './local-forge.ts';
import { harmlessLine, type Style, shownComment } from './shown-comment.ts';
import { type TerminalContext, terminalJobContext, workFolder } from './terminal-job-context.ts';
import { pidOf } from './terminal-runner.ts';
import { dropThread, type LocalThread } from './thread-file.ts';
import { removeWorkTree } from './work-tree.ts';

/** The input for a run in a terminal. */
export interface Following {
	readonly terminal: TerminalContext;
	readonly thread: LocalThread;
	readonly inputs: Inputs;
	/** If left out, nobody can be asked. */
	readonly keyboard?: Keyboard;
	readonly style: Style;
}

/** The result of following a run. */
export interface Followed {
	readonly result: JobResult;
	/** `over`: no later process continues the run. `open`: a later process can continue it. `unbegun`: nothing of it was stored. */
	readonly stage: 'over' | 'open' | 'unbegun';
}

/**
 * Executes a run's steps, asks the person whenever the run waits, and continues with the answers. Ends when nothing more can be done now.
 */
export async function followRun(following: Following): Promise<Followed> {
	const { terminal, thread } = following;
	const { context, say } = contextOf(following);
	await holdRun(context.ports.store, thread.run, terminal.runner);
	if ((await context.ports.store.load(thread.run)) === undefined) await takeAway(following);
	let stage: Followed['stage'] = 'unbegun';
	try {
		const result = await answeredSteps(following, { context, say });
		stage = await stageOf(thread, context.ports.store);
		return { result, stage };
	} catch (thrown) {
		stage = await stageOf(thread, context.ports.store);
		throw thrown;
	} finally {
		if (stage === 'unbegun') await takeAway(following);
		if (stage === 'unbegun') dropThread(terminal.state, thread.number);
	}
}

async function answeredSteps(
	following: Following,
	{ context, say }: { readonly context: JobContext; readonly say: Say },
): Promise<JobResult> {
	const { terminal, thread } = following;
	const request: RunRequest = {
		trigger: 'terminal',
		actor: thread.person,
		thread: thread.number,
		onPullRequest: false,
		task: thread.task,
		key: thread.key,
	};
	let told = await lastComment(thread, context.ports);
	for (let turn = 1; ; turn += 1) {
		const command = `${thread.key}/${terminal.runner.id}/${turn}`;
		const result = await proceed({ run: thread.run, command, request }, context);
		told = await tellReplies(told, following, context.ports);
		const asked = await askWhatWaits(result, following, context.ports);
		if (asked?.kind === 'said') answer(asked.comments, thread.number, say);
		else if (asked?.kind !== 'over') return result;
	}
}

function contextOf({ terminal, thread, inputs, style }: Following): {
	readonly context: JobContext;
	readonly say: Say;
} {
	const { run, here, dryRun } = thread;
	return terminalJobContext(terminal, {
		run,
		inputs,
		here,
		...(dryRun ? { dryRun: tellingOnly(terminal, style) } : {}),
	});
}

/** Prints what a dry run would do with each call. */
function tellingOnly({ say }: TerminalContext, { bold }: Style): NonNullable<JobFacts['dryRun']> {
	return (call, { decision, rule, reason }) => {
		if (decision === 'block') return;
		const words = callWords({ tool_name: call.name, tool_input: call.args });
		const would = decision === 'confirm' ? 'would need approval' : 'would run without approval';
		say(`${bold(would)}: ${words} (rule \`${harmlessLine(rule)}\`: ${harmlessLine(reason)})`);
	};
}

async function lastComment({ number }: LocalThread, { forge }: JobPorts): Promise<number> {
	return Math.max(0, ...(await forge.comments(number)).map(({ id }) => id));
}

/**
 * Prints the run's replies to its person, for example why an answer was not accepted. Requests are left out, because they are shown when
 * they are asked. Returns the id of the last comment.
 */
async function tellReplies(since: number, { terminal, thread, style }: Following, ports: JobPorts): Promise<number> {
	const fresh = (await ports.forge.comments(thread.number)).filter(({ id, mine }) => mine && id > since);
	for (const { body } of fresh) {
		if (isRequestOf(body, thread.run) || holdsMarker(body, progressMarker(thread.run))) continue;
		for (const line of shownComment(body, style)) terminal.say(line);
	}
	return lastComment(thread, ports);
}

function answer(comments: readonly string[], thread: number, say: Say): void {
	for (const comment of comments) say(thread, comment);
}

/** Asks the person if a step waits and a keyboard is there. */
async function askWhatWaits(
	{ outcome, approvals = [] }: JobResult,
	{ thread, keyboard, terminal, style }: Following,
	{ store, forge }: JobPorts,
): Promise<Asked | undefined> {
	const isAsking = outcome.kind === 'waiting' || outcome.kind === 'unknown';
	if (!isAsking || approvals.length === 0 || keyboard === undefined) return undefined;
	const checkpoint = await store.load(thread.run);
	if (checkpoint === undefined) return undefined;
	const waits = waitsOf(stateOf(checkpoint));
	return askPerson({ waits, comments: await forge.comments(thread.number), keyboard, print: terminal.say, style });
}

/**
 * Makes sure that only one process at a time works on a run of this disk. Only one process can make the first claim. If that process is
 * dead, only one other process can make the next claim, and so on.
 * @throws CountersignError `bad-input` if another living process has the run.
 */
async function holdRun(store: RunStore, run: string, runner: Runner): Promise<void> {
	for (let key = `process/${run}`; ; ) {
		const claim = await store.claim(key, runner);
		if (claim.kind === 'claimed' || claim.owner.id === runner.id) return;
		if (claim.living) {
			throw new CountersignError({
				code: 'bad-input',
				message: `Another process (${pidOf(claim.owner)}) works on run ${run}.`,
				fix: 'Answer in that terminal, or end that process first.',
			});
		}
		key = `${key}>${claim.owner.id}`;
	}
}

/**
 * Deletes the files of a run that was never stored. A process that was killed or refused may have left them, but nothing has left this
 * disk.
 */
async function takeAway({ terminal, thread }: Following): Promise<void> {
	const { state } = terminal;
	await removeWorkTree(thread.root, workFolder(state, thread.run));
	rmSync(join(state, 'countersign', thread.run), { recursive: true, force: true });
}

async function stageOf({ run, number }: LocalThread, store: RunStore): Promise<Followed['stage']> {
	const label = (await store.labels(number)).find((one) => one.run === run);
	if (label === undefined) return 'unbegun';
	return label.status === 'finished' ? 'over' : 'open';
}
