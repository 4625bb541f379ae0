import { z } from 'zod';
import type { CodePlace } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { ghost, user } from '../identity/user.ts';
import { readEdited } from '../thread/edits.ts';
import { type Incoming, incomingBesideCode, isSet, nothing } from './incoming.ts';
import { readOpening } from './opening.ts';
import { threadAt } from './thread-at.ts';
import { tooOld } from './too-old.ts';

const line = z.number().nullish();
const reviewComment = z.object({
	id: z.number(),
	node_id: z.string(),
	body: z.string(),
	user: user.nullish(),
	created_at: z.string(),
	pull_request_url: z.string(),
	performed_via_github_app: z.unknown().optional(),
	path: z.string(),
	diff_hunk: z.string().default(''),
	side: z.string().nullish(),
	...{ line, start_line: line, original_line: line, original_start_line: line },
});

type ReviewComment = z.infer<typeof reviewComment>;

/** The longest part of a hunk. The lines that the comment is about are at its end. Characters. */
const longestHunk = 6_000;

/** Returns what a review comment asks for, or undefined if the comment is gone. */
export async function readReviewComment(
	id: number,
	{ fullName, defaultBranch, now }: { readonly fullName: string; readonly defaultBranch: string; readonly now: Date },
	api: Api,
): Promise<Incoming | undefined> {
	const route = 'GET /repos/{owner}/{repo}/pulls/comments/{comment_id}';
	const found = await api.find(route, reviewComment, { comment_id: id });
	const thread = found === undefined ? undefined : threadAt(found.pull_request_url, 'pulls', { fullName });
	if (found === undefined || thread === undefined) return undefined;
	const [changed, opening] = await Promise.all([
		readEdited(api, [found.node_id]),
		readOpening(api, thread, found.created_at),
	]);
	if (changed.has(found.node_id)) return nothing('not-created', 'Only new comments count; this one was edited.');
	const old = tooOld(found.created_at, now);
	if (old !== undefined) return old;
	const author = found.user ?? ghost;
	return incomingBesideCode({
		id,
		body: found.body,
		actor: { id: author.id, login: author.login },
		byPerson: isSet(found.user) && author.type === 'User' && !isSet(found.performed_via_github_app),
		thread,
		code: codePlaceOf(found),
		opening,
		defaultBranch,
	});
}

function codePlaceOf(found: ReviewComment): CodePlace {
	const { path, diff_hunk: hunk } = found;
	const shown = hunk.length > longestHunk ? `…\n${hunk.slice(-longestHunk).toWellFormed()}` : hunk;
	const lines = linesOf(found);
	return { path, hunk: shown, ...(lines === undefined ? {} : { lines }) };
}

/** Returns the lines that a comment is about. If the lines no longer exist, it returns the original ones. */
function linesOf({ line, start_line: start, side, ...found }: ReviewComment): CodePlace['lines'] {
	const last = line ?? found.original_line;
	if (last === undefined || last === null) return undefined;
	const first = (isSet(line) ? start : found.original_start_line) ?? last;
	return { first, last, side: side === 'LEFT' ? 'before' : 'after' };
}
