import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Inputs } from '../config/index.ts';
import { CountersignError, type Runner, type RunRequest, type RunStore } from '../core/index.ts';
import { type JobContext, type JobResult, proceed } from '../job/index.ts';
import { endsWithMarker, isRequestOf, progressMarker } from '../report/index.ts';
import { stateOf, waitsOf } from '../run/index.ts';
import { type Asked, askPerson } from './ask-person.ts';
import { callWords } from './call-lines.ts';
import type { Keyboard } from './keyboard.ts';
import type { Say } from './local-forge.ts';
import { harmlessLine, type Style, shownComment } from './shown-comment.ts';
import { type TerminalContext, terminalJobContext, workFolder } from './terminal-job-context.ts';
import { dropThread, type LocalThread } from './thread-file.ts';
import { removeWorkTree } from './work-tree.ts';

/** What a run in a terminal goes on with. */
export interface Following {
	readonly terminal: TerminalContext;
	readonly thread: LocalThread;
	readonly inputs: Inputs;
	/** Nobody can be asked where it is left out. */
	readonly keyboard?: Keyboard;
	readonly style: Style;
}

/** How far a run got. */
export interface Followed {
	readonly result: JobResult;
	/** `over`: no later process goes on with it; `open`: one does; `unbegun`: nothing of it is left. */
	readonly stage: 'over' | 'open' | 'unbegun';
}

/** Does a run's steps, asks its person whenever it waits, and goes on with their answers, until there is nothing left that can be done now. */
export async function followRun(following: Following): Promise<Followed> {
	const { terminal, thread } = following;
	const { context, say } = contextOf(following);
	await holdRun(context.store, thread.run, terminal.runner);
	if ((await context.store.load(thread.run)) === undefined) await takeAway(following);
	let stage: Followed['stage'] = 'unbegun';
	try {
		const result = await answeredSteps(following, { context, say });
		stage = await stageOf(thread, context.store);
		return { result, stage };
	} catch (thrown) {
		stage = await stageOf(thread, context.store);
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
	let told = await lastComment(thread, context);
	for (let turn = 1; ; turn += 1) {
		const command = `${thread.key}/${terminal.runner.id}/${turn}`;
		const result = await proceed({ run: thread.run, command, request }, context);
		told = await tellReplies(told, following, context);
		const asked = await askWhatWaits(result, following, context);
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

/** What a dry run says of each call that it does not do. */
function tellingOnly({ say }: TerminalContext, { bold }: Style): NonNullable<JobContext['dryRun']> {
	return (call, { decision, rule, reason }) => {
		if (decision === 'block') return;
		const words = callWords({ tool_name: call.name, tool_input: call.args });
		const would = decision === 'confirm' ? 'would ask' : 'would run unasked';
		say(`${bold(would)}: ${words} (rule \`${harmlessLine(rule)}\`: ${harmlessLine(reason)})`);
	};
}

async function lastComment({ number }: LocalThread, { forge }: JobContext): Promise<number> {
	return Math.max(0, ...(await forge.comments(number)).map(({ id }) => id));
}

/** Why an answer counted for nothing, and what else the run says to its person; requests are shown where they are asked. */
async function tellReplies(
	since: number,
	{ terminal, thread, style }: Following,
	context: JobContext,
): Promise<number> {
	const fresh = (await context.forge.comments(thread.number)).filter(({ id, mine }) => mine && id > since);
	for (const { body } of fresh) {
		if (isRequestOf(body, thread.run) || endsWithMarker(body, progressMarker(thread.run))) continue;
		for (const line of shownComment(body, style)) terminal.say(line);
	}
	return lastComment(thread, context);
}

function answer(comments: readonly string[], thread: number, say: Say): void {
	for (const comment of comments) say(thread, comment);
}

/** Asks where something waits and somebody is there. */
async function askWhatWaits(
	{ outcome, approvals = [] }: JobResult,
	{ thread, keyboard, terminal, style }: Following,
	{ store, forge }: JobContext,
): Promise<Asked | undefined> {
	const isAsking = outcome.kind === 'waiting' || outcome.kind === 'unknown';
	if (!isAsking || approvals.length === 0 || keyboard === undefined) return undefined;
	const checkpoint = await store.load(thread.run);
	if (checkpoint === undefined) return undefined;
	const waits = waitsOf(stateOf(checkpoint));
	return askPerson({ waits, comments: await forge.comments(thread.number), keyboard, print: terminal.say, style });
}

/**
 * One process at a time has a run of this disk: a claim of each that only one can make, and a further one of whoever succeeds a dead one.
 * @throws CountersignError `bad-input` where another one has it.
 */
async function holdRun(store: RunStore, run: string, runner: Runner): Promise<void> {
	for (let key = `process/${run}`; ; ) {
		const claim = await store.claim(key, runner);
		if (claim.kind === 'claimed' || claim.owner.id === runner.id) return;
		if (claim.living) {
			const [pid = ''] = claim.owner.id.split('.');
			throw new CountersignError({
				code: 'bad-input',
				message: `Run ${run} is at work in another process (${pid}).`,
				fix: 'Answer it there, or end that process first.',
			});
		}
		key = `${key}>${claim.owner.id}`;
	}
}

/** Nothing of it was saved, so nothing of it has left this disk: what a process made for it that was killed or refused goes with it. */
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
