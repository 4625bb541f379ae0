import { type ChangedFile, changedFiles } from './git-diff.ts';
import {
	asObject,
	asText,
	type Call,
	created,
	invalid,
	noContent,
	notFound,
	ok,
	paged,
	type Reply,
	requiredText,
	stamp,
} from './http.ts';
import type { Pulls } from './pulls-routes.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { ApiReviewComment, Identity, JsonObject } from './types.ts';
import { checkBody, checkEditor } from './written.ts';

const firstId = 4_300_000_001;

/** Returns the hunk with the line, cut after that line, as GitHub shows it above a comment. */
function hunkOf(file: ChangedFile | undefined, line: number, side: string): string | undefined {
	for (const hunk of (file?.patch ?? '').split(/^(?=@@ )/m)) {
		const [head = '', ...rows] = hunk.trimEnd().split('\n');
		const [, left = '0', right = '0'] = /^@@ -(\d+)\S* \+(\d+)/.exec(head) ?? [];
		let at = Number(side === 'LEFT' ? left : right);
		const skipped = side === 'LEFT' ? '+' : '-';
		for (const [index, row] of rows.entries()) {
			if (row.startsWith(skipped)) continue;
			if (at++ === line) return [head, ...rows.slice(0, index + 1)].join('\n');
		}
	}
	return undefined;
}

/** Comments on lines of pull requests. The emulator does not support them. */
export class ReviewComments {
	readonly #repository: Repository;
	readonly #pulls: Pulls;
	readonly #comments = new Map<number, { readonly json: JsonObject; readonly pull: string }>();
	#nextId = firstId;

	constructor(repository: Repository, pulls: Pulls) {
		this.#repository = repository;
		this.#pulls = pulls;
	}

	#shown(json: JsonObject): JsonObject {
		return { ...json, reactions: this.#repository.reactions.summary(String(json['url'])) };
	}

	of(pull: string): JsonObject[] {
		const own = [...this.#comments.values()].filter((one) => one.pull === pull);
		return own.map(({ json }) => this.#shown(json));
	}

	/** Of all pull requests, oldest first. */
	all(): JsonObject[] {
		return [...this.#comments.values()].map(({ json }) => this.#shown(json));
	}

	find(id: string | undefined): JsonObject {
		const found = this.#comments.get(Number(id));
		if (!found) throw notFound();
		return this.#shown(found.json);
	}

	/** Adds a comment. `where` contains path, line, side, commit and hunk, and the review or comment to which it belongs. */
	add(
		pull: JsonObject,
		{ who, text, where }: { who: Identity | undefined; text: string; where: JsonObject },
	): JsonObject {
		const { apiUrl, htmlUrl, people, news } = this.#repository;
		const id = this.#nextId++;
		const number = String(pull['number']);
		const at = stamp();
		const [url, html_url] = [`${apiUrl}/pulls/comments/${id}`, `${htmlUrl}/pull/${number}#discussion_r${id}`];
		const pull_request_url = `${apiUrl}/pulls/${number}`;
		const links = { self: { href: url }, html: { href: html_url }, pull_request: { href: pull_request_url } };
		const author = who?.user ?? people.get(this.#repository.owner);
		const json: JsonObject = {
			...{ id, node_id: Buffer.from(`PRRC_${id}`).toString('base64url'), url, html_url, pull_request_url },
			...{ user: people.json(author), author_association: people.association(author), body: text },
			...{ created_at: at, updated_at: at, _links: links, subject_type: 'line' },
			...{ position: 1, original_position: 1 },
			...{ start_line: null, original_start_line: null, start_side: null, pull_request_review_id: null },
			...{ ...where, original_line: where['line'] ?? null, original_commit_id: where['commit_id'] ?? null },
		};
		this.#comments.set(id, { json, pull: number });
		const comment = this.#shown(json);
		news.tell({ event: 'pull_request_review_comment', comment: comment as ApiReviewComment }, who);
		return comment;
	}

	async #where(pull: JsonObject, body: JsonObject): Promise<JsonObject> {
		const { git } = this.#repository;
		const path = requiredText(body, 'path', 'PullRequestReviewComment');
		const wanted = requiredText(body, 'commit_id', 'PullRequestReviewComment');
		const commit = await git.resolve(wanted);
		if (!commit) throw invalid({ resource: 'PullRequestReviewComment', field: 'commit_id', code: 'custom' });
		const [line, side] = [Number(body['line']), asText(body['side']) ?? 'RIGHT'];
		const base = await git.text(['merge-base', String(asObject(pull['base'])['sha']), commit]);
		const file = (await changedFiles(git, base, commit)).find(({ filename }) => filename === path);
		const hunk = asText(body['diff_hunk']) ?? hunkOf(file, line, side);
		if (hunk === undefined) {
			const field = file ? 'pull_request_review_thread.line' : 'pull_request_review_thread.path';
			const message = `${field} must be part of the diff`;
			throw invalid({ resource: 'PullRequestReviewComment', field, code: 'custom', message });
		}
		return { path, line, side, commit_id: commit, diff_hunk: hunk };
	}

	async create({ params, body, who }: Call): Promise<Reply> {
		const pull = await this.#pulls.find(params['number']);
		checkBody(body, 'PullRequest');
		const text = requiredText(body, 'body', 'PullRequestReviewComment');
		if (body['in_reply_to'] !== undefined) return this.#answer(pull, { who, text, to: String(body['in_reply_to']) });
		return created(this.add(pull, { who, text, where: await this.#where(pull, body) }));
	}

	async reply({ params, body, who }: Call): Promise<Reply> {
		const pull = await this.#pulls.find(params['number']);
		checkBody(body, 'PullRequest');
		const text = requiredText(body, 'body', 'PullRequestReviewComment');
		return this.#answer(pull, { who, text, to: params['comment'] ?? '' });
	}

	/** Adds a reply at the place of the first comment. */
	#answer(pull: JsonObject, { who, text, to }: { who: Identity | undefined; text: string; to: string }): Reply {
		const { path, line, side, commit_id, diff_hunk, id, in_reply_to_id: first } = this.find(to);
		const place = { path: path ?? null, line: line ?? null, side: side ?? null, commit_id: commit_id ?? null };
		const where = { ...place, diff_hunk: diff_hunk ?? null, in_reply_to_id: first ?? id ?? null };
		return created(this.add(pull, { who, text, where }));
	}

	edit({ params, body, who }: Call): Reply {
		const found = this.#comments.get(Number(params['comment']));
		if (!found) throw notFound();
		checkEditor(this.#repository, who, found.json);
		checkBody(body, 'PullRequest');
		found.json['body'] = requiredText(body, 'body', 'PullRequestReviewComment');
		found.json['updated_at'] = stamp();
		this.#repository.edits.note(String(found.json['url']), who);
		return ok(this.#shown(found.json));
	}

	remove({ params, who }: Call): Reply {
		checkEditor(this.#repository, who, this.find(params['comment']));
		this.#comments.delete(Number(params['comment']));
		return noContent();
	}
}

/** Adds the list of all comments. It must be added before the routes of one pull request, which would read `comments` as a number. */
export function addReviewCommentListRoute(repository: Repository, comments: () => ReviewComments): void {
	route(repository, 'GET /pulls/comments', read('pull_requests'), (call) => {
		const since = call.query.get('since') ?? '';
		const recent = comments()
			.all()
			.filter((comment) => String(comment['updated_at']) >= since);
		return paged(call, call.query.get('direction') === 'desc' ? recent.reverse() : recent);
	});
}

export function addReviewCommentRoutes(repository: Repository, pulls: Pulls): ReviewComments {
	const comments = new ReviewComments(repository, pulls);
	const [reads, writes] = [read('pull_requests'), write('pull_requests')];
	const [all, one] = ['/pulls/:number/comments', '/pulls/comments/:comment'] as const;
	route(repository, `GET ${all}`, reads, async (call) => {
		const number = call.params['number'] ?? '';
		await pulls.find(number);
		return paged(call, comments.of(number));
	});
	route(repository, `POST ${all}`, writes, (call) => comments.create(call));
	route(repository, `POST ${all}/:comment/replies`, writes, (call) => comments.reply(call));
	route(repository, `GET ${one}`, reads, (call) => ok(comments.find(call.params['comment'])));
	route(repository, `PATCH ${one}`, writes, (call) => comments.edit(call));
	route(repository, `DELETE ${one}`, writes, (call) => comments.remove(call));
	return comments;
}
