import { describe, expect, test } from 'vitest';
import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import { judgeShell } from '../support.ts';

/** Bash runs a subscript of what it computes: a file that holds `a[$(…)]` is carried out. */
describe('output that the shell evaluates as arithmetic', () => {
	test.each([
		'x=$(( $(cat n.txt) ))',
		'x=$(( `cat n.txt` + 1 ))',
		'x=$(( "$(cat n.txt)" ))',
		'x=$(( ${y:-$(cat n.txt)} ))',
		'((x = $(cat n.txt)))',
		'[[ $(cat n.txt) -gt 1 ]]',
		'for ((i = 0; i < $(cat n.txt); i++)); do echo $i; done',
		'v=abc; echo ${v:$(cat n.txt)}',
		'v=abc; echo ${v:1:$(cat n.txt)}',
		'a[$(cat n.txt)]=1',
		'a=([$(cat n.txt)]=1)',
		'x=$(cat n.txt); a=([x]=1)',
		'echo ${a[$(cat n.txt)]}',
		'echo $(( $(grep -c x *.md) ))',
	])('is asked about: %s', (line) => {
		expect(judgeShell(line).decision).toBe('confirm');
	});

	test.each([
		'x=$(( $(wc -l < n.txt) + 1 ))',
		'x=$(( $(date +%s) - 3 ))',
		'x=$(( $(printf 3) + 1 ))',
		'[[ $(grep -c x n.txt) -gt 1 ]]',
		'echo ${a[$(wc -l < n.txt)]}',
		'a=([0]=$(cat n.txt) [1]=x)',
	])('is allowed when it is a number: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});

describe('a variable whose name is unknown', () => {
	test.each([
		'k=$(cat n.txt); printf -v "$k" x',
		'k=$(cat n.txt); test -v "$k"',
		'[ -v "$(cat n.txt)" ]',
		'k=$(cat n.txt); read "$k" < x',
		'k=$(cat n.txt); read -a "$k" < x',
		'k=$(cat n.txt); getopts x "$k"',
		'k=$(cat n.txt); wait -p "$k"',
		'for f in *.md; do test -v "$f"; done',
	])('is asked about: %s', (line) => {
		expect(judgeShell(line).decision).toBe('confirm');
	});

	test.each(['for i in 1 2 3; do printf -v "v$i" x; done', 'n=$(grep -c x f); printf -v "v$n" x', 'printf -v a[1] x'])(
		'is allowed when the name is known: %s',
		(line) => {
			expect(judgeShell(line).decision).toBe('allow');
		},
	);
});

/** Each line on the left is allowed, and its brother on the right is not. */
describe('output of a search in a hostile checkout', () => {
	test.each([
		['cat $(grep -oP "src[\\w]+\\.ts" log)', 'cat $(grep -oP "src[\\S]+\\.ts" log)'],
		['cat $(grep -oP "a[\\d]+" log)', 'cat $(grep -oP "a[\\D]+" log)'],
		["cat $(grep -oE 'src[-/]+[a-z]+\\.ts' log)", "cat $(grep -oE 'src[--/]+[a-z]+\\.ts' log)"],
		["cat $(grep -o 'x' log)", "cat $(grep -o 'x\\|/etc/passwd' log)"],
		['n=$(grep -c x a.md); sed -n "${n}p" f', 'n=$(grep -c x *.md); sed -n "${n}p" f'],
		['n=$(grep -oE \'[0-9]+\' a.md); sed -n "${n}p" f', 'n=$(grep -oE \'[0-9]+\' *.md | head -1); sed -n "${n}p" f'],
		[
			'n=$(grep -ohE \'[0-9]+\' *.md | head -1); sed -n "${n}p" f',
			'n=$(grep -oIrE \'[0-9]+\' . | head -1); sed -n "${n}p" f',
		],
		['n=$(cat f | rg -o \'[0-9]+\'); sed -n "${n}p" f', 'n=$(rg -o \'[0-9]+\' | head -1); sed -n "${n}p" f'],
		['for k in a b; do jq ".$k" a.json; done', 'while read -r k; do jq ".$k" a.json; done < n.txt'],
	])('%s is allowed; %s is not', (harmless, hostile) => {
		expect(judgeShell(harmless).decision).toBe('allow');
		expect(judgeShell(hostile).decision).not.toBe('allow');
	});
});

test('the backup that a copy makes of an existing file counts as a write', () => {
	const effects = (line: string) =>
		JSON.stringify(analyseShell(line, exampleFacts, '/workspace').parts.flatMap((part) => part.effects));
	expect(effects('cp -b -S AD x b/HE')).toContain('b/HEAD');
	expect(effects('mv -b --suffix=rc x y/.npm')).toContain('y/.npmrc');
});
