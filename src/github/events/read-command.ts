import { z } from 'zod';
import { type Comment, sha256 } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { ghost, user } from '../identity/user.ts';
import { commentSchema, toComment } from '../thread/comment.ts';
import { readEdited } from '../thread/edits.ts';
import { type Incoming, incomingFrom, incomingFromLabel, isSet, nothing } from './incoming.ts';
import { readOpening } from './opening.ts';
import { readReviewComment } from './read-review-comment.ts';
import { threadAt } from './thread-at.ts';
import { tooOld } from './too-old.ts';

const repository = z.object({ full_name: z.string(), default_branch: z.string() });
const said = commentSchema.extend({ issue_url: z.string() });
const issue = z.object({
	number: z.number(),
	url: z.string(),
	title: z.string(),
	body: z.string().nullish(),
	created_at: z.string(),
	pull_request: z.unknown().optional(),
	labels: z.array(z.object({ name: z.string() })),
});
const issueEvent = z.object({
	event: z.string(),
	actor: user.nullish(),
	created_at: z.string(),
	label: z.object({ name: z.string() }).nullish(),
	performed_via_github_app: z.unknown().optional(),
});

type Issue = z.infer<typeof issue>;

/** What {@link readCommand} needs in addition to the command. */
export interface CommandContext {
	readonly now: Date;
	/** The label that starts a run. */
	readonly label: string;
	/** Returns a comment as the run must read it: a button press that the App recorded becomes a comment of the person. */
	readonly hear: (comment: Comment, thread: number) => Comment;
}

/**
 * Reads the command that the App's bot dispatched from GitHub: `comment/<id>`, `review/<id>` or `label/<issue>/<words>`. The result is the
 * same as for GitHub's own event. The person or bot that dispatched is not trusted. @throws CountersignError of the {@link Api}.
 */
export async function readCommand(command: string, api: Api, context: CommandContext): Promise<Incoming> {
	const [kind, number, words = ''] = command.split('/');
	const id = Number(number);
	const home = await api.call('GET /repos/{owner}/{repo}', repository);
	const place = { fullName: home.full_name, defaultBranch: home.default_branch };
	if (kind === 'label') return asLabelled(await readLabel(id, place, { api, ...context }), words);
	const found =
		kind === 'review'
			? await readReviewComment(id, { ...place, now: context.now }, api)
			: await readComment(id, place, { api, ...context });
	return found ?? gone(command);
}

/**
 * Returns a digest of an issue's text, 16 hexadecimal digits. It shows whether the text is still the one that had the label set, because
 * the author can change the text a moment later.
 */
export function wordsOf(task: string): string {
	return sha256(task).slice(0, 16);
}

function asLabelled(incoming: Incoming, words: string): Incoming {
	if (incoming.kind !== 'start' || wordsOf(incoming.task) === words) return incoming;
	return nothing('no-command', 'The issue was reworded since it got the label: read it again, and set the label anew.');
}

/** The repository and its default branch. */
export interface Home {
	readonly fullName: string;
	readonly defaultBranch: string;
}

type Reading = CommandContext & { readonly api: Api };

async function readComment(id: number, home: Home, { api, hear, now }: Reading): Promise<Incoming | undefined> {
	const found = await api.find('GET /repos/{owner}/{repo}/issues/comments/{comment_id}', said, { comment_id: id });
	const number = found === undefined ? undefined : threadAt(found.issue_url, 'issues', home);
	const thread = number === undefined ? undefined : await readIssue(number, home, api);
	if (found === undefined || thread === undefined) return undefined;
	const [changed, opening] = await Promise.all([
		readEdited(api, [found.node_id]),
		readOpening(api, thread.number, found.created_at),
	]);
	const edited = changed.has(found.node_id);
	const comment = hear({ ...toComment(found, await api.login()), edited }, thread.number);
	if (edited) return nothing('not-created', 'Only new comments count; this one was edited.');
	const old = tooOld(comment.createdAt, now);
	if (old !== undefined) return old;
	const { author, body, viaApp } = comment;
	return incomingFrom({
		id,
		body,
		actor: { id: author.id, login: author.login },
		byPerson: author.type === 'User' && !viaApp,
		byApp: isSet(found.user) && author.type === 'User' && viaApp,
		thread: thread.number,
		onPullRequest: isSet(thread.pull_request),
		opening,
		defaultBranch: home.defaultBranch,
	});
}

/**
 * Returns an issue, or undefined if it is gone. GitHub also returns an issue that was moved to another repository, so the address is
 * checked.
 */
async function readIssue(number: number, home: Home, api: Api): Promise<Issue | undefined> {
	const found = await api.find('GET /repos/{owner}/{repo}/issues/{issue_number}', issue, { issue_number: number });
	return found !== undefined && threadAt(found.url, 'issues', home) === number ? found : undefined;
}

/**
 * Returns the run for the person who last set the label. The time of the label is part of the run's key, so a second call returns the same
 * run.
 */
async function readLabel(number: number, home: Home, { api, label, now }: Reading): Promise<Incoming> {
	const thread = await readIssue(number, home, api);
	if (thread === undefined) return gone(`label/${number}`);
	const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/events';
	const events = await api.list(route, issueEvent, { issue_number: number });
	const set = events.findLast(({ event, label: of }) => /^(un)?labeled$/.test(event) && of?.name === label);
	const isThere = thread.labels.some(({ name }) => name === label);
	if (set?.event !== 'labeled' || !isThere)
		return nothing('no-command', `The issue does not have the label "${label}" (any more).`);
	const { actor, performed_via_github_app: app, created_at: labelledAt } = set;
	const old = tooOld(labelledAt, now);
	if (old !== undefined) return old;
	return incomingFromLabel({
		trigger: 'label',
		// An app can set a label in a person's name.
		actor: isSet(app) ? { ...(actor ?? ghost), type: 'Bot' } : (actor ?? { ...ghost, type: 'Bot' }),
		number,
		title: thread.title,
		body: thread.body ?? '',
		onPullRequest: isSet(thread.pull_request),
		createdAt: thread.created_at,
		labelledAt,
		defaultBranch: home.defaultBranch,
	});
}

function gone(command: string): Incoming {
	return nothing('comment-gone', `What \`${command}\` names is not in this repository (any more).`);
}
