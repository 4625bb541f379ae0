import { getOctokit } from '@actions/github';
import nock from 'nock';
import { Octokit } from 'octokit';
import { onTestFinished } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { type Api, createApi, type RequestPort } from '../../src/github/index.ts';

export const apiUrl = 'https://api.github.example';
export const webUrl = 'https://github.example';
export const token = 'ghs_tHisMustNeverBeSeen0123456789abcd';
const home = '/repos/acme/widgets';

/** A request, with its path relative to the repository. */
export interface Asked {
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly body: Readonly<Record<string, unknown>>;
}

/** An answer of GitHub. `dropped` breaks the connection; the request may have been done before. */
export type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>] | 'dropped';

export type Handler = (asked: Asked) => Answer;

/** Both clients as the product uses them, in front of nock. */
export const clients: readonly (readonly [name: string, client: () => RequestPort])[] = [
	['@actions/github', () => getOctokit(token, { baseUrl: apiUrl })],
	['octokit', () => new Octokit({ auth: token, baseUrl: apiUrl, throttle: { enabled: false } })],
];

type Variables = Readonly<Record<string, unknown>>;

/** A GraphQL answer by the names of the fields: each is a value, or a function that makes it from the variables. */
export function answerGraph(values: Readonly<Record<string, unknown>>): Handler {
	return ({ body }) => {
		const data: Record<string, unknown> = {};
		for (const [, number = '', field = ''] of String(body['query']).matchAll(/^q(\d+)_(\w+):/gm)) {
			const given = Object.entries(body['variables'] as Variables).map(([name, value]) => [name.split('_')[1], value]);
			const value = values[field];
			data[`q${number}_${field}`] = typeof value === 'function' ? value(Object.fromEntries(given)) : (value ?? null);
		}
		return [200, { data }];
	};
}

/** Unedited comments, except those with these node ids. */
export const nodesWith =
	(edited: readonly string[] = [], at = '2026-01-02T00:00:00Z') =>
	({ ids }: Variables) =>
		(ids as readonly string[]).map((id) => ({ lastEditedAt: edited.includes(id) ? at : null }));

/** We use the workflow's token, nothing was edited, and nothing is switched off. */
export const quiet = {
	viewer: { login: 'github-actions[bot]' },
	nodes: nodesWith(),
	repository: { object: null, issues: { nodes: [] }, pullRequest: null, ref: null },
};

/** A GitHub that answers through nock; nothing else can be reached. The list grows with every request, but not with those of GraphQL. */
export function aGitHub(handle: Handler, graph = answerGraph(quiet)): readonly Asked[] {
	const asked: Asked[] = [];
	nock.disableNetConnect();
	onTestFinished(() => nock.cleanAll());
	const reply = async (request: Request): Promise<[number, nock.Body, Record<string, string>]> => {
		const { pathname, searchParams } = new URL(request.url);
		const path = decodeURIComponent(pathname.startsWith(home) ? pathname.slice(home.length) : pathname);
		const text = await request.text();
		const body = (text === '' ? {} : JSON.parse(text)) as Asked['body'];
		const came = { method: request.method, path, query: Object.fromEntries(searchParams), body };
		const isGraph = path === '/api/graphql';
		if (!isGraph) asked.push(came);
		const answer = isGraph ? graph(came) : handle(came);
		if (answer === 'dropped') throw new Error('socket hang up');
		const [status, answered = {}, headers = {}] = answer;
		return [status, answered as nock.Body, headers];
	};
	nock(webUrl).persist().post('/api/graphql').reply(reply);
	for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) nock(apiUrl).persist().intercept(/.*/, method).reply(reply);
	return asked;
}

export interface TestApi extends Api {
	/** Every wait, in milliseconds. */
	readonly waits: readonly number[];
}

export function anApi(octokit: RequestPort = getOctokit(token, { baseUrl: apiUrl })): TestApi {
	const waits: number[] = [];
	const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
	return { ...createApi({ octokit, owner: 'acme', repo: 'widgets', webUrl, sleep }), waits };
}

/** A refusal of GitHub. */
export function no(status: number, message = 'No', headers: Record<string, string> = {}): Answer {
	return [status, { message, documentation_url: 'https://docs.github.example/rest' }, headers];
}

/** `METHOD path` of each request. */
export function lines(asked: readonly Asked[]): readonly string[] {
	return asked.map(({ method, path }) => `${method} ${path}`);
}

/** How often a request was sent. */
export function times(asked: readonly Asked[], line: string): number {
	return lines(asked).filter((one) => one === line).length;
}

/** The CountersignError that rejects the promise; anything else fails the test. */
export async function errorOf(promise: Promise<unknown>): Promise<CountersignError> {
	const thrown = await promise.then(
		(value) => new Error(`no error, but ${JSON.stringify(value)}`),
		(error: unknown) => error,
	);
	if (thrown instanceof CountersignError) return thrown;
	throw thrown;
}
