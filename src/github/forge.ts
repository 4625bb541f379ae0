import { z } from 'zod';
import { mayBePress, mayHoldCommand } from '../approvals/index.ts';
import type { Comment, Forge, Issue, Person, Rights } from '../core/index.ts';
import { type Api, findOrMake } from './api.ts';
import { showCheck } from './check-runs.ts';
import { commentSchema, toComment } from './comment.ts';
import { readDeliveryFacts } from './delivery-facts.ts';
import { readEdited } from './edits.ts';
import { readHeadFiles } from './head-difference.ts';
import { holdsMarker, lastMarker, withMarker } from './marker.ts';
import { needing } from './needing.ts';
import { readPullHead } from './pull-head.ts';
import { findPullRequest, openDraftPullRequest } from './pull-requests.ts';
import { findPushed, pushToPull } from './push-to-pull.ts';
import { readSwitch } from './switched-off.ts';
import { canReadTeam, isMember } from './teams.ts';
import { ghost, user } from './user.ts';

type CommentAnswer = z.infer<typeof commentSchema>;

const issue = z.object({
	number: z.number(),
	title: z.string(),
	body: z.string().nullish(),
	user: user.nullable(),
	pull_request: z.unknown().optional(),
});

const permission = z.object({
	permission: z.string(),
	role_name: z.string().optional(),
	user: z.object({ id: z.number() }).nullish(),
});

/** The Forge port on GitHub's REST API; `login` is who we are, where that is known. */
export function createForge(api: Api, login?: string): Forge {
	const self = async (): Promise<string> => login ?? (await api.login());
	const own = new Map<number, readonly Comment[]>();
	/** The heads of pull requests as they were read last. */
	const heads = new Map<number, string>();
	/** By thread: a listing without one of them is older than it, or somebody has deleted it. */
	const written = new Map<number, Set<number>>();
	const comments = async (thread: number): Promise<readonly Comment[]> => {
		const found = await listedWith(written.get(thread) ?? new Set(), thread, api);
		// Asked at the same moment: one request.
		const [us, edited] = await Promise.all([self(), readEdits(api, found)]);
		const all = found.map((item) => ({ ...toComment(item, us), ...edited(item) }));
		for (const { mine, body, id } of all.toReversed())
			if (mine) known.set(placeOf(thread, lastMarker(body)), { id, body });
		own.set(
			thread,
			all.filter(({ mine }) => mine),
		);
		return all;
	};
	/** Our comments of threads that were read; the first with a marker counts. */
	const known = new Map<string, Pick<Comment, 'id' | 'body'>>();
	/** Edits a comment that was read before, without looking for it again; undefined where it is gone, or seemed to say this already. */
	const editKnown = async (place: string, text: string): Promise<Comment | undefined> => {
		const there = known.get(place);
		known.delete(place);
		if (there === undefined || there.body === text) return undefined;
		const edited = await editIfThere(api, there.id, text);
		return edited === undefined ? undefined : toComment(edited, await self());
	};
	return {
		rights: (person) => rightsOf(person, api),
		isMember: (team, person) => isMember(team, person, api),
		canReadTeam: (team) => canReadTeam(team, api),
		switchedOff: () => readSwitch(api),
		issue: async (thread) =>
			toIssue(await api.call('GET /repos/{owner}/{repo}/issues/{issue_number}', issue, { issue_number: thread })),
		comments,
		ownComments: async (thread) => own.get(thread) ?? (await comments(thread)).filter(({ mine }) => mine),
		upsertComment: async (thread, marker, body) => {
			const text = withMarker(body, marker);
			const edited = await editKnown(placeOf(thread, marker), text);
			if (edited !== undefined) return edited;
			const us = await self();
			const mine = async (): Promise<Comment | undefined> =>
				(await comments(thread)).find((found) => found.mine && holdsMarker(found.body, marker));
			const make = async (): Promise<Comment> => {
				const made = toComment(await createComment(api, thread, text), us);
				written.set(thread, (written.get(thread) ?? new Set()).add(made.id));
				return made;
			};
			const there = await findOrMake(api, mine, make);
			return there.body === text ? there : toComment(await editComment(api, there.id, text), us);
		},
		react: async (commentId, content) => {
			// A comment may be deleted meanwhile: what counts of it is read from the thread.
			await api.find('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', z.unknown(), {
				comment_id: commentId,
				content,
			});
		},
		showCheck: (thread, check) => showCheck(api, { thread, head: heads.get(thread) }, check),
		deliveryFacts: (question) => readDeliveryFacts(api, question),
		findPullRequest: (marker) => findPullRequest(api, marker),
		openDraftPullRequest: (pull) => openDraftPullRequest(api, pull),
		headFiles: (baseSha, headSha) => readHeadFiles(api, baseSha, headSha),
		pushToPull: (commit) => pushToPull(api, commit),
		findPushed: (commit) => findPushed(api, commit),
		pullHead: async (number) => {
			const reading = readPullHead(api, number);
			const head = await needing('pull-requests: read', `read the head of #${number}`, reading);
			heads.set(number, head.headSha);
			return head;
		},
	};
}

/** How long a listing may be behind what was written. Milliseconds, before each further look. */
const lags = [1000, 2000];

/**
 * The comments of a thread, with those that were written just now: a listing that is a moment old would have a question look as if it were
 * taken back. What stays away was deleted, and is not waited for again.
 */
async function listedWith(written: Set<number>, thread: number, api: Api): Promise<readonly CommentAnswer[]> {
	const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
	const list = () => api.list(route, commentSchema, { issue_number: thread });
	let found = await list();
	const isBehind = (): boolean => {
		const there = new Set(found.map(({ id }) => id));
		return [...written].some((id) => !there.has(id));
	};
	for (const lag of lags) {
		if (!isBehind()) return found;
		await api.sleep(lag);
		found = await list();
	}
	if (isBehind()) written.clear();
	return found;
}

/** Of those that may decide something whether they were edited, and nothing of the others: most of a long thread is talk. */
async function readEdits(
	api: Api,
	found: readonly CommentAnswer[],
): Promise<(comment: CommentAnswer) => Pick<Comment, 'edited'>> {
	const asked = found.filter(({ user: author, body }) =>
		author?.type === 'User' ? mayHoldCommand(body ?? '') : mayBePress(body ?? ''),
	);
	const edited = await readEdited(
		api,
		asked.map(({ node_id: node }) => node),
	);
	const isAsked = new Set(asked);
	return (comment) => (isAsked.has(comment) ? { edited: edited.has(comment.node_id) } : {});
}

/** Rights by the permission API alone; a person whom it does not know, or knows by another id, has none. */
async function rightsOf(person: Person, api: Api): Promise<Rights> {
	const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
	const answer = await api.find(route, permission, { username: person.login });
	const nothing = { mayWrite: false, roleName: '', permission: 'none' };
	if (answer === undefined) return { role: 'none', ...nothing };
	// A login that was freed and claimed by somebody else comes back with another id.
	if (answer.user?.id !== person.id) return { role: 'another account', ...nothing };
	const held = lesserOf(answer.permission, answer.role_name);
	return {
		role: answer.role_name ?? answer.permission,
		mayWrite: ['admin', 'maintain', 'write'].includes(held),
		roleName: answer.role_name ?? '',
		permission: held,
	};
}

/** GitHub's own roles, the least first. */
const roles = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

/** The legacy permission, unless one of GitHub's own roles says less: of two that do not agree the smaller counts. */
function lesserOf(permission: string, roleName = ''): string {
	return roles.includes(roleName) && roles.indexOf(roleName) < roles.indexOf(permission) ? roleName : permission;
}

function createComment(api: Api, thread: number, body: string): Promise<CommentAnswer> {
	const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
	return api.callOnce(route, commentSchema, { issue_number: thread, body });
}

function editComment(api: Api, id: number, body: string): Promise<CommentAnswer> {
	const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
	return api.call(route, commentSchema, { comment_id: id, body });
}

function placeOf(thread: number, marker = ''): string {
	return `${thread} ${marker}`;
}

/** Edits a comment that may have been deleted meanwhile. */
function editIfThere(api: Api, id: number, body: string): Promise<CommentAnswer | undefined> {
	return api.find('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', commentSchema, { comment_id: id, body });
}

function toIssue(found: z.infer<typeof issue>): Issue {
	return {
		number: found.number,
		title: found.title,
		body: found.body ?? '',
		author: found.user ?? ghost,
		isPullRequest: found.pull_request !== undefined && found.pull_request !== null,
	};
}
