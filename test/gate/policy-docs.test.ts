import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { effectKinds } from '../../src/core/index.ts';
import { loadPolicy } from '../../src/gate/loading.ts';
import { keysAt } from '../../src/gate/policy-schema.ts';

const page = readFileSync(new URL('../../docs/policies.md', import.meta.url), 'utf8');

test('the floor or the default policy names every kind of effect', () => {
	const rules = ['floor', 'default'].flatMap((name) => {
		const text = readFileSync(new URL(`../../policies/${name}.yml`, import.meta.url), 'utf8');
		return loadPolicy(text, `policies/${name}.yml`, { today: '2026-06-15' }).rules;
	});
	const named = new Set(rules.flatMap(({ effects }) => [...(effects ?? [])]));
	// No rule is needed for a declared tool: what no rule names needs approval.
	const unnamed = ['exec.tool'];
	expect(effectKinds.filter((kind) => !named.has(kind))).toEqual(unnamed);
});

describe('docs/policies.md', () => {
	it('shows an example that loads without warnings', () => {
		const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
		const { rules, warnings } = loadPolicy(example, 'docs/policies.md', { today: '2026-06-15' });
		expect([rules.map(({ name }) => name), warnings]).toEqual([['release-branches', 'migrations', 'docs'], []]);
	});

	it('has a row for every matcher, and names every other key of a rule', () => {
		const [, matchers = ''] = /## Matchers\n([\s\S]*?)\n## /.exec(page) ?? [];
		const cells = [...matchers.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell ?? '');
		const rows = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, key]) => key));
		const others = ['name', 'approvers', 'expires', 'contained', 'action', 'reason', 'description', 'risk_level'];
		others.push('match', 'not_match');
		expect([...rows, ...others].sort()).toEqual([...keysAt(['rules', 0]).keys].sort());
		expect(others.filter((key) => !new RegExp(`[ \`]${key}:`).test(page))).toEqual([]);
	});

	it('names every shipped policy and every kind of effect', () => {
		const files = readdirSync(new URL('../../policies/', import.meta.url)).filter((name) => name.endsWith('.yml'));
		expect(files.filter((name) => !page.includes(`| \`${name.replace('.yml', '')}\` |`))).toEqual([]);
		expect(effectKinds.filter((kind) => !new RegExp(`[ ,] ?${kind}(,| )`).test(page))).toEqual([]);
	});
});
