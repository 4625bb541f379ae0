import { ApiError, type Call, notFound, ok, paged, type Reply, stamp } from './http.ts';
import { actionsBot } from './identity.ts';
import type { Repository } from './repository.ts';
import type { ApiRun, JsonObject, LocalUser, WorkflowRun } from './types.ts';

type Attempt = Required<WorkflowRun> & { createdAt: string; updatedAt: string };

/** The facts about a dispatched run. Other runs look like those of a workflow for comments. */
export interface RunOrigin {
	readonly name: string;
	readonly title: string;
	readonly event: string;
	readonly path: string;
	readonly branch: string;
	readonly sha: string;
	readonly actor: LocalUser;
}

const inRange = (at: string, range: string): boolean => {
	const time = Date.parse(at);
	const [, sign = '', text = ''] = /^([<>]=?)?(.*)$/.exec(range) ?? [];
	const [from = '', to] = text.split('..');
	const day = 86_400_000;
	// A date without a time means the whole day.
	const end = (word: string) => Date.parse(word) + (word.includes('T') ? 999 : day - 1);
	if (to !== undefined) return (from === '*' || time >= Date.parse(from)) && (to === '*' || time <= end(to));
	if (sign === '>=') return time >= Date.parse(text);
	if (sign === '>') return time > end(text);
	if (sign === '<=') return time <= end(text);
	if (sign === '<') return time < Date.parse(text);
	return time >= Date.parse(text) && time <= end(text);
};

/** The workflow runs. A test simulates the runner and reports them here. */
export class WorkflowRuns {
	readonly #repository: Repository;
	readonly #runs = new Map<number, Map<number, Attempt>>();
	readonly #origins = new Map<number, RunOrigin>();
	readonly #shown = new WeakMap<Attempt, ApiRun>();
	#nextId = 8_000_000_001;

	constructor(repository: Repository) {
		this.#repository = repository;
	}

	set(run: WorkflowRun): void {
		const attempts = this.#runs.get(run.id) ?? new Map<number, Attempt>();
		const before = attempts.get(run.attempt);
		const now = stamp();
		const conclusion = run.conclusion ?? (run.status === 'completed' ? 'success' : null);
		const startedAt = run.startedAt ?? before?.startedAt ?? now;
		const createdAt = attempts.values().next().value?.createdAt ?? startedAt;
		attempts.set(run.attempt, { ...run, conclusion, startedAt, createdAt, updatedAt: now });
		this.#runs.set(run.id, attempts);
	}

	/** Adds a run that has not begun, or that waits for a person's approval. */
	queue(origin: RunOrigin, as: Pick<WorkflowRun, 'status' | 'conclusion'> = { status: 'queued' }): ApiRun {
		const id = this.#nextId++;
		this.#origins.set(id, origin);
		this.set({ id, attempt: 1, ...as });
		return this.#latest(id);
	}

	/** Returns undefined if the run was not dispatched. */
	origin(id: number): RunOrigin | undefined {
		return this.#origins.get(id);
	}

	#checkReadable(call: Call): void {
		if (call.who?.grants && !this.#repository.switches.actionsRunsReadable) {
			throw new ApiError(403, 'Resource not accessible by integration');
		}
	}

	/** Returns a run. Without an attempt, it is the last one. */
	get(call: Call): Reply {
		this.#checkReadable(call);
		const id = Number(call.params['id']);
		const attempts = this.#runs.get(id);
		const attempt = Number(call.params['attempt'] ?? Math.max(0, ...(attempts?.keys() ?? [])));
		const run = attempts?.get(attempt);
		if (!run) throw notFound();
		return ok(this.#json(run));
	}

	#latest(id: number): ApiRun {
		const run = [...(this.#runs.get(id)?.values() ?? [])].at(-1);
		if (!run) throw notFound();
		return this.#json(run);
	}

	/** Returns the runs, newest first. With `path`, only those of one workflow file. */
	list(call: Call, path?: string): Reply {
		this.#checkReadable(call);
		const wanted = (name: string) => call.query.get(name);
		const fits = (name: string, ...values: unknown[]) => wanted(name) === null || values.includes(wanted(name));
		const runs = [...this.#runs.values()]
			.flatMap((attempts) => [...attempts.values()].at(-1) ?? [])
			.filter((run) => path === undefined || this.#pathOf(run) === path)
			.filter((run) => fits('status', run.status, run.conclusion))
			.filter((run) => wanted('created') === null || inRange(run.createdAt, wanted('created') ?? ''))
			.map((run) => this.#json(run))
			.filter((run) => fits('event', run.event) && fits('branch', run.head_branch) && fits('head_sha', run.head_sha))
			.filter((run) => fits('actor', (run['actor'] as JsonObject)['login']))
			.sort((a, b) => Date.parse(String(b['created_at'])) - Date.parse(String(a['created_at'])) || b.id - a.id);
		return paged(call, runs, (page) => ({ total_count: runs.length, workflow_runs: page }));
	}

	#pathOf({ id }: Attempt): string {
		return this.#origins.get(id)?.path ?? '.github/workflows/countersign.yml';
	}

	/** Returns the JSON of an attempt. It is made once, because a long storm lists thousands of runs again and again. */
	#json(run: Attempt): ApiRun {
		const made = this.#shown.get(run) ?? this.#make(run);
		this.#shown.set(run, made);
		return { ...made };
	}

	#make(run: Attempt): ApiRun {
		const { apiUrl, htmlUrl, people, defaultBranch } = this.#repository;
		const origin = this.#origins.get(run.id);
		const actor = people.json(origin?.actor ?? actionsBot);
		const url = `${apiUrl}/actions/runs/${run.id}`;
		const workflow_id = 161_335;
		const below = ['jobs', 'logs', 'artifacts', 'cancel', 'rerun'].map((name) => [`${name}_url`, `${url}/${name}`]);
		return {
			id: run.id,
			...{ node_id: Buffer.from(`WFR_${run.id}`).toString('base64url'), workflow_id, pull_requests: [] },
			...Object.fromEntries(below),
			...{ workflow_url: `${apiUrl}/actions/workflows/${workflow_id}`, head_commit: null },
			check_suite_url: `${apiUrl}/check-suites/${run.id}`,
			name: origin?.name ?? 'Countersign',
			display_title: origin?.title ?? 'Countersign',
			path: this.#pathOf(run),
			head_sha: origin?.sha ?? '',
			run_number: 1,
			run_attempt: run.attempt,
			event: origin?.event ?? 'issue_comment',
			head_branch: origin?.branch ?? defaultBranch,
			status: run.status,
			conclusion: run.conclusion,
			created_at: run.createdAt,
			run_started_at: run.startedAt,
			updated_at: run.updatedAt,
			url,
			html_url: `${htmlUrl}/actions/runs/${run.id}`,
			actor,
			triggering_actor: actor,
		};
	}
}
