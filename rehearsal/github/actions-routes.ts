import { ApiError, type Call, noContent, notFound, ok, type Reply, stamp } from './http.ts';
import { actionsBot } from './identity.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { JsonObject, WorkflowRun } from './types.ts';

/** The workflow runs, as the test that plays the runner tells them. */
export class WorkflowRuns {
	readonly #repository: Repository;
	readonly #runs = new Map<number, Map<number, Required<WorkflowRun> & { createdAt: string; updatedAt: string }>>();

	constructor(repository: Repository) {
		this.#repository = repository;
	}

	set(run: WorkflowRun): void {
		const attempts = this.#runs.get(run.id) ?? new Map();
		const before = attempts.get(run.attempt);
		const now = stamp();
		const conclusion = run.conclusion ?? (run.status === 'completed' ? 'success' : null);
		const startedAt = run.startedAt ?? before?.startedAt ?? now;
		const createdAt = attempts.values().next().value?.createdAt ?? startedAt;
		attempts.set(run.attempt, { ...run, conclusion, startedAt, createdAt, updatedAt: now });
		this.#runs.set(run.id, attempts);
	}

	/** Without an attempt: the last one. */
	get(call: Call): Reply {
		if (call.who?.grants && !this.#repository.switches.actionsRunsReadable) {
			throw new ApiError(403, 'Resource not accessible by integration');
		}
		const attempts = this.#runs.get(Number(call.params['id']));
		const attempt = Number(call.params['attempt'] ?? Math.max(0, ...(attempts?.keys() ?? [])));
		const run = attempts?.get(attempt);
		if (!run) throw notFound();
		return ok(this.#json(run));
	}

	#json(run: Required<WorkflowRun> & { createdAt: string; updatedAt: string }): JsonObject {
		const { apiUrl, htmlUrl, people, defaultBranch } = this.#repository;
		return {
			id: run.id,
			name: 'Countersign',
			run_number: 1,
			run_attempt: run.attempt,
			event: 'issue_comment',
			head_branch: defaultBranch,
			status: run.status,
			conclusion: run.conclusion,
			created_at: run.createdAt,
			run_started_at: run.startedAt,
			updated_at: run.updatedAt,
			url: `${apiUrl}/actions/runs/${run.id}`,
			html_url: `${htmlUrl}/actions/runs/${run.id}`,
			actor: people.json(actionsBot),
			triggering_actor: people.json(actionsBot),
		};
	}
}

export function addActionsRoutes(repository: Repository): WorkflowRuns {
	const runs = new WorkflowRuns(repository);
	route(repository, 'GET /actions/runs/:id', read('actions'), (call) => runs.get(call));
	route(repository, 'GET /actions/runs/:id/attempts/:attempt', read('actions'), (call) => runs.get(call));
	// Nothing is started: who wants to know what was dispatched reads the recorded requests.
	route(repository, 'POST /actions/workflows/:workflow/dispatches', write('actions', 'write'), noContent);
	route(repository, 'POST /dispatches', write('contents', 'write'), noContent);
	return runs;
}
