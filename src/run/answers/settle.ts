import { type Answer, answersIn, type Pending, partlyUnheardIn, type Thread } from '../../approvals/index.ts';
import type { EntryBody } from '../../core/index.ts';
import type { Stage } from '../stage.ts';
import type { CallState } from '../state/call-state.ts';
import type { State } from '../state/state.ts';
import { callOf, pendingOf, requestOf, threadOf } from './asked-thread.ts';
import { decide, denied } from './decide.ts';
import { stopIn } from './heed.ts';
import { switchedOff } from './kill-switch.ts';
import { pullChange } from './pull-change.ts';
import { entryIfRequestChanged } from './tampered-request.ts';
import { tellRefused, tellUnheard } from './tell-unheard.ts';

/** Records one decision that is due, or records that the run waits. */
export async function settle(stage: Stage, { calls }: { readonly calls: readonly CallState[] }): Promise<EntryBody> {
	const { state, ports } = stage;
	// If a process begins with this step, it has not read the kill switch yet. While the switch is on, waiting steps stay unchanged.
	const begins = (state.process?.number ?? 0) > 1 && state.process?.heededAt === 0;
	const pending = calls.map(pendingOf);
	// All requests start at the same moment, to save time.
	const [off, thread, changedPull] = await Promise.all([
		begins ? switchedOff(ports) : undefined,
		threadOf(stage),
		pullChange(stage),
	]);
	if (off !== undefined) return off;
	const stopped = await stopIn(thread.comments, stage);
	return (
		(await tellUnheard(pending, thread, stage, partlyUnheardIn)) ??
		(await firstAnswer({ thread, calls, pending, changedPull, isStopped: stopped !== undefined }, stage)) ??
		stopped ??
		calls.map((call) => entryIfRequestChanged(call, thread)).find((found) => found !== undefined) ??
		changedPull ??
		(await tellUnheard(pending, thread, stage)) ??
		expiryOrWait(pending, calls, ports.clock.now())
	);
}

/** Denies the first request that has expired. Otherwise records what the run waits for, and until when. */
function expiryOrWait(pending: readonly Pending[], calls: readonly CallState[], now: Date): EntryBody {
	const expired = pending.find(({ expiresAt }) => Date.parse(expiresAt) < now.getTime());
	if (expired !== undefined)
		return denied(callOf(expired.id, calls), 'expiry', `Nobody answered before ${expired.expiresAt}.`);
	const soonest = pending.map(({ expiresAt }) => expiresAt).sort()[0] ?? now.toISOString();
	return { type: 'waiting', ids: [...new Set(pending.map(({ id }) => id))], expires_at: soonest };
}

interface Look {
	readonly thread: Thread;
	readonly calls: readonly CallState[];
	readonly pending: readonly Pending[];
	/** The entry to record if the pull request changed since the request was shown. */
	readonly changedPull: EntryBody | undefined;
	readonly isStopped: boolean;
}

/** Returns the entry for the first answer that was not handled yet. */
async function firstAnswer(
	{ thread, calls, pending, changedPull, isStopped }: Look,
	stage: Stage,
): Promise<EntryBody | undefined> {
	for (const answer of answersIn(thread, pending)) {
		// After a stop, approvals are ignored. A denial and its reason are still recorded.
		if (isStopped && answer.approved) continue;
		const call = calls.find((one) => requestOf(one).id === answer.id && !isSettled(answer, one, stage.state));
		if (call === undefined) continue;
		// A denial is valid even if the request changed.
		const voidingEntry = answer.approved ? (entryIfRequestChanged(call, thread) ?? changedPull) : undefined;
		if (voidingEntry !== undefined) return voidingEntry;
		const decision = await decide(answer, [call, ...calls.filter((other) => other !== call)], stage.ports);
		return decision.type === 'answer_refused' ? tellRefused(decision, thread, stage) : decision;
	}
	return undefined;
}

/**
 * Returns whether an answer can be skipped, because its author may not answer or has already approved. A person who may not approve may
 * still deny.
 */
export function isSettled({ id, approved, comment }: Answer, call: CallState, { process }: State): boolean {
	const { id: author } = comment.author;
	if (process?.refusedUsers.has(author)) return true;
	const isRefused = process?.refusedSignatures.has(`${author} ${id}`) ?? false;
	return approved && (isRefused || call.signatures.some((signature) => signature.user_id === author));
}
