import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/core/index.ts';
import { analyseShell } from '../../src/gate/shell/analyse.ts';
import { cases, fuzz, names, sound } from './fuzz.ts';
import { quote } from './shell/wrappers.ts';
import { aWorkspace, judgeShell, judgeTool } from './support.ts';

fuzz(cases.quick);

describe('no arguments make the gate throw', () => {
	it('even when they are nested deeply', () => {
		const nested = (depth: number): JsonValue => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
		for (const name of names)
			expect(sound(judgeTool(name, { path: nested(1_000), command: nested(1_000) })), name).toBe(true);
	});
});

const nest = (open: string, close: string, n: number, inside = 'ls') => open.repeat(n) + inside + close.repeat(n);
const many = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i)).join('');

const large: Readonly<Record<string, () => string>> = {
	'a line of 1 MB': () => `echo ${'a b '.repeat(250_000)}`,
	'a word of 1 MB': () => 'a'.repeat(1_000_000),
	'5,000 subshells': () => nest('(', ')', 5_000),
	'5,000 groups': () => nest('{ ', '; }', 5_000),
	'5,000 substitutions': () => nest('echo $(', ')', 5_000),
	'5,000 backticks': () => nest('`', '`', 5_000),
	'5,000 expansions': () => `echo ${nest('${x:-', '}', 5_000, 'a')}`,
	'5,000 computations': () => `echo ${nest('$((', '))', 5_000, '1')}`,
	'5,000 parentheses in a computation': () => `((${nest('(', ')', 5_000, '1')}))`,
	'5,000 tests': () => `[[ ${nest('( ', ' )', 5_000, 'a')} ]]`,
	'5,000 braces': () => `echo ${nest('{a,', '}', 5_000, 'b')}`,
	'5,000 lists': () => nest('a=(', ')', 5_000, '1'),
	'5,000 process substitutions': () => nest('cat <(', ')', 5_000),
	'5,000 conditions': () => nest('if ls; then ', '; fi', 5_000),
	'5,000 loops': () => nest('while ls; do ', '; done', 5_000),
	'5,000 cases': () => nest('case a in a) ', ';; esac', 5_000),
	'5,000 nested functions': () => nest('f() { ', '; }', 5_000),
	'5,000 double quotes in substitutions': () => nest('"$(', ')"', 5_000),
	'100,000 pipes': () => `${'ls|'.repeat(100_000)}ls`,
	'100,000 and': () => `${'ls&&'.repeat(100_000)}ls`,
	'100,000 words': () => `ls ${'a '.repeat(100_000)}`,
	'100,000 assignments': () => many(100_000, (i) => `a${i}=1;`),
	'10,000 heredocs': () => 'cat <<A\nx\nA\n'.repeat(10_000),
	'10,000 heredocs of one line': () => `cat ${'<<A '.repeat(10_000)}\n${'x\nA\n'.repeat(10_000)}`,
	'doubling braces': () => `echo ${'{a,b}'.repeat(40)}`,
	'doubling braces in braces': () => `echo ${nest('{a,b,', '}{a,b}', 30, 'c')}`,
	'doubling defaults': () => many(40, (i) => `a${i + 1}=\${u${i}:-\${a${i}}\${a${i}}};`),
	'doubling text': () => `a=a;${'a=$a$a;'.repeat(40)}echo $a`,
	'doubling lists': () => `a=(a);${'a=("${a[@]}" "${a[@]}");'.repeat(40)}echo \${a[@]}`,
	'doubling positionals': () => `set -- a;${'set -- "$@" "$@";'.repeat(40)}echo $@`,
	'doubling functions': () => `${many(40, (i) => `f${i}() { f${i + 1}; f${i + 1}; };`)}f40() { ls; }; f0`,
	'redefined functions': () => `${'f() { f2; f2; };'.repeat(40)}${'f2() { ls; };'.repeat(40)}f`,
	'doubling aliases': () => `shopt -s expand_aliases\n${many(40, (i) => `alias a${i}='a${i + 1}; a${i + 1}'\n`)}a0`,
	'doubling eval': () => `x='ls';${"x=\"eval '$x'; eval '$x'\";".repeat(20)}eval "$x"`,
	'doubling traps': () => nest("trap 'ls; ", "' EXIT", 12),
	'loops in loops': () => nest('for i in {1..60}; do ', '; done', 10),
	'loops that read': () => nest('while read x; do ', "; done <<< $'a\\nb\\nc'", 12),
	'branches in branches': () => `${'if ls; then x=a; else x=b; fi;'.repeat(3_000)}ls $x`,
	'patterns that backtrack': () =>
		`x=${'a'.repeat(900)}; echo "\${x%%${'*a'.repeat(60)}b}" "\${x//${'*a'.repeat(60)}b/c}"`,
	'a chain of variable names': () => `${many(500, (i) => `a${i}=a${i + 1};`)}((a0))`,
	'a doubling chain of variable names': () => `${many(40, (i) => `a${i}=a${i + 1}+a${i + 1};`)}((a0))`,
	'wrappers in wrappers': () => `${'env nice timeout 5 '.repeat(3_000)}ls`,
	'shells in shells': () => Array.from({ length: 12 }).reduce<string>((line) => `bash -c ${quote(line)}`, 'ls'),
};

describe('large input takes bounded work', () => {
	it.each(Object.keys(large))('for %s [seeds 67]', (name) => {
		const line = large[name]?.() ?? '';
		expect(sound(judgeShell(line))).toBe(true);
		expect(analyseShell(line, aWorkspace(), '/checkouts/repo').parts.length).toBeLessThan(20_000);
	});
});
