import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { isObject, type Reply } from './http.ts';
import { actionsApp } from './identity.ts';
import type { Identity, Json, JsonObject, RecordedRequest } from './types.ts';

/** The owner of a request's token. */
export type TokenKind = 'workflow' | 'installation' | 'app' | 'person' | 'none';

/** One request and its answer, as `scripts/check-traffic.ts` reads it. */
export interface RecordedExchange {
	readonly kind: 'exchange';
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly apiVersion: string | null;
	readonly accept: string | null;
	readonly token: TokenKind;
	/** The token's permissions. Only tokens of an installation or a workflow have them. */
	readonly grants: Readonly<Record<string, string>> | null;
	readonly isPrivate: boolean;
	readonly body: Json;
	/** `null` if the connection was dropped. */
	readonly status: number | null;
	/** True if a test answered and not the stand-in. */
	readonly byTest: boolean;
	/** `raw` means content other than JSON, which is not recorded. */
	readonly answers: 'json' | 'raw' | 'nothing';
	readonly answer: Json;
}

/** One webhook payload that the stand-in made. */
export interface RecordedEvent {
	readonly kind: 'event';
	readonly event: string;
	readonly payload: JsonObject;
}

/** A request and its answer, with the parts that only the server knows. */
export interface Exchanged {
	readonly record: RecordedRequest;
	readonly headers: IncomingHttpHeaders;
	readonly who: Identity | undefined;
	readonly isPrivate: boolean;
	readonly reply: Reply | undefined;
	readonly byTest: boolean;
}

const longestText = 300;

/** Returns the types in a value, without texts and numbers. Two exchanges with the same types give the same result in the check. */
function shapeOf(value: Json): Json {
	if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))].sort();
	if (!isObject(value)) return value === null ? 'null' : typeof value;
	const names = Object.keys(value).sort();
	return Object.fromEntries(names.map((name) => [name, shapeOf(value[name] ?? null)]));
}

/** Shortens texts, because the check needs only the types of the fields. */
function shortened(value: Json): Json {
	if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
	if (Array.isArray(value)) return value.map(shortened);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shortened(child)]));
}

/** Returns a path with GitHub's own words. Numbers, hashes and names become `*`. */
const routeOf = (path: string): string =>
	path
		.split('/')
		.map((part) => (/^[a-z]+(?:[_-][a-z]+)*$/.test(part) ? part : '*'))
		.join('/');

function tokenKind(who: Identity | undefined): TokenKind {
	if (!who) return 'none';
	if (who.isApp === true) return 'app';
	if (!who.grants) return 'person';
	return who.app === actionsApp ? 'workflow' : 'installation';
}

function answerOf(reply: Reply | undefined): Pick<RecordedExchange, 'answers' | 'answer'> {
	if (Buffer.isBuffer(reply?.body)) return { answers: 'raw', answer: null };
	if (reply?.body === undefined) return { answers: 'nothing', answer: null };
	return { answers: 'json', answer: shortened(reply.body) };
}

/** Records one exchange of each kind, and writes them into a folder as lines of JSON. */
export class Recording {
	readonly #folder: string;
	readonly #lines = new Map<string, string>();

	constructor(folder: string) {
		this.#folder = folder;
	}

	exchange({ record, headers, who, isPrivate, reply, byTest }: Exchanged): void {
		const version = headers['x-github-api-version'];
		const kept: RecordedExchange = {
			kind: 'exchange',
			method: record.method,
			path: record.path,
			query: record.query,
			apiVersion: typeof version === 'string' ? version : null,
			accept: headers.accept ?? null,
			token: tokenKind(who),
			grants: who?.grants ?? null,
			isPrivate,
			body: record.body,
			status: reply?.status ?? null,
			byTest,
			...answerOf(reply),
		};
		const { path, query, body, answer, ...rest } = kept;
		const shapes = { query: shapeOf({ ...query }), body: shapeOf(body), answer: shapeOf(answer) };
		this.#keep({ route: routeOf(path), ...shapes, rest: JSON.stringify(rest) }, kept);
	}

	event(event: string, payload: JsonObject): void {
		this.#keep({ event, payload: shapeOf(payload) }, { kind: 'event', event, payload });
	}

	#keep(shape: Json, line: RecordedExchange | RecordedEvent): void {
		const key = JSON.stringify(shape);
		if (!this.#lines.has(key)) this.#lines.set(key, JSON.stringify(line));
	}

	/** Writes one file for each stand-in, because several of them write at the same time. */
	write(): void {
		mkdirSync(this.#folder, { recursive: true });
		const lines = [...this.#lines.values()].map((line) => `${line}\n`);
		writeFileSync(join(this.#folder, `${randomUUID()}.jsonl`), lines.join(''));
	}
}
