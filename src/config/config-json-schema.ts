import { z } from 'zod';
import { configSchema } from './config-schema.ts';

type Schema = Record<string, unknown>;

/** The JSON Schema of `.github/countersign.yml`, for editors. It knows keys and forms; what only the loader can tell, it lets pass. */
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

/** Nobody edits a value that an editor calls read-only; and a pattern of JSON Schema cannot say that small and capital letters are the same. */
function adapt(schema: Schema): void {
	delete schema['readOnly'];
	const { pattern } = schema;
	if (typeof pattern === 'string' && pattern.startsWith('^@?'))
		schema['pattern'] = pattern.replaceAll('a-z\\d', 'A-Za-z\\d');
}

const plain = { type: 'string', minLength: 1 };

/** An item that may be written as the one text in it. */
function plainOr(item: unknown): Schema {
	return { anyOf: [plain, item] };
}

/** A list that may be written as the one text in it, and, with `each`, whose items may be plain texts, too. */
function allowPlain(schema: Schema, each: boolean): void {
	const { default: standard, ...list } = schema;
	for (const key of Object.keys(schema)) delete schema[key];
	const items = each ? { items: plainOr(list['items']) } : {};
	Object.assign(schema, standard === undefined ? {} : { default: standard }, { anyOf: [plain, { ...list, ...items }] });
}
