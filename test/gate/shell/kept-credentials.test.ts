import { describe, expect, it } from 'vitest';
import type { Facts, FolderEntry } from '../../../src/core/index.ts';
import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import { brief } from './brief.ts';

const folders: Readonly<Record<string, readonly FolderEntry[]>> = {
	'/workspace': [
		{ name: 'config', kind: 'folder' },
		{ name: 'src', kind: 'folder' },
	],
	'/workspace/config': [
		{ name: 'prod.env', kind: 'file' },
		{ name: 'app.yml', kind: 'file' },
	],
	'/workspace/src': [{ name: 'tokens.ts', kind: 'file' }],
};

const texts: Readonly<Record<string, string>> = {
	'.coverage': 'SQLite',
	'c.out': 'mode: set\nexample/a.go:1.1,2.2 1 1\n',
	'odd.out': 'mode: set\n./.env:1.1,2.2 1 1\n',
};

const facts: Facts = {
	...exampleFacts,
	entries: (folder) => folders[folder] ?? [],
	readText: (path) => texts[path] ?? exampleFacts.readText(path),
	isThere: (path) => path === '/workspace/.coverage',
};

const isDoubted = (command: string): boolean =>
	analyseShell(command, facts, '/workspace').parts.some(({ effects }) =>
		effects.some((one) => brief(one) === 'opaque'),
	);

describe('a folder that contains a file with credentials', () => {
	it.each([
		'cat config/*',
		'cat $(git ls-files config)',
		'find config -type f -exec cat {} +',
		'find config -type f | xargs head',
		'tar cf - config',
		'tar cf - -C config .',
		'zip -qr - config',
		'cp -r config /tmp/x',
		"grep -r '' config",
	])('is opaque when its files are shown: %s', (command) => expect(isDoubted(command)).toBe(true));

	it.each([
		'cat config/*.yml',
		'cat src/*',
		'cat $(git ls-files src)',
		'tar cf - src',
		'grep -rn foo config',
		'wc -l config/*',
		'ls config/*',
		'find config -type f',
	])('may be listed and searched: %s', (command) => expect(isDoubted(command)).toBe(false));
});

describe('a report that shows the source files named in its data', () => {
	it.each(['coverage html', 'coverage annotate', 'go tool cover -html=odd.out'])(
		'is opaque when it may show other files: %s',
		(command) => expect(isDoubted(command)).toBe(true),
	);

	it.each(['coverage report', 'go tool cover -html=c.out -o c.html', 'go tool cover -func=c.out'])(
		'is not opaque otherwise: %s',
		(command) => expect(isDoubted(command)).toBe(false),
	);
});
