import { ApiError, errorReply, isObject, notFound, type Reply } from './http.ts';
import type { Repository } from './repository.ts';
import type { Identity, Json } from './types.ts';

interface Arrival {
	readonly who: Identity | undefined;
	readonly method: string;
	readonly address: URL;
}

interface Found {
	readonly rest: string;
	readonly by: 'id' | 'name' | 'new name';
	/** True for git over HTTP, and false for the API. */
	readonly isGit: boolean;
}

/**
 * Returns the rest of a path after the repository, and which address of the repository it uses. Undefined for a path outside the
 * repository.
 */
function named({ owner, name, id, switches }: Repository, path: string): Found | undefined {
	const wanted = path.toLowerCase();
	const places = [
		{ base: `/repositories/${id}`, by: 'id', isGit: false },
		{ base: `/repos/${owner}/${name}`, by: 'name', isGit: false },
		{ base: `/repos/${owner}/${switches.renamedTo}`, by: 'new name', isGit: false },
		{ base: `/${owner}/${name}.git`, by: 'name', isGit: true },
		{ base: `/${owner}/${switches.renamedTo}.git`, by: 'new name', isGit: true },
	] as const;
	const begins = (base: string) => wanted === base.toLowerCase() || wanted.startsWith(`${base.toLowerCase()}/`);
	const found = places.find(({ base }) => begins(base));
	return found && { rest: path.slice(found.base.length), by: found.by, isGit: found.isGit };
}

function refusal(
	{ id, people, installation }: Repository,
	{ who, method }: Arrival,
	isAppsOwn: boolean,
): Reply | undefined {
	if (installation?.removed && who?.app === installation.app && !isAppsOwn) return errorReply(notFound());
	if (!who?.reaches || who.reaches(id)) return undefined;
	if (people.world.private) return errorReply(notFound());
	return method === 'GET' ? undefined : errorReply(new ApiError(403, 'Resource not accessible by integration'));
}

function moved({ url, owner, id, switches }: Repository, { method, address }: Arrival, { rest, isGit }: Found): Reply {
	const base = isGit ? `${url}/${owner}/${switches.renamedTo}.git` : `${url}/repositories/${id}`;
	const location = `${base}${rest}${address.search}`;
	const status = method === 'GET' || method === 'HEAD' ? 301 : 307;
	const message = status === 301 ? 'Moved Permanently' : 'Temporary Redirect';
	return { status, headers: { location }, body: { message, url: location } };
}

/** Returns the address under which the routes know the request, or an answer such as a redirect. */
export function relocated(repository: Repository, arrival: Arrival): URL | Reply {
	const { owner, name, switches } = repository;
	const found = named(repository, arrival.address.pathname);
	if (!found) return arrival.address;
	if (found.by === 'name' && switches.renamedTo !== undefined) return moved(repository, arrival, found);
	const refused = refusal(repository, arrival, found.rest === '/installation');
	if (refused) return refused;
	const place = new URL(arrival.address);
	place.pathname = `${found.isGit ? `/${owner}/${name}.git` : `/repos/${owner}/${name}`}${found.rest}`;
	return place;
}

const isPlace = (key: string) => key === 'full_name' || key === 'url' || key === 'href' || key.endsWith('_url');

/** Replaces the name in addresses. Texts of people do not change. */
function withName(value: Json, [before, after]: readonly [string, string], key = ''): Json {
	if (typeof value === 'string') return isPlace(key) ? value.replaceAll(before, after) : value;
	if (Array.isArray(value)) return value.map((item) => withName(item, [before, after], key));
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, child]) => [name, withName(child, [before, after], name)] as const);
	const isRepository = value['full_name'] === before;
	return { ...Object.fromEntries(entries), ...(isRepository ? { name: after.split('/').at(-1) ?? '' } : {}) };
}

/** Returns the JSON with the repository's current name. */
export function underPresentName<T extends Json>({ owner, name, switches }: Repository, json: T): T {
	const { renamedTo } = switches;
	if (renamedTo === undefined) return json;
	return withName(json, [`${owner}/${name}`, `${owner}/${renamedTo}`]) as T;
}

/** Returns the answer with the repository's current name. */
export function renamed(repository: Repository, reply: Reply): Reply {
	if (reply.body === undefined || Buffer.isBuffer(reply.body)) return reply;
	return { ...reply, body: underPresentName(repository, reply.body) };
}
