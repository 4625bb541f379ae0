import { z } from 'zod';
import type { Forge, Issue, Person, PullRequestLink, Rights } from '../core/index.ts';
import type { Api } from './api/api.ts';
import { needing } from './api/needing.ts';
import { readLateEdits } from './events/opening.ts';
import { createGitObjects } from './git/git-objects.ts';
import { canReadTeam, isMember } from './identity/teams.ts';
import { ghost, user } from './identity/user.ts';
import { showCheck } from './pulls/check-runs.ts';
import { readDeliveryFacts } from './pulls/delivery-facts.ts';
import { readHeadFiles } from './pulls/head-difference.ts';
import { readPullHead } from './pulls/pull-head.ts';
import { findPullRequest, openDraftPullRequest } from './pulls/pull-requests.ts';
import { findPushed, pushToPull } from './pulls/push-to-pull.ts';
import { readStartedChecks } from './pulls/started-checks.ts';
import { takesCommits } from './pulls/takes-commits.ts';
import { readSwitch } from './switched-off.ts';
import { createThreadComments } from './thread/thread-comments.ts';

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

/** Facts about our own token that the caller already knows. */
interface KnownToken {
	readonly login?: string;
	/** Whether the token may write workflow files. */
	readonly changesWorkflows?: boolean;
}

/** Implements the Forge port on GitHub's REST API. */
export function createForge(api: Api, { login, changesWorkflows }: KnownToken = {}): Forge {
	const self = async (): Promise<string> => login ?? (await api.login());
	/** By number of the pull request: its head, as we last read it. */
	const heads = new Map<number, string>();
	const remembered = <T extends PullRequestLink | undefined>(link: T): T => {
		if (link?.number !== undefined && link.headSha !== undefined) heads.set(link.number, link.headSha);
		return link;
	};
	const { comments, ownComments, upsertComment, ...threads } = createThreadComments(api, self);
	return {
		rights: (person) => rightsOf(person, api),
		isMember: (team, person) => isMember(team, person, api),
		canReadTeam: (team) => canReadTeam(team, api),
		switchedOff: () => readSwitch(api),
		issue: async (thread) =>
			toIssue(await api.call('GET /repos/{owner}/{repo}/issues/{issue_number}', issue, { issue_number: thread })),
		lateEdits: (thread) => readLateEdits(api, thread),
		...threads,
		comments,
		ownComments,
		upsertComment,
		react: async (commentId, content) => {
			// If the comment was deleted since, this is not an error, because decisions are read from the thread.
			await api.find('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', z.unknown(), {
				comment_id: commentId,
				content,
			});
		},
		showCheck: (thread, check) => showCheck(api, { thread, head: heads.get(thread) }, check),
		deliveryFacts: (question) => readDeliveryFacts(api, question, changesWorkflows),
		startedChecks: (pull, sha) => readStartedChecks(api, { thread: pull, head: sha ?? heads.get(pull) }),
		findPullRequest: async (marker) => remembered(await findPullRequest(api, marker)),
		openDraftPullRequest: async (pull) => remembered(await openDraftPullRequest(api, pull)),
		headFiles: (commits, held) => readHeadFiles(api, commits, held),
		blob: (id) => createGitObjects(api).readBlob(id),
		takesCommits: (branch) => takesCommits(api, branch),
		pushToPull: async (commit) => {
			// After the push, the pull request has a new head, and later checks must be shown on that one.
			heads.clear();
			return pushToPull(api, commit);
		},
		findPushed: (commit) => findPushed(api, commit),
		pullHead: async (number) => {
			const reading = readPullHead(api, number);
			const head = await needing('pull-requests: read', `read the head of #${number}`, reading);
			heads.set(number, head.headSha);
			return head;
		},
	};
}

/**
 * Returns a person's rights, as GitHub's permission API says. A person whom it does not know, or who has another id there, has no rights.
 */
async function rightsOf(person: Person, api: Api): Promise<Rights> {
	const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
	const answer = await api.find(route, permission, { username: person.login });
	const nothing = { mayWrite: false, roleName: '', permission: 'none' };
	if (answer === undefined) return { role: 'none', ...nothing };
	// The person gave up the login, and somebody else has it now.
	if (answer.user?.id !== person.id) return { role: 'another account', ...nothing };
	const held = lesserOf(answer.permission, answer.role_name);
	return {
		role: answer.role_name ?? answer.permission,
		mayWrite: ['admin', 'maintain', 'write'].includes(held),
		roleName: answer.role_name ?? '',
		permission: held,
	};
}

/** GitHub's own roles, the lowest first. */
const roles = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

/** Returns the lower one of the legacy permission and the role. A custom role does not count. */
function lesserOf(permission: string, roleName = ''): string {
	return roles.includes(roleName) && roles.indexOf(roleName) < roles.indexOf(permission) ? roleName : permission;
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
