import type { RecordedExchange } from '../../rehearsal/github/recording.ts';
import { type Description, findOperation, type Operation } from './description.ts';
import type { Deviation } from './deviation.ts';
import type { JsonObject } from './json.ts';
import { TextValidator, Validator } from './validator.ts';

/** A status that any operation may answer, with the schema of its body. */
export type CommonAnswers = ReadonlyMap<number, JsonObject>;

/** Returns a path by name. A renamed repository redirects to its address by id, and the description lists only the address by name. */
const byName = (path: string): string => path.replace(/^\/repositories\/\d+/, '/repos/owner/name');

const isEmpty = (body: unknown): boolean => body === null || JSON.stringify(body) === '{}';

/** Compares requests and answers with one description. */
export class ExchangeJudge {
	readonly #description: Description;
	readonly #common: CommonAnswers;
	readonly #texts = new TextValidator();
	readonly #open: Validator;
	readonly #whole: Validator;

	constructor(description: Description, common: CommonAnswers) {
		this.#description = description;
		this.#common = common;
		this.#open = new Validator(description.components, 'open');
		this.#whole = new Validator(description.components, 'whole');
	}

	operation({ method, path }: RecordedExchange): Operation | undefined {
		return findOperation(this.#description, method, byName(path));
	}

	/** Returns the parts of the request that GitHub does not describe. */
	request(exchange: RecordedExchange): readonly Deviation[] {
		const operation = this.operation(exchange);
		const { method, path } = exchange;
		if (!operation) return [{ kind: 'operation', where: `${method} ${path}`, what: 'no such operation' }];
		const where = nameOf(operation);
		const parameters = this.#parameters(operation, exchange).map(
			(what) => ({ kind: 'parameter', where, what }) as const,
		);
		return [
			...parameters,
			...this.#body(operation, exchange).map((what) => ({ kind: 'request', where, what }) as const),
		];
	}

	/** Returns the differences between the answer and GitHub's description. Answers that a test gave are not checked. */
	answer(exchange: RecordedExchange): readonly Deviation[] {
		const operation = this.operation(exchange);
		const { status, byTest, answer } = exchange;
		if (!operation || byTest || status === null) return [];
		const where = `${nameOf(operation)} ${status}`;
		const isDescribed = operation.answers.has(String(status));
		const schema = isDescribed ? operation.answers.get(String(status)) : this.#common.get(status);
		if (!isDescribed && !schema)
			return [{ kind: 'status', where, what: `${status} is not described: ${JSON.stringify(answer)}` }];
		return this.#answered(where, schema, exchange);
	}

	#answered(
		where: string,
		schema: JsonObject | undefined,
		{ answers, answer }: RecordedExchange,
	): readonly Deviation[] {
		if (answers === 'raw') return [];
		if (!schema) return answers === 'json' ? [{ kind: 'answer', where, what: 'a body is not described' }] : [];
		if (answers === 'nothing') return [{ kind: 'answer', where, what: 'the body is missing' }];
		const wrongs = this.#open.wrongs(schema, answer);
		if (wrongs.length > 0) return wrongs.map((what) => ({ kind: 'answer', where, what }));
		return this.#whole.wrongs(schema, answer).map((what) => ({ kind: 'answer lacks', where, what }));
	}

	#parameters(operation: Operation, { path, query }: RecordedExchange): readonly string[] {
		const names = [...operation.template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
		const texts = operation.pattern.exec(byName(path))?.slice(1) ?? [];
		const inPath = names.map((name, at) => [name, decodeURIComponent(texts[at] ?? ''), 'path'] as const);
		const inQuery = Object.entries(query).map(([name, text]) => [name, text, 'query'] as const);
		const missing = operation.parameters
			.filter((one) => one.in === 'query' && one.required && !(one.name in query))
			.map(({ name }) => `${name} is missing in the query`);
		return [...missing, ...[...inPath, ...inQuery].flatMap((one) => this.#text(operation, one))];
	}

	#text(operation: Operation, [name, text, place]: readonly [string, string, string]): readonly string[] {
		const known = operation.parameters.find((one) => one.name === name && one.in === place);
		if (!known) return [`${name} in the ${place} is unknown`];
		return this.#texts.wrongs(known.schema, text).map((wrong) => `${name} in the ${place} ${wrong}`);
	}

	#body({ request }: Operation, { body }: RecordedExchange): readonly string[] {
		if (!request) return isEmpty(body) ? [] : ['a body is not described'];
		if (!request.required && isEmpty(body)) return [];
		return this.#whole.wrongs(request.schema, body);
	}
}

export const nameOf = ({ method, template }: Operation): string => `${method} ${template}`;
