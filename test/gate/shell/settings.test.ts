import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeShell } from '../support.ts';

const linesOf = (name: string): readonly string[] =>
	readFileSync(join(import.meta.dirname, 'settings', name), 'utf8')
		.trimEnd()
		.split('\n');

const facts = aWorkspace();

/** Each way on which an assignment reaches a program. */
const ways: readonly ((setting: string) => string)[] = [
	(setting) => `${setting} npm test`,
	(setting) => `env ${setting} npm test`,
	(setting) => `export ${setting}; npm test`,
	(setting) => `declare -x ${setting} && npm test`,
	(setting) => `cross-env ${setting} npm test`,
	(setting) => `set -a; ${setting}; npm test`,
];

/** What is decided on each way, once for each decision. */
function decisions(setting: string): readonly string[] {
	return [...new Set(ways.map((way) => judgeShell(way(setting), { facts }).decision))];
}

describe('a variable set for a program', () => {
	it.each(linesOf('pass.txt'))('is allowed: %s', (setting) => {
		expect(decisions(setting)).toEqual(['allow']);
	});

	it.each(linesOf('ask.txt'))('is not allowed: %s', (setting) => {
		expect(decisions(setting)).not.toContain('allow');
	});
});

describe('a variable that stays in the shell or keeps its value', () => {
	it.each([
		'n=0; npm test',
		'total=$(wc -l < README.md); echo "$total"',
		'f=src/a.ts; cat "$f"',
		'CMD=\'rm -rf /\'; echo "$CMD"',
		'RUFF_OUTPUT_FILE=.git/config; npm test',
		'GIT_ROOT=$(git rev-parse --show-toplevel); ls',
		'NODE_VERSION=$(date +%s); echo "$NODE_VERSION"',
		'MAKE_TARGET=./x; ls',
		'for f in src/a.ts src/b.ts; do wc -l "$f"; done',
		'while IFS= read -r line; do echo "$line"; done < README.md',
		'IFS=, read -r a b <<< "x,y"',
		'files=(src/a src/b); echo "${files[@]}"',
		'f() { local dir=src/a; ls "$dir"; }; f',
		'read -r -p PATH answer',
		'unset CI NODE_OPTIONS',
		'[ -v CI ] && echo ci',
		'export N=3; N=4; npm test',
		': "${TMPDIR:=/tmp}"; ls',
		'env -i PATH="$PATH" HOME="$HOME" npm test',
		'env -u NODE_OPTIONS npm test',
		'PYTHONPATH="src:${PYTHONPATH:-}" npm test',
		'export PYTHONPATH="src${PYTHONPATH:+:$PYTHONPATH}"; npm test',
	])('is allowed: %s', (command) => {
		expect(judgeShell(command, { facts }).decision).toBe('allow');
	});
});

describe('a variable that reaches programs without export', () => {
	it.each([
		'PATH=/tmp/evil; git status',
		'HOME=/tmp/evil; git status',
		'X=./a; export X; npm test',
		'export X; X=./a; npm test',
		'if ls; then export X; fi; X=./a; npm test',
		'if ls; then :; else export X; fi; X=./a; npm test',
		'ls || export X; X=./a; npm test',
		'f() { export X; }; f; X=./a; npm test',
		`GIT_AUTHOR_NAME='${'a '.repeat(5_000)} .git/config' npm test`,
		'set -a; X=./a; npm test',
		'set -o allexport; X=./a; npm test',
		'shopt -so allexport; X=./a; npm test',
		'v=X=./a; export $v; npm test',
		'v=X; X=./a; export $v; npm test',
		'export "$v"; npm test',
		'command export X=./a; npm test',
		'X=./a; builtin export X; npm test',
		"eval 'X=./a npm test'",
		"env -S 'X=./a npm test'",
		'timeout 5 env X=./a npm test',
		"env X=1 bash -c 'X=./a; npm test'",
		"X=1 bash -c 'X=./a; npm test'",
		"bash -ac 'X=./a; npm test'",
		"bash -o allexport -c 'X=./a; npm test'",
		'export X; for X in ./a; do npm test; done',
		'export X; read X < README.md; npm test',
		'export X; printf -v X %s ./a; npm test',
		'read PATH < README.md; npm test',
		'mapfile HOME < README.md',
		'printf -v PATH %s /tmp/evil; npm test',
		'getopts ab PATH',
		'for PATH in /tmp/evil; do npm test; done',
		'f() { local -x X=./a; npm test; }; f',
		'f() { npm test; }; X=./a f',
		'export X; : ${X:=./a}; npm test',
		'unset PATH; : ${PATH:=/tmp/evil}; npm test',
		'export A=1; A+=/../x; npm test',
		'export {X,Y}=./a; npm test',
		'X=<(echo a) npm test',
		'readonly X=./a; export X; npm test',
		'export -- X=./a; npm test',
		'(export X=./a; npm test)',
		'cd /tmp && PYTHONPATH=. npm test',
	])('is not allowed: %s', (command) => {
		expect(judgeShell(command, { facts }).decision).not.toBe('allow');
	});

	it.each([
		"GNUMAKEFLAGS='--eval=$(shell rm -rf ~)' make test",
		"GNUMAKEFLAGS='--eval=$(shell\\ rm\\ -rf\\ ~)' make test",
		"MAKEFLAGS='--eval=all:;rm -rf ~' make test",
		`BAT_OPTS='--pager="rm -rf ~"' bat x`,
		`MANOPT='-P "rm -rf ~"' man ls`,
		"FOO_CMD='rm -rf ~' npm test",
		"LESSEDIT='rm -rf ~' less x",
		'NODE_REDIRECT_WARNINGS=.git/hooks/pre-commit npm test',
		'a=.git; RUFF_OUTPUT_FILE=$a/config npm test',
		'export LD_PRELOAD=./x',
	])('is blocked when its value is dangerous: %s', (command) => {
		expect(judgeShell(command, { facts }).decision).toBe('block');
	});
});
