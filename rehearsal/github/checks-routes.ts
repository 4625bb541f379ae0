import { appJson, innerId } from './dressing.ts';
import {
	asList,
	asObject,
	type Call,
	created,
	invalid,
	isObject,
	notFound,
	ok,
	paged,
	type Reply,
	requiredText,
	unprocessable,
} from './http.ts';
import { actionsApp } from './identity.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { JsonObject } from './types.ts';

const mostAnnotations = 50;

/** Check runs: the emulator keeps them; which commit a suite belongs to is known here, as it has no git. */
export class Checks {
	readonly #repository: Repository;
	readonly #suites = new Map<string, string>();

	constructor(repository: Repository) {
		this.#repository = repository;
	}

	#json(run: JsonObject): JsonObject {
		return { ...run, app: appJson(this.#repository, actionsApp) };
	}

	/** What GitHub checks and the emulator does not; a conclusion means completed. */
	#checked(body: JsonObject): JsonObject {
		const { output } = body;
		if (isObject(output)) {
			requiredText(output, 'title', 'CheckRun');
			requiredText(output, 'summary', 'CheckRun');
			if (asList(output['annotations']).length > mostAnnotations) {
				throw invalid({ resource: 'CheckRun', field: 'annotations', code: 'invalid' });
			}
		}
		return body['conclusion'] ? { ...body, status: 'completed' } : body;
	}

	async create(call: Call): Promise<Reply> {
		const { git, emulated } = this.#repository;
		requiredText(call.body, 'name', 'CheckRun');
		const sha = requiredText(call.body, 'head_sha', 'CheckRun');
		if ((await git.types([sha])).get(sha) !== 'commit') throw unprocessable(`No commit found for SHA: ${sha}`);
		const body = this.#checked(call.body);
		const run = asObject(await emulated.ask({ who: call.who, method: 'POST', path: '/check-runs', body }));
		this.#suites.set(sha, String(asObject(run['check_suite'])['id']));
		return created(this.#json(run));
	}

	async update(call: Call): Promise<Reply> {
		const { emulated } = this.#repository;
		const path = `/check-runs/${innerId(call.params['id'])}`;
		const body = this.#checked(call.body);
		return ok(this.#json(asObject(await emulated.ask({ who: call.who, method: 'PATCH', path, body }))));
	}

	async get(call: Call): Promise<Reply> {
		const path = `/check-runs/${innerId(call.params['id'])}`;
		return ok(this.#json(asObject(await this.#repository.emulated.ask({ path }))));
	}

	async list(call: Call): Promise<Reply> {
		const sha = await this.#repository.git.resolve(call.params['ref'] ?? '');
		if (!sha) throw notFound();
		const [name, status] = [call.query.get('check_name'), call.query.get('status')];
		const newest = new Set<unknown>();
		const isNewest = (run: JsonObject) => !newest.has(run['name']) && newest.add(run['name']);
		const runs = (await this.#runsOf(sha))
			.filter((run) => (name === null || run['name'] === name) && (status === null || run['status'] === status))
			.filter((run) => call.query.get('filter') === 'all' || isNewest(run));
		const wrap = (check_runs: JsonObject['check_runs'][]) => ({
			total_count: runs.length,
			check_runs: asList(check_runs),
		});
		return paged(call, runs, wrap);
	}

	/** Newest first. */
	async #runsOf(sha: string): Promise<JsonObject[]> {
		const suite = this.#suites.get(sha);
		if (suite === undefined) return [];
		const path = `/check-suites/${innerId(suite)}/check-runs?per_page=100`;
		const answer = asObject(await this.#repository.emulated.ask({ path }));
		return asList(answer['check_runs']).map((run) => this.#json(asObject(run)));
	}
}

export function addCheckRoutes(repository: Repository): void {
	const checks = new Checks(repository);
	route(repository, 'POST /check-runs', write('checks'), (call) => checks.create(call));
	route(repository, 'PATCH /check-runs/:id', write('checks'), (call) => checks.update(call));
	route(repository, 'GET /check-runs/:id', read('checks'), (call) => checks.get(call));
	route(repository, 'GET /commits/*ref/check-runs', read('checks'), (call) => checks.list(call));
}
