import type { Identity, Json, JsonObject } from './types.ts';

/** One request, after routing. */
export interface Call {
	readonly params: Readonly<Record<string, string>>;
	readonly query: URLSearchParams;
	readonly body: JsonObject;
	/** The raw body. */
	readonly raw: Buffer;
	readonly who: Identity | undefined;
	readonly accept: string;
	/** The address as the client wrote it, for `Link`. */
	readonly address: URL;
}

export interface Reply {
	status: number;
	/** A Buffer is sent unchanged, for media types that request content and not JSON. */
	body?: Json | Buffer;
	headers?: Record<string, string>;
}

export interface FieldError {
	resource: string;
	field?: string;
	code: string;
	message?: string;
}

export class ApiError extends Error {
	readonly status: number;
	readonly errors: FieldError[] | undefined;
	readonly headers: Record<string, string> | undefined;
	/** Additional fields of the body. */
	readonly more: JsonObject;

	constructor(
		status: number,
		message: string,
		errors?: FieldError[],
		headers?: Record<string, string>,
		more: JsonObject = {},
	) {
		super(message);
		this.more = more;
		this.status = status;
		this.errors = errors;
		this.headers = headers;
	}
}

export const notFound = (message = 'Not Found'): ApiError => new ApiError(404, message);
export const unprocessable = (message: string): ApiError => new ApiError(422, message);
export const invalid = (error: FieldError): ApiError => new ApiError(422, 'Validation Failed', [error]);

export const ok = (body: Json): Reply => ({ status: 200, body });
export const created = (body: JsonObject): Reply => ({
	status: 201,
	body,
	...(typeof body['url'] === 'string' ? { headers: { location: body['url'] } } : {}),
});
export const noContent = (): Reply => ({ status: 204 });

export function errorReply(error: ApiError): Reply {
	return {
		status: error.status,
		...(error.headers && { headers: error.headers }),
		body: {
			message: error.message,
			...(error.errors ? { errors: error.errors.map((one) => ({ ...one })) } : {}),
			documentation_url: 'https://docs.github.com/rest',
			status: String(error.status),
			...error.more,
		},
	};
}

const positive = (text: string | null, fallback: number): number => {
	const value = Number.parseInt(text ?? '', 10);
	return value > 0 ? value : fallback;
};

function pageOf(query: URLSearchParams): { page: number; perPage: number } {
	return { page: positive(query.get('page'), 1), perPage: Math.min(100, positive(query.get('per_page'), 30)) };
}

/** Returns the requested page, with the `Link` header. `wrap` builds the body of endpoints with a total. */
export function paged(call: Call, items: Json[], wrap: (page: Json[]) => Json = (page) => page): Reply {
	const { page, perPage } = pageOf(call.query);
	const last = Math.max(1, Math.ceil(items.length / perPage));
	const link = (to: number, rel: string) => {
		const address = new URL(call.address);
		address.searchParams.set('page', String(to));
		return `<${address.href}>; rel="${rel}"`;
	};
	const links = [
		...(page > 1 ? [link(page - 1, 'prev')] : []),
		...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
		...(page > 1 ? [link(1, 'first')] : []),
	];
	const body = wrap(items.slice((page - 1) * perPage, page * perPage));
	return { status: 200, body, ...(links.length > 0 ? { headers: { link: links.join(', ') } } : {}) };
}

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const asList = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function requiredText(body: JsonObject, field: string, resource: string): string {
	const value = asText(body[field]);
	if (value === undefined || value.trim() === '') throw invalid({ resource, code: 'missing_field', field });
	return value;
}

/** Returns a time as GitHub shows it, in whole seconds. */
export const stamp = (date = new Date()): string => date.toISOString().replace(/\.\d+Z$/, 'Z');

/** Returns a function that runs tasks one at a time. It is for tasks that check first and then write. */
export function serially(): <T>(task: () => Promise<T>) => Promise<T> {
	let tail: Promise<unknown> = Promise.resolve();
	return (task) => {
		const result = tail.then(task, task);
		tail = result;
		return result;
	};
}
