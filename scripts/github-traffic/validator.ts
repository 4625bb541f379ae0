import { Ajv2019, type ErrorObject, type ValidateFunction } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import type { JsonObject } from './json.ts';
import { SchemaTranslator, type Strictness } from './json-schema.ts';

const settings = { strict: false, allErrors: true, logger: false } as const;

function ajvWith(options: object): Ajv2019 {
	const ajv = new Ajv2019({ ...settings, ...options });
	formats.default(ajv);
	return ajv;
}

/** Returns a path for people: `/0/user/login` becomes `[].user.login`. */
const fieldOf = (path: string): string =>
	path
		.split('/')
		.slice(1)
		.map((part) => (/^\d+$/.test(part) ? '[]' : part))
		.join('.');

const under = (path: string, field: unknown): string => [fieldOf(path), String(field)].filter(Boolean).join('.');

function described({ keyword, instancePath, params, message }: ErrorObject): string {
	if (keyword === 'unevaluatedProperties' || keyword === 'additionalProperties')
		return `${under(instancePath, params['unevaluatedProperty'] ?? params['additionalProperty'])} is unknown`;
	if (keyword === 'required') return `${under(instancePath, params['missingProperty'])} is missing`;
	const allowed = keyword === 'enum' ? `: ${(params['allowedValues'] as unknown[]).join(', ')}` : '';
	return `${fieldOf(instancePath) || 'it'} ${message ?? keyword}${allowed}`;
}

const frames = new Set(['anyOf', 'if', 'unevaluatedProperties']);

/** Returns the errors that are causes. If a branch fails, everything around it also fails, and those errors are left out. */
function causes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
	const real = errors.filter(({ keyword }) => !frames.has(keyword));
	const isNull = ({ keyword, params }: ErrorObject) => keyword === 'type' && params['type'] === 'null';
	const better = (one: ErrorObject) =>
		real.some((other) => !isNull(other) && other.instancePath.startsWith(one.instancePath));
	const kept = real.filter((one) => !isNull(one) || !better(one));
	return kept.length > 0 ? kept : errors.filter(({ keyword }) => keyword !== 'anyOf');
}

/** Validates values against the schemas of one description. */
export class Validator {
	readonly #ajv: Ajv2019;
	readonly #translator: SchemaTranslator;
	readonly #compiled = new Map<string, ValidateFunction>();

	constructor(components: JsonObject, strictness: Strictness) {
		this.#translator = new SchemaTranslator(components, strictness);
		this.#ajv = ajvWith({});
		this.#ajv.addSchema({ $id: 'api', ...this.#translator.named() });
	}

	/** Returns a short text for each problem of a value. Empty if there are none. */
	wrongs(schema: JsonObject, value: unknown): readonly string[] {
		const key = JSON.stringify(schema);
		const validate = this.#compiled.get(key) ?? this.#ajv.compile({ ...this.#translator.value(schema) });
		this.#compiled.set(key, validate);
		if (validate(value)) return [];
		return [...new Set(causes(validate.errors ?? []).map(described))];
	}
}

/** Validates the texts of a path or a query, in which numbers and booleans are also texts. */
export class TextValidator {
	readonly #ajv = ajvWith({ coerceTypes: 'array' });
	readonly #translator = new SchemaTranslator({}, 'whole');
	readonly #compiled = new Map<string, ValidateFunction>();

	wrongs(schema: JsonObject, text: string): readonly string[] {
		const key = JSON.stringify(schema);
		const validate =
			this.#compiled.get(key) ?? this.#ajv.compile({ properties: { it: this.#translator.value(schema) } });
		this.#compiled.set(key, validate);
		if (validate({ it: text })) return [];
		return (validate.errors ?? []).map(({ message, keyword }) => message ?? keyword);
	}
}
