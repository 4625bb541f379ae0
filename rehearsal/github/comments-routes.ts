import { innerId } from './dressing.ts';
import {
	ApiError,
	asObject,
	type Call,
	created,
	noContent,
	notFound,
	ok,
	paged,
	type Reply,
	requiredText,
} from './http.ts';
import { findIssue } from './issues-routes.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { ApiComment, Identity, JsonObject } from './types.ts';
import { checkBody, checkEditor } from './written.ts';

const path = (id: string | undefined) => `/issues/comments/${innerId(id)}`;

export async function findComment({ emulated }: Repository, id: string | undefined): Promise<JsonObject> {
	if (!(innerId(id) > 0)) throw notFound();
	return asObject(await emulated.ask({ path: path(id) }));
}

const updatedSince = (comments: JsonObject[], since: string | null): JsonObject[] =>
	comments.filter((comment) => since === null || Date.parse(String(comment['updated_at'])) >= Date.parse(since));

async function listForIssue(repository: Repository, call: Call): Promise<Reply> {
	const comments = await repository.emulated.all({ path: `/issues/${call.params['number']}/comments` });
	// People of a test see the current state.
	const seen = call.who?.grants ? comments.filter((one) => !isTooNew(one, repository)) : comments;
	return paged(call, updatedSince(seen, call.query.get('since')));
}

/** Whether a replica does not show a comment yet, because it lags behind. */
function isTooNew({ id }: JsonObject, { switches, born }: Repository): boolean {
	return switches.staleLists > 0 && Date.now() - (born.get(Number(id)) ?? 0) < switches.staleLists;
}

/** All comments by their ids, in their last state. They are stored here, because the emulator lists them only for one issue. */
type Known = Map<number, JsonObject>;

function knownComments({ news }: Repository): Known {
	const known: Known = new Map();
	news.listen((happening) => {
		if (happening.event !== 'issue_comment') return;
		const { comment, action } = happening;
		if (action === 'deleted') known.delete(comment.id);
		else known.set(comment.id, comment);
	});
	return known;
}

function listAll(known: Known, call: Call): Reply {
	const field = call.query.get('sort') === 'updated' ? 'updated_at' : 'id';
	const sign = call.query.get('direction') === 'desc' ? -1 : 1;
	const rank = (comment: JsonObject) => (field === 'id' ? Number(comment['id']) : Date.parse(String(comment[field])));
	const sorted = [...known.values()].sort((a, b) => sign * (rank(a) - rank(b)));
	return paged(call, updatedSince(sorted, call.query.get('since')));
}

/**
 * A bot is not a collaborator, whatever its token may write (actions/stale#51, renovatebot/renovate#6215,
 * hashicorp/terraform-github-actions#100, open-telemetry/opentelemetry-dotnet#6554).
 */
const mayWriteLocked = ({ people, switches }: Repository, who: Identity): boolean =>
	who.grants ? !switches.locksOutBots : people.has(who, 'write');

/** The error as renovatebot/renovate#6215 quotes it. */
const locked = (): ApiError =>
	new ApiError(403, 'Unable to create comment because issue is locked.', undefined, undefined, {
		documentation_url: 'https://docs.github.com/articles/locking-conversations/',
	});

async function createComment(repository: Repository, call: Call): Promise<Reply> {
	const { emulated } = repository;
	const { who } = call;
	const number = call.params['number'];
	const issue = await findIssue(repository, number);
	if (issue['locked'] === true && who && !mayWriteLocked(repository, who)) throw locked();
	const body = { body: requiredText(call.body, 'body', 'IssueComment') };
	checkBody(body, 'IssueComment');
	const answer = await emulated.ask({ who, method: 'POST', path: `/issues/${number}/comments`, body });
	const comment = asObject(answer);
	emulated.sign(String(comment['url']), who?.app);
	repository.born.set(Number(comment['id']), Date.now());
	const shown = await findComment(repository, String(comment['id']));
	repository.news.tell({ event: 'issue_comment', comment: shown as ApiComment, action: 'created' }, who);
	return created(shown);
}

async function editComment(repository: Repository, call: Call): Promise<Reply> {
	const { emulated } = repository;
	const comment = await findComment(repository, call.params['comment']);
	checkEditor(repository, call.who, comment);
	const body = { body: requiredText(call.body, 'body', 'IssueComment') };
	checkBody(body, 'IssueComment');
	repository.edits.note(String(comment['url']), call.who);
	const edited = await emulated.ask({ who: call.who, method: 'PATCH', path: path(call.params['comment']), body });
	repository.news.tell({ event: 'issue_comment', comment: edited as ApiComment, action: 'edited' }, call.who);
	return ok(edited);
}

async function deleteComment(repository: Repository, call: Call): Promise<Reply> {
	const comment = await findComment(repository, call.params['comment']);
	checkEditor(repository, call.who, comment);
	await repository.emulated.ask({ who: call.who, method: 'DELETE', path: path(call.params['comment']) });
	repository.news.tell({ event: 'issue_comment', comment: comment as ApiComment, action: 'deleted' }, call.who);
	return noContent();
}

export function addCommentRoutes(repository: Repository): void {
	const reads = read('issues');
	const writes = write('issues');
	const known = knownComments(repository);
	route(repository, 'GET /issues/comments', reads, (call) => listAll(known, call));
	route(repository, 'GET /issues/comments/:comment', reads, async (call) =>
		ok(await findComment(repository, call.params['comment'])),
	);
	route(repository, 'PATCH /issues/comments/:comment', writes, (call) => editComment(repository, call));
	route(repository, 'DELETE /issues/comments/:comment', writes, (call) => deleteComment(repository, call));
	route(repository, 'GET /issues/:number/comments', reads, (call) => listForIssue(repository, call));
	route(repository, 'POST /issues/:number/comments', writes, (call) => createComment(repository, call));
}
