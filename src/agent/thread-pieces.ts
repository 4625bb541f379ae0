import type { ChangedFile, Comment } from '../core/index.ts';
import type { ContextInput, LateChange } from './context-input.ts';
import { attribute } from './fence.ts';
import { codePiece, foreignPiece, type Piece } from './piece.ts';
import { relevance } from './relevance.ts';

const maxComments = 30;
const maxChangedFiles = 100;

/** The most characters of one file's patch. `pull_request_diff` shows the whole patch. */
const longestPatch = 8_000;

const history = 'history';

/** Returns the issue or pull request as it was opened. */
export function openingPieces({ issue }: ContextInput): readonly Piece[] {
	const from = threadName(issue);
	const by = `by @${issue.author.login}`;
	const always = { category: history, score: 1, always: true } as const;
	return [
		...(issue.title === '' ? [] : [foreignPiece({ ...always, source: `${from}, title, ${by}` }, issue.title)]),
		...(issue.body.trim() === '' ? [] : [foreignPiece({ ...always, source: `${from}, text, ${by}` }, issue.body)]),
	];
}

/** Tells the model that the title or the text of the issue was edited after the request. Empty if neither was edited. */
export function lateChanges({ late = [] }: ContextInput): string {
	return late.map(lateChange).join('\n');
}

function lateChange({ part, isKnown, by, at }: LateChange): string {
	const who = by === undefined ? '' : ` by @${attribute(by)}${at === undefined ? '' : `, ${attribute(at)}`}`;
	const shown = isKnown ? 'It stands here as it was then.' : 'What it said then is not known, so it is not shown here.';
	return `[The ${part === 'body' ? 'text' : part} was changed after the task was given${who}. ${shown}]`;
}

/** A comment's piece with its position in the thread. */
export interface CommentPiece extends Piece {
	readonly at: number;
}

/**
 * Returns the comments, the most relevant first. Of equally relevant comments, the newest comes first. It leaves out the comment with the
 * command, because the model already reads it as the task.
 */
export function commentPieces(
	{ request, issue, comments }: ContextInput,
	keywords: readonly string[],
): readonly CommentPiece[] {
	const scored = comments
		.map((comment, at) => ({ comment, at, score: relevance(keywords, comment.body) }))
		.filter(({ comment }) => comment.id !== request.commentId)
		.sort((a, b) => b.score - a.score || b.at - a.at);
	return scored.map(({ comment, at, score }, rank) => {
		const source = describeComment(threadName(issue), comment);
		const never = rank < maxComments ? {} : { never: `more than ${maxComments} comments` };
		return { ...foreignPiece({ category: history, source, score, ...never }, comment.body), at };
	});
}

/** Returns the note about comments that are left out. Empty if none is left out. */
export function leftComments(pieces: readonly CommentPiece[], isShown: (piece: Piece) => boolean): string {
	const left = pieces.filter((piece) => !isShown(piece)).map(({ at }) => at);
	if (left.length === 0) return '';
	const last = Math.max(...left);
	const which = pieces.filter(isShown).every(({ at }) => at > last) ? 'earlier ' : '';
	return `[${left.length} ${which}comment${left.length === 1 ? ' is' : 's are'} not shown]`;
}

/** Returns the changes of the pull request: the list, then each patch. */
export function changePieces(
	{ issue, changes }: ContextInput,
	keywords: readonly string[],
): { readonly list: readonly Piece[]; readonly patches: readonly Piece[] } {
	if (changes === undefined || typeof changes === 'string') return { list: [], patches: [] };
	const from = threadName(issue);
	const lines = changes.slice(0, maxChangedFiles).map(lineOf);
	const more = changes.length - maxChangedFiles;
	if (more > 0) lines.push(`[${more} more files; \`pull_request_diff\` lists them]`);
	const source = `${from}, changed files`;
	const list = foreignPiece({ category: history, source, score: 1, always: true }, lines.join('\n'));
	const patches = changes.flatMap(({ path, patch }) => {
		if (patch === undefined) return [];
		const score = relevance(keywords, `${path}\n${patch}`);
		return [codePiece({ category: history, source: `${from}, patch of ${path}`, score }, patch, longestPatch)];
	});
	return { list: changes.length === 0 ? [] : [list], patches };
}

/** Returns the note about patches that are left out. Empty if all are shown. */
export function leftPatches({ changes }: ContextInput, pieces: readonly Piece[], isShown: (piece: Piece) => boolean) {
	if (typeof changes === 'string') return `[What the pull request changes could not be read: ${attribute(changes)}]`;
	const left = pieces.filter((piece) => !isShown(piece)).length;
	if (left === 0) return '';
	return `[the patch${left === 1 ? '' : 'es'} of ${left} more file${left === 1 ? '' : 's'}: \`pull_request_diff\` shows any]`;
}

/** Returns the code next to which the task was written, because the task may say "this" about this code. */
export function placePieces({ request: { code }, issue }: ContextInput): readonly Piece[] {
	if (code === undefined) return [];
	const source = `${threadName(issue)}, ${placeName(code)}, beside which the task was written`;
	return [codePiece({ category: history, source, score: 1, always: true }, code.hunk, longestPatch)];
}

function placeName({ path, lines }: NonNullable<ContextInput['request']['code']>): string {
	if (lines === undefined) return path;
	const { first, last, side } = lines;
	const which = first === last ? `line ${last}` : `lines ${first} to ${last}`;
	return `${path}, ${which} ${side} the change`;
}

function threadName({ isPullRequest, number }: ContextInput['issue']): string {
	return `${isPullRequest ? 'pull request' : 'issue'} #${number}`;
}

function describeComment(from: string, { id, author, createdAt }: Comment): string {
	return `${from}, comment ${id}, by @${author.login} (${author.type}), ${createdAt}`;
}

function lineOf({ status, path, previousPath, additions, deletions }: ChangedFile): string {
	const was = previousPath === undefined ? '' : ` (was ${attribute(previousPath)})`;
	return `${status} ${attribute(path)}${was} +${additions} -${deletions}`;
}
