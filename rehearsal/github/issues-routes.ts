import {
	ApiError,
	asList,
	asObject,
	asText,
	type Call,
	created,
	isObject,
	ok,
	paged,
	type Reply,
	requiredText,
} from './http.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { ApiIssue, Identity, Json, JsonObject } from './types.ts';
import { checkBody, checkEditor, mayTriage } from './written.ts';

/** A pull request as the issues API shows it. */
function asIssue(pull: JsonObject, comments: number): JsonObject {
	const shared = ['html_url', 'number', 'title', 'user', 'labels', 'state', 'locked', 'assignee', 'assignees'];
	const also = ['milestone', 'created_at', 'updated_at', 'closed_at', 'body', 'author_association', 'draft', 'node_id'];
	const link = (name: string) => pull[name] ?? null;
	const url = String(pull['issue_url']);
	return {
		...Object.fromEntries([...shared, ...also].map((name) => [name, link(name)])),
		id: Number(pull['id']) + 1_000_000,
		url,
		repository_url: url.replace(/\/issues\/\d+$/, ''),
		labels_url: `${url}/labels{/name}`,
		comments_url: `${url}/comments`,
		events_url: `${url}/events`,
		timeline_url: `${url}/timeline`,
		comments,
		active_lock_reason: null,
		state_reason: null,
		performed_via_github_app: link('performed_via_github_app'),
		pull_request: {
			url: link('url'),
			html_url: link('html_url'),
			diff_url: link('diff_url'),
			patch_url: link('patch_url'),
			merged_at: link('merged_at'),
		},
	};
}

async function pullAsIssue({ emulated, reactions }: Repository, pull: JsonObject): Promise<JsonObject> {
	const comments = await emulated.all({ path: `/issues/${pull['number']}/comments` });
	const issue = asIssue(pull, comments.length);
	return { ...issue, reactions: reactions.summary(String(issue['url'])) };
}

/** Returns an issue. A pull request is also an issue. */
export async function findIssue(repository: Repository, number: string | undefined): Promise<JsonObject> {
	const { emulated } = repository;
	const path = encodeURIComponent(number ?? '');
	try {
		return asObject(await emulated.ask({ path: `/issues/${path}` }));
	} catch (error) {
		if (!(error instanceof ApiError) || error.status !== 404) throw error;
		return pullAsIssue(repository, asObject(await emulated.ask({ path: `/pulls/${path}` })));
	}
}

const names = (labels: Json | undefined): string[] =>
	asList(labels).map((label) => String(isObject(label) ? label['name'] : label));

function filtered(issues: JsonObject[], query: URLSearchParams): JsonObject[] {
	const labels = (query.get('labels') ?? '').split(',').filter((label) => label !== '');
	const creator = query.get('creator')?.toLowerCase();
	const since = query.get('since');
	const has = (issue: JsonObject, label: string) =>
		names(issue['labels']).some((name) => name.toLowerCase() === label.toLowerCase());
	return issues.filter(
		(issue) =>
			labels.every((label) => has(issue, label)) &&
			(creator === undefined || String(asObject(issue['user'])['login']).toLowerCase() === creator) &&
			(since === null || Date.parse(String(issue['updated_at'])) >= Date.parse(since)),
	);
}

function sorted(issues: JsonObject[], query: URLSearchParams): JsonObject[] {
	const field = { updated: 'updated_at', comments: 'comments' }[query.get('sort') ?? ''] ?? 'created_at';
	const sign = query.get('direction') === 'asc' ? 1 : -1;
	const rank = (issue: JsonObject) => (field === 'comments' ? Number(issue[field]) : Date.parse(String(issue[field])));
	return issues.sort((a, b) => sign * (rank(a) - rank(b) || Number(a['number']) - Number(b['number'])));
}

async function listIssues(repository: Repository, call: Call): Promise<Reply> {
	const { emulated } = repository;
	const state = encodeURIComponent(call.query.get('state') ?? 'open');
	const issues = await emulated.all({ path: `/issues?state=${state}` });
	const pulls = await emulated.all({ path: `/pulls?state=${state}` });
	const both = [...issues, ...(await Promise.all(pulls.map((pull) => pullAsIssue(repository, pull))))];
	return paged(call, sorted(filtered(both, call.query), call.query));
}

async function createIssue(repository: Repository, call: Call): Promise<Reply> {
	const { emulated } = repository;
	const title = requiredText(call.body, 'title', 'Issue');
	checkBody(call.body, 'Issue');
	const sorts = mayTriage(repository, call.who);
	const text = asText(call.body['body']);
	const body: JsonObject = {
		title,
		body: text ?? null,
		labels: sorts ? names(call.body['labels']) : [],
		assignees: sorts ? asList(call.body['assignees']) : [],
	};
	const issue = asObject(await emulated.ask({ who: call.who, method: 'POST', path: '/issues', body }));
	emulated.sign(String(issue['url']), call.who?.app);
	const shown = await findIssue(repository, String(issue['number']));
	repository.news.tell({ event: 'issues', issue: shown as ApiIssue, action: 'opened' }, call.who);
	tellLabels(repository, [], shown, call.who);
	return created(shown);
}

/** Edits an issue. The emulator changes a pull request, except its labels, only through the route for pull requests. */
async function editIssue(repository: Repository, call: Call): Promise<Reply> {
	const { emulated } = repository;
	const number = call.params['number'];
	const issue = await findIssue(repository, number);
	checkEditor(repository, call.who, issue);
	checkBody(call.body, 'Issue');
	const { labels, ...rest } = call.body;
	const part = 'pull_request' in issue ? 'pulls' : 'issues';
	const change = { who: call.who, method: 'PATCH', path: `/${part}/${number}` };
	if (Object.keys(rest).length > 0) await emulated.ask({ ...change, body: rest });
	if (labels !== undefined && mayTriage(repository, call.who)) {
		const body = { labels: names(labels) };
		await emulated.ask({ who: call.who, method: 'PUT', path: `/issues/${number}/labels`, body });
	}
	repository.edits.noteOpening(Number(number), issue, rest, call.who);
	const shown = await findIssue(repository, number);
	tellLabels(repository, names(issue['labels']), shown, call.who);
	return ok(shown);
}

/** Announces an event for each added or removed label. */
function tellLabels(repository: Repository, before: string[], issue: JsonObject, who: Identity | undefined): void {
	const after = names(issue['labels']);
	const tell = (label: string, action: 'labeled' | 'unlabeled') =>
		repository.news.tell(
			'pull_request' in issue
				? { event: 'pull_request', pull: Number(issue['number']), action, label }
				: { event: 'issues', issue: issue as ApiIssue, action, label },
			who,
		);
	for (const label of after.filter((name) => !before.includes(name))) tell(label, 'labeled');
	for (const label of before.filter((name) => !after.includes(name))) tell(label, 'unlabeled');
}

/** Forwards a route for labels to the emulator, after our own check of rights. */
function forward(repository: Repository, what: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} ${string}`): void {
	const [method = '', pattern = ''] = what.split(' ');
	const need = method === 'GET' ? read('issues') : write('issues', 'triage');
	route(repository, what, need, async (call) => {
		const filled = pattern.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(call.params[name] ?? ''));
		if (method === 'GET') return paged(call, await repository.emulated.all({ path: filled }));
		const hasBody = method !== 'DELETE' && { body: call.body };
		const issue = pattern.startsWith('/issues/') ? await findIssue(repository, call.params['number']) : undefined;
		const answer = await repository.emulated.ask({ who: call.who, method, path: filled, ...hasBody });
		if (issue) {
			const now = await findIssue(repository, call.params['number']);
			tellLabels(repository, names(issue['labels']), now, call.who);
		}
		if (answer === null) return { status: 204 };
		return isObject(answer) && method === 'POST' ? created(answer) : ok(answer);
	});
}

export function addIssueRoutes(repository: Repository): void {
	route(repository, 'GET /issues', read('issues'), (call) => listIssues(repository, call));
	route(repository, 'POST /issues', write('issues'), (call) => createIssue(repository, call));
	route(repository, 'GET /issues/:number', read('issues'), async (call) =>
		ok(await findIssue(repository, call.params['number'])),
	);
	route(repository, 'PATCH /issues/:number', write('issues'), (call) => editIssue(repository, call));
	for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
		forward(repository, `${method} /issues/:number/labels`);
	}
	forward(repository, 'DELETE /issues/:number/labels/:name');
	forward(repository, 'POST /issues/:number/assignees');
	forward(repository, 'GET /labels');
	forward(repository, 'POST /labels');
	for (const method of ['PATCH', 'DELETE'] as const) forward(repository, `${method} /labels/:name`);
	route(repository, 'GET /labels/:name', read('issues'), async (call) =>
		ok(await repository.emulated.ask({ path: `/labels/${encodeURIComponent(call.params['name'] ?? '')}` })),
	);
}
