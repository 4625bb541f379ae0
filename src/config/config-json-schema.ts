import { z } from 'zod';
import { configSchema } from './config-schema.ts';

type Schema = Record<string, unknown>;

/**
 * The JSON Schema of `.github/countersign.yml`, for editors. It describes keys and value formats. Only the loader checks the other rules.
 */
export function configJsonSchema(): Readonly<Schema> {
	const { $schema, ...schema } = z.toJSONSchema(configSchema, {
		io: 'input',
		override: ({ jsonSchema }) => adapt(jsonSchema),
	});
	const { properties = {} } = schema;
	const { setup, approvals, sandbox } = properties as Record<string, Schema>;
	if (setup !== undefined) allowPlain(setup, true);
	const hosts = (sandbox?.['properties'] as Record<string, Schema> | undefined)?.['hosts'];
	if (hosts !== undefined) hosts['items'] = plainOr(hosts['items']);
	const role = (approvals?.['properties'] as Record<string, Schema> | undefined)?.['role'];
	if (role !== undefined) allowPlain(role, false);
	return { $schema, title: 'The configuration of Countersign in a repository', ...schema };
}

/**
 * Adapts a schema for editors. It removes read-only marks, because editors do not let people edit such values. It adds capital letters to
 * patterns that ignore case, because JSON Schema cannot ignore case.
 */
function adapt(schema: Schema): void {
	delete schema['readOnly'];
	const { pattern } = schema;
	if (typeof pattern === 'string' && pattern.startsWith('^@?'))
		schema['pattern'] = pattern.replaceAll('a-z\\d', 'A-Za-z\\d');
}

const plain = { type: 'string', minLength: 1 };

/** Returns the schema of an item that may also be written as a plain string. */
function plainOr(item: unknown): Schema {
	return { anyOf: [plain, item] };
}

/** Changes the schema of a list, so that a plain string is also valid. With `each`, its items may be plain strings, too. */
function allowPlain(schema: Schema, each: boolean): void {
	const { default: standard, ...list } = schema;
	for (const key of Object.keys(schema)) delete schema[key];
	const items = each ? { items: plainOr(list['items']) } : {};
	Object.assign(schema, standard === undefined ? {} : { default: standard }, { anyOf: [plain, { ...list, ...items }] });
}
