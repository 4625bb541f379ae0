import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const page = read('docs/outputs.md');
const outputs = Object.keys((parse(read('action.yml')) as { outputs: object }).outputs);

test('docs/outputs.md has exactly one row for each output of action.yml', () => {
	const rows = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
	expect(rows.sort()).toEqual(outputs.sort());
});

test('the example of docs/outputs.md uses existing outputs and inserts none into shell code', () => {
	const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
	const steps = parse(example) as readonly { readonly if: string; readonly run: string; readonly env: object }[];
	expect(steps.length).toBeGreaterThan(0);
	const used = [...example.matchAll(/steps\.agent\.outputs\.([\w-]+)/g)].map((match) => match[1] ?? '');
	expect(outputs).toEqual(expect.arrayContaining(used));
	for (const step of steps) {
		expect(step.run).not.toContain('${{');
		const names = [...step.run.matchAll(/\$([A-Z_]+)/g)].map((match) => match[1]);
		expect(Object.keys(step.env)).toEqual(expect.arrayContaining(names));
	}
});
