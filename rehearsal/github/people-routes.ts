import { ApiError, asObject, type Call, notFound, ok, type Reply } from './http.ts';
import { type Repository, read, route } from './repository.ts';
import type { Identity, JsonObject } from './types.ts';

async function permission(repository: Repository, call: Call): Promise<Reply> {
	const { people } = repository;
	if (!call.who) throw new ApiError(401, 'Requires authentication');
	if (!call.who.grants && !people.has(call.who, 'write')) {
		throw new ApiError(403, 'Must have push access to view collaborator permission.');
	}
	const { user, answer } = people.collaboration(call.params['login'] ?? '');
	const permissions = people.powers(people.person(user.login));
	const role_name = answer['role_name'] ?? null;
	return ok({ ...answer, user: { ...people.json(user), permissions, role_name } });
}

async function self({ emulated, people }: Repository, { who }: Call): Promise<Reply> {
	if (!who) throw new ApiError(401, 'Requires authentication');
	if (who.grants) throw new ApiError(403, 'Resource not accessible by integration');
	return ok({ ...asObject(await emulated.askOutside({ who, path: '/user' })), ...people.json(who.user) });
}

async function user({ emulated, people }: Repository, call: Call): Promise<Reply> {
	const found = people.find(call.params['login'] ?? '');
	if (!found) throw notFound();
	const path = `/users/${encodeURIComponent(found.login)}`;
	return ok({ ...asObject(await emulated.askOutside({ path })), ...people.json(found) });
}

export async function repositoryJson({ emulated, people }: Repository, who?: Identity): Promise<JsonObject> {
	const { permissions: _emulators, ...rest } = asObject(await emulated.ask({ who, path: '' }));
	return who ? { ...rest, permissions: people.powers(who) } : rest;
}

export function addPeopleRoutes(repository: Repository): void {
	const { router } = repository;
	const metadata = read('metadata');
	const counts = { network_count: 0, subscribers_count: 0 };
	route(repository, 'GET ', metadata, async (call) =>
		ok({ ...(await repositoryJson(repository, call.who)), ...counts }),
	);
	route(repository, 'GET /collaborators/:login/permission', metadata, (call) => permission(repository, call));
	router.on('GET', '/user', metadata, (call) => self(repository, call));
	router.on('GET', '/users/:login', metadata, (call) => user(repository, call));
	// A workflow's token reads nothing of an organization, in particular no teams.
	router.on('GET', '/orgs/*rest', metadata, ({ who }) => {
		throw who?.grants ? new ApiError(403, 'Resource not accessible by integration') : notFound();
	});
}
