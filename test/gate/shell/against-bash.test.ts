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
describe('what bash deletes', () => {
	it.each([
		['a child has only what is exported', "d=tmp; bash -c 'rm -r /$d'", ['opaque']],
		['and that it has', "export d=tmp; bash -c 'rm -r /$d'", ['delete /tmp recursive']],
		['and what stands before it', "d=tmp bash -c 'rm -r /$d'", ['delete /tmp recursive']],
		['env takes variables away', "export d=tmp; env -i bash -c 'rm -r /$d'", ['opaque']],
		['a child splits as ever', "IFS=:; bash -c 'v=a:b; rm $v'", ['delete a:b']],
		['a child has no arguments of ours', 'set -- a; bash <<< \'rm -r "/$1"\'', ['opaque']],
		['the name of a child', 'bash -c \'rm "$0"\' x', ['delete x']],
		['a function of ours is none of a child', "rm() { :; }; bash -c 'rm x'", ['delete x']],
		['a function of a child is none of ours', "bash -c 'rm() { :; }'; rm x", ['delete x']],
		['a function of a substitution is none of ours', 'x=$(rm() { :; }); rm y', ['delete y']],
		['a function that may not be defined', 'f() { return; rm() { :; }; }; f; rm x', ['delete x']],
		['the function of another branch', 'x=a; f() { x=b; }; if ls; then f() { :; }; fi; f; rm "$x"', ['opaque']],
		['a local variable is empty', 'x=tmp; f() { local x; rm -r "/$x"; }; f', ['opaque']],
		['local outside of a function', 'x=a; local x=b; rm $x', ['opaque']],
		['the first element alone', 'a=(x y); a=z; rm "${a[@]}"', ['opaque']],
		['an element that is gone', "a=(x y); unset 'a[0]'; rm /$a", ['opaque']],
		['elements by their places', 'a=([2]=x y); rm "${a[0]}"', ['opaque']],
		['a word that may not be there', '${u:+echo} rm x', ['delete x', 'opaque']],
		['and makes no text', 'rm -r "/$(echo ${u:+tmp})"', ['opaque']],
		['and none behind a program', 'timeout 5 ${u:+echo} rm x', ['delete x', 'opaque']],
		['a part of a list', 'a=(xy z); rm ${a[@]:0:1}', ['delete xy']],
		['the files of a pattern count', 'set -- * b; shift; rm "$1"', ['opaque']],
		['and what is not known counts', 'set -- $X b; rm "$2"', ['opaque']],
		['shifting too much shifts nothing', 'set -- a; shift 9; rm -r "/$1"', ['delete /a recursive']],
		['arguments that look like options', 'set a -- b; rm "$1"', ['opaque']],
		['arguments behind an assignment', 'q=1 set -- b; rm "$1"', ['delete b']],
		['separators that are no blanks', 'IFS=: read a b c <<< \'x::y\'; rm -r "/$b"', ['delete / recursive']],
		['a default keeps its quotes', 'rm ${u:-"x y"}', ['delete x y', 'opaque']],
		['a default that is assigned', 'x=; : "${x:=etc}"; rm -r "/$x"', ['opaque']],
		['a default that cannot be assigned', 'set -- a; : "${1:=b}"; set -- c; rm $1', ['opaque']],
		['what was found', 'x=ab; rm "${x/a/c&}"', ['opaque']],
		['a quoted star', 'x=abc; rm "${x#"*"?}"', ['delete abc']],
		['digits of eight', 'x=abcdefghijk; rm "${x:010}"', ['opaque']],
		['padded ranges', 'rm {01..02}', ['opaque']],
		['steps', 'rm {1..5..2}', ['delete 1', 'delete 3', 'delete 5']],
		['braces come first', 'd=tmp; rm -r $d{x/,y}', ['opaque']],
		['braces are kept in an assignment', 'x={1..1}; rm $x', ['delete {1..1}']],
		['a quoted home', 'rm ~"/x"', ['opaque']],
		['another home', 'HOME=/tmp; rm ~/x', ['opaque', 'delete /tmp/x']],
		['home to another home', 'HOME=/tmp cd; rm x', ['opaque', 'delete /tmp/x']],
		['a directory that was assigned', 'PWD=/x; cd src; rm "$PWD/a"', ['delete src/a']],
		['a builtin behind a word', 'builtin cd src; rm a', ['delete src/a']],
		['a path is no builtin', '/bin/cd src; rm a', ['delete a']],
		['sourced text', ". /dev/stdin <<< 'cd src'; rm a", ['delete src/a']],
		['an end of options', "eval -- 'cd src'; rm a", ['delete src/a']],
		['another directory for one command', 'env -C src rm a', ['delete src/a']],
		['words behind -S', "env -S 'rm -r' a", ['delete a recursive']],
		['what falls through', 'x=a; case a in a) x=b ;& *) rm $x;; esac', ['opaque']],
		['a condition runs once more', 'x=a; while x=b; [ -n "$y" ]; do x=a; done; rm $x', ['opaque']],
		['a line that was not there', 'x=a; while read x; do :; done <<< a; rm "/$x"', ['opaque']],
		['until nothing can be read', "printf '' | until read v; do rm x; break; done", ['delete x']],
		['a division by zero', 'x=a; : $((1/0)); x=b; rm $x', ['opaque']],
		['an expansion that fails', 'x=a; y=.; : ${!y}; x=b; rm $x', ['opaque']],
		['an empty list', 'set -- "$@" z; rm $1', ['delete z']],
		['a name that is read again', 'eval rm *.log', ['opaque']],
		['what cannot be assigned', 'readonly r=1; x=a; r=2; x=b; rm $x', ['opaque']],
		['numbers only', 'declare -i x=1+1; rm $x', ['opaque']],
		['small letters only', 'declare -l x; x=AB; rm $x', ['opaque']],
		['a name for another', "w=u; u='a[$(rm x)]'; (( w ))", ['opaque', 'delete x']],
		['let computes', "w='a[$(rm x)]'; let w", ['opaque', 'delete x']],
		['a comparison computes', "w='a[$(rm x)]'; [[ $w -eq 1 ]]", ['opaque', 'delete x']],
		['what is printed elsewhere', 'rm -r "/$(echo a > /dev/null)"', ['opaque']],
		['an input of another number', 'echo b | xargs rm 3<<< a', ['delete b']],
		['an input that is read twice', "{ read v; bash; } <<< 'rm x'", ['opaque']],
		['an input that is exchanged', "echo 'rm x' | { exec < f; bash; }", ['opaque']],
		['what runs between commands', "x=a; trap 'x=b' DEBUG; rm $x", ['opaque', 'delete a']],
		['the last of a pipe', 'shopt -s lastpipe; x=a; echo b | read x; rm $x', ['opaque', 'delete a']],
		['options that printf prints', "printf '%s ' -r d | xargs rm", ['delete d recursive']],
		['digits that echo keeps', "rm $(echo -e '\\1')", ['delete \\1']],
		['lines in place of a mark', "printf 'a b\\n' | xargs -I{} rm {}", ['delete a b']],
		['another separator of xargs', 'printf a,b | xargs -d, rm', ['delete a', 'delete b']],
		['names without their directory', 'ls src | xargs rm', ['delete *']],
		['a name beside a name', 'rm $(find src -name b)x', ['opaque']],
		['all of a list in one text', 'set -- a b; x=$@; rm "$x"', ['opaque']],
		['a file of two words', 'for f in *.log; do rm $f; done', ['delete *.log', 'opaque']],
		['the same in quotes', 'for f in *.log; do rm "$f"; done', ['delete *.log']],
	])('%s: %s', (_, command, expected) => {
		expect(foreseen(command)).toEqual(expected);
	});
});

describe('a change of directory that may fail', () => {
	it.each([
		['is judged in both places', 'cd gone; rm a', ['delete gone/a', 'delete a']],
		['holds behind &&', 'cd gone && rm a', ['delete gone/a']],
		['holds no longer behind the chain', 'cd gone && rm a; rm b', ['delete gone/a', 'delete gone/b', 'delete b']],
		['has failed behind ||', 'cd gone || rm a', ['delete gone/a', 'delete a']],
		['holds where everything else leaves', 'cd gone || exit 1; rm a', ['delete gone/a']],
		['is not followed twice', 'cd gone; cd lost; rm a', ['opaque']],
		['is certain where the directory is there', 'cd src; rm a', ['delete src/a']],
		['is not taken back', 'cd gone/..; cd src/gone/..; rm a', ['delete src/a', 'delete a']],
		['has no certain name', 'cd gone; rm "$PWD/a"', ['opaque']],
		['writes in both places', 'cd gone; rm -r .', ['delete gone recursive', 'delete . recursive']],
	])('%s: %s', (_, command, expected) => {
		expect(foreseen(command, ['/workspace/src'])).toEqual(expected);
	});
});
