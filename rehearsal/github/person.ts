import type { Api } from './api.ts';
import type { LineComment } from './hands.ts';
import { asObject } from './http.ts';
import type { Repository } from './repository.ts';
import type {
	ApiComment,
	ApiIssue,
	ApiPullRequest,
	ApiReviewComment,
	Json,
	JsonObject,
	PersonReply,
	PullRequestByPerson,
} from './types.ts';

/** The actions of people. They use the same routes, but without a connection, and they are not recorded. */
export class Person {
	readonly #api: Api;
	readonly #repository: Repository;

	constructor(api: Api, repository: Repository) {
		this.#api = api;
		this.#repository = repository;
	}

	async act(user: string, method: string, path: string, body: JsonObject = {}): Promise<PersonReply> {
		const { people, apiUrl } = this.#repository;
		const request = { who: people.person(user), method, address: new URL(apiUrl + path), body, accept: '' };
		const reply = await this.#api.answer(request);
		const text: Json | undefined = Buffer.isBuffer(reply.body) ? reply.body.toString() : reply.body;
		return { status: reply.status, body: text ?? null };
	}

	async #must(user: string, method: string, path: string, body?: JsonObject): Promise<JsonObject> {
		const reply = await this.act(user, method, path, body);
		if (reply.status < 300) return asObject(reply.body);
		if (reply.status === 503) throw new Error(`This was not done: ${asObject(reply.body)['message']}`);
		throw new Error(`${user}: ${method} ${path} answers ${reply.status} ${JSON.stringify(reply.body)}`);
	}

	async openIssue(issue: { user: string; title: string; body?: string; labels?: string[] }): Promise<ApiIssue> {
		const { user, ...body } = issue;
		return (await this.#must(user, 'POST', '/issues', body)) as ApiIssue;
	}

	async comment({ issue, user, body }: { issue: number; user: string; body: string }): Promise<ApiComment> {
		return (await this.#must(user, 'POST', `/issues/${issue}/comments`, { body })) as ApiComment;
	}

	async editComment({ comment, user, body }: { comment: number; user: string; body: string }): Promise<ApiComment> {
		return (await this.#must(user, 'PATCH', `/issues/comments/${comment}`, { body })) as ApiComment;
	}

	async deleteComment({ comment, user }: { comment: number; user: string }): Promise<void> {
		await this.#must(user, 'DELETE', `/issues/comments/${comment}`);
	}

	async openPullRequest({ user, fork, ...wanted }: PullRequestByPerson): Promise<ApiPullRequest> {
		const body = { base: this.#repository.defaultBranch, ...wanted };
		const { number } = (await this.#must(user, 'POST', '/pulls', body)) as ApiPullRequest;
		if (fork !== undefined) this.#api.pulls.markFork(number, fork);
		return (await this.#must(user, 'GET', `/pulls/${number}`)) as ApiPullRequest;
	}

	async reviewComment({ pull, user, commit, diffHunk, ...comment }: LineComment): Promise<ApiReviewComment> {
		const { head } = await this.#must(user, 'GET', `/pulls/${pull}`);
		const body = {
			...comment,
			commit_id: commit ?? asObject(head)['sha'] ?? null,
			...(diffHunk === undefined ? {} : { diff_hunk: diffHunk }),
		};
		return (await this.#must(user, 'POST', `/pulls/${pull}/comments`, body)) as ApiReviewComment;
	}

	async replyToReviewComment(reply: {
		pull: number;
		comment: number;
		user: string;
		body: string;
	}): Promise<ApiReviewComment> {
		const { pull, comment, user, body } = reply;
		const path = `/pulls/${pull}/comments/${comment}/replies`;
		return (await this.#must(user, 'POST', path, { body })) as ApiReviewComment;
	}
}
