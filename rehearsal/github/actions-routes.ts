import type { Dispatch } from './hands.ts';
import { asObject, type Call, invalid, noContent, notFound, ok, type Reply, unprocessable } from './http.ts';
import { actionsBot } from './identity.ts';
import type { PullOpened } from './pulls-routes.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { ApiUser, JsonObject, LocalUser } from './types.ts';
import { inputsFor, readWorkflow, titleOf, workflowsOfPulls } from './workflow-file.ts';
import { WorkflowRuns } from './workflow-runs.ts';

type PayloadOf = (
	inputs: Record<string, string>,
	sender: string,
	where: { ref: string; workflow: string },
) => Promise<JsonObject>;

/** Starts workflows by `workflow_dispatch`. A listener simulates the runner. */
export class Dispatches {
	/** All dispatches, in order. */
	readonly made: Dispatch[] = [];
	/** Set before anything is dispatched. */
	payloadOf: PayloadOf | undefined;
	readonly #repository: Repository;
	readonly #runs: WorkflowRuns;

	constructor(repository: Repository, runs: WorkflowRuns) {
		this.#repository = repository;
		this.#runs = runs;
	}

	/** Finds a branch or a tag by its short or its full name. */
	async #ref(wanted: string): Promise<{ ref: string; sha: string }> {
		const { git } = this.#repository;
		const names = wanted.startsWith('refs/') ? [wanted] : [`refs/heads/${wanted}`, `refs/tags/${wanted}`];
		for (const ref of names) {
			const sha = (await git.ref(ref)) && (await git.resolve(ref));
			if (sha !== undefined) return { ref, sha };
		}
		throw unprocessable(`No ref found for: ${wanted}`);
	}

	#checked({ body }: Call): { ref: string; inputs: JsonObject } {
		const { ref, inputs = {}, ...rest } = body;
		const known = this.#repository.switches.knowsRunDetails ? ['return_run_details'] : [];
		const [unknown] = Object.keys(rest).filter((key) => !known.includes(key));
		if (unknown !== undefined) throw unprocessable(`Invalid request.\n\n"${unknown}" is not a permitted key.`);
		if (typeof ref !== 'string') throw unprocessable('Invalid request.\n\n"ref" wasn\'t supplied.');
		if (inputs === null || typeof inputs !== 'object' || Array.isArray(inputs)) {
			throw invalid({ resource: 'Workflow', field: 'inputs', code: 'invalid' });
		}
		return { ref, inputs: asObject(inputs) };
	}

	async dispatch(call: Call): Promise<Reply> {
		const wanted = this.#checked(call);
		const { people, owner, switches } = this.#repository;
		const { ref, sha } = await this.#ref(wanted.ref);
		const file = await readWorkflow(this.#repository.git, sha, call.params['workflow'] ?? '');
		if (!file) throw notFound();
		const inputs = inputsFor(file, wanted.inputs);
		const actor: LocalUser = call.who?.user ?? people.get(owner);
		const branch = ref.replace(/^refs\/(heads|tags)\//, '');
		const title = titleOf(file, inputs, actor.login);
		const origin = { name: file.name, title, event: 'workflow_dispatch', path: file.path, branch, sha, actor };
		const payload = await this.payloadOf?.(inputs, actor.login, { ref, workflow: file.path });
		const run = this.#runs.queue(origin);
		const made = { run, inputs, who: people.json(actor) as ApiUser, payload: payload ?? {} };
		this.made.push(made);
		switches.onDispatch?.(made);
		if (call.body['return_run_details'] !== true) return noContent();
		return ok({ workflow_run_id: run.id, run_url: String(run['url']), html_url: run.html_url });
	}

	/**
	 * A pull request of the workflow's own token starts no workflow, or its runs wait for a person. The test itself adds the runs for other
	 * pull requests.
	 */
	async pullOpened({ title, branch, sha, who }: PullOpened): Promise<void> {
		const { git, switches } = this.#repository;
		if (who?.user.login !== actionsBot.login || switches.actionsPulls === 'start-nothing') return;
		for (const { name, path } of await workflowsOfPulls(git, sha)) {
			const origin = { name, title, event: 'pull_request', path, branch, sha, actor: who.user };
			this.#runs.queue(origin, { status: 'completed', conclusion: 'action_required' });
		}
	}

	async listRuns(call: Call): Promise<Reply> {
		const { git, defaultBranch } = this.#repository;
		const path = `.github/workflows/${call.params['workflow']}`;
		const isKnown = this.made.some(({ run }) => run.path === path);
		if (!isKnown && !(await readWorkflow(git, defaultBranch, call.params['workflow'] ?? ''))) throw notFound();
		return this.#runs.list(call, path);
	}
}

export function addActionsRoutes(repository: Repository): { runs: WorkflowRuns; dispatches: Dispatches } {
	const runs = new WorkflowRuns(repository);
	const dispatches = new Dispatches(repository, runs);
	const workflow = '/actions/workflows/:workflow';
	const reads = read('actions');
	route(repository, 'GET /actions/runs', reads, (call) => runs.list(call));
	route(repository, 'GET /actions/runs/:id', reads, (call) => runs.get(call));
	route(repository, 'GET /actions/runs/:id/attempts/:attempt', reads, (call) => runs.get(call));
	route(repository, `GET ${workflow}/runs`, reads, (call) => dispatches.listRuns(call));
	route(repository, `POST ${workflow}/dispatches`, write('actions', 'write'), (call) => dispatches.dispatch(call));
	// Starts nothing. A test reads the recorded requests to see what was sent.
	route(repository, 'POST /dispatches', write('contents', 'write'), noContent);
	return { runs, dispatches };
}
