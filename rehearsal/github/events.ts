import type { Happening, PullAction } from './hands.ts';
import { asList, asObject, isObject } from './http.ts';
import { findIssue } from './issues-routes.ts';
import { underPresentName } from './relocation.ts';
import type { Repository } from './repository.ts';
import type { ApiComment, ApiIssue, CommentAction, Json, JsonObject } from './types.ts';
import { exampleOf } from './webhook-examples.ts';

export const usualWorkflow = '.github/workflows/countersign.yml';

/** Adds the fields that our object lacks, but empty. The example provides only field names, and nothing of its repository. */
function filled(theirs: Json | undefined, ours: JsonObject): JsonObject {
	const empty = (value: Json): Json => (Array.isArray(value) ? [] : isObject(value) ? {} : null);
	const lent = Object.entries(asObject(theirs)).map(([name, value]) => [name, empty(value)] as const);
	return { ...Object.fromEntries(lent), ...ours };
}

/** The sources of the facts in events. */
export interface EventSources {
	pull(number: number): Promise<JsonObject>;
	checkRun(id: number): Promise<JsonObject>;
}

export class Events {
	readonly #repository: Repository;
	readonly #sources: EventSources;

	constructor(repository: Repository, sources: EventSources) {
		this.#repository = repository;
		this.#sources = sources;
	}

	/** Returns the example with our repository and sender. It provides only fields that we do not know. */
	async #payload(name: string, action: string | undefined, sender: string): Promise<JsonObject> {
		const payload = exampleOf(name, action);
		const { permissions: _apiOnly, ...ours } = asObject(await this.#repository.emulated.ask({ path: '' }));
		const repository = { ...asObject(payload['repository']), ...ours };
		return { ...payload, repository, sender: this.#account(sender) };
	}

	#noted(event: string, payload: JsonObject): JsonObject {
		this.#repository.recording?.event(event, payload);
		return payload;
	}

	#account(login: string): JsonObject {
		return this.#repository.people.json(this.#repository.people.get(login));
	}

	async issueComment(comment: ApiComment, action: CommentAction, sender: string): Promise<JsonObject> {
		const payload = await this.#payload('issue_comment', action, sender);
		const { closed_by: _apiOnly, ...issue } = await findIssue(this.#repository, comment.issue_url.split('/').at(-1));
		return this.#noted('issue_comment', {
			...payload,
			issue: { ...asObject(payload['issue']), ...issue },
			comment: { ...asObject(payload['comment']), ...comment },
		});
	}

	async issue(
		issue: ApiIssue,
		action: 'opened' | 'labeled' | 'unlabeled',
		labelName: string | undefined,
		sender: string,
	): Promise<JsonObject> {
		const { label: _examples, ...payload } = await this.#payload('issues', action, sender);
		const { closed_by: _apiOnly, ...known } = await findIssue(this.#repository, String(issue.number));
		const ours = { ...asObject(payload['issue']), ...known };
		if (action === 'opened') return this.#noted('issues', { ...payload, issue: ours });
		const last = asList(ours['labels']).map(asObject).at(-1)?.['name'];
		const label = await this.#label(labelName ?? String(last ?? ''));
		return this.#noted('issues', { ...payload, issue: ours, label });
	}

	#label(name: string): Promise<Json> {
		return this.#repository.emulated.ask({ path: `/labels/${encodeURIComponent(name)}` });
	}

	async workflowDispatch(
		inputs: Record<string, string>,
		sender: string,
		{ ref, workflow }: { ref?: string; workflow?: string } = {},
	): Promise<JsonObject> {
		const payload = await this.#payload('workflow_dispatch', undefined, sender);
		const usualRef = `refs/heads/${this.#repository.defaultBranch}`;
		const told = { ...payload, inputs, ref: ref ?? usualRef, workflow: workflow ?? usualWorkflow };
		return this.#noted('workflow_dispatch', told);
	}

	/** GitHub publishes no example of this event. It is like a dispatch, with the cron line. */
	async schedule(): Promise<JsonObject> {
		const { repository, sender } = asObject(
			await this.#payload('workflow_dispatch', undefined, this.#repository.owner),
		);
		return { schedule: '17 3 * * 1', workflow: usualWorkflow, repository: repository ?? null, sender: sender ?? null };
	}

	async pullRequest(number: number, action: PullAction, by?: string): Promise<JsonObject> {
		const pull = await this.#sources.pull(number);
		const sender = by ?? String(asObject(pull['user'])['login']);
		const payload = await this.#payload('pull_request', action, sender);
		// Only the event of a push names the earlier head.
		const { label: _examples, before: _before, after: _after, ...rest } = payload;
		const head = asObject(pull['head'])['sha'] ?? null;
		const moved = action === 'synchronize' ? { before: '0'.repeat(40), after: head } : {};
		const told = { ...rest, number, pull_request: filled(payload['pull_request'], pull), ...moved };
		return this.#noted('pull_request', told);
	}

	async #pullRequest(happening: Happening & { event: 'pull_request' }): Promise<JsonObject> {
		const { pull: number, action } = happening;
		const pull = await this.#sources.pull(number);
		const sender = happening.sender ?? String(asObject(pull['user'])['login']);
		const payload = await this.#payload('pull_request', action, sender);
		const { label: _examples, ...rest } = payload;
		const label = action === 'opened' ? {} : { label: await this.#label(happening.label) };
		return { ...rest, number, pull_request: filled(payload['pull_request'], pull), ...label };
	}

	async #reviewComment({ comment, sender }: Happening & { event: 'pull_request_review_comment' }): Promise<JsonObject> {
		const payload = await this.#payload('pull_request_review_comment', 'created', sender ?? comment.user.login);
		const pull = await this.#sources.pull(Number(comment.pull_request_url.split('/').at(-1)));
		// The pull request in this event has no counts.
		const shown = Object.keys(asObject(payload['pull_request'])).map((name) => [name, pull[name] ?? null] as const);
		return {
			...payload,
			comment: filled(payload['comment'], comment),
			pull_request: { active_lock_reason: null, ...Object.fromEntries(shown) },
		};
	}

	async #pressed({ checkRun, identifier, sender }: Happening & { event: 'check_run' }): Promise<JsonObject> {
		const payload = await this.#payload('check_run', 'requested_action', sender);
		// The event does not contain the check's buttons.
		const { actions: _apiOnly, ...run } = await this.#sources.checkRun(checkRun);
		return { ...payload, check_run: filled(payload['check_run'], run), requested_action: { identifier } };
	}

	#told(happening: Happening): Promise<JsonObject> {
		switch (happening.event) {
			case 'issue_comment': {
				const { comment, action = 'created', sender = comment.user.login } = happening;
				return this.issueComment(comment, action, sender);
			}
			case 'issues': {
				const { issue, action, sender = issue.user.login } = happening;
				return this.issue(issue, action, 'label' in happening ? happening.label : undefined, sender);
			}
			case 'pull_request':
				return this.#pullRequest(happening);
			case 'pull_request_review_comment':
				return this.#reviewComment(happening);
			case 'check_run':
				return this.#pressed(happening);
		}
	}

	/** Returns the payload that is delivered to the App: the one of a workflow, and the installation. */
	async delivery(happening: Happening): Promise<JsonObject> {
		const { installation } = this.#repository;
		if (!installation) throw new Error('there is no App here: pass `app` to the local GitHub');
		const { id } = installation;
		const node_id = Buffer.from(`MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9u${id}`).toString('base64url');
		const told = { ...(await this.#told(happening)), installation: { id, node_id } };
		return this.#noted(happening.event, underPresentName(this.#repository, told));
	}
}
