import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import { brief } from './brief.ts';

/** What may be deleted: each by its path, or `opaque`. */
function foreseen(command: string, directories?: readonly string[]): readonly string[] {
	const facts = directories
		? { ...exampleFacts, isDirectory: (path: string) => directories.includes(path) }
		: exampleFacts;
	const effects = analyseShell(command, facts, '/workspace').parts.flatMap((part) => part.effects.map(brief));
	return [...new Set(effects.filter((effect) => /^(delete|opaque)/.test(effect)))];
}

/** Each was found by the test against bash: the gate had foreseen another path than the one that bash deletes. */
describe('the gate predicts the files that bash deletes', () => {
	it.each([
		['a child shell gets only exported variables', "d=tmp; bash -c 'rm -r /$d'", ['opaque']],
		['a child shell gets exported variables', "export d=tmp; bash -c 'rm -r /$d'", ['delete /tmp recursive']],
		['a child shell gets variables set before its command', "d=tmp bash -c 'rm -r /$d'", ['delete /tmp recursive']],
		['env -i removes variables', "export d=tmp; env -i bash -c 'rm -r /$d'", ['opaque']],
		['a child shell uses the default separators', "IFS=:; bash -c 'v=a:b; rm $v'", ['delete a:b']],
		["a child shell does not get the parent's arguments", 'set -- a; bash <<< \'rm -r "/$1"\'', ['opaque']],
		['$0 of a child shell', 'bash -c \'rm "$0"\' x', ['delete x']],
		['a child shell does not get functions', "rm() { :; }; bash -c 'rm x'", ['delete x']],
		['a child shell does not define functions for its parent', "bash -c 'rm() { :; }'; rm x", ['delete x']],
		['a substitution does not define functions outside', 'x=$(rm() { :; }); rm y', ['delete y']],
		['a function that may not be defined', 'f() { return; rm() { :; }; }; f; rm x', ['delete x']],
		[
			'a function that another branch may replace',
			'x=a; f() { x=b; }; if ls; then f() { :; }; fi; f; rm "$x"',
			['opaque'],
		],
		['a local variable is empty', 'x=tmp; f() { local x; rm -r "/$x"; }; f', ['opaque']],
		['local outside a function', 'x=a; local x=b; rm $x', ['opaque']],
		['an assignment to the first element only', 'a=(x y); a=z; rm "${a[@]}"', ['opaque']],
		['an element that was removed', "a=(x y); unset 'a[0]'; rm /$a", ['opaque']],
		['elements with explicit indexes', 'a=([2]=x y); rm "${a[0]}"', ['opaque']],
		['a word that may be missing', '${u:+echo} rm x', ['delete x', 'opaque']],
		['a missing word in a text', 'rm -r "/$(echo ${u:+tmp})"', ['opaque']],
		['a missing word after a program', 'timeout 5 ${u:+echo} rm x', ['delete x', 'opaque']],
		['a part of a list', 'a=(xy z); rm ${a[@]:0:1}', ['delete xy']],
		['files of a pattern count as arguments', 'set -- * b; shift; rm "$1"', ['opaque']],
		['unknown words count as arguments', 'set -- $X b; rm "$2"', ['opaque']],
		['shift by too many does nothing', 'set -- a; shift 9; rm -r "/$1"', ['delete /a recursive']],
		['arguments that look like options', 'set a -- b; rm "$1"', ['opaque']],
		['arguments after an assignment', 'q=1 set -- b; rm "$1"', ['delete b']],
		['separators other than blanks', 'IFS=: read a b c <<< \'x::y\'; rm -r "/$b"', ['delete / recursive']],
		['a default keeps its quotes', 'rm ${u:-"x y"}', ['delete x y', 'opaque']],
		['a default that is assigned', 'x=; : "${x:=etc}"; rm -r "/$x"', ['opaque']],
		['a default that cannot be assigned', 'set -- a; : "${1:=b}"; set -- c; rm $1', ['opaque']],
		['& in a replacement', 'x=ab; rm "${x/a/c&}"', ['opaque']],
		['a quoted star in a pattern', 'x=abc; rm "${x#"*"?}"', ['delete abc']],
		['an octal number', 'x=abcdefghijk; rm "${x:010}"', ['opaque']],
		['a padded range', 'rm {01..02}', ['opaque']],
		['a range with steps', 'rm {1..5..2}', ['delete 1', 'delete 3', 'delete 5']],
		['braces expand before variables', 'd=tmp; rm -r $d{x/,y}', ['opaque']],
		['braces are kept in an assignment', 'x={1..1}; rm $x', ['delete {1..1}']],
		['a home with a quoted part', 'rm ~"/x"', ['opaque']],
		['another home', 'HOME=/tmp; rm ~/x', ['opaque', 'delete /tmp/x']],
		['cd with another home', 'HOME=/tmp cd; rm x', ['opaque', 'delete /tmp/x']],
		['an assigned PWD', 'PWD=/x; cd src; rm "$PWD/a"', ['delete src/a']],
		['a builtin called by `builtin`', 'builtin cd src; rm a', ['delete src/a']],
		['a path does not call a builtin', '/bin/cd src; rm a', ['delete a']],
		['a sourced text', ". /dev/stdin <<< 'cd src'; rm a", ['delete src/a']],
		['an end of options for eval', "eval -- 'cd src'; rm a", ['delete src/a']],
		['another directory for one command', 'env -C src rm a', ['delete src/a']],
		['words after env -S', "env -S 'rm -r' a", ['delete a recursive']],
		['a case that falls through', 'x=a; case a in a) x=b ;& *) rm $x;; esac', ['opaque']],
		['a condition that runs once more', 'x=a; while x=b; [ -n "$y" ]; do x=a; done; rm $x', ['opaque']],
		['a read at the end of its input', 'x=a; while read x; do :; done <<< a; rm "/$x"', ['opaque']],
		['a loop until read succeeds', "printf '' | until read v; do rm x; break; done", ['delete x']],
		['a division by zero', 'x=a; : $((1/0)); x=b; rm $x', ['opaque']],
		['an expansion that fails', 'x=a; y=.; : ${!y}; x=b; rm $x', ['opaque']],
		['an empty list of arguments', 'set -- "$@" z; rm $1', ['delete z']],
		['a pattern that eval expands again', 'eval rm *.log', ['opaque']],
		['a read-only variable', 'readonly r=1; x=a; r=2; x=b; rm $x', ['opaque']],
		['a number variable', 'declare -i x=1+1; rm $x', ['opaque']],
		['a variable in small letters', 'declare -l x; x=AB; rm $x', ['opaque']],
		['arithmetic with a variable that names another', "w=u; u='a[$(rm x)]'; (( w ))", ['opaque', 'delete x']],
		['arithmetic in let', "w='a[$(rm x)]'; let w", ['opaque', 'delete x']],
		['arithmetic in a comparison', "w='a[$(rm x)]'; [[ $w -eq 1 ]]", ['opaque', 'delete x']],
		['output that is redirected', 'rm -r "/$(echo a > /dev/null)"', ['opaque']],
		['an input with another number', 'echo b | xargs rm 3<<< a', ['delete b']],
		['an input that two commands read', "{ read v; bash; } <<< 'rm x'", ['opaque']],
		['an input that exec replaces', "echo 'rm x' | { exec < f; bash; }", ['opaque']],
		['a DEBUG trap', "x=a; trap 'x=b' DEBUG; rm $x", ['opaque', 'delete a']],
		[
			'the last command of a pipe with lastpipe',
			'shopt -s lastpipe; x=a; echo b | read x; rm $x',
			['opaque', 'delete a'],
		],
		['an option that printf prints', "printf '%s ' -r d | xargs rm", ['delete d recursive']],
		['an escape that echo keeps', "rm $(echo -e '\\1')", ['delete \\1']],
		['lines that xargs inserts', "printf 'a b\\n' | xargs -I{} rm {}", ['delete a b']],
		['another separator of xargs', 'printf a,b | xargs -d, rm', ['delete a', 'delete b']],
		['names without their directory', 'ls src | xargs rm', ['delete *']],
		['a name beside a name', 'rm $(find src -name b)x', ['opaque']],
		['all arguments in one text', 'set -- a b; x=$@; rm "$x"', ['opaque']],
		['a file name that may have two words', 'for f in *.log; do rm $f; done', ['delete *.log', 'opaque']],
		['a file name in quotes', 'for f in *.log; do rm "$f"; done', ['delete *.log']],
	])('%s: %s', (_, command, expected) => {
		expect(foreseen(command)).toEqual(expected);
	});
});

describe('a directory change that may fail', () => {
	it.each([
		['counts in both folders', 'cd gone; rm a', ['delete gone/a', 'delete a']],
		['is certain after &&', 'cd gone && rm a', ['delete gone/a']],
		['is uncertain after the chain', 'cd gone && rm a; rm b', ['delete gone/a', 'delete gone/b', 'delete b']],
		['may have failed after ||', 'cd gone || rm a', ['delete gone/a', 'delete a']],
		['is certain when a failure exits', 'cd gone || exit 1; rm a', ['delete gone/a']],
		['is not followed twice', 'cd gone; cd lost; rm a', ['opaque']],
		['is certain when the folder exists', 'cd src; rm a', ['delete src/a']],
		['is not taken back', 'cd gone/..; cd src/gone/..; rm a', ['delete src/a', 'delete a']],
		['has no certain name', 'cd gone; rm "$PWD/a"', ['opaque']],
		['writes in both folders', 'cd gone; rm -r .', ['delete gone recursive', 'delete . recursive']],
	])('%s: %s', (_, command, expected) => {
		expect(foreseen(command, ['/workspace/src'])).toEqual(expected);
	});
});
