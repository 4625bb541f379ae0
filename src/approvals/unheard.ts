import { type ApprovalId, type Comment, minuteOf } from '../core/index.ts';
import type { Command } from './command.ts';
import { type Pending, type Thread, waitedBeside } from './decisions.ts';
import { canDecide, type ReadComment } from './people.ts';
import { linesOf, spokenLines } from './spoken-lines.ts';

/** A question that this run has asked. */
export interface AskedFor {
	readonly id: ApprovalId;
	readonly commentId: number;
	/** How the question ended, in words to write after the id. Undefined while the question waits. */
	readonly end?: { readonly kind: 'approved' | 'denied' | 'void'; readonly text: string };
}

/** The run's questions, and the comments that were already handled. */
export interface Heard {
	readonly asked: readonly AskedFor[];
	readonly pending: readonly Pending[];
	/** Comments that decided a question. */
	readonly deciding: ReadonlySet<number>;
	/** Comments without effect whose authors already got a reply with the reason. */
	readonly told: ReadonlySet<number>;
}

/** An answer that had no effect. */
export interface Unheard {
	readonly comment: Comment;
	/** The reason, in one or several sentences for the author of the comment. */
	readonly why: string;
}

type Answering = Extract<Command, { kind: 'approve' | 'deny' }>;

/** Returns the answers to this run that have no effect, with the reason in words, oldest first. It ignores answers to other runs. */
export function unheardIn(thread: Thread, heard: Heard): readonly Unheard[] {
	return untold(thread, heard).flatMap((comment) => {
		const place = { thread, heard };
		const ofAnswers = answersOf(comment).flatMap((answer) => faultsOf(answer, comment, place));
		const faults = [...ofAnswers, ...slipsOf(comment, place)];
		return faults.length === 0 ? [] : [{ comment, why: [...new Set(faults)].join(' ') }];
	});
}

/**
 * Returns the answers that name a step of this run, and also an id that does not exist here. The run may go on after such an answer, so its
 * author must read about the wrong id before.
 */
export function partlyUnheardIn(thread: Thread, heard: Heard): readonly Unheard[] {
	return untold(thread, heard).flatMap((comment) => {
		const ids = answersOf(comment).flatMap((answer) => (typeof answer.ids === 'string' ? [] : answer.ids));
		const unknown = ids.filter((id) => !heard.asked.some((asked) => asked.id === id));
		if (unknown.length === 0 || unknown.length === ids.length || !canDecide(comment)) return [];
		return [{ comment, why: unknown.map(notAskedFor).join(' ') }];
	});
}

/** Returns the comments of people after the run's first request that got no reply yet. */
function untold({ comments }: Thread, { asked, told }: Heard): readonly ReadComment[] {
	const first = Math.min(...asked.map(({ commentId }) => commentId));
	return comments.filter(({ id, author, mine }) => id > first && author.type === 'User' && !mine && !told.has(id));
}

function notAskedFor(id: ApprovalId): string {
	return `${id} was not asked for in this run.`;
}

/** Lines that a person may write by mistake as an answer: commands of other tools, and answers without a slash. */
const slip =
	/^ {0,3}(?:\/(?:lgtm|ok(?:ay)?|yes|no|accept(?:ed)?|reject(?:ed)?|confirm)(?=\s|$)|(?:approved?|den(?:y|ied))(?= +A\d|\s*$)|lgtm\s*$)/i;

/**
 * Explains a mistyped answer, but only while a step waits. Threat: a maintainer believes that they answered, but the run waits until the
 * request expires.
 */
function slipsOf(comment: ReadComment, { thread, heard }: Place): readonly string[] {
	const lines = linesOf(comment.body);
	const isSlip = spokenLines(lines).some((index) => slip.test(lines[index] ?? ''));
	if (!isSlip || comment.commands.length > 0) return [];
	const newest = Math.max(...thread.requests.filter((id) => id < comment.id));
	const open = heard.pending.filter(({ id, commentId }) => commentId === newest && isOpen(id, comment, heard));
	const ids = [...new Set(open.map(({ id }) => id))].join(' ');
	if (ids === '') return [];
	return [
		`That is not an answer. Write \`/approve ${ids}\`, or \`/deny ${ids}\` with the reason after it, in a line of its own.`,
	];
}

function answersOf({ commands }: ReadComment): readonly Answering[] {
	return commands.flatMap((command) => (command.kind === 'approve' || command.kind === 'deny' ? [command] : []));
}

interface Place {
	readonly thread: Thread;
	readonly heard: Heard;
}

function faultsOf(answer: Answering, comment: Comment, { thread, heard }: Place): readonly string[] {
	const newest = Math.max(...thread.requests.filter((id) => id < comment.id));
	const isOurs = heard.asked.some(({ commentId }) => commentId === newest);
	if (typeof answer.ids !== 'string') {
		const known = answer.ids.filter((id) => heard.asked.some((asked) => asked.id === id));
		if (!isOurs && known.length === 0) return [];
		return countingFault(comment, known, heard) ?? answer.ids.flatMap((id) => faultOfId(id, answer, comment, heard));
	}
	if (!isOurs || heard.deciding.has(comment.id)) return [];
	const shown = heard.asked.filter(({ commentId }) => commentId === newest);
	const waiting = shown.filter(({ id }) => isOpen(id, comment, heard));
	const open = [...new Set(waiting.map(({ id }) => id))];
	if (open.length === 0) return shown.flatMap(({ id }) => faultOfId(id, answer, comment, heard));
	const wasMore = waitedBeside(comment, thread, waiting);
	return (
		countingFault(comment, open, heard) ?? [
			...whichFault(answer, { open, wasMore }, thread),
			...open.flatMap((id) => scopeFault(id, answer, heard)),
		]
	);
}

/** Says why a comment is not valid because of its author or an edit. Undefined if the comment would have no effect anyway. */
function countingFault(comment: Comment, ids: readonly ApprovalId[], heard: Heard): readonly string[] | undefined {
	if (canDecide(comment) || !ids.some((id) => isOpen(id, comment, heard))) return undefined;
	return comment.viaApp
		? ['A comment that an app wrote has no effect, even if the app acts for a person. Answer in a comment of your own.']
		: ['An edited comment has no effect. Answer in a new comment.'];
}

function whichFault(
	{ kind, ids }: Answering,
	{ open, wasMore }: { readonly open: readonly ApprovalId[]; readonly wasMore: boolean },
	{ requireIds }: Thread,
): readonly string[] {
	const example = `\`/${kind} ${open.join(' ')}\``;
	if (ids !== 'only') return [];
	if (requireIds === true && kind === 'approve') return [`In this repository an answer must name its ids: ${example}.`];
	if (open.length > 1)
		return [
			`${open.length} steps wait, so it is not clear which one you mean. Write ${example}, or only some of these ids.`,
		];
	return wasMore ? [`More than one step waited then, so it is not clear which one you mean. Write ${example}.`] : [];
}

function faultOfId(id: ApprovalId, answer: Answering, comment: Comment, heard: Heard): readonly string[] {
	const asked = heard.asked.find((one) => one.id === id);
	if (asked === undefined) return [notAskedFor(id)];
	const open = heard.pending.find((one) => one.id === id);
	if (open !== undefined && Date.parse(comment.createdAt) > Date.parse(open.expiresAt))
		return [`${id} expired at ${minuteOf(open.expiresAt)} without an answer, so it is denied.`];
	if (open !== undefined && comment.id < open.commentId) return [`${id} was asked after this answer.`];
	const tooMuch = scopeFault(id, answer, heard);
	if (tooMuch.length > 0) return tooMuch;
	const { end } = asked;
	if (end === undefined || heard.deciding.has(comment.id)) return [];
	return end.kind === (answer.kind === 'approve' ? 'approved' : 'denied') ? [] : [`${id} ${end.text}.`];
}

/** Says that a request accepts only a plain approval, without a scope such as `for-run`. */
function scopeFault(id: ApprovalId, answer: Answering, { pending }: Heard): readonly string[] {
	const open = pending.find((one) => one.id === id);
	if (open?.once !== true || answer.kind !== 'approve' || answer.scope === undefined) return [];
	return [
		`${id} asks for ${open.what ?? 'more of a budget'}, which you can approve only once: write \`/approve ${id}\` with nothing after it.`,
	];
}

function isOpen(id: ApprovalId, comment: Comment, { pending }: Heard): boolean {
	const open = pending.find((one) => one.id === id);
	return (
		open !== undefined && comment.id > open.commentId && Date.parse(comment.createdAt) <= Date.parse(open.expiresAt)
	);
}
