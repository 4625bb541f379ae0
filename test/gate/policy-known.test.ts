import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/index.ts';
import { loadKnownPolicy, loadPolicy } from '../../src/gate/loading.ts';
import { compiledFrom } from '../../src/gate/shipped.ts';

const root = join(import.meta.dirname, '../..');
const today = '2026-11-22';

test.each(['floor', 'default', 'strict', 'autonomous'])('the compiled policy %s equals its file', (name) => {
	const file = `policies/${name}.yml`;
	const text = readFileSync(join(root, file), 'utf8');
	expect(compiledFrom(file, sha256(text))).toBeDefined();
	const seen = (policy: object): string =>
		JSON.stringify(policy, (_, value) =>
			value instanceof Set ? [...value] : value instanceof RegExp ? String(value) : value,
		);
	expect(seen(loadKnownPolicy(text, file, { today }))).toBe(seen(loadPolicy(text, file, { today })));
});

const wrong = `version: "1"
name: default
rules:
  - name: all
    tools: [shell_exec]
    action: allow
    description: All.
    match: [ls]
    not_match: [ls -l]
`;

test('a changed text under a shipped name is loaded and its examples are checked', () => {
	expect(() => loadKnownPolicy(wrong, 'policies/default.yml', { today })).toThrow('`all` matches `ls -l`');
});

test("a repository's own policy is always loaded, even with a shipped text", () => {
	const file = 'policies/default.yml';
	const text = readFileSync(join(root, file), 'utf8');
	expect(loadKnownPolicy(text, file, { today, isOwn: true })).toMatchObject({ isOwn: true });
});
