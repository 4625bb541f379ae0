import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type EntryBody, entryBodySchema, storedBody } from '../../src/core/index.ts';

/** Values whose fields the entry does not define: the arguments of a call, and effects. Another test checks the names of effects. */
const opaque = ['tool_attempt.tool_input', 'tool_attempt.effects'];

/** The schema of what a journal holds. */
function storedSchema(schema: z.core.$ZodType): z.core.$ZodType {
	const { def } = schema._zod as z.core.$ZodTypes['_zod'];
	switch (def.type) {
		case 'pipe':
			return storedSchema(def.in);
		case 'optional':
		case 'nullable':
		case 'readonly':
			return storedSchema(def.innerType);
		case 'array':
			return storedSchema(def.element);
		default:
			return schema;
	}
}

/** Returns the names of all fields. A value without a schema has the name `*`. */
function namesIn(schema: z.core.$ZodType, place: string): readonly { readonly place: string; readonly name: string }[] {
	const { def } = storedSchema(schema)._zod as z.core.$ZodTypes['_zod'];
	if (def.type === 'union') return def.options.flatMap((option) => namesIn(option, place));
	if (def.type === 'custom') return [{ place, name: '*' }];
	if (def.type !== 'object') return [];
	return Object.entries(def.shape).flatMap(([name, inner]) => [{ place, name }, ...namesIn(inner, `${place}.${name}`)]);
}

const names = entryBodySchema.options.flatMap((option) => namesIn(option, option.shape.type.value));

test('every field of every entry has a snake_case name', () => {
	const odd = names.filter(({ name }) => name !== '*' && !/^[a-z][a-z\d]*(?:_[a-z\d]+)*$/.test(name));
	expect(odd).toEqual([]);
	expect(names.length).toBeGreaterThan(350);
});

test('only the arguments and the effects of a call have fields without a schema', () => {
	expect(names.filter(({ name }) => name === '*').map(({ place }) => place)).toEqual(opaque);
});

test('an effect has snake_case names in a journal and camelCase names in code', () => {
	const effect = { kind: 'exec.project', script: 'npm test', definedIn: 'package.json' } as const;
	const body: EntryBody = {
		...{ type: 'tool_attempt', call_id: 'c1', tool_name: 'shell_exec', tool_input: { workingFolder: 'a' } },
		...{ classification: 'tests', risk_level: 'low', decision: 'allow', matched_rule: 'tests', reason: 'It tests.' },
		...{ effects: [effect], matches: [], binding: 'a'.repeat(64), session_mode: 'edit' },
	};
	const stored = storedBody(body);
	expect(stored['effects']).toEqual([{ kind: 'exec.project', script: 'npm test', defined_in: 'package.json' }]);
	expect(stored['tool_input']).toEqual({ workingFolder: 'a' });
	expect(entryBodySchema.parse(stored)).toEqual(body);
});
