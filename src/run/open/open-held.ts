import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseCommands } from '../../approvals/index.ts';
import {
	type Comment,
	CountersignError,
	type Forge,
	type Outcome,
	type PatientClock,
	type RunRequest,
} from '../../core/index.ts';
import { headerOf } from '../stage.ts';
import { takenOutcome } from '../state/answer-words.ts';
import { requirePublished } from './anchor.ts';
import { endGone } from './end-gone.ts';
import { livingHolder } from './living-holder.ts';
import { journalPath, type Opened, type OpenOptions, type OpenRun, openRun } from './open-run.ts';

/**
 * The waits before a run is read again, if its ref and thread do not match. A job uses its copy of a thread for two seconds, and a listing
 * of refs for five seconds. Milliseconds.
 */
const waits = [2100, 5500];

type HeldOptions = OpenOptions & { readonly forge: Forge; readonly clock: PatientClock };

/**
 * Opens a run and checks that it matches its thread. Another job may be working on it, and GitHub may return an old ref or thread. So if
 * they do not match, it reads them twice more. If they still do not match and the other job lives, that job keeps the run. Otherwise this
 * throws. @throws CountersignError `checkpoint-…`
 */
export async function openHeld(options: HeldOptions, isOurs: (opened: OpenRun) => Promise<boolean>): Promise<Opened> {
	const path = journalPath(options);
	const before = existsSync(path) ? readFileSync(path) : undefined;
	for (let look = 0; ; look++) {
		const opened = await openRun(options);
		if (opened.kind === 'over') return opened;
		const looked = await unlessUnfit(requirePublished(opened.journal, options.forge, () => isOurs(opened)));
		if (!(looked instanceof CountersignError)) return heldToItsWords(opened, looked, () => putBack(path, before));
		if (looked.code === 'github-gone') return { kind: 'over', outcome: await endGone(opened, options) };
		const unfit = looked;
		const wait = waits[look];
		if (wait === undefined) {
			const holder = await livingHolder(opened.state, options);
			if (holder === undefined) throw unfit;
			putBack(path, before);
			return { kind: 'over', outcome: takenOutcome(holder, 'command-claimed') };
		}
		putBack(path, before);
		await options.clock.sleep(wait);
	}
}

/** Restores the journal file on this disk. The failed attempt published nothing, so the journal must not mention a new process. */
function putBack(path: string, before: Buffer | undefined): void {
	if (before === undefined) rmSync(path, { force: true });
	else writeFileSync(path, before);
}

/** Checks that a new run uses only its author's words, and nothing that another person put into the comment. */
function heldToItsWords(opened: OpenRun, comments: readonly Comment[], undo: () => void): Opened {
	const isNew = opened.state.process?.number === 1;
	const outcome = isNew ? foreignWords(headerOf(opened.state).request, comments) : undefined;
	if (outcome === undefined) return opened;
	undo();
	return { kind: 'over', outcome };
}

async function unlessUnfit<T>(held: Promise<T>): Promise<T | CountersignError> {
	try {
		return await held;
	} catch (error) {
		if (error instanceof CountersignError && unfitCodes.includes(error.code)) return error;
		throw error;
	}
}

const unfitCodes: readonly string[] = ['checkpoint-rolled-back', 'checkpoint-forged', 'github-gone'];

/**
 * Returns the outcome if another person wrote the run's command into its author's comment. Returns undefined if the author wrote the words.
 * Threat: another person edits the comment before GitHub writes the event, so the event contains the edited text. If the event contains the
 * text from before the edit, the run uses that text.
 */
function foreignWords({ commentId, task }: RunRequest, comments: readonly Comment[]): Outcome | undefined {
	const asking = comments.find(({ id, byOthers }) => id === commentId && byOthers === true);
	if (asking === undefined) return undefined;
	const isServed = parseCommands(asking.body).some(
		(command) => command.kind === 'retry' || (command.kind === 'agent' && command.task === task),
	);
	const message = `Somebody else put the command into the comment of @${asking.author.login}. Write it in a new comment.`;
	return isServed ? { kind: 'nothing-to-do', reason: 'not-created', message } : undefined;
}
