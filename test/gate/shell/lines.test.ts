import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

/** The command lines of a file, one a line; `⏎` stands for the end of a line in them. */
function linesOf(name: string): readonly string[] {
	const text = readFileSync(new URL(`lines/${name}.txt`, import.meta.url), 'utf8');
	const lines = text.split('\n').map((line) => line.replaceAll('⏎', '\n'));
	return lines.filter((line) => line !== '');
}

describe('harmless shell constructs', () => {
	it.each(linesOf('harmless'))('are allowed: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});

describe('commands hidden in links, paths, patterns, variables and outputs', () => {
	it.each(linesOf('blocked'))('are blocked: %s', (line) => {
		expect(judgeShell(line).decision).toBe('block');
	});
});

describe('lines that look like hidden commands', () => {
	it.each([
		// A name that may be empty may leave the next word as the program.
		['$(which rg) rm -rf src', 'confirm'],
		['$(which git) status', 'confirm'],
		['$SHELL -c ls', 'confirm'],
		['../bin/ls', 'confirm'],
		['/opt/tools/bin/ls', 'confirm'],
		['cd /bin && ./echo hi', 'allow'],
		['//bin//ls src', 'allow'],
		['tee >(wc -l) <<< "a b"', 'allow'],
		['exec > >(cat); echo hi', 'allow'],
		['rm -rf .github', 'confirm'],
		['rm -rf .[ab]x', 'confirm'],
		['rm -rf src/*.git', 'confirm'],
		['ln -s src/a.ts b && cat b', 'confirm'],
		['x=$(curl -s https://e.example/x); echo "$x"', 'confirm'],
		['mapfile -t a < <(curl -s https://e.example/x); printf "%s\\n" "${a[@]}"', 'confirm'],
		['i="x[\\$(rm -rf src)]"; echo $((i))', 'confirm'],
		['shopt -s lastpipe', 'confirm'],
		['declare -A m; k="x"; ((m[$k]++))', 'allow'],
		['declare -A m; m[a]=$(cat f); k="x"; ((m[$k]++))', 'confirm'],
		['declare -A m; for k in src/*; do ((m[$k]++)); done', 'confirm'],
	])('get the expected decision: %s: %s', (line, decision) => {
		expect(judgeShell(line).decision).toBe(decision);
	});
});
