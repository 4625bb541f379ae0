import { buildSchema, type GraphQLError, type GraphQLFieldResolver, type GraphQLTypeResolver, graphql } from 'graphql';
import type { LastEdit } from './edits.ts';
import { ApiError, asList, asObject, asText, type Call, ok, type Reply } from './http.ts';
import { organizationRepository } from './organization-routes.ts';
import type { Repository } from './repository.ts';
import type { Identity, Json, JsonObject } from './types.ts';

/** The part of GitHub's schema that the stand-in supports. A test checks our queries against the whole schema. */
const schema = buildSchema(`
	scalar DateTime
	scalar GitObjectID
	enum IssueState { OPEN CLOSED }
	enum PullRequestState { OPEN CLOSED MERGED }
	interface Node { id: ID! }
	interface Actor { login: String! }
	type User implements Actor { login: String! }
	type Bot implements Actor { login: String! }
	type IssueComment implements Node {
		id: ID! author: Actor editor: Actor body: String! createdAt: DateTime! lastEditedAt: DateTime publishedAt: DateTime
	}
	type PullRequestReviewComment implements Node {
		id: ID! author: Actor editor: Actor body: String! createdAt: DateTime! lastEditedAt: DateTime publishedAt: DateTime
	}
	interface GitObject { oid: GitObjectID! }
	type Blob implements GitObject { oid: GitObjectID! text: String isTruncated: Boolean! }
	type Commit implements GitObject { oid: GitObjectID! }
	type Ref { name: String! target: GitObject }
	type Tree implements GitObject { oid: GitObjectID! }
	type IssueCommentConnection { totalCount: Int! nodes: [IssueComment] }
	union IssueOrPullRequest = Issue | PullRequest
	enum TimelineItemsKind { RENAMED_TITLE_EVENT }
	type RenamedTitleEvent { createdAt: DateTime! actor: Actor }
	union TimelineItem = RenamedTitleEvent
	type TimelineItemsConnection { nodes: [TimelineItem] }
	type Issue {
		number: Int! title: String! body: String! author: Actor editor: Actor lastEditedAt: DateTime viewerDidAuthor: Boolean!
		timelineItems(last: Int, itemTypes: [TimelineItemsKind!]): TimelineItemsConnection!
		comments(first: Int, last: Int): IssueCommentConnection!
	}
	type IssueConnection { nodes: [Issue] }
	type PullRequest {
		number: Int! title: String! body: String! author: Actor editor: Actor lastEditedAt: DateTime
		viewerDidAuthor: Boolean! state: PullRequestState!
		timelineItems(last: Int, itemTypes: [TimelineItemsKind!]): TimelineItemsConnection!
		headRefOid: GitObjectID! headRefName: String! baseRefName: String! headRepository: Repository
		comments(first: Int, last: Int): IssueCommentConnection!
		reviewThreads(last: Int): PullRequestReviewThreadConnection!
	}
	scalar BigInt
	type ReviewComment { fullDatabaseId: BigInt }
	type ReviewCommentConnection { nodes: [ReviewComment] }
	type PullRequestReviewThread { isResolved: Boolean! comments(first: Int): ReviewCommentConnection! }
	type PullRequestReviewThreadConnection { nodes: [PullRequestReviewThread] }
	type Repository {
		id: ID! nameWithOwner: String!
		object(expression: String): GitObject
		ref(qualifiedName: String!): Ref
		issues(first: Int, states: [IssueState!], labels: [String!]): IssueConnection!
		pullRequest(number: Int!): PullRequest
		issue(number: Int!): Issue
		issueOrPullRequest(number: Int!): IssueOrPullRequest
	}
	type Query { viewer: User! nodes(ids: [ID!]!): [Node]! repository(owner: String!, name: String!): Repository }
`);

/** Sends a request to the REST API, which decides what exists and who may see it. @throws {ApiError} if the API refuses. */
type Ask = (path: string) => Promise<Json>;

interface Place {
	readonly repository: Repository;
	readonly who: Identity;
	readonly ask: Ask;
}

function actor(found: JsonObject): JsonObject {
	// A bot's login has no `[bot]` here, except the viewer's own login.
	const isBot = found['type'] === 'Bot';
	const login = String(found['login']);
	return { __typename: isBot ? 'Bot' : 'User', login: isBot ? login.replace(/\[bot\]$/, '') : login };
}

async function node(id: string, { ask, repository }: Place): Promise<JsonObject> {
	const [, kind, number = ''] = /^(IC|PRRC)_(\d+)$/.exec(Buffer.from(id, 'base64url').toString()) ?? [];
	if (kind === undefined) throw new ApiError(404, `Could not resolve to a node with the global id of '${id}'`);
	const found = asObject(await ask(`/${kind === 'IC' ? 'issues' : 'pulls'}/comments/${number}`));
	return commentNode(found, { id, kind }, repository);
}

function commentNode(
	found: JsonObject,
	{ id, kind }: { readonly id: string; readonly kind: string },
	repository: Repository,
): JsonObject {
	const edit = repository.edits.of(String(found['url']));
	const { body, created_at: createdAt } = found;
	return {
		__typename: kind === 'IC' ? 'IssueComment' : 'PullRequestReviewComment',
		...{ id, body: body ?? null, author: actor(asObject(found['user'])) },
		editor: editorOf(edit),
		...{ createdAt: createdAt ?? null, publishedAt: createdAt ?? null, lastEditedAt: edit?.at ?? null },
	};
}

function editorOf(edit: LastEdit | undefined): JsonObject | null {
	return edit === undefined ? null : actor({ type: edit.by.endsWith('[bot]') ? 'Bot' : 'User', login: edit.by });
}

async function blobAt(expression: string, { ask }: Place): Promise<JsonObject | null> {
	const path = /^HEAD:(.+)$/.exec(expression)?.[1];
	if (path === undefined) throw new ApiError(400, `${expression} is not played here`);
	const found = await unlessMissing(() => ask(`/contents/${path}`));
	if (found === null) return null;
	if (Array.isArray(found)) return { __typename: 'Tree' };
	const { sha, content } = asObject(found);
	const text = Buffer.from(asText(content) ?? '', 'base64').toString();
	return { __typename: 'Blob', oid: sha ?? null, text: text.includes('\0') ? null : text, isTruncated: false };
}

async function refAt(qualifiedName: string, { ask }: Place): Promise<JsonObject | null> {
	const found = await unlessMissing(() => ask(`/git/ref/${qualifiedName.replace(/^refs\//, '')}`));
	if (found === null) return null;
	const { sha } = asObject(asObject(found)['object']);
	return { name: qualifiedName.replace(/^refs\/[^/]+\//, ''), target: { __typename: 'Commit', oid: sha ?? null } };
}

async function unlessMissing(ask: () => Promise<Json>): Promise<Json> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return null;
		throw error;
	}
}

const isViewer = ({ who }: Place, thing: JsonObject) => asObject(thing['user'])['id'] === who.user.id;

async function issues(wanted: JsonObject, place: Place): Promise<JsonObject> {
	const labels = asList(wanted['labels']).join(',');
	const state = asList(wanted['states']).length === 1 ? String(asList(wanted['states'])[0]).toLowerCase() : 'all';
	const found = asList(await place.ask(`/issues?state=${state}&labels=${labels}&per_page=${wanted['first'] ?? 30}`));
	const nodes = found.map(asObject).filter((one) => one['pull_request'] === undefined);
	return { nodes: nodes.map((one) => written(one, place)) };
}

function written(one: JsonObject, place: Place): JsonObject {
	const { number, title, body, user } = one;
	const { edits } = place.repository;
	const edit = edits.ofOpening(Number(number), 'body');
	const renamed = edits.ofOpening(Number(number), 'title');
	const renaming = { __typename: 'RenamedTitleEvent', createdAt: renamed?.at ?? null, actor: editorOf(renamed) };
	return {
		number: number ?? null,
		title: title ?? '',
		body: body ?? '',
		...{ editor: editorOf(edit), lastEditedAt: edit?.at ?? null },
		timelineItems: { nodes: renamed === undefined ? [] : [renaming] },
		author: actor(asObject(user)),
		viewerDidAuthor: isViewer(place, one),
	};
}

async function pull(number: number, place: Place): Promise<Readonly<Record<string, unknown>> | null> {
	const found = await unlessMissing(() => place.ask(`/pulls/${number}`));
	if (found === null) return null;
	const one = asObject(found);
	const head = asObject(one['head']);
	const home = head['repo'] === null ? null : { nameWithOwner: asObject(head['repo'])['full_name'] ?? null };
	const state = one['merged_at'] ? 'MERGED' : String(one['state']).toUpperCase();
	return {
		...{ ...written(one, place), state, headRepository: home },
		...{ headRefOid: head['sha'] ?? null, headRefName: head['ref'] ?? null },
		baseRefName: asObject(one['base'])['ref'] ?? null,
		reviewThreads: () => reviewThreads(number, place),
	};
}

async function reviewThreads(number: number, { ask, repository }: Place): Promise<JsonObject> {
	const remarks = asList(await ask(`/pulls/${number}/comments?per_page=100`)).map(asObject);
	const first = remarks.filter((one) => one['in_reply_to_id'] === undefined).map((one) => Number(one['id']));
	const resolved = repository.switches.resolvedThreads;
	return {
		nodes: first.map((id) => ({
			isResolved: resolved.includes(id),
			comments: { nodes: [{ fullDatabaseId: String(id) }] },
		})),
	};
}

/** The newest comments of a thread. */
async function comments(number: number, { last }: JsonObject, place: Place): Promise<JsonObject> {
	const all: Json[] = [];
	for (let page = 1, found: Json[] = []; page === 1 || found.length === 100; page += 1) {
		found = asList(await place.ask(`/issues/${number}/comments?per_page=100&page=${page}`));
		all.push(...found);
	}
	const nodes = all.slice(-Number(last ?? 100)).map(asObject);
	const asNode = (one: JsonObject) => commentNode(one, { id: String(one['node_id']), kind: 'IC' }, place.repository);
	return { totalCount: all.length, nodes: nodes.map(asNode) };
}

async function issueOrPull(number: number, place: Place) {
	const found = await place.ask(`/issues/${number}`);
	return {
		__typename: asObject(found)['pull_request'] ? 'PullRequest' : 'Issue',
		...written(asObject(found), place),
		comments: (wanted: JsonObject) => comments(number, wanted, place),
	};
}

const typeOf: GraphQLTypeResolver<JsonObject, unknown> = (value) => asText(value['__typename']);
const fieldOf: GraphQLFieldResolver<JsonObject, unknown> = (source, given, _context, { fieldName }) => {
	const value: unknown = source[fieldName];
	return typeof value === 'function' ? Reflect.apply(value, source, [given]) : value;
};

const kinds: Readonly<Record<number, string>> = { 403: 'FORBIDDEN', 404: 'NOT_FOUND' };

function fault({ message, path, originalError }: GraphQLError): JsonObject {
	const type = originalError instanceof ApiError ? kinds[originalError.status] : undefined;
	return { message, ...(path && { path: [...path] }), ...(type !== undefined && { type }) };
}

/** Returns the root of a query. Each part is looked up when a query asks for it. */
function rootOf(place: Place) {
	const { owner, name } = place.repository;
	const repository = {
		id: Buffer.from(`R_${place.repository.id}`).toString('base64url'),
		nameWithOwner: `${owner}/${name}`,
		object: ({ expression }: JsonObject) => blobAt(String(expression), place),
		ref: ({ qualifiedName }: JsonObject) => refAt(String(qualifiedName), place),
		issues: (wanted: JsonObject) => issues(wanted, place),
		pullRequest: ({ number }: JsonObject) => pull(Number(number), place),
		issue: ({ number }: JsonObject) => issueOrPull(Number(number), place),
		issueOrPullRequest: ({ number }: JsonObject) => issueOrPull(Number(number), place),
	};
	return {
		viewer: { ...actor(place.repository.people.json(place.who.user)), login: place.who.user.login },
		nodes: ({ ids }: JsonObject) => asList(ids).map((id) => node(String(id), place)),
		repository: async (wanted: JsonObject) => {
			const isOwners = `${wanted['owner']}/${wanted['name']}`.toLowerCase() === `${owner}/.github`.toLowerCase();
			const owners = isOwners ? await organizationRepository(place.repository, place.who) : undefined;
			if (owners !== undefined) return { id: owners['node_id'] ?? null, nameWithOwner: owners['full_name'] ?? null };
			if (`${wanted['owner']}/${wanted['name']}`.toLowerCase() === `${owner}/${name}`.toLowerCase()) return repository;
			throw new ApiError(
				404,
				`Could not resolve to a Repository with the name '${wanted['owner']}/${wanted['name']}'.`,
			);
		},
	};
}

async function answer({ who, body, address }: Call, repository: Repository, rest: Rest): Promise<Reply> {
	if (who === undefined) throw new ApiError(401, 'This endpoint requires you to be authenticated.');
	const ask: Ask = async (path) => {
		const reply = await rest({ who, method: 'GET', address: new URL(`${repository.apiUrl}${path}`, address) });
		if (reply.status >= 300) throw new ApiError(reply.status, String(asObject(reply.body)['message']));
		return Buffer.isBuffer(reply.body) ? reply.body.toString() : (reply.body ?? null);
	};
	const { data = null, errors = [] } = await graphql({
		...{ schema, source: asText(body['query']) ?? '', variableValues: asObject(body['variables']) },
		...{ rootValue: rootOf({ repository, who, ask }), fieldResolver: fieldOf, typeResolver: typeOf },
	});
	const faults = errors.map(fault);
	return ok(JSON.parse(JSON.stringify({ data, ...(faults.length > 0 && { errors: faults }) })));
}

type Rest = (request: { readonly who: Identity; readonly method: string; readonly address: URL }) => Promise<Reply>;

/** Adds GraphQL, next to the REST API as on github.com and below it as on an Enterprise Server. */
export function addGraphRoutes(repository: Repository, rest: Rest): void {
	for (const path of ['/graphql', '/api/graphql'])
		repository.router.on('POST', path, 'open', (call) => answer(call, repository, rest));
}
