import { appJson, innerId } from './dressing.ts';
import {
	ApiError,
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
	stamp,
	unprocessable,
} from './http.ts';
import { actionsApp } from './identity.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { GitHubApp, Json, JsonObject } from './types.ts';

const mostAnnotations = 50;

const mostActions = 3;
const longest: Readonly<Record<string, number>> = { label: 20, description: 40, identifier: 20 };

function checkActions(body: JsonObject): void {
	const actions = asList(body['actions']);
	if (actions.length > mostActions) {
		throw invalid({ resource: 'CheckRun', field: 'actions', code: 'invalid', message: 'Only 3 actions are allowed' });
	}
	for (const action of actions.map(asObject)) {
		for (const [field, most] of Object.entries(longest)) {
			const text = requiredText(action, field, 'CheckRun');
			const message = `${field} is too long (maximum is ${most} characters)`;
			if ([...text].length > most) throw invalid({ resource: 'CheckRun', field, code: 'invalid', message });
		}
	}
}

/** Check runs. The emulator stores them. It has no git, so this class stores the commit of each suite. */
export class Checks {
	readonly #repository: Repository;
	/** Returns the pull requests of a commit. It must be set before the first request. */
	pullsAt: ((sha: string) => Promise<JsonObject[]>) | undefined;
	readonly #suites = new Map<string, string>();
	readonly #made = new Map<number, { readonly app: GitHubApp; readonly actions: Json[] }>();

	constructor(repository: Repository) {
		this.#repository = repository;
	}

	#json(run: JsonObject): JsonObject {
		const { app, actions } = this.#made.get(Number(run['id'])) ?? { app: actionsApp, actions: [] };
		const { id = null } = asObject(run['check_suite']);
		const output = { ...asObject(run['output']), annotations_url: `${run['url']}/annotations` };
		return { ...run, output, check_suite: { id }, app: appJson(this.#repository, app), actions };
	}

	/**
	 * Checks that a button exists on a check of our App. Only the App that made a check hears of its buttons. @throws for a mistake of the
	 * test.
	 */
	checkButton(id: number, identifier: string): void {
		const made = this.#made.get(id);
		if (!made || made.app.id !== this.#repository.installation?.app.id) {
			throw new Error(`check ${id} is not the App's: nobody would hear of its buttons`);
		}
		if (made.actions.some((action) => asObject(action)['identifier'] === identifier)) return;
		throw new Error(`check ${id} has no button ${identifier}`);
	}

	/** Returns a check run with the open pull requests of its commit. */
	async find(id: number | string | undefined): Promise<JsonObject> {
		const run = asObject(await this.#repository.emulated.ask({ path: `/check-runs/${innerId(id)}` }));
		const pulls = await this.pullsAt?.(String(run['head_sha']));
		return { ...this.#json(run), pull_requests: pulls ?? [] };
	}

	/** Checks what the emulator does not check. A conclusion sets the status `completed`. */
	#checked(body: JsonObject): JsonObject {
		const { output } = body;
		if (isObject(output)) {
			requiredText(output, 'title', 'CheckRun');
			requiredText(output, 'summary', 'CheckRun');
			if (asList(output['annotations']).length > mostAnnotations) {
				throw invalid({ resource: 'CheckRun', field: 'annotations', code: 'invalid' });
			}
		}
		checkActions(body);
		return body['conclusion'] ? { ...body, status: 'completed' } : body;
	}

	async create(call: Call): Promise<Reply> {
		const { git, emulated } = this.#repository;
		requiredText(call.body, 'name', 'CheckRun');
		const sha = requiredText(call.body, 'head_sha', 'CheckRun');
		if ((await git.types([sha])).get(sha) !== 'commit') throw unprocessable(`No commit found for SHA: ${sha}`);
		const body: JsonObject = { started_at: stamp(), ...this.#checked(call.body) };
		const run = asObject(await emulated.ask({ who: call.who, method: 'POST', path: '/check-runs', body }));
		this.#suites.set(sha, String(asObject(run['check_suite'])['id']));
		this.#made.set(Number(run['id']), { app: call.who?.app ?? actionsApp, actions: asList(body['actions']) });
		return created(this.#json(run));
	}

	async update(call: Call): Promise<Reply> {
		const { emulated } = this.#repository;
		const path = `/check-runs/${innerId(call.params['id'])}`;
		const made = this.#made.get(Number(call.params['id']));
		if (made && call.who?.app && made.app.id !== call.who.app.id) {
			const only = 'check run can only be modified by the GitHub App that created it.';
			throw new ApiError(403, `Invalid app_id \`${call.who.app.id}\` - ${only}`);
		}
		const body = this.#checked(call.body);
		const run = asObject(await emulated.ask({ who: call.who, method: 'PATCH', path, body }));
		if (made && body['actions'] !== undefined) {
			this.#made.set(Number(run['id']), { ...made, actions: asList(body['actions']) });
		}
		return ok(this.#json(run));
	}

	async get(call: Call): Promise<Reply> {
		return ok(await this.find(call.params['id']));
	}

	async list(call: Call): Promise<Reply> {
		const sha = await this.#repository.git.resolve(call.params['ref'] ?? '');
		if (!sha) throw notFound();
		const [name, status] = [call.query.get('check_name'), call.query.get('status')];
		const newest = new Set<unknown>();
		const keyOf = (run: JsonObject) => `${asObject(run['app'])['id']} ${run['name']}`;
		const isNewest = (run: JsonObject) => !newest.has(keyOf(run)) && newest.add(keyOf(run));
		const app = call.query.get('app_id');
		const runs = (await this.#runsOf(sha))
			.filter((run) => (name === null || run['name'] === name) && (status === null || run['status'] === status))
			.filter((run) => app === null || String(asObject(run['app'])['id']) === app)
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

export function addCheckRoutes(repository: Repository): Checks {
	const checks = new Checks(repository);
	route(repository, 'POST /check-runs', write('checks'), (call) => checks.create(call));
	route(repository, 'PATCH /check-runs/:id', write('checks'), (call) => checks.update(call));
	route(repository, 'GET /check-runs/:id', read('checks'), (call) => checks.get(call));
	route(repository, 'GET /commits/*ref/check-runs', read('checks'), (call) => checks.list(call));
	return checks;
}
