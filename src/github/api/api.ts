import type { z } from 'zod';
import { CountersignError, type Redactor } from '../../core/index.ts';
import { createRedactor } from '../../journal/index.ts';
import { readOwnLogin } from '../identity/own-login.ts';
import { type AskGraph, type GraphAnswer, graphAnswer, graphRoute, partOf, type Question, together } from './graph.ts';
import { inBatches } from './in-batches.ts';
import { once } from './once.ts';
import { outgoing } from './outgoing.ts';
import type { Pace } from './pace.ts';
import { nextPage, pageSize } from './pages.ts';
import { headerOf, longestPatience, patienceOf } from './patience.ts';
import { refusalWords } from './refusal-words.ts';

/** The only method of Octokit that we use. Both `@actions/github` and `octokit` have it. */
export interface RequestPort {
	request(
		route: string,
		parameters?: Record<string, unknown>,
	): Promise<{ readonly status: number; readonly data: unknown; readonly headers: object }>;
}

export interface ApiOptions {
	/** `https://github.com`, or the address of an Enterprise Server. */
	readonly webUrl: string;
	readonly octokit: RequestPort;
	readonly owner: string;
	readonly repo: string;
	/** The login that we write with, if it is known. */
	readonly login?: string;
	readonly sleep: (milliseconds: number) => Promise<void>;
	/** Limits how fast writes are sent. Without it, they are sent at once. */
	readonly pace?: Pace;
	/** Removes secrets from everything that is sent. Without this redactor, only credentials with a well-known form are removed. */
	readonly redactor?: Redactor;
	readonly now?: () => Date;
}

/** One page of a list. */
export interface Page<T> {
	readonly found: T;
	readonly isLast: boolean;
}

/** GitHub's REST API for one repository. Requests are retried after an outage, but not after a refusal. */
export interface Api {
	readonly owner: string;
	readonly repo: string;
	readonly webUrl: string;
	/** Returns the login that we write with. Asks GitHub once. */
	login(): Promise<string>;
	/** Returns the parsed answer. @throws {ApiRefusal} for a 4xx, CountersignError `github-unreachable` for an outage that lasts. */
	call<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T>;
	/**
	 * Like `call`, but tries only once, for requests that must not happen twice. Before the caller tries again, it must look for the effect.
	 */
	callOnce<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T>;
	/** Returns the parsed answer, or undefined if the object does not exist (404) or no longer exists (410). */
	find<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T | undefined>;
	/**
	 * Returns the parsed answer, or the refusal if the request is invalid (422) or in conflict (409). For example, a name is taken, an update
	 * is not a fast-forward, or a rule forbids the request.
	 */
	tryTo<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T | ApiRefusal>;
	/** Returns all items of a list. */
	list<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<readonly T[]>;
	/** Yields the pages of a list. Requests a page only when the caller asks for the next one. */
	pages<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): AsyncIterable<Page<T>>;
	/**
	 * Returns an answer of GitHub's GraphQL API. Questions that are asked at the same moment become one request. @throws the same errors as
	 * `call`.
	 */
	readonly graph: AskGraph;
	sleep(milliseconds: number): Promise<void>;
	now(): Date;
}

/**
 * Returns what `find` finds, or else calls `make`. After an outage of GitHub, it calls `find` again before it repeats `make`, because
 * `make` may have succeeded although its answer was lost.
 * @throws CountersignError `github-unreachable` when the outage lasts.
 */
export async function findOrMake<T>(api: Api, find: () => Promise<T | undefined>, make: () => Promise<T>): Promise<T> {
	for (const delay of delays) {
		const there = await find();
		if (there !== undefined) return there;
		try {
			return await make();
		} catch (error) {
			if (!(error instanceof ApiOutage)) throw error;
			await api.sleep(waitFor(error, delay));
		}
	}
	return (await find()) ?? make();
}

/** GitHub refused a request. `tryTo` returns some refusals as a value; all others are thrown. */
export class ApiRefusal extends CountersignError {
	readonly status: number;
	/** The route as it was called: `GET /repos/{owner}/{repo}`. */
	readonly route: string;
	/** The App permissions that would allow the request, if GitHub names them: `actions=write`. */
	readonly accepted: string | undefined;

	constructor(status: number, route: string, said: string, cause: unknown) {
		super({ ...refusalWords({ status, route, said, cause }), cause });
		this.name = 'ApiRefusal';
		this.status = status;
		this.route = route;
		const accepted = headerOf(cause, 'x-accepted-github-permissions');
		this.accepted = typeof accepted === 'string' ? accepted : undefined;
	}
}

/** GitHub was unreachable, or asked us to wait. The request may still have had its effect. */
class ApiOutage extends CountersignError {
	/** How long GitHub asks us to wait. Milliseconds. */
	readonly retryAfter: number | undefined;

	constructor(route: string, retryAfter: number | undefined, cause: unknown) {
		super({
			code: 'github-unreachable',
			message: `GitHub could not be reached for \`${route}\`: ${messageOf(cause)}`,
			fix: `Nothing is lost: re-run this job${later(retryAfter)} and it goes on where it stopped. See https://www.githubstatus.com.`,
			cause,
		});
		this.name = 'ApiOutage';
		this.retryAfter = retryAfter;
	}
}

/**
 * Returns how long to wait before the next try. @throws the outage itself if GitHub asks for a wait that is too long for a job. We never
 * wait less than GitHub asks, because GitHub bans clients that do.
 */
function waitFor(outage: ApiOutage, delay: number): number {
	const { retryAfter = delay } = outage;
	if (retryAfter > longestPatience) throw outage;
	return retryAfter;
}

function later(retryAfter = 0): string {
	return retryAfter > longestPatience ? ` in ${Math.ceil(retryAfter / 60_000)} minutes` : '';
}

/** The version of the API that our requests and parsers are written for (GitHub, API versions). */
const apiVersion = '2022-11-28';

/** The wait before each further try. Milliseconds. */
const delays = [1000, 2000, 4000];
const transient = new Set([408, 429, 500, 502, 503, 504]);
const longestQuote = 300;

export function createApi(options: ApiOptions): Api {
	const { octokit, owner, repo, webUrl, sleep, pace, login, now = () => new Date() } = options;
	const { redactor = createRedactor([]) } = options;
	const attempt = async (route: string, parameters: Record<string, unknown>): Promise<Answer> => {
		await pace?.before(route);
		// Octokit sends a parameter without a placeholder in the query or the body, so `owner` and `repo` are set only for routes that need them.
		const place = { ...(route.includes('{owner}') && { owner }), ...(route.includes('{repo}') && { repo }) };
		// An `octokit` client retries by itself, up to three times. Our requests may have to happen only once, so its retries are off.
		const asked = { ...place, ...parameters, headers: { 'x-github-api-version': apiVersion }, request: { retries: 0 } };
		const { data, headers } = await octokit.request(route, asked);
		// GraphQL reports refusals and outages in the body of a successful answer.
		return { data: route.endsWith('/graphql') ? graphAnswer(data) : data, headers };
	};
	const tried = async (route: string, parameters: Record<string, unknown>): Promise<Settled> => {
		const clean = outgoing(route, parameters, redactor);
		const result = await settled(attempt(route, clean), route, now());
		// If GitHub asks for a longer wait, the job ends, and sends its last messages without a wait.
		const wait = result.kind === 'outage' ? (result.retryAfter ?? 0) : 0;
		if (wait <= longestPatience) pace?.hold(wait);
		return result;
	};
	const retried = async (route: string, parameters: Record<string, unknown>): Promise<Answer> => {
		for (const delay of delays) {
			const result = await tried(route, parameters);
			if (result.kind === 'done') return result.answer;
			if (result.kind === 'refused') throw result.error;
			await sleep(waitFor(new ApiOutage(route, result.retryAfter, result.error), delay));
		}
		return lastTry(route, parameters);
	};
	const lastTry = async (route: string, parameters: Record<string, unknown>): Promise<Answer> => {
		const last = await tried(route, parameters);
		if (last.kind === 'done') return last.answer;
		throw last.kind === 'refused' ? last.error : new ApiOutage(route, last.retryAfter, last.error);
	};
	const callOnce: Api['callOnce'] = async (route, schema, parameters = {}) =>
		parsed(route, schema, (await lastTry(route, parameters)).data);
	const call: Api['call'] = async (route, schema, parameters = {}) =>
		parsed(route, schema, (await retried(route, parameters)).data);
	async function* pages<T>(route: string, schema: z.ZodType<T>, parameters: Record<string, unknown> = {}) {
		let query: Record<string, unknown> | undefined = { ...parameters, per_page: pageSize, page: 1 };
		while (query !== undefined) {
			const { data, headers } = await retried(route, query);
			const next = nextPage(headers, data, query);
			yield { found: parsed(route, schema, data), isLast: next === undefined };
			query = next === undefined ? undefined : { ...parameters, ...next };
		}
	}
	const list: Api['list'] = async (route, schema, parameters) => {
		const all = [];
		for await (const { found } of pages(route, schema.array(), parameters)) all.push(...found);
		return all;
	};
	const find: Api['find'] = (route, schema, parameters) =>
		call(route, schema, parameters)
			.catch(refusalOf([404, 410]))
			.then(unlessRefused);
	const tryTo: Api['tryTo'] = (route, schema, parameters) =>
		call(route, schema, parameters).catch(refusalOf([409, 422]));
	const askTogether = inBatches(
		async (questions: readonly Question<unknown>[]) =>
			(await retried(graphRoute(webUrl), { ...together(questions) })).data as GraphAnswer,
		(question, number, answer) => partOrRefusal(question, number, answer),
	);
	const graph: AskGraph = async (question) => parsed('GraphQL', question.schema, await askTogether(question));
	const self = once(async () => login ?? (await readOwnLogin(graph)));
	return { owner, repo, webUrl, login: self, call, callOnce, find, tryTo, list, pages, graph, sleep, now };
}

function partOrRefusal(question: Question<unknown>, number: number, answer: GraphAnswer): Record<string, unknown> {
	try {
		return partOf(question, number, answer);
	} catch (error) {
		throw new ApiRefusal(statusOf(error) ?? 400, 'GraphQL', messageOf(error), error);
	}
}

interface Answer {
	readonly data: unknown;
	readonly headers: object;
}

type Settled =
	| { readonly kind: 'done'; readonly answer: Answer }
	| { readonly kind: 'refused'; readonly error: ApiRefusal }
	| { readonly kind: 'outage'; readonly error: unknown; readonly retryAfter?: number };

async function settled(answer: Promise<Answer>, route: string, now: Date): Promise<Settled> {
	try {
		return { kind: 'done', answer: await answer };
	} catch (error) {
		const status = statusOf(error);
		const retryAfter = patienceOf(error, now);
		const limited = status === 403 && (retryAfter !== undefined || isSpent(error));
		if (status === undefined || transient.has(status) || limited) {
			return { kind: 'outage', error, ...(retryAfter === undefined ? {} : { retryAfter }) };
		}
		return { kind: 'refused', error: new ApiRefusal(status, route, messageOf(error), error) };
	}
}

function refusalOf(statuses: readonly number[]): (error: unknown) => ApiRefusal {
	return (error) => {
		if (error instanceof ApiRefusal && statuses.includes(error.status)) return error;
		throw error;
	};
}

function unlessRefused<T>(answer: T | ApiRefusal): T | undefined {
	return answer instanceof ApiRefusal ? undefined : answer;
}

function parsed<T>(route: string, schema: z.ZodType<T>, data: unknown): T {
	const result = schema.safeParse(data);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw new CountersignError({
		code: 'github-refused',
		message: `GitHub answered \`${route}\` in a form that is not known: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
		fix: 'Update Countersign; on GitHub Enterprise Server say which version in an issue.',
	});
}

function statusOf(error: unknown): number | undefined {
	return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

/** Whether a 403 means that the rate limit is used up. Otherwise a permission is missing. */
function isSpent(error: unknown): boolean {
	return headerOf(error, 'x-ratelimit-remaining') === '0';
}

/** Returns a short form of the error's message, because the message of an outage can be a whole page of HTML. */
function messageOf(error: unknown): string {
	const said = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
	return said.length <= longestQuote ? said : `${said.slice(0, longestQuote)}…`;
}
