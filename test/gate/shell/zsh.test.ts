import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

describe('text that zsh reads differently from bash', () => {
	it.each([
		// Flags and forms of parameters.
		"zsh -c 'echo ${(e):-\\$(ls)}'",
		"zsh -c 'x=GH; echo ${(P)x}'",
		"zsh -c 'echo ${${x}:t}'",
		"zsh -c 'cat $a[2]'",
		"zsh -c 'cat $a:t'",
		"zsh -c 'cat $~x'",
		"zsh -c 'cat $x{1..3}'",
		"zsh -c 'cat $=x'",
		"zsh -c 'cat $^x'",
		"zsh -c 'cat $@[1]' x a",
		"zsh -c 'cat ${a}[2]'",
		// Patterns with qualifiers, and other patterns.
		"zsh -c 'ls *(D)'",
		"zsh -c 'ls *(e:ls:)'",
		"zsh -c 'ls *(+f)'",
		"zsh -c 'cat ***/x'",
		"zsh -c 'cat <1-9>'",
		"zsh -c '=ls src'",
		"zsh -c 'cat =ls'",
		"zsh -c 'cat ~x/config'",
		// Redirections.
		"zsh -c 'echo hi >! x'",
		"zsh -c 'echo hi >>! x'",
		"zsh -c '<<< x'",
		"zsh -c '< README.md'",
		"zsh -c '> x'",
		"zsh -c 'if true; then > x; fi'",
		"zsh -c 'NULLCMD=ls; > x'",
		// Assignments and builtins that change the reading of what follows.
		"zsh -c 'cdpath=.git; cd hooks'",
		"zsh -c 'options[globdots]=on; cat *'",
		"zsh -c 'setopt globdots; cat *'",
		"zsh -c 'emulate zsh'",
		`zsh -c 'eval "$1"' x 'ls *(D)'`,
		"zsh -c 'repeat 2 ls'",
		"zsh -c '{ ls } always { ls x; }'",
		"zsh -c 'hash ls=/tmp/x; ls'",
		"zsh -c 'cd src .git; ls'",
		'zsh -c \'cat $(echo "\\x2eenv")\'',
		'zsh -c \'cat $(echo "\\056env")\'',
		"zsh -ic 'cat # x'",
		// Options.
		"zsh -4 -c 'cat *'",
		"zsh -f4c 'cat *'",
		"zsh --globdots -c 'cat *'",
		"zsh --dot-glob -c 'cat *'",
		"zsh -o globdots -c 'cat *'",
		// Input.
		"echo 'ls *(D)' | zsh",
		"zsh <<< 'ls *(D)'",
		"zsh -s <<< 'ls $a[2]'",
		"env zsh -c 'ls *(D)'",
		"SHELL=/bin/zsh script -c 'ls *(D)'",
	])('is not allowed: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});

	it.each([
		"zsh -c 'ls src'",
		"zsh -lc 'npm test'",
		"zsh -ec 'npm test && git status'",
		"zsh -c 'cat src/*.ts | head -5'",
		"zsh -c 'grep -rn foo src > /dev/null 2>&1'",
		`zsh -c 'for f in src/*.ts; do wc -l "$f"; done'`,
		"zsh -c 'git diff HEAD~1 -- src'",
		"zsh -o pipefail -c 'ls | wc -l'",
		"zsh -c 'cd src && ls *.{ts,js}'",
		"zsh <<< 'ls src'",
		"bash -c 'ls ${x}'",
	])('is allowed when both read it alike: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});
