import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedPolicySchema } from '../../scripts/update-policy-schema.ts';
import { isJsonObject, type JsonValue } from '../../src/core/index.ts';
import { policyJsonSchema } from '../../src/gate/loading.ts';
import { keysAt } from '../../src/gate/policy-schema.ts';

/** The properties of all objects in a schema, by name. */
function propertiesIn(value: JsonValue): readonly (readonly [string, JsonValue])[] {
	if (Array.isArray(value)) return value.flatMap(propertiesIn);
	if (!isJsonObject(value)) return [];
	const { properties, ...others } = value;
	const own = isJsonObject(properties) ? Object.entries(properties) : [];
	return [...own, ...own.flatMap(([, inner]) => propertiesIn(inner)), ...Object.values(others).flatMap(propertiesIn)];
}

describe('the JSON Schema of policies', () => {
	it('is up to date; if this fails, run `node scripts/update-policy-schema.ts`', () => {
		const { current, wanted } = shippedPolicySchema();
		expect(current).toBe(wanted);
	});

	it('describes every key', () => {
		const properties = propertiesIn(JSON.parse(JSON.stringify(policyJsonSchema())));
		const names = new Set(properties.map(([name]) => name));
		expect(
			[...keysAt([]).keys, ...keysAt(['settings']).keys, ...keysAt(['rules', 0]).keys].filter((key) => !names.has(key)),
		).toEqual([]);
		expect(
			properties.filter(([, schema]) => !isJsonObject(schema) || typeof schema['description'] !== 'string'),
		).toEqual([]);
	});

	it('is named in every shipped policy, for editors', () => {
		const folder = new URL('../../policies/', import.meta.url);
		const policies = readdirSync(folder).filter((name) => name.endsWith('.yml'));
		const first = policies.map((name) => readFileSync(new URL(name, folder), 'utf8').split('\n')[0]);
		expect(new Set(first)).toEqual(new Set(['# yaml-language-server: $schema=policy.schema.json']));
	});
});
