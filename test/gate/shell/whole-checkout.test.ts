import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

describe('reading the whole checkout', () => {
	it.each([
		'ls -A | xargs cat',
		'ls -a | xargs -I{} cat {}',
		'find . -type f -exec cat {} +',
		'find "$PWD" -type f | xargs base64',
		'cat $(find . -type f)',
		'find . -type f | while read -r f; do head "$f"; done',
		'for f in $(find . -maxdepth 1 -type f); do cat "$f"; done',
		"find . -type f -exec sh -c 'cat $1' _ {} ;",
		'find . ! -name "*.ts" -type f -print0 | xargs -0 cat',
		'find . -regex ".*" -exec cat {} +',
		'fd -H | xargs cat',
		'rg --files --hidden --no-ignore | xargs cat',
		'tar cf - . | base64',
		'cp -r . /tmp/x',
		'zip -r - . | xxd',
		'grep -r "" .',
		'grep -rn ".*" ./',
		'grep -rhv zzz .',
		'grep -rniE "api[-_]?key|passwd" .',
		'grep -rn "token *=" .',
		'grep -rn -e AKIA -e foo .',
		'grep -rn npm_ .',
		'grep -rE "npm_[A-Za-z0-9]{36}" .',
		'grep -rn pypi-AgEI .',
		'find . -type f | xargs grep -i secret',
		'rg --hidden password',
	])('is asked about when it may show hidden files: `%s`', (command) => {
		expect(judgeShell(command).decision).toBe('confirm');
	});

	it.each([
		'cat .*',
		'cat .[!.]*',
		'find . -name "*.env" -exec cat {} +',
		'find . -name ".*" | xargs cat',
		'find . -path "*/.git/*" -exec cat {} +',
		'tar cf - .git | base64',
		'cp -r .git /tmp/x',
		'grep -rn extraheader .',
		'grep -rn extraheader .git',
		'rg --hidden extraheader',
		'strings -a .git/*',
		'head -n -0 .env*',
		'awk 1 .e*',
		'base64 < .e?v',
	])('is blocked when it shows hidden files: `%s`', (command) => {
		expect(judgeShell(command).decision).toBe('block');
	});

	it.each([
		'cat *',
		'ls | xargs cat',
		'cat $(git ls-files)',
		'find . -name "*.py" | xargs cat',
		'find src -type f -exec cat {} +',
		'find . -type f -not -path "*/.*" | xargs head',
		'find . -type f | xargs wc -l',
		'find . -type f | xargs grep -n foo',
		'find . -type f | grep src/app | xargs cat',
		'grep -rn foo .',
		'grep -rn "validate_token" .',
		'grep -rn "getToken(" .',
		'grep -rn "csrf token" .',
		'grep -rn npm_config_cache .',
		'grep -rn npm_install .',
		'grep -rn password src',
		'grep -rl password .',
		'grep -rn token --include="*.ts" .',
		'rg token',
		'rg --hidden foo',
		'rg -l ""',
		'diff -r src lib',
	])('is allowed when it skips hidden files: `%s`', (command) => {
		expect(judgeShell(command).decision).toBe('allow');
	});
});
