import { addActionsRoutes, type Dispatches } from './actions-routes.ts';
import { addAppRoutes } from './app-routes.ts';
import { refuseArchived } from './archived.ts';
import { addCheckRoutes, type Checks } from './checks-routes.ts';
import { addCommentRoutes, findComment } from './comments-routes.ts';
import { addContentsRoutes } from './contents-routes.ts';
import { addGitRoutes } from './git-routes.ts';
import { GitKilled } from './git-runner.ts';
import { addGraphRoutes } from './graph-routes.ts';
import { addHistoryRoutes } from './history-routes.ts';
import { ApiError, type Call, errorReply, type Reply } from './http.ts';
import { addIdentityTokenRoutes, type IdentityTokens } from './identity-tokens.ts';
import { addIssueEventRoutes } from './issue-events.ts';
import { addIssueRoutes, findIssue } from './issues-routes.ts';
import { addJobLogRoutes } from './job-log-routes.ts';
import { addObjectRoutes } from './objects-routes.ts';
import { addOrganizationRoutes } from './organization-routes.ts';
import { addPeopleRoutes } from './people-routes.ts';
import { addPullRoutes, type Pulls } from './pulls-routes.ts';
import { addReactionRoutes } from './reactions-routes.ts';
import { addRefRoutes } from './refs-routes.ts';
import { addReleaseRoutes } from './releases-routes.ts';
import { relocated, renamed } from './relocation.ts';
import type { Repository } from './repository.ts';
import { addReviewCommentListRoute, addReviewCommentRoutes, type ReviewComments } from './review-comments-routes.ts';
import { addReviewRoutes } from './reviews-routes.ts';
import { addSettingsRoutes } from './settings-routes.ts';
import type { Identity, JsonObject } from './types.ts';
import type { WorkflowRuns } from './workflow-runs.ts';

export interface ApiRequest {
	who: Identity | undefined;
	method: string;
	/** The address with its query. */
	address: URL;
	body: JsonObject;
	raw?: Buffer;
	accept: string;
}

const shortest = 7;

/** Reduces the number of items on a page. */
function shorten({ searchParams }: URL): void {
	if (Number(searchParams.get('per_page')) > shortest) searchParams.set('per_page', String(shortest));
}

/** All routes of the API. The server and the people of a test use the same ones. */
export class Api {
	readonly pulls: Pulls;
	readonly runs: WorkflowRuns;
	readonly dispatches: Dispatches;
	readonly checks: Checks;
	readonly reviewComments: ReviewComments;
	readonly identityTokens: IdentityTokens;
	readonly #repository: Repository;

	constructor(repository: Repository) {
		this.#repository = repository;
		// The first matching route answers, so the special routes come before the general ones.
		addAppRoutes(repository);
		addOrganizationRoutes(repository);
		addPeopleRoutes(repository);
		addRefRoutes(repository);
		addGitRoutes(repository);
		addObjectRoutes(repository);
		addContentsRoutes(repository);
		addReactionRoutes(repository, {
			issue: (call: Call) => findIssue(repository, call.params['number']),
			comment: (call: Call) => findComment(repository, call.params['comment']),
			reviewComment: async (call: Call) => this.reviewComments.find(call.params['comment']),
		});
		addCommentRoutes(repository);
		addGraphRoutes(repository, (request) => this.answer({ ...request, body: {}, accept: '' }));
		addIssueEventRoutes(repository);
		addSettingsRoutes(repository);
		addIssueRoutes(repository);
		this.checks = addCheckRoutes(repository);
		addHistoryRoutes(repository);
		addReleaseRoutes(repository);
		addReviewCommentListRoute(repository, () => this.reviewComments);
		this.pulls = addPullRoutes(repository);
		this.checks.pullsAt = (sha) => this.pulls.openAt(sha);
		this.reviewComments = addReviewCommentRoutes(repository, this.pulls);
		addReviewRoutes(repository, this.pulls, this.reviewComments);
		const actions = addActionsRoutes(repository);
		this.runs = actions.runs;
		this.dispatches = actions.dispatches;
		this.pulls.workflowsStart = (pull) => this.dispatches.pullOpened(pull);
		addJobLogRoutes(repository);
		this.identityTokens = addIdentityTokenRoutes(repository, this.runs);
	}

	/** Answers a request from the network. A renamed repository has only its new name there. */
	async fromOutside(request: ApiRequest): Promise<Reply> {
		const place = relocated(this.#repository, request);
		if (!(place instanceof URL)) return place;
		if (this.#repository.switches.shortPages) shorten(place);
		const reply = await this.answer({ ...request, address: place });
		return renamed(this.#repository, reply);
	}

	async answer({ who, method, address, body, accept, raw = Buffer.alloc(0) }: ApiRequest): Promise<Reply> {
		try {
			const path = address.pathname;
			const { need, handler, params } = this.#repository.router.find(method, path);
			this.#repository.people.authorize(who, need);
			refuseArchived(this.#repository, method, path);
			return await handler({ params, query: address.searchParams, body, raw, who, accept, address });
		} catch (error) {
			if (error instanceof ApiError) return errorReply(error);
			if (error instanceof GitKilled) return errorReply(new ApiError(503, error.message));
			const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
			return errorReply(new ApiError(500, message));
		}
	}
}
