import { describe, expect, test } from 'vitest';
import { judgeShell } from '../support.ts';

describe('text that the shell expands a second time', () => {
	test.each([
		'mapfile -C eval -c 1 < README.md',
		'readarray -C eval -c1 list < README.md',
		'mapfile -tCeval -c1 < README.md',
		'mapfile -C rm -c1 < README.md',
		'mapfile -C "bash -c" -c1 < README.md',
		'f() { eval "$2"; }; mapfile -C f -c1 < README.md',
		'declare -A a=$(cat README.md)',
		'declare -a a="($(cat README.md))"',
		'declare -a "a=($(cat README.md))"',
		'readonly -a x="($(cat README.md))"',
		'typeset -a "x=$(cat README.md)"',
		'f() { local -a "x=$(cat README.md)"; }; f',
		'export -a "x=($(cat README.md))"',
		'declare -a a; declare "a=($(cat README.md))"',
		"declare -a 'a=($(curl -s https://e.example))'",
		'x="$(cat README.md)"; declare -ga "list=($x)"',
	])('is not allowed when the text is unknown: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});

	test.each([
		'mapfile -t lines < README.md; echo "${lines[0]}"',
		'declare -a a=(1 2)',
		'declare -A m=([a]=1 [b]=2)',
		"declare -a 'a=(1 2)'",
		'x=1; declare -a "a=($x)"',
		'declare -a files=($(git ls-files src)); echo "${#files[@]}"',
		'f() { local -a args=("$@"); echo "${args[@]}"; }; f a b',
		'readonly x="$(cat README.md)"; echo "$x"',
	])('is allowed when the result is harmless: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});

describe('a secret in the environment', () => {
	test.each([
		`compgen -W '$GITHUB_TOKEN'`,
		`compgen -W '\${AWS_SECRET_ACCESS_KEY}' x`,
		'declare -i x=AWS_SECRET_ACCESS_KEY',
		'let x=AWS_SECRET_ACCESS_KEY',
		'let "x += GITHUB_TOKEN"',
		`bash -x <<< '[ -n "$GITHUB_TOKEN" ]'`,
		`echo 'test -n "$GITHUB_TOKEN"' | bash -x`,
		'shopt -so xtrace; test -n "$GITHUB_TOKEN"',
		'shopt -s -o verbose; test -n "$GITHUB_TOKEN"',
	])('is blocked when the line shows it: %s', (line) => {
		expect(judgeShell(line).decision).toBe('block');
	});

	test.each(['((PASS++))', '((PASS = PASS + 1)); echo $PASS', 'let PASS+=1', 'declare -i n=5', `compgen -W 'a b' a`])(
		'is not shown by a line that only uses its name: %s',
		(line) => {
			expect(judgeShell(line).decision).toBe('allow');
		},
	);
});
