import { ApiError, errorReply, isObject, notFound, type Reply } from './http.ts';
import type { Repository } from './repository.ts';
import type { Identity, Json } from './types.ts';

interface Arrival {
	readonly who: Identity | undefined;
	readonly method: string;
	readonly address: URL;
}

/** What follows the repository in a path, and by which of its addresses it is named; `undefined`: it is not about it. */
function rest(repository: Repository, path: string): { rest: string; by: 'id' | 'name' | 'new name' } | undefined {
	const { owner, name, id, switches } = repository;
	const places = [
		{ base: `/repositories/${id}`, by: 'id' },
		{ base: `/repos/${owner}/${name}`, by: 'name' },
		{ base: `/repos/${owner}/${switches.renamedTo}`, by: 'new name' },
	] as const;
	const found = places.find(
		({ base }) => path.toLowerCase() === base.toLowerCase() || path.toLowerCase().startsWith(`${base.toLowerCase()}/`),
	);
	return found && { rest: path.slice(found.base.length), by: found.by };
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

/** Where the request is answered, by the name that the routes know; or what is answered at once. */
export function relocated(repository: Repository, arrival: Arrival): URL | Reply {
	const { url, id, owner, name, switches } = repository;
	const { method, address } = arrival;
	const found = rest(repository, address.pathname);
	if (!found) return address;
	if (found.by === 'name' && switches.renamedTo !== undefined) {
		const location = `${url}/repositories/${id}${found.rest}${address.search}`;
		const status = method === 'GET' || method === 'HEAD' ? 301 : 307;
		const body = { message: status === 301 ? 'Moved Permanently' : 'Temporary Redirect', url: location };
		return { status, headers: { location }, body };
	}
	const refused = refusal(repository, arrival, found.rest === '/installation');
	if (refused) return refused;
	const place = new URL(address);
	place.pathname = `/repos/${owner}/${name}${found.rest}`;
	return place;
}

function withName(value: Json, names: readonly [string, string], shortName: string): Json {
	if (typeof value === 'string') return value.replaceAll(names[0], names[1]);
	if (Array.isArray(value)) return value.map((item) => withName(item, names, shortName));
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([key, child]) => [key, withName(child, names, shortName)] as const);
	const isRepository = value['full_name'] === names[0];
	return { ...Object.fromEntries(entries), ...(isRepository ? { name: shortName } : {}) };
}

/** The answer with the repository's present name in it. */
export function renamed({ owner, name, switches }: Repository, reply: Reply): Reply {
	const { renamedTo } = switches;
	if (renamedTo === undefined || reply.body === undefined || Buffer.isBuffer(reply.body)) return reply;
	return { ...reply, body: withName(reply.body, [`${owner}/${name}`, `${owner}/${renamedTo}`], renamedTo) };
}
