import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

describe('an option that changes how a new shell reads words', () => {
	it.each([
		"bash -k -c 'git log GIT_TRACE=/x'",
		"sh -kc 'git log A=b'",
		"bash -ek -c 'ls A=b'",
		"bash -k <<< 'ls A=b'",
		"echo 'ls A=b' | sh -k",
		"dash -k -c 'ls A=b'",
		'bash -H -c ls',
		'bash -P -c ls',
		'bash --posix -c ls',
		'bash -posix -c ls',
		// The name of a long option with one dash, and its value.
		"bash -rcfile ls -c 'cat README.md'",
		"bash -init-file ls -c 'cat README.md'",
		"bash -O cdspell -c 'cd .gti; ls'",
		'shopt -s cdspell; cd .gti; ls',
		// An interactive shell replaces `!$`.
		"bash -i <<< 'cat !$'",
		"printf 'echo a\\ncat !$\\n' | bash -i",
		'cat x | bash -i',
	])('is not allowed: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});

	it.each([
		'bash -c ls',
		"bash -lc 'npm test'",
		"bash -ic 'npm test'",
		"bash -euxo pipefail -c 'ls src'",
		"sh -ec 'ls src'",
		'bash --norc --noprofile -c ls',
		'bash -r -c ls',
		'bash --login -c ls',
		'echo ls | bash -s',
		"bash -i <<< 'ls src'",
	])('is allowed when it changes nothing important: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});

describe('a variable that the shell obeys', () => {
	it.each([
		': ${GLOBIGNORE:=x}; ls *',
		': "${GLOBIGNORE=x}"; ls *',
		'((GLOBIGNORE=1)); ls *',
		'((GLOBIGNORE++)); ls *',
		'let GLOBIGNORE=1; ls *',
		': $((GLOBIGNORE += 1)); ls *',
		'echo $((1 ? GLOBIGNORE=1 : 0)); ls *',
		'a[GLOBIGNORE=1]=x; ls *',
		'echo ${x:GLOBIGNORE=1}; ls *',
		'for ((GLOBIGNORE=1;GLOBIGNORE<2;GLOBIGNORE++)); do ls *; done',
		'coproc GLOBIGNORE { ls; }; ls *',
		': ${CDPATH:=.git}; cd hooks',
		': ${BASH_ALIASES[ls]:=rm x}; ls',
		': ${PROMPT_COMMAND:=ls}',
	])('is not allowed, however it is set: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});

	it.each([
		': ${TMPDIR:=/tmp}; ls',
		': ${PATH:=/bin}; ls',
		': ${ENV:=dev}; echo $ENV',
		'((i++)); ls *',
		'for ((i=0;i<3;i++)); do echo $i; done',
		'n=$((n+1)); cat README.md',
		'export N=1; ((N++)); ls',
		'((TEMP += 1)); ls',
	])('is not the same as an ordinary variable: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});
