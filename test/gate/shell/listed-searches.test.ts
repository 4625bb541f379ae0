import { describe, expect, it } from 'vitest';
import type { Facts, FolderEntry } from '../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../support.ts';

const folders: Readonly<Record<string, readonly FolderEntry[]>> = {
	'/checkouts/repo': [
		{ name: '.env', kind: 'file' },
		{ name: 'README.md', kind: 'file' },
		{ name: 'src', kind: 'folder' },
	],
	'/checkouts/repo/src': [{ name: 'a.ts', kind: 'file' }],
};

const facts: Facts = aWorkspace({ entries: (folder) => folders[folder] ?? [] });
const decisionOf = (line: string) => judgeShell(line, { facts }).decision;

describe('searching each file of a list that includes a credential', () => {
	it.each([
		"git ls-files | xargs grep -h ''",
		'git ls-files | xargs grep -n SECRET',
		'git ls-files -z | xargs -0 rg .',
		'git ls-files | xargs -I{} rg . {}',
		'git ls-files | xargs grep -v zzz',
		'git ls-files | parallel grep .',
		'git ls-files | parallel cat',
		'git ls-files | while read f; do grep . "$f"; done',
		'grep -n TOKEN $(git ls-files)',
		'find . -type f -exec rg . {} +',
		'find . -type f | parallel cat',
		'ls -A | xargs rg .',
		'for f in $(ls -A); do rg . $f; done',
		'rg --files --hidden | xargs rg .',
		'fd -H -x rg .',
		'git grep -l SECRET | xargs rg .',
		'git log --name-only --format= | sort -u | xargs grep .',
		'git ls-files | xargs -n1 git blame',
		'find . -type f | while read -r f; do git blame "$f"; done',
		'for f in $(git ls-files); do git show HEAD:$f; done',
		'git ls-files | while read -r f; do git show "HEAD:$f"; done',
	])('is not allowed: %s', (line) => expect(decisionOf(line)).not.toBe('allow'));

	it.each([
		"git ls-files ':!src' | xargs cat",
		"git ls-files -- ':^docs' ':(exclude)src' | xargs head",
		"git ls-files ':/' | xargs cat",
		"git ls-files ':(top)' | xargs cat",
		'git ls-files src/.. | xargs cat',
		"cat $(git ls-files ':!src')",
		'git ls-files ./ | xargs cat',
		'cd src && git ls-files .. | xargs cat',
		"cd src && git ls-files ':/' | xargs cat",
		"git diff --name-only -- ':!src' | xargs cat",
	])('is not allowed despite an exclusion or the top-level folder: %s', (line) =>
		expect(decisionOf(line)).not.toBe('allow'),
	);

	it.each([
		'git ls-files | xargs grep -n TODO',
		'git ls-files src | xargs grep -n .',
		"git ls-files -- src ':!src/b' | xargs cat",
		"git ls-files ':!src' | xargs wc -l",
		'git ls-files | xargs rg -l .',
		'find src -type f -exec rg . {} +',
		"find . -name '*.ts' | xargs rg .",
		'rg . *',
		"git ls-files '*.ts' | parallel cat",
		'for f in $(git ls-files src); do git show HEAD:$f; done',
		'for f in src/*; do git blame $f; done',
		'git show HEAD:README.md',
		'cd src && git ls-files | xargs cat',
		'cd src && git ls-files . | xargs cat',
	])('is allowed when no credential is shown: %s', (line) => expect(decisionOf(line)).toBe('allow'));
});
