import {
	asList,
	asObject,
	asText,
	type Call,
	notFound,
	ok,
	paged,
	type Reply,
	requiredText,
	stamp,
	unprocessable,
} from './http.ts';
import type { Pulls } from './pulls-routes.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { ReviewComments } from './review-comments-routes.ts';
import type { JsonObject } from './types.ts';
import { checkBody } from './written.ts';

const states: Readonly<Record<string, string>> = {
	COMMENT: 'COMMENTED',
	APPROVE: 'APPROVED',
	REQUEST_CHANGES: 'CHANGES_REQUESTED',
};
const firstId = 4_200_000_001;

/** Reviews. Their remarks on lines are separate comments. The emulator does not support them. */
class Reviews {
	readonly #repository: Repository;
	readonly #pulls: Pulls;
	readonly #reviews = new Map<string, JsonObject[]>();
	readonly #comments: ReviewComments;
	#nextId = firstId;

	constructor(repository: Repository, pulls: Pulls, comments: ReviewComments) {
		this.#repository = repository;
		this.#pulls = pulls;
		this.#comments = comments;
	}

	async create({ params, body, who }: Call): Promise<Reply> {
		const number = params['number'] ?? '';
		const pull = await this.#pulls.find(number);
		const state = states[asText(body['event']) ?? ''] ?? 'PENDING';
		checkBody(body, 'PullRequest');
		if (state === 'COMMENTED') requiredText(body, 'body', 'PullRequestReview');
		const head = asText(asObject(pull['head'])['sha']) ?? '';
		const user = who === undefined ? null : this.#repository.people.json(who.user);
		if (state === 'APPROVED' && asObject(pull['user'])['id'] === who?.user.id)
			throw unprocessable('Can not approve your own pull request');
		const id = this.#nextId++;
		const html_url = `${String(pull['html_url'])}#pullrequestreview-${id}`;
		const at = stamp();
		const pull_request_url = String(pull['url']);
		const review: JsonObject = {
			...{ id, node_id: Buffer.from(`PRR_${id}`).toString('base64url'), user, body: asText(body['body']) ?? '', state },
			...{ html_url, pull_request_url, submitted_at: at, commit_id: head, author_association: 'NONE' },
			_links: { html: { href: html_url }, pull_request: { href: pull_request_url } },
		};
		push(this.#reviews, number, review);
		for (const comment of asList(body['comments']).map(asObject)) {
			const { path = null, line = null, side = 'RIGHT', body: text = '', start_line = null } = comment;
			const where = { path, line, side, start_line, pull_request_review_id: id, commit_id: head };
			this.#comments.add(pull, { who, text: String(text), where });
		}
		return ok(review);
	}

	async update({ params, body }: Call): Promise<Reply> {
		const all = this.#reviews.get(params['number'] ?? '') ?? [];
		const found = all.find(({ id }) => String(id) === params['review']);
		if (found === undefined) throw notFound();
		found['body'] = requiredText(body, 'body', 'PullRequestReview');
		return ok(found);
	}

	async list(call: Call): Promise<Reply> {
		const number = call.params['number'] ?? '';
		await this.#pulls.find(number);
		return paged(call, this.#reviews.get(number) ?? []);
	}
}

function push(map: Map<string, JsonObject[]>, key: string, item: JsonObject): void {
	map.set(key, [...(map.get(key) ?? []), item]);
}

export function addReviewRoutes(repository: Repository, pulls: Pulls, comments: ReviewComments): void {
	const reviews = new Reviews(repository, pulls, comments);
	const path = '/pulls/:number';
	route(repository, `POST ${path}/reviews`, write('pull_requests'), (call) => reviews.create(call));
	route(repository, `PUT ${path}/reviews/:review`, write('pull_requests'), (call) => reviews.update(call));
	route(repository, `GET ${path}/reviews`, read('pull_requests'), (call) => reviews.list(call));
}
