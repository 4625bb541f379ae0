import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Api } from './api.ts';
import type { Hostility } from './hostile.ts';
import { ApiError, errorReply, isObject, ok, type Reply } from './http.ts';
import { actionsApp, type Directory } from './identity.ts';
import type { Recording } from './recording.ts';
import { SecondaryLimits } from './secondary-limits.ts';
import type { Identity, Intercept, InterceptedRequest, Json, Phase, RecordedRequest } from './types.ts';

interface Quota {
	used: number;
	reset: number;
}

interface Incoming {
	message: IncomingMessage;
	address: URL;
	raw: Buffer;
}

/** `byTest` means that a test answered and not the API. */
type Answered = (Reply & { readonly byTest?: true }) | 'drop';

/** Whether it is a request of git, which does not contain JSON. */
const isGit = ({ headers }: IncomingMessage): boolean =>
	headers['content-type']?.startsWith('application/x-git-') ?? false;

const now = (): number => performance.timeOrigin + performance.now();
const plain = (query: URLSearchParams): Record<string, string> => Object.fromEntries(query);

function parsed(text: string): Json {
	if (text === '') return {};
	try {
		return JSON.parse(text) as Json;
	} catch (error) {
		if (error instanceof SyntaxError) throw new ApiError(400, 'Problems parsing JSON');
		throw error;
	}
}

/** Reads requests, records them, lets a test interfere, and sends what the API answers. */
export class Front {
	readonly requests: RecordedRequest[] = [];
	intercept: Intercept | undefined;
	/** The recording of requests, if there is one. */
	recording: Recording | undefined;
	/**
	 * The hourly limit of requests of an App or a person. GitHub gives an App 5,000 or more, by the size of its installation, and a workflow
	 * 1,000.
	 */
	hourlyRequests = 5000;
	readonly #server: Server = createServer((message, response) => void this.#serve(message, response));
	readonly #quotas = new Map<string, Quota>();
	#isClosed = false;
	#inside: { api: Api; people: Directory; switches: Pick<Hostility, 'refusesOverLimit'> } | undefined;
	readonly secondaryLimits = new SecondaryLimits();

	async listen(): Promise<string> {
		await new Promise<void>((resolve, reject) => {
			this.#server.once('error', reject);
			this.#server.listen(0, '127.0.0.1', resolve);
		});
		const address = this.#server.address();
		if (address === null || typeof address === 'string') throw new Error('the server has no port');
		return `http://127.0.0.1:${address.port}`;
	}

	/** Connects the API. It needs the server's address, so it is created after the server. */
	open(api: Api, people: Directory, switches: Pick<Hostility, 'refusesOverLimit'>): void {
		this.#inside = { api, people, switches };
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		const closed = new Promise((resolve) => this.#server.close(resolve));
		this.#server.closeAllConnections();
		await closed;
	}

	async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		try {
			for await (const chunk of message) chunks.push(chunk as Buffer);
			const raw = Buffer.concat(chunks);
			const address = new URL(message.url ?? '/', `http://${message.headers.host}`);
			await this.#exchange({ message, address, raw }, response);
		} catch (error) {
			// A killed client is expected. Any other error is a bug in a handler.
			if (message.destroyed && !message.complete) return;
			this.#send(response, errorReply(new ApiError(500, error instanceof Error ? error.message : String(error))));
		}
	}

	async #exchange(incoming: Incoming, response: ServerResponse): Promise<void> {
		let who: Identity | undefined;
		let body: Json = null;
		let early: Reply | undefined;
		try {
			who = this.#inside?.people.identify(incoming.message.headers.authorization);
			body = isGit(incoming.message) ? null : parsed(incoming.raw.toString());
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			early = errorReply(error);
		}
		const record: RecordedRequest = {
			method: incoming.message.method ?? 'GET',
			path: incoming.address.pathname,
			query: plain(incoming.address.searchParams),
			who: who?.user.login ?? null,
			apiVersion: incoming.message.headers['x-github-api-version']?.toString() ?? null,
			body,
			status: null,
			begun: now(),
			ended: null,
		};
		this.requests.push(record);
		const reply = await this.#answered(record, () => early ?? this.#judged(incoming, who, body));
		// At the end, running requests fail because the repository is deleted, and their clients get no answer.
		this.#record(incoming, { record, who, answered: this.#isClosed ? 'drop' : reply });
		if (reply === 'drop') {
			response.destroy();
			return;
		}
		record.status = reply.status;
		record.ended = now();
		this.#send(response, { ...reply, headers: { ...this.#count(incoming, who), ...reply.headers } });
	}

	#record(
		{ message: { headers } }: Incoming,
		{ record, who, answered }: { record: RecordedRequest; who: Identity | undefined; answered: Answered },
	): void {
		const isPrivate = this.#inside?.people.world.private ?? false;
		const reply = answered === 'drop' ? undefined : answered;
		const byTest = reply?.byTest === true;
		this.recording?.exchange({ record, headers, who, isPrivate, reply, byTest });
	}

	/** Runs `act`, with the test's interceptor before and after it. */
	async #answered(record: RecordedRequest, act: () => Reply | Promise<Reply>): Promise<Answered> {
		const order = this.requests.lastIndexOf(record) + 1;
		const before = await this.#interfere({ ...record, order }, 'before');
		if (before) return before;
		const reply = await act();
		const body = Buffer.isBuffer(reply.body) ? reply.body.toString() : (reply.body ?? null);
		const response = { status: reply.status, body };
		return (await this.#interfere({ ...record, order, response }, 'after')) ?? reply;
	}

	async #interfere(request: InterceptedRequest, phase: Phase): Promise<Answered | undefined> {
		const interception = (await this.intercept?.(request, phase)) ?? undefined;
		return typeof interception === 'object' ? { ...interception, byTest: true } : interception;
	}

	async #judged(incoming: Incoming, who: Identity | undefined, body: Json): Promise<Reply> {
		try {
			return await this.#reply(incoming, who, body);
		} catch (error) {
			if (error instanceof ApiError) return errorReply(error);
			throw error;
		}
	}

	async #reply({ message, address, raw }: Incoming, who: Identity | undefined, body: Json): Promise<Reply> {
		if (!this.#inside) throw new Error('the API is not open yet');
		if (address.pathname === '/rate_limit') return ok(this.#limits(who));
		if (this.#inside.switches.refusesOverLimit) this.#refuseOverLimit({ message, address, raw }, who);
		return this.#inside.api.fromOutside({
			who,
			method: message.method ?? 'GET',
			address,
			body: isObject(body) ? body : {},
			raw,
			accept: message.headers.accept ?? '',
		});
	}

	/**
	 * GitHub, Rate limits for the REST API: a limit for an hour, and secondary limits: 80 content-creating requests a minute and 500 an hour,
	 * and 900 points a minute. A request that writes costs five points.
	 */
	#refuseOverLimit({ message, address }: Incoming, who: Identity | undefined): void {
		const { used, reset } = this.#quota(who);
		if (used >= this.#hourly(who))
			throw new ApiError(403, 'API rate limit exceeded', undefined, {
				'x-ratelimit-remaining': '0',
				'x-ratelimit-reset': String(reset),
			});
		const isRead = message.method === 'GET' || /\/(graphql$|git-)/.test(address.pathname);
		const creates = !isRead && !/\/git\//.test(address.pathname);
		if (this.secondaryLimits.takes(who?.user.login ?? '', { points: isRead ? 1 : 5, creates })) return;
		throw new ApiError(
			403,
			'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
			undefined,
			{ 'retry-after': String(Math.ceil(this.secondaryLimits.minute / 1000)) },
		);
	}

	#quota(who: Identity | undefined): Quota {
		const key = who?.user.login ?? '';
		const now = Math.floor(Date.now() / 1000);
		const before = this.#quotas.get(key);
		const quota = before && before.reset > now ? before : { used: 0, reset: now + 3600 };
		this.#quotas.set(key, quota);
		return quota;
	}

	#hourly(who: Identity | undefined): number {
		if (who?.app === actionsApp) return Math.min(1000, this.hourlyRequests);
		return who ? this.hourlyRequests : 60;
	}

	/** Counts a request, and returns the headers about the limit. */
	#count({ address }: Incoming, who: Identity | undefined): Record<string, string> {
		const quota = this.#quota(who);
		const limit = this.#hourly(who);
		if (address.pathname !== '/rate_limit') quota.used++;
		return {
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(Math.max(0, limit - quota.used)),
			'x-ratelimit-used': String(quota.used),
			'x-ratelimit-reset': String(quota.reset),
			'x-ratelimit-resource': 'core',
		};
	}

	#limits(who: Identity | undefined): Json {
		const { used, reset } = this.#quota(who);
		const limit = this.#hourly(who);
		const core = { limit, used, remaining: Math.max(0, limit - used), reset };
		return { resources: { core }, rate: core };
	}

	#send(response: ServerResponse, { status, body, headers }: Reply): void {
		if (response.destroyed) return;
		const raw = Buffer.isBuffer(body);
		const content = raw ? body : body === undefined ? '' : JSON.stringify(body);
		const type = raw ? 'application/vnd.github.v3.raw; charset=utf-8' : 'application/json; charset=utf-8';
		response.writeHead(status, { 'content-type': type, 'x-github-media-type': 'github.v3; format=json', ...headers });
		response.end(content);
	}
}
