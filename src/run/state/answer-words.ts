import { type Entry, type EntryOf, type Outcome, offLabel, type Runner, type SwitchedOffBy } from '../../core/index.ts';
import { type CallOutcome, type CallState, unsignedOf } from './call-state.ts';

/**
 * Returns the reason of a denial, as the person wrote it, or undefined if there is none. Journals of an earlier version contain the words
 * `no reason given` instead.
 */
export function reasonOf({
	rejection_reason: reason,
}: Pick<EntryOf<'approval'>, 'rejection_reason'>): string | undefined {
	return reason === undefined || reason === '' || reason === 'no reason given' ? undefined : reason;
}

/** Returns a sentence with a person's reason in quotes, so nobody thinks that Countersign wrote it. */
function said(reason: string | undefined): string {
	return reason === undefined ? 'They gave no reason.' : `Their reason: “${reason}”.`;
}

/** Returns what the model reads when its plan is denied. The model may then write another plan. */
export function planDenialBy(entry: Entry & EntryOf<'approval'>): CallOutcome {
	const { at, id, user } = entry;
	const text = `Plan ${id} was denied by @${user}. ${said(reasonOf(entry))}\n\nAnswer with another plan that does justice to this, written out in full: it is asked about anew. The run is still in mode \`plan\`.`;
	return { kind: 'denied', text, at };
}

/** Returns what the model reads when a call is denied. */
export function denialBy(entry: Entry & EntryOf<'approval'>): CallOutcome {
	const { at, user, rejection_reason: seen = '' } = entry;
	const who = {
		human: `Denied by @${user}. ${said(reasonOf(entry))}`,
		expiry: `Nobody answered in time, which is a denial. ${seen}`,
		withdrawal: `The request was withdrawn, which is a denial. ${seen}`,
	}[entry.approver_type];
	return { kind: 'denied', text: `${who} Do not try to reach the same effect in another way.`, at };
}

/** The outcome of a run that did nothing after a denial. */
const deniedBy = {
	human: { reason: 'denied-by-maintainer', what: 'A step was denied' },
	expiry: { reason: 'expired', what: 'Nobody approved a step in time' },
	withdrawal: { reason: 'withdrawn', what: 'The comment that asked was deleted' },
} as const;

/** Returns the outcome of a run that ends with a denial. `message` replaces the usual message. */
export function deniedOutcome(
	{ approver_type: by }: Pick<EntryOf<'approval'>, 'approver_type'>,
	message?: string,
): Outcome {
	const { reason, what } = deniedBy[by];
	return { kind: 'denied', reason, message: message ?? `${what}, and nothing was done after that.` };
}

/** Returns the outcome of a process that waits for people. `calls` are the calls without an outcome. */
export function waitingOutcome(calls: readonly CallState[], entry: EntryOf<'waiting'>): Outcome {
	const ids = entry.ids.map((id) => `${id}${missingWords(id, calls)}`).join(', ');
	const unknown = calls.some((call) => call.unknown && call.request !== undefined);
	if (unknown) {
		return {
			kind: 'unknown',
			reason: 'effect-outcome-unknown',
			message: `A step began and its outcome is not known; ${ids} asks whether to run it again.`,
		};
	}
	return { kind: 'waiting', reason: 'approval-pending', message: `Waiting for a maintainer's answer to ${ids}.` };
}

const switches: Record<SwitchedOffBy, string> = {
	config: '`enabled: false` in .github/countersign.yml stops all runs.',
	organization: '`enabled: false` in countersign.yml of the organization stops all runs of its repositories.',
	label: `The label \`${offLabel}\` on the issue "Agent approvals" stops all runs.`,
};

/**
 * Returns the outcome of a process that finds the kill switch on. `calls` are the calls without an outcome, and their requests stay open.
 */
export function offOutcome(by: SwitchedOffBy, calls: readonly CallState[] = []): Outcome {
	const ids = calls.flatMap(({ request, answer }) =>
		request === undefined || answer !== undefined ? [] : [request.id],
	);
	const stays =
		ids.length === 0 ? '' : ` ${[...new Set(ids)].join(', ')} can be answered again when it is switched on.`;
	return { kind: 'cancelled', reason: 'switched-off', message: `${switches[by]}${stays}` };
}

/** Returns the outcome of a process whose job received a signal to end. */
export function interruptedOutcome(signal: string): Outcome {
	const message = `The job was ended from outside (${signal}). Nothing is lost: re-run it, and the run goes on where it stopped.`;
	return { kind: 'cancelled', reason: 'interrupted', message };
}

/**
 * Says how many approvals are still missing, or returns an empty text if the call needs only one in total. One person can sign several
 * clauses, so then the number is a minimum.
 */
function missingWords(id: string, calls: readonly CallState[]): string {
	const call = calls.find((open) => open.request?.id === id);
	const left = call === undefined ? [] : unsignedOf(call);
	const fewest = Math.max(0, ...left.map((clause) => clause.count));
	if (call === undefined || (fewest < 2 && left.length < 2 && call.signatures.length === 0)) return '';
	const least = left.length > 1 ? 'at least ' : '';
	return ` (${least}${fewest} more approval${fewest === 1 ? '' : 's'})`;
}

/** Returns the outcome of a job when another living job has already claimed its command or call. */
export function takenOutcome({ id, attempt }: Runner, reason: 'command-claimed' | 'call-claimed'): Outcome {
	const message = `Workflow run ${id} (attempt ${attempt}) is already at it; this one stops.`;
	return { kind: 'duplicate', reason, message };
}
