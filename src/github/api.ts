import type { z } from 'zod';
import { CountersignError, type Redactor } from '../core/index.ts';
import { createRedactor } from '../journal/index.ts';
import { type GraphAnswer, graphAnswer, graphRoute, partOf, type Question, together } from './graph.ts';
import { inBatches } from './in-batches.ts';
import { once } from './once.ts';
import { outgoing } from './outgoing.ts';
import { readOwnLogin } from './own-login.ts';
import type { Pace } from './pace.ts';
import { nextPage, pageSize } from './pages.ts';
import { headerOf, longestPatience, patienceOf } from './patience.ts';
import { refusalWords } from './refusal-words.ts';

/** The one method of an Octokit that we use; `@actions/github` and `octokit` both have it. */
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
	/** Who we are when we write, where that is known. */
	readonly login?: string;
	readonly sleep: (milliseconds: number) => Promise<void>;
	/** Keeps writes apart; without it they go out as they come. */
	readonly pace?: Pace;
	/** Takes secrets out of everything that is sent; without it those that are told by their shape. */
	readonly redactor?: Redactor;
	readonly now?: () => Date;
}

/** A page of a listing, as it was found. */
export interface Page<T> {
	readonly found: T;
	readonly isLast: boolean;
}

/** GitHub's REST API bound to one repository. Outages are retried; what GitHub refuses is not. */
export interface Api {
	readonly owner: string;
	readonly repo: string;
	readonly webUrl: string;
	/** Who we are when we write; asked once. */
	login(): Promise<string>;
	/** The parsed answer. @throws {ApiRefusal} for a 4xx, CountersignError `github-unreachable` for an outage that lasts. */
	call<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T>;
	/** One try only, for what must not happen twice: the caller looks for its effect before it tries again. */
	callOnce<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T>;
	/** Undefined where GitHub says that there is none (404), or none any more (410). */
	find<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T | undefined>;
	/** The refusal itself where GitHub finds it invalid (422) or in conflict (409): taken, not a fast-forward, against a rule. */
	tryTo<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<T | ApiRefusal>;
	/** All items of a listing. */
	list<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): Promise<readonly T[]>;
	/** A listing page by page, as long as it is read on: until GitHub names no next page. */
	pages<T>(route: string, schema: z.ZodType<T>, parameters?: Record<string, unknown>): AsyncIterable<Page<T>>;
	/** What GitHub's GraphQL API answers; what is asked at the same moment is one request. @throws as {@link call}. */
	graph<T>(question: Question<T>): Promise<T>;
	sleep(milliseconds: number): Promise<void>;
	now(): Date;
}

/**
 * Finds an effect or makes it, again after an outage: an answer that was lost on the way is found, not repeated.
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

/** GitHub said no: a value for callers who expect it, an error for the others. */
export class ApiRefusal extends CountersignError {
	readonly status: number;
	/** As it was asked: `GET /repos/{owner}/{repo}`. */
	readonly route: string;
	/** The permissions of an App that would do, where GitHub names them: `actions=write`. */
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

/** GitHub could not be reached, or asks for patience: what was asked may have happened all the same. */
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

/** How long to wait before the next try. @throws the outage itself where GitHub asks for more than a job should wait: who asks on is banned. */
function waitFor(outage: ApiOutage, delay: number): number {
	const { retryAfter = delay } = outage;
	if (retryAfter > longestPatience) throw outage;
	return retryAfter;
}

function later(retryAfter = 0): string {
	return retryAfter > longestPatience ? ` in ${Math.ceil(retryAfter / 60_000)} minutes` : '';
}

/** What is asked and answered is read as of this version (GitHub, API versions). */
const apiVersion = '2022-11-28';

/** Waits before each further try. Milliseconds. */
const delays = [1000, 2000, 4000];
const transient = new Set([408, 429, 500, 502, 503, 504]);
const longestQuote = 300;

export function createApi(options: ApiOptions): Api {
	const { octokit, owner, repo, webUrl, sleep, pace, login, now = () => new Date() } = options;
	const { redactor = createRedactor([]) } = options;
	const attempt = async (route: string, parameters: Record<string, unknown>): Promise<Answer> => {
		await pace?.before(route);
		// What no placeholder takes would go into the query or the body.
		const place = { ...(route.includes('{owner}') && { owner }), ...(route.includes('{repo}') && { repo }) };
		// An `octokit` client tries again by itself: what must happen once would happen four times.
		const asked = { ...place, ...parameters, headers: { 'x-github-api-version': apiVersion }, request: { retries: 0 } };
		const { data, headers } = await octokit.request(route, asked);
		// What GraphQL refuses or cannot do just now it says in the body of a good answer.
		return { data: route.endsWith('/graphql') ? graphAnswer(data) : data, headers };
	};
	const tried = async (route: string, parameters: Record<string, unknown>): Promise<Settled> => {
		const clean = outgoing(route, parameters, redactor);
		const result = await settled(attempt(route, clean), route, now());
		// What takes longer than a job waits ends the job: its last words must not wait for it either.
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
	const graph: Api['graph'] = async (question) => parsed('GraphQL', question.schema, await askTogether(question));
	const self = once(async () => login ?? (await readOwnLogin({ graph })));
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

/** A 403 that is a spent rate limit, and not a missing right. */
function isSpent(error: unknown): boolean {
	return headerOf(error, 'x-ratelimit-remaining') === '0';
}

/** What was said, short: an outage answers with a whole page of HTML. */
function messageOf(error: unknown): string {
	const said = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
	return said.length <= longestQuote ? said : `${said.slice(0, longestQuote)}…`;
}
