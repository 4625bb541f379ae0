import { describe, expect, it, test } from 'vitest';
import type { RecordedEvent, RecordedExchange } from '../../rehearsal/github/recording.ts';
import { readDescription } from '../../scripts/github-traffic/description.ts';
import { type Accepted, settle } from '../../scripts/github-traffic/deviation.ts';
import { EventJudge } from '../../scripts/github-traffic/event-deviations.ts';
import { ExchangeJudge } from '../../scripts/github-traffic/exchange-deviations.ts';
import { judgeTraffic } from '../../scripts/github-traffic/judge-traffic.ts';
import { type Grant, permissionDeviations } from '../../scripts/github-traffic/permission-deviations.ts';
import { trafficReport } from '../../scripts/github-traffic/report.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const at = (place: string, name: string, schema: object, more: object = {}) => ({ in: place, name, schema, ...more });
const text = { type: 'string' };
const path = (name: string, more: object = {}) => at('path', name, text, { required: true, ...more });

const note = {
	type: 'object',
	required: ['id', 'text'],
	properties: {
		id: { type: 'integer' },
		text,
		at: { type: 'string', format: 'date-time', nullable: true },
		author: { nullable: true, allOf: [{ $ref: '#/components/schemas/person' }] },
		labels: { type: 'object', additionalProperties: text },
		parent: { $ref: '#/components/schemas/note' },
	},
};

const document = {
	paths: {
		'/notes/{id}': {
			get: {
				parameters: [path('id'), at('query', 'per_page', { type: 'integer' }), at('query', 'sort', { enum: ['asc'] })],
				responses: { 200: json({ $ref: '#/components/schemas/note' }), 304: {} },
			},
			patch: {
				parameters: [path('id')],
				requestBody: {
					required: true,
					...json({ type: 'object', required: ['text'], properties: { text, when: { type: 'string' } } }),
				},
				responses: { 200: json({ $ref: '#/components/schemas/note' }) },
				'x-github-breaking-changes': [
					{
						version: '2026-03-10',
						patch: [{ op: 'remove', path: '/requestBody/content/application~1json/schema/properties/when' }],
					},
				],
			},
		},
		'/notes/new': { get: { parameters: [], responses: { 204: {} } } },
		'/files/{path}': { get: { parameters: [path('path', { 'x-multi-segment': true })], responses: { 204: {} } } },
	},
	components: { schemas: { note, person: { type: 'object', required: ['login'], properties: { login: text } } } },
};

const usual: RecordedExchange = {
	kind: 'exchange',
	method: 'GET',
	path: '/notes/7',
	query: {},
	apiVersion: '2022-11-28',
	accept: 'application/vnd.github+json',
	token: 'workflow',
	grants: { contents: 'read' },
	isPrivate: true,
	body: {},
	status: 200,
	byTest: false,
	answers: 'json',
	answer: { id: 7, text: 'hello' },
};

const error = { type: 'object', properties: { message: text } };
const judgeOf = (version: string) => new ExchangeJudge(readDescription(document, version), new Map([[404, error]]));
const judges = new Map(['2022-11-28', '2026-03-10'].map((version) => [version, judgeOf(version)]));

/** The deviations of an exchange, each as `kind: what`. */
function wrongs(change: Partial<RecordedExchange>, version = '2022-11-28'): readonly string[] {
	const judge = judges.get(version) ?? judgeOf(version);
	const exchange = { ...usual, ...change };
	return [...judge.request(exchange), ...judge.answer(exchange)].map(({ kind, what }) => `${kind}: ${what}`);
}

describe('a request', () => {
	it('passes if it matches the description', () => {
		expect(wrongs({ query: { per_page: '30', sort: 'asc' } })).toEqual([]);
		expect(wrongs({ method: 'PATCH', body: { text: 'x', when: 'now' } })).toEqual([]);
	});

	it('fails if no operation has its method and path', () => {
		expect(wrongs({ method: 'DELETE' })).toEqual(['operation: no such operation']);
		expect(wrongs({ path: '/notes/7/more' })).toEqual(['operation: no such operation']);
	});

	it('matches the most literal path, or a parameter that allows several segments', () => {
		expect(wrongs({ path: '/notes/new', status: 204, answers: 'nothing' })).toEqual([]);
		expect(wrongs({ path: '/files/src/index.ts', status: 204, answers: 'nothing' })).toEqual([]);
	});

	it('must not have unknown or wrongly typed query parameters', () => {
		expect(wrongs({ query: { repo: '.github' } })).toEqual(['parameter: repo in the query is unknown']);
		expect(wrongs({ query: { per_page: 'many' } })).toEqual(['parameter: per_page in the query must be integer']);
		expect(wrongs({ query: { sort: 'desc' } })).toHaveLength(1);
	});

	it('must have a body with the fields and types of its schema', () => {
		const sent = (body: RecordedExchange['body']) => wrongs({ method: 'PATCH', body });
		expect(sent({ text: 7 })).toEqual(['request: text must be string']);
		expect(sent({ text: 'x', colour: 'red' })).toEqual(['request: colour is unknown']);
		expect(sent({})).toEqual(['request: text is missing']);
		expect(wrongs({ body: { text: 'x' } })).toEqual(['request: a body is not described']);
	});

	it('is checked against a later version of the API with its changes', () => {
		const request = { method: 'PATCH', body: { text: 'x', when: 'now' } };
		expect(wrongs(request, '2026-03-10')).toEqual(['request: when is unknown']);
	});
});

describe('an answer', () => {
	const answered = (answer: RecordedExchange['answer']) => wrongs({ answer });

	it('must have known fields with the right types, nested ones too', () => {
		expect(answered({ id: 7, text: 'x', at: null, author: null, labels: { any: 'text' } })).toEqual([]);
		expect(answered({ id: '7', text: 'x' })).toEqual(['answer: id must be integer']);
		expect(answered({ id: 7, text: 'x', at: 'yesterday' })).toEqual(['answer: at must match format "date-time"']);
		expect(answered({ id: 7, text: 'x', colour: 'red' })).toEqual(['answer: colour is unknown']);
		expect(answered({ id: 7, text: 'x', parent: { id: 6, text: 'x', colour: 'red' } })).toEqual([
			'answer: parent.colour is unknown',
		]);
		expect(answered({ id: 7, text: 'x', author: { login: 'octocat', age: 5 } })).toEqual([
			'answer: author.age is unknown',
		]);
	});

	it('without a required field is reported as incomplete, not as wrong', () => {
		expect(answered({ id: 7 })).toEqual(['answer lacks: text is missing']);
		expect(answered({ id: 7, text: 'x', author: {} })).toEqual(['answer lacks: author.login is missing']);
	});

	it('must have a status that is described for it or for every operation', () => {
		expect(wrongs({ status: 404, answer: { message: 'Not Found' } })).toEqual([]);
		expect(wrongs({ status: 418 })).toEqual(['status: 418 is not described: {"id":7,"text":"hello"}']);
		expect(wrongs({ status: 304 })).toEqual(['answer: a body is not described']);
		expect(wrongs({ answers: 'nothing', answer: null })).toEqual(['answer: the body is missing']);
	});

	it('that a test made up is not checked', () => {
		expect(wrongs({ status: 418, byTest: true })).toEqual([]);
	});
});

test('a webhook payload is checked against the schema of its event and action', () => {
	const schema = { type: 'object', required: ['id'], properties: { action: text, id: { type: ['integer', 'null'] } } };
	const webhooks = { 'note-made-new': { post: { requestBody: json(schema) } } };
	const judge = new EventJudge({ webhooks, components: { schemas: {} } });
	const told = (event: string, payload: RecordedEvent['payload']) =>
		judge.deviations({ kind: 'event', event, payload }).map(({ kind, what }) => `${kind}: ${what}`);
	expect(told('note', { action: 'made_new', id: null })).toEqual([]);
	expect(told('note', { action: 'made_new', id: 'x' })).toEqual(['event: id must be integer,null']);
	expect(told('note', { action: 'made_new' })).toEqual(['event lacks: id is missing']);
	expect(told('note', { action: 'lost' })).toEqual(['event: no such event']);
});

describe('accepted deviations', () => {
	const found = { kind: 'answer', where: 'GET /notes/{id} 200', what: 'colour is unknown' } as const;
	const entry: Accepted = { ...found, where: 'GET /notes/* 200', reason: 'the description is older' };

	it('set aside only the deviations that they name, and count them', () => {
		const other = { ...found, what: 'colours is unknown' };
		expect(settle([found, found, other], [entry])).toEqual({ open: [[other, 1]], accepted: [[entry, 2]], stale: [] });
	});

	it('are stale if no deviation matches them', () => {
		expect(settle([], [entry])).toEqual({ open: [], accepted: [], stale: [entry] });
	});

	it('that are stale are listed in the report, which then does not say that all is well', () => {
		const empty = { paths: {}, components: {} };
		const documents = { github: empty, oldestServer: empty, newestServer: empty, webhooks: {} };
		const traffic = { files: 1, exchanges: [], events: [] };
		const judgement = judgeTraffic(traffic, { documents, grants: [] }, [entry]);
		expect(trafficReport(judgement)).toContain('nothing needs it any more:\n  answer | GET /notes/* 200');
		expect(trafficReport(judgement)).not.toContain('The traffic is what GitHub describes.');
		expect(trafficReport(judgeTraffic(traffic, { documents, grants: [] }, []))).toContain(
			'The traffic is what GitHub describes.',
		);
	});
});

describe('permissions', () => {
	const operation = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
	const asked = (change: Partial<RecordedExchange>, name = operation) => ({
		operation: name,
		exchange: { ...usual, method: 'POST', status: 201, ...change },
	});
	const workflow = (permissions: Grant['permissions']): Grant => ({
		name: 'agent.yml',
		token: 'workflow',
		permissions,
	});
	const whats = (grants: readonly Grant[], all: Parameters<typeof permissionDeviations>[1]) =>
		permissionDeviations(grants, all).map(({ where, what }) => `${where}: ${what}`);

	it('of a workflow suffice if each request has one of those that allow it', () => {
		const grants = { pull_requests: 'write' };
		expect(whats([workflow(grants)], [asked({ grants })])).toEqual([]);
	});

	it('that no operation needs are reported', () => {
		const grants = { issues: 'write', checks: 'write' };
		expect(whats([workflow(grants)], [asked({ grants })])).toEqual(['agent.yml: no operation needs checks: write']);
	});

	it('that are missing are reported for the workflow and for a stand-in that ignores them', () => {
		const grants = { issues: 'read' };
		expect(whats([workflow(grants)], [asked({ grants })])).toEqual([
			`${operation}: GitHub refuses a token (workflow) without issues: write or pull_requests: write`,
			`agent.yml: ${operation} needs issues: write or pull_requests: write`,
			'agent.yml: no operation needs issues: read',
		]);
	});

	it('are not needed to read a public repository', () => {
		const read = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
		expect(whats([], [asked({ method: 'GET', isPrivate: false }, read)])).toEqual([]);
		expect(whats([], [asked({ method: 'GET', isPrivate: true }, read)])).toHaveLength(1);
	});

	it('of an operation outside the table are reported', () => {
		expect(whats([], [asked({}, 'GET /notes')])).toEqual(['GET /notes: its permissions are not in the table']);
	});

	it('without any traffic are reported', () => {
		expect(whats([workflow({ issues: 'write' })], [])).toEqual([
			'agent.yml: no traffic with exactly these permissions',
		]);
	});
});
