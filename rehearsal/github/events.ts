import { createRequire } from 'node:module';
import { asList, asObject } from './http.ts';
import { findIssue } from './issues-routes.ts';
import type { Repository } from './repository.ts';
import type { ApiComment, ApiIssue, CommentAction, JsonObject } from './types.ts';

const workflow = '.github/workflows/countersign.yml';

/** A payload that GitHub once sent; the examples are large, so they are read when somebody wants an event. */
function example(name: string, action?: string): JsonObject {
	const definitions: JsonObject[] = createRequire(import.meta.url)('@octokit/webhooks-examples');
	const all = asList(definitions.find((one) => one['name'] === name)?.['examples']).map(asObject);
	const fitting = all.filter((one) => action === undefined || one['action'] === action);
	// The newest example is the most complete one.
	const found = fitting.filter((one) => !('installation' in one) && !('changes' in one && action === 'opened')).at(-1);
	if (!found) throw new Error(`no example of ${name} ${action ?? ''}`);
	const { organization: _none, ...rest } = found;
	return rest;
}

export class Events {
	readonly #repository: Repository;

	constructor(repository: Repository) {
		this.#repository = repository;
	}

	/** The example with our repository and sender in it: it only lends the fields that we do not know. */
	async #payload(name: string, action: string | undefined, sender: string): Promise<JsonObject> {
		const payload = example(name, action);
		const { permissions: _apiOnly, ...ours } = asObject(await this.#repository.emulated.ask({ path: '' }));
		const repository = { ...asObject(payload['repository']), ...ours };
		return { ...payload, repository, sender: this.#account(sender) };
	}

	#account(login: string): JsonObject {
		return this.#repository.people.json(this.#repository.people.get(login));
	}

	async issueComment(comment: ApiComment, action: CommentAction, sender: string): Promise<JsonObject> {
		const payload = await this.#payload('issue_comment', action, sender);
		const issue = await findIssue(this.#repository, comment.issue_url.split('/').at(-1));
		return {
			...payload,
			issue: { ...asObject(payload['issue']), ...issue },
			comment: { ...asObject(payload['comment']), ...comment },
		};
	}

	async issue(
		issue: ApiIssue,
		action: 'opened' | 'labeled',
		labelName: string | undefined,
		sender: string,
	): Promise<JsonObject> {
		const { label: _examples, ...payload } = await this.#payload('issues', action, sender);
		const ours = { ...asObject(payload['issue']), ...(await findIssue(this.#repository, String(issue.number))) };
		if (action === 'opened') return { ...payload, issue: ours };
		const labels = asList(ours['labels']).map(asObject);
		const label = labels.find((one) => one['name'] === labelName) ?? labels.at(-1);
		if (!label) throw new Error(`issue ${issue.number} has no label`);
		return { ...payload, issue: ours, label };
	}

	async workflowDispatch(inputs: Record<string, string>, sender: string): Promise<JsonObject> {
		const ref = `refs/heads/${this.#repository.defaultBranch}`;
		return { ...(await this.#payload('workflow_dispatch', undefined, sender)), inputs, ref, workflow };
	}

	/** GitHub publishes no example of it; it is a dispatch's frame with the cron line. */
	async schedule(): Promise<JsonObject> {
		const { repository, sender } = asObject(
			await this.#payload('workflow_dispatch', undefined, this.#repository.owner),
		);
		return { schedule: '17 3 * * 1', workflow, repository: repository ?? null, sender: sender ?? null };
	}
}
