import { describe, expect, test } from 'vitest';
import type { FolderEntry } from '../../../src/core/index.ts';
import { aContext, aWorkspace, judgeShell } from '../support.ts';

const texts: Readonly<Record<string, string>> = {
	'Cargo.toml': '[workspace]\n',
	'package.json': '{}',
	'packages/a/package.json': '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"*"}}',
	'packages/b/package.json': '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"*"}}',
	'odd/a/package.json': '{"scripts":{"test":"vitest run"}}',
};
const folder = (name: string): FolderEntry => ({ name, kind: 'folder' });
const folders: Readonly<Record<string, readonly FolderEntry[]>> = {
	packages: [folder('a'), folder('b'), { name: 'README.md', kind: 'file' }, folder('.cache')],
	crates: [folder('one'), folder('two')],
	odd: [folder('a'), { name: 'b', kind: 'link' }],
	many: Array.from({ length: 200 }, (_, i) => folder(`a${i}`)),
};
const root = '/checkouts/repo';
const facts = aWorkspace({
	readText: (path) => texts[path],
	entries: (path) => folders[path.slice(root.length + 1)] ?? [],
});
const decide = (line: string) => judgeShell(line, aContext({ facts, mode: 'edit' })).decision;

describe('a loop over the folders of the checkout', () => {
	test.each([
		'for d in crates/*/; do (cd "$d" && cargo check -q) || echo "fail $d"; done',
		'for d in crates/*; do (cd "$d" && cargo test); done',
		'ls; for d in packages/*/; do (cd "$d" && npm test); done',
		'for d in packages/*/; do npm --prefix "$d" test; done',
		'cd packages && for d in */; do (cd "$d" && npm test); done',
	])('is judged once for each folder: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});

	test.each([
		'for d in packages/*; do (cd "$d" && npm test); done',
		'for d in odd/*/; do (cd "$d" && npm test); done',
		'for d in many/*/; do (cd "$d" && cargo test); done',
		'for d in none/*/; do (cd "$d" && cargo test); done',
		'for d in ../*/; do (cd "$d" && cargo test); done',
		'for d in /tmp/*/; do (cd "$d" && cargo test); done',
		'for d in packages/*/; do (cd "$d" && ./run.sh); done',
		'for d in packages/*/; do rm -rf "$d"; done',
	])('asks if the gate does not know the folders, or if the body does more: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		'mkdir crates/x; for d in crates/*/; do (cd "$d" && cargo test); done',
		'git checkout other; for d in crates/*/; do (cd "$d" && cargo test); done',
		'ln -s /tmp/x crates/x; for d in crates/*/; do (cd "$d" && cargo test); done',
		'shopt -s dotglob; for d in packages/*/; do (cd "$d" && npm test); done',
		'trap \'mkdir crates/x\' DEBUG; for d in crates/*/; do (cd "$d" && cargo test); done',
		'while true; do for d in crates/*/; do (cd "$d" && cargo test); done; mkdir crates/x; done',
		'(sleep 1; mkdir crates/x) & for d in crates/*/; do (cd "$d" && cargo test); done',
	])('asks if the same line may make other folders: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test('is blocked if it reads a credential in one of them', () => {
		expect(decide('for d in packages/*/; do cat "$d/.env"; done')).toBe('block');
		expect(decide('for d in packages/*/; do (cd "$d" && cat .env); done')).toBe('block');
	});
});
