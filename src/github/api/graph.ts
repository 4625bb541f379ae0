import { z } from 'zod';

/** A question to GitHub's GraphQL API, which only reads. */
export interface Question<T> {
	/** The wanted fields of the query's root, by name. `$name` is a variable: `{ viewer: 'viewer { login }' }`. */
	readonly fields: Readonly<Record<string, string>>;
	readonly variables?: Readonly<Record<string, Variable>>;
	/** The answer, by the names of `fields`. A field that is not found is null. */
	readonly schema: z.ZodType<T>;
}

/** Asks GitHub a question and returns the answer. Questions that are asked at the same time become one request. */
export type AskGraph = <T>(question: Question<T>) => Promise<T>;

export interface Variable {
	/** The GraphQL type: `[ID!]!`. */
	readonly type: string;
	readonly value: unknown;
}

/** Several questions as one request. */
export interface GraphRequest {
	readonly query: string;
	readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Returns the GraphQL route: `/graphql` below the API's address on github.com and on tenants of ghe.com, and `/api/graphql` on an
 * Enterprise Server (GitHub, Forming calls with GraphQL).
 */
export function graphRoute(webUrl: string): string {
	const { hostname } = new URL(webUrl);
	const isHosted = hostname === 'github.com' || hostname.endsWith('.ghe.com');
	return isHosted ? 'POST /graphql' : `POST ${webUrl}/api/graphql`;
}

/**
 * Combines all questions into one query. The number of each question becomes part of its names, so that no two questions use the same name.
 */
export function together(questions: readonly Question<unknown>[]): GraphRequest {
	const all = questions.flatMap(({ variables = {} }, number) =>
		Object.entries(variables).map(([name, variable]) => ({ name: `q${number}_${name}`, ...variable })),
	);
	const fields = questions.flatMap(({ fields: asked }, number) =>
		Object.entries(asked).map(([name, text]) => `q${number}_${name}: ${text.replace(/\$(?=\w)/g, `$q${number}_`)}`),
	);
	const head = all.length === 0 ? '' : `(${all.map(({ name, type }) => `$${name}: ${type}`).join(', ')})`;
	return {
		query: `query${head} {\n${fields.join('\n')}\n}`,
		variables: Object.fromEntries(all.map(({ name, value }) => [name, value])),
	};
}

const fault = z.object({
	type: z.string().optional(),
	message: z.string(),
	path: z.array(z.union([z.string(), z.number()])).optional(),
});
const envelope = z.object({ data: z.record(z.string(), z.unknown()).nullish(), errors: z.array(fault).optional() });

/** The parts of an answer, and the errors in it. */
export type GraphAnswer = z.infer<typeof envelope>;

/** The REST status for each type of GraphQL error. An error of GitHub itself has no type, for example if a query took too long. */
const statuses: Readonly<Record<string, number>> = { RATE_LIMITED: 429, FORBIDDEN: 403, INSUFFICIENT_SCOPES: 403 };

/** Parses the body of an answer. @throws an error with a `status`, as the client does for REST, if the whole request failed. */
export function graphAnswer(body: unknown): GraphAnswer {
	const answer = envelope.parse(body);
	const error = faultsOf(answer).find(
		({ path, type }) => path === undefined || type === undefined || statuses[type] === 429,
	);
	if (error !== undefined) throw withStatus(error);
	return answer;
}

/** Returns the part of an answer that belongs to one question. @throws an error with a `status` if GitHub refused that part. */
export function partOf({ fields }: Question<unknown>, number: number, answer: GraphAnswer): Record<string, unknown> {
	const names = Object.keys(fields).map((name) => [name, `q${number}_${name}`] as const);
	const refused = faultsOf(answer).find(({ path }) => names.some(([, own]) => path?.[0] === own));
	if (refused !== undefined) throw withStatus(refused);
	return Object.fromEntries(names.map(([name, own]) => [name, answer.data?.[own] ?? null]));
}

function faultsOf({ errors = [] }: GraphAnswer) {
	return errors.filter(({ type }) => type !== 'NOT_FOUND');
}

function withStatus({ type, message }: z.infer<typeof fault>): Error {
	return Object.assign(new Error(message), { status: type === undefined ? 502 : (statuses[type] ?? 400) });
}
