import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

/** GitHub's answer with any status. */
export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: unknown;
}

/** Sends requests with one token to one repository. */
export interface Connection {
	readonly token: string;
	/** `path` is below the repository, or from the root if it begins with `//`. */
	ask(method: string, path: string, body?: object): Promise<Answer>;
	/** @throws TryTrouble if GitHub refuses or answers in an unknown form. */
	must<T>(method: string, path: string, schema: z.ZodType<T>, body?: object): Promise<T>;
	/** Returns the data of a GraphQL query. `$owner` and `$name` are set. @throws TryTrouble if GraphQL refuses. */
	graph<T>(query: string, schema: z.ZodType<T>, variables?: Readonly<Record<string, unknown>>): Promise<T>;
}

export interface ConnectionOptions {
	readonly apiUrl: string;
	readonly owner: string;
	readonly repo: string;
	readonly token: string;
	/** Ends the work before the next request. A running request is finished first, so that its result is known. */
	readonly signal?: AbortSignal;
}

/** The work cannot continue. `message` says what to do. */
export class TryTrouble extends Error {}

/** The time limit of one request. Milliseconds. */
const longest = 60_000;
/** The longest wait that GitHub may ask for after many writes (Rate limits, secondary). Seconds. */
const longestPatience = 120;
const said = z.object({ message: z.string() });
const graphAnswer = z.object({ data: z.unknown(), errors: z.array(said).optional() });

/**
 * Returns the address of GraphQL. It is next to the REST API on github.com, and below `/api` on an Enterprise Server (GitHub, Forming calls
 * with GraphQL).
 */
export function graphUrl(apiUrl: string): string {
	if (/\/api\/v3$/.test(apiUrl)) return apiUrl.replace(/\/v3$/, '/graphql');
	return `${apiUrl}/graphql`;
}

export function createConnection({ apiUrl, owner, repo, token, signal }: ConnectionOptions): Connection {
	const send = async (method: string, url: string, body?: object): Promise<Answer> => {
		const first = await sendOnce(method, url, body);
		const seconds = Number(first.headers.get('retry-after') ?? Number.NaN);
		if (![403, 429].includes(first.status) || !(seconds <= longestPatience)) return first;
		await setTimeout(seconds * 1000, undefined, signal === undefined ? {} : { signal });
		return sendOnce(method, url, body);
	};
	const sendOnce = async (method: string, url: string, body?: object): Promise<Answer> => {
		signal?.throwIfAborted();
		const response = await fetch(url, {
			method,
			redirect: 'manual',
			signal: AbortSignal.timeout(longest),
			headers: {
				accept: 'application/vnd.github+json',
				authorization: `Bearer ${token}`,
				'user-agent': 'countersign-try',
				'x-github-api-version': '2022-11-28',
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: response.status, headers: response.headers, body: jsonOf(await response.text()) };
	};
	const ask: Connection['ask'] = (method, path, body) =>
		send(method, path.startsWith('//') ? apiUrl + path.slice(1) : `${apiUrl}/repos/${owner}/${repo}${path}`, body);
	const must: Connection['must'] = async (method, path, schema, body) => {
		const answer = await ask(method, path, body);
		if (answer.status >= 300) throw new TryTrouble(`${method} ${path || '(the repository)'}: ${refusalOf(answer)}`);
		return parsed(`${method} ${path}`, schema, answer.body);
	};
	const graph: Connection['graph'] = async (query, schema, variables = {}) => {
		const answer = await send('POST', graphUrl(apiUrl), { query, variables: { owner, name: repo, ...variables } });
		if (answer.status >= 300) throw new TryTrouble(`GraphQL: ${refusalOf(answer)}`);
		const { data, errors = [] } = parsed('GraphQL', graphAnswer, answer.body);
		if (errors.length > 0) throw new TryTrouble(`GraphQL: ${errors.map(({ message }) => message).join('; ')}`);
		return parsed('GraphQL', schema, data);
	};
	return { token, ask, must, graph };
}

/** Returns GitHub's message with its status. */
export function refusalOf({ status, body }: Answer): string {
	const message = said.safeParse(body);
	return message.success ? `${status} ${message.data.message}` : String(status);
}

function jsonOf(text: string): unknown {
	try {
		return text === '' ? undefined : JSON.parse(text);
	} catch {
		// It is not JSON, for example a log or the page of a proxy.
		return text;
	}
}

function parsed<T>(what: string, schema: z.ZodType<T>, body: unknown): T {
	const result = schema.safeParse(body);
	if (result.success) return result.data;
	throw new TryTrouble(`${what} answered in an unknown form: ${z.prettifyError(result.error)}`);
}
