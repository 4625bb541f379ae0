import { ApiError, type Call, notFound, type Reply } from './http.ts';
import { type Repository, read, route } from './repository.ts';

const store = '/store/logs';

/** Returns the same address with another host name, which is another origin for the client. */
const elsewhere = (url: string): string => url.replace('127.0.0.1', 'localhost');

function text(content: string): Reply {
	return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(content) };
}

/** Redirects to a store that needs no token (github/docs#27558, answered by GitHub: the address is valid for a minute). */
function logOf({ jobLogs, switches, url }: Repository, { params }: Call): Reply {
	const log = jobLogs.get(Number(params['id']));
	if (log === undefined) throw notFound();
	if (!switches.logsElsewhere) return text(log);
	return { status: 302, headers: { location: `${elsewhere(url)}${store}/${params['id']}?sig=one-minute` } };
}

/** Answers as the store, which refuses requests with a token (KnpLabs/php-github-api#1156). */
function stored({ jobLogs }: Repository, { params, who }: Call): Reply {
	if (who) throw new ApiError(400, 'Authentication information is not given in the correct format.');
	const log = jobLogs.get(Number(params['id']));
	if (log === undefined) throw notFound();
	return text(log);
}

/** Adds the routes for logs of Actions jobs. */
export function addJobLogRoutes(repository: Repository): void {
	route(repository, 'GET /actions/jobs/:id/logs', read('actions'), (call) => logOf(repository, call));
	repository.router.on('GET', `${store}/:id`, 'open', (call) => stored(repository, call));
}
