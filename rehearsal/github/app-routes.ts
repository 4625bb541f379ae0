import { appJson, clientIdOf } from './dressing.ts';
import {
	ApiError,
	asList,
	asObject,
	type Call,
	noContent,
	notFound,
	ok,
	paged,
	type Reply,
	stamp,
	unprocessable,
} from './http.ts';
import type { Installation, InstallationToken } from './installation.ts';
import { organizationRepository, organizationRepositoryId } from './organization-routes.ts';
import { repositoryJson } from './people-routes.ts';
import { type Repository, read, route } from './repository.ts';
import type { JsonObject, Level, Scope } from './types.ts';

/** The routes for an App about itself and its installation. Everybody else is refused. */
class AppDoor {
	readonly #repository: Repository;
	readonly #installation: Installation;

	constructor(repository: Repository, installation: Installation) {
		this.#repository = repository;
		this.#installation = installation;
	}

	#appOnly({ who }: Call): void {
		if (!who?.isApp) throw new ApiError(401, 'A JSON web token could not be decoded');
	}

	app(call: Call): Reply {
		this.#appOnly(call);
		const { app, permissions, removed } = this.#installation;
		return ok({ ...appJson(this.#repository, app), permissions, installations_count: removed ? 0 : 1 });
	}

	#json(): JsonObject {
		const { people, owner, url } = this.#repository;
		const { id, app, permissions, suspended, createdAt } = this.#installation;
		const account = people.json(people.get(owner));
		return {
			id,
			client_id: clientIdOf(app),
			account,
			repository_selection: 'all',
			access_tokens_url: `${url}/app/installations/${id}/access_tokens`,
			repositories_url: `${url}/installation/repositories`,
			html_url: `${url}/organizations/${owner}/settings/installations/${id}`,
			app_id: app.id,
			app_slug: app.slug,
			target_id: account['id'] ?? null,
			target_type: account['type'] ?? null,
			permissions,
			events: [...(app.events ?? [])],
			created_at: createdAt,
			updated_at: createdAt,
			single_file_name: null,
			has_multiple_single_files: false,
			single_file_paths: [],
			suspended_by: suspended ? account : null,
			suspended_at: suspended ? stamp() : null,
		};
	}

	installations(call: Call): Reply {
		this.#appOnly(call);
		return paged(call, this.#installation.removed ? [] : [this.#json()]);
	}

	installation(call: Call): Reply {
		this.#appOnly(call);
		const { id } = call.params;
		if (this.#installation.removed || (id !== undefined && Number(id) !== this.#installation.id)) throw notFound();
		return ok(this.#json());
	}

	/** The installation on the organization's own repository, if that repository exists. */
	ofOrganization(call: Call): Reply {
		this.#appOnly(call);
		if (this.#repository.organization === undefined) throw notFound();
		return this.installation(call);
	}

	async #repositories(): Promise<JsonObject[]> {
		const main = await repositoryJson(this.#repository);
		const organization = await organizationRepository(this.#repository);
		return organization ? [main, organization] : [main];
	}

	/** Returns the ids of the requested repositories, given by id or by name. Undefined means all. */
	async #wanted({ body }: Call): Promise<number[] | undefined> {
		if (body['repository_ids'] === undefined && body['repositories'] === undefined) return undefined;
		const ids = new Set(asList(body['repository_ids']));
		const names = new Set(asList(body['repositories']));
		const found = (await this.#repositories()).filter(({ id, name }) => ids.has(id ?? null) || names.has(name ?? null));
		if (found.length < Math.max(ids.size, names.size)) {
			throw unprocessable(
				'There is at least one repository that does not exist or is not accessible to the parent installation.',
			);
		}
		return found.map(({ id }) => Number(id));
	}

	async makeToken(call: Call): Promise<Reply> {
		this.installation(call);
		const repositories = await this.#wanted(call);
		const wish = call.body['permissions'];
		const permissions = wish === undefined ? undefined : (asObject(wish) as Partial<Record<Scope, Level>>);
		const made = this.#installation.makeToken({ permissions, repositories });
		const reached = repositories ? { repositories: await this.#reachedBy(made) } : {};
		return {
			status: 201,
			body: {
				token: made.token,
				expires_at: stamp(made.expiresAt),
				permissions: this.#installation.permissionsOf(made),
				repository_selection: repositories ? 'selected' : 'all',
				...reached,
			},
		};
	}

	async #reachedBy({ repositories }: InstallationToken): Promise<JsonObject[]> {
		const all = await this.#repositories();
		return all.filter(({ id }) => repositories === undefined || repositories.includes(Number(id)));
	}

	#tokenOf({ who }: Call): InstallationToken {
		const token = this.#installation.find(who?.installationToken ?? '');
		if (!token) throw new ApiError(403, 'You must authenticate with an installation access token.');
		return token;
	}

	async repositories(call: Call): Promise<Reply> {
		const token = this.#tokenOf(call);
		const reached = this.#installation.removed ? [] : await this.#reachedBy(token);
		const repository_selection = token.repositories ? 'selected' : 'all';
		const wrap = (page: JsonObject['repositories'][]) => ({
			total_count: reached.length,
			repository_selection,
			repositories: asList(page),
		});
		return paged(call, reached, wrap);
	}

	endToken(call: Call): Reply {
		this.#installation.endToken(this.#tokenOf(call).token);
		return noContent();
	}
}

/** `GET /repositories/{id}`: a repository keeps its id when it is renamed. */
async function byId(repository: Repository, call: Call): Promise<Reply> {
	const id = Number(call.params['id']);
	const found = id === organizationRepositoryId ? await organizationRepository(repository, call.who) : undefined;
	if (!found) throw notFound();
	return ok(found);
}

export function addAppRoutes(repository: Repository): void {
	const { router, installation } = repository;
	const metadata = read('metadata');
	router.on('GET', '/repositories/:id', 'open', (call) => byId(repository, call));
	if (!installation) return;
	const door = new AppDoor(repository, installation);
	router.on('GET', '/app', 'open', (call) => door.app(call));
	router.on('GET', '/app/installations', 'open', (call) => door.installations(call));
	router.on('GET', '/app/installations/:id', 'open', (call) => door.installation(call));
	router.on('POST', '/app/installations/:id/access_tokens', 'open', (call) => door.makeToken(call));
	router.on('GET', '/installation/repositories', 'open', (call) => door.repositories(call));
	router.on('DELETE', '/installation/token', 'open', (call) => door.endToken(call));
	route(repository, 'GET /installation', metadata, (call) => door.installation(call));
	router.on('GET', `/repos/${repository.owner}/.github/installation`, 'open', (call) => door.ofOrganization(call));
}
