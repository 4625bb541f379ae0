import { type JsonObject, objectOf, textOf } from './json.ts';
import { applyPatch, type PatchStep } from './json-patch.ts';

/** A parameter of an operation: in the path, or in the query. */
export interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required: boolean;
	readonly schema: JsonObject;
	readonly isMultiSegment: boolean;
}

/** One operation of GitHub's REST API, from its OpenAPI description. */
export interface Operation {
	readonly method: string;
	readonly template: string;
	readonly pattern: RegExp;
	readonly parameters: readonly Parameter[];
	readonly request: { readonly schema: JsonObject; readonly required: boolean } | undefined;
	/** The schema of the JSON answer for each status. Undefined for a described status without JSON. */
	readonly answers: ReadonlyMap<string, JsonObject | undefined>;
}

/** One edition of the API: github.com at a version, or an Enterprise Server. */
export interface Description {
	readonly operations: readonly Operation[];
	readonly components: JsonObject;
}

const methods = ['get', 'post', 'patch', 'put', 'delete'] as const;

function resolved(document: JsonObject, value: unknown): JsonObject {
	const { $ref } = objectOf(value);
	if (typeof $ref !== 'string') return objectOf(value);
	const steps = $ref.replace('#/', '').split('/');
	return resolved(
		document,
		steps.reduce<unknown>((place, step) => objectOf(place)[step], document),
	);
}

/** Returns the schema of a JSON body. Undefined for other content. */
function jsonSchema(document: JsonObject, body: unknown): JsonObject | undefined {
	const media = objectOf(resolved(document, body)['content'])['application/json'];
	return media === undefined ? undefined : objectOf(objectOf(media)['schema']);
}

function patternOf(template: string, parameters: readonly Parameter[]): RegExp {
	const long = new Set(parameters.filter(({ isMultiSegment }) => isMultiSegment).map(({ name }) => name));
	const literal = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
	const source = template
		.split(/(\{[^}]+\})/)
		.map((part) => (part.startsWith('{') ? (long.has(part.slice(1, -1)) ? '(.*)' : '([^/]+)') : literal(part)))
		.join('');
	return new RegExp(`^${source}$`);
}

function parameterOf(document: JsonObject, value: unknown): Parameter {
	const given = resolved(document, value);
	return {
		name: textOf(given['name']),
		in: textOf(given['in']),
		required: given['required'] === true,
		schema: objectOf(given['schema']),
		isMultiSegment: given['x-multi-segment'] === true,
	};
}

function operationOf(document: JsonObject, [method, template]: readonly [string, string], raw: JsonObject): Operation {
	const parameters = (Array.isArray(raw['parameters']) ? raw['parameters'] : []).map((one) =>
		parameterOf(document, one),
	);
	const body = raw['requestBody'];
	const schema = body === undefined ? undefined : jsonSchema(document, body);
	const answers = Object.entries(objectOf(raw['responses'])).map(
		([status, answer]) => [status, jsonSchema(document, answer)] as const,
	);
	return {
		...{ method: method.toUpperCase(), template, parameters, pattern: patternOf(template, parameters) },
		request: schema && { schema, required: resolved(document, body)['required'] === true },
		answers: new Map(answers),
	};
}

/** Applies the changes that GitHub lists for an operation or a schema, up to a version. */
function asOf(version: string, value: unknown): JsonObject {
	const raw = objectOf(value);
	const listed = raw['x-github-breaking-changes'];
	const changes = (Array.isArray(listed) ? listed : []).map(objectOf);
	const steps = changes
		.filter((change) => textOf(change['version']) <= version)
		.flatMap(({ patch }) => (Array.isArray(patch) ? (patch as PatchStep[]) : []));
	return applyPatch(raw, steps);
}

const mapped = (values: unknown, change: (value: unknown) => unknown): JsonObject =>
	Object.fromEntries(Object.entries(objectOf(values)).map(([name, value]) => [name, change(value)]));

/**
 * Reads an OpenAPI document of `@octokit/openapi`. GitHub describes its default version, and lists the changes of later versions as JSON
 * patches (`x-github-breaking-changes`).
 */
export function readDescription(document: JsonObject, version: string): Description {
	const current = (value: unknown) => asOf(version, value);
	const components = { ...objectOf(document['components']) };
	components['schemas'] = mapped(components['schemas'], current);
	const whole = { ...document, components };
	const operations = Object.entries(objectOf(document['paths'])).flatMap(([template, path]) =>
		methods
			.filter((method) => method in objectOf(path))
			.map((method) => operationOf(whole, [method, template], current(objectOf(path)[method]))),
	);
	return { operations, components };
}

const literals = ({ template }: Operation): number => template.replaceAll(/\{[^}]+\}/g, '').length;

/** Returns the operation of a request. If several match, it is the one whose template has the most fixed parts. */
export function findOperation({ operations }: Description, method: string, path: string): Operation | undefined {
	const fitting = operations.filter((one) => one.method === method && one.pattern.test(path));
	return fitting.toSorted((one, other) => literals(other) - literals(one))[0];
}
