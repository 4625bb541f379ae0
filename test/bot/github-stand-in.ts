import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the bot made. */
export interface Asked {
	readonly route: string;
	readonly body: Record<string, unknown>;
	readonly authorization: string;
}

export interface Answered {
	readonly status?: number;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

export type Answering = (asked: Asked) => Answered | Promise<Answered>;

/** Made once, because it takes a while. */
export const appKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const appPem = appKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export const appId = 7;
export const installation = 3;
/** The repository of GitHub's example payloads. */
export const home = { id: 186_853_002, full_name: 'Codertocat/Hello-World', default_branch: 'master' };
export const [owner, name] = ['Codertocat', 'Hello-World'] as const;
export const author = { id: 21_031_067, login: 'Codertocat' };
export const granted = {
	actions: 'write',
	checks: 'write',
	contents: 'write',
	issues: 'write',
	metadata: 'read',
	pull_requests: 'write',
};

const repository = { ...home, name, owner: { login: owner } };
const noSuch: Answered = { status: 404, body: { message: 'Not Found' } };

/** A GitHub that gives the answers of a test and records the requests. It has only the routes that the bot uses. */
export class GitHubStandIn {
	readonly asked: Asked[] = [];
	readonly comments: {
		id: number;
		body: string;
		user: object;
		node_id: string;
		created_at: string;
		/** The time of its last edit, which only GraphQL returns. */
		edited?: string;
		html_url: string;
	}[] = [];
	readonly answers: Record<string, Answering>;
	readonly #server = createServer((request, response) => {
		void this.#answer(request).then(({ status = 200, body, headers = {} }) => {
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(status === 204 ? undefined : JSON.stringify(body ?? {}));
		});
	});
	readonly #signer = generateKeyPairSync('rsa', { modulusLength: 2048 });
	role = 'admin';

	constructor() {
		const here = `/repos/${owner}/${name}`;
		this.answers = {
			'GET /app': () => ({ body: { id: appId, slug: 'countersign-test' } }),
			[`GET ${here}`]: () => ({ body: repository }),
			[`GET /repositories/${home.id}`]: () => ({ body: repository }),
			[`GET ${here}/installation`]: () => ({ body: { id: installation, suspended_at: null, permissions: granted } }),
			[`POST /app/installations/${installation}/access_tokens`]: ({ body }) => ({
				status: 201,
				body: {
					token: body['repository_ids'] === undefined ? 'ghs_wide' : 'ghs_narrow',
					expires_at: '2099-01-01T00:00:00Z',
					permissions: {},
				},
			}),
			[`GET ${here}/collaborators/${author.login}/permission`]: () => ({
				body: { permission: this.role, role_name: this.role, user: author },
			}),
			'GET /users/countersign-test[bot]': () => ({ body: { id: 99, login: 'countersign-test[bot]' } }),
			'GET /.well-known/jwks': () => ({
				body: { keys: [{ ...this.#signer.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
			}),
		};
	}

	async listen(): Promise<string> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		return this.url;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	/** The bodies of the requests to routes with this end of the path. */
	sent(method: string, ending: string): readonly Record<string, unknown>[] {
		return this.asked
			.filter(({ route }) => route.startsWith(`${method} `) && route.endsWith(ending))
			.map(({ body }) => body);
	}

	/** A comment of the App's own. */
	addComment(body: string, login = 'countersign-test[bot]') {
		const at = '2026-01-01T00:00:00Z';
		const user = { id: 99, login, type: 'Bot' };
		const comment = {
			id: 1000 + this.comments.length,
			body,
			user,
			node_id: `IC_${this.comments.length}`,
			created_at: at,
			html_url: '',
		};
		this.comments.push(comment);
		return comment;
	}

	/** A JWT as the issuer of this GitHub signs it. */
	signed(claims: object, { alg = 'RS256', kid = 'one', key = this.#signer.privateKey } = {}): string {
		const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
		const text = `${encode({ alg, kid, typ: 'JWT' })}.${encode(claims)}`;
		return `${text}.${createSign('sha256').update(text).sign(key).toString('base64url')}`;
	}

	async #answer(request: IncomingMessage): Promise<Answered> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const text = Buffer.concat(chunks).toString();
		const path = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname);
		const route = `${request.method} ${path}`;
		const asked = {
			route,
			body: text === '' ? {} : JSON.parse(text),
			authorization: request.headers.authorization ?? '',
		};
		this.asked.push(asked);
		const answer = this.answers[route] ?? this.#usual(route);
		return answer === undefined ? noSuch : answer(asked);
	}

	/** The GraphQL answer about comments, to several queries in one request. */
	#told({ query, variables }: Record<string, unknown>): object {
		const values = variables as Readonly<Record<string, readonly string[]>>;
		const comments = this.comments.map(({ node_id: id, body, created_at: createdAt, edited: lastEditedAt = null }) => {
			return { id, body, createdAt, lastEditedAt };
		});
		const fields = [...String(query).matchAll(/^(q\d+)_(\w+):/gm)].map(([, question, field]) => {
			const ids = values[`${question}_ids`] ?? [];
			if (field === 'nodes') return ['nodes', ids.map((id) => comments.find((one) => one.id === id) ?? null), question];
			if (field !== 'repository') throw new Error(`The stand-in knows no ${field}.`);
			const window = { comments: { totalCount: comments.length, nodes: comments.slice(-100) } };
			return ['repository', { issueOrPullRequest: window }, question];
		});
		return Object.fromEntries(fields.map(([field, value, question]) => [`${question}_${field}`, value]));
	}

	#usual(route: string): Answering | undefined {
		if (route === 'POST /api/graphql') return ({ body }) => ({ body: { data: this.#told(body) } });
		if (/^POST .*\/reactions$/.test(route)) return () => ({ status: 201, body: { id: 1 } });
		if (/^POST .*\/dispatches$/.test(route))
			return () => ({
				body: { workflow_run_id: 42, html_url: `https://example.com/${home.full_name}/actions/runs/42` },
			});
		if (/^GET .*\/issues\/\d+\/comments$/.test(route)) return () => ({ body: this.comments });
		if (/^POST .*\/issues\/\d+\/comments$/.test(route))
			return ({ body }) => ({ status: 201, body: this.addComment(String(body['body'])) });
		return undefined;
	}
}
