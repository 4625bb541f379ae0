import { appJson } from './dressing.ts';
import type { Happening } from './hands.ts';
import { type Call, paged, type Reply, stamp } from './http.ts';
import { findIssue } from './issues-routes.ts';
import { type Repository, read, route } from './repository.ts';
import type { Identity, JsonObject } from './types.ts';

const firstId = 21_000_000_001;

/** Records which labels were added and removed, when and by whom. The emulator does not store this. */
class IssueEvents {
	readonly #repository: Repository;
	readonly #events = new Map<number, JsonObject[]>();
	#nextId = firstId;

	constructor(repository: Repository) {
		this.#repository = repository;
		repository.news.listen((happening, who) => this.#note(happening, who));
	}

	#note(happening: Happening, who: Identity): void {
		if (happening.event !== 'issues' && happening.event !== 'pull_request') return;
		if (happening.action === 'opened') return;
		const number = happening.event === 'issues' ? happening.issue.number : happening.pull;
		const { apiUrl, people } = this.#repository;
		const id = this.#nextId++;
		const event: JsonObject = {
			...{ id, node_id: Buffer.from(`LE_${id}`).toString('base64url'), url: `${apiUrl}/issues/events/${id}` },
			...{ actor: people.json(who.user), event: happening.action, commit_id: null, commit_url: null },
			...{ created_at: stamp(), label: { name: happening.label, color: 'ededed' } },
			performed_via_github_app: who.app ? appJson(this.#repository, who.app) : null,
		};
		this.#events.set(number, [...(this.#events.get(number) ?? []), event]);
	}

	/** Oldest first. */
	async list(call: Call): Promise<Reply> {
		const issue = await findIssue(this.#repository, call.params['number']);
		return paged(call, this.#events.get(Number(issue['number'])) ?? []);
	}

	/** Of all issues, newest first, each with its issue. */
	async listAll(call: Call): Promise<Reply> {
		const all: JsonObject[] = [];
		for (const [number, events] of this.#events) {
			const issue = await findIssue(this.#repository, String(number));
			all.push(...events.map((event) => ({ ...event, issue })));
		}
		return paged(
			call,
			all.sort((one, other) => Number(other['id']) - Number(one['id'])),
		);
	}
}

export function addIssueEventRoutes(repository: Repository): void {
	const events = new IssueEvents(repository);
	route(repository, 'GET /issues/events', read('issues'), (call) => events.listAll(call));
	route(repository, 'GET /issues/:number/events', read('issues'), (call) => events.list(call));
}
