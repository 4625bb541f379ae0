import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import { brief } from './brief.ts';

function effectsOf(command: string): readonly string[] {
	const { parts } = analyseShell(command, exampleFacts, '/workspace');
	return parts.flatMap((part) => part.effects.map(brief));
}

const shown = 'secret.read $GITHUB_TOKEN';

describe('a variable that contains a secret', () => {
	it.each([
		'[[ $GITHUB_TOKEN =~ (.*) ]] && echo ${BASH_REMATCH[1]}',
		'x=$GITHUB_TOKEN; [[ $x =~ (.*) ]] && echo "${BASH_REMATCH[0]}"',
		': ${x:=$GITHUB_TOKEN}; echo $x',
		': ${x=$GITHUB_TOKEN}; echo $x',
		'x=${y:-$GITHUB_TOKEN}; echo $x',
		'x="${GITHUB_TOKEN:-}"; echo $x',
		'echo "${x:-"$GITHUB_TOKEN"}"',
		'x=$GITHUB_TOKEN; echo ${x:0:3}',
		'x=$GITHUB_TOKEN; echo $((x))',
		'x=a; echo ${x/a/$GITHUB_TOKEN}',
		'x=abc; echo ${x#$GITHUB_TOKEN}',
		'x=${GITHUB_TOKEN#a}; echo ${#x}',
		'echo "${GITHUB_TOKEN[@]}"',
		'echo "${GITHUB_TOKEN[*]:0:3}"',
		'a=($GITHUB_TOKEN); echo ${a[0]}',
		'a=(b $GITHUB_TOKEN); echo ${a[-1]}',
		'a=(b); a+=($GITHUB_TOKEN); echo ${a[1]}',
		'a[3]=$GITHUB_TOKEN; echo ${a[3]}',
		'declare -A m=([k]=$GITHUB_TOKEN); echo ${m[k]}',
		'declare -A m; m[$GITHUB_TOKEN]=1; echo ${!m[@]}',
		'x=a; x+=$GITHUB_TOKEN; echo $x',
		'x=; if true; then x=$GITHUB_TOKEN; fi; echo $x',
		'f() { x=$GITHUB_TOKEN; }; f; echo $x',
		'readonly x; x=$GITHUB_TOKEN; echo $x',
		'x=$GITHUB_TOKEN; declare x; echo $x',
		'x=$GITHUB_TOKEN; unset $y; echo $x',
		'x=$GITHUB_TOKEN; declare -p x',
		'for t in $X $GITHUB_TOKEN; do echo $t; done',
		'for t in $GITHUB_TOKEN; do :; done; echo $t',
		'select t in $GITHUB_TOKEN; do break; done',
		'select t in a b; do x=$GITHUB_TOKEN; break; done; echo $x',
		'IFS=$GITHUB_TOKEN; a=(1 2); echo "${a[*]}"',
		'TIMEFORMAT=$GITHUB_TOKEN; time true',
		'set -x; x=$GITHUB_TOKEN',
		'set -x; [[ $GITHUB_TOKEN ]]',
		'set -x; case $GITHUB_TOKEN in *) ;; esac',
		'[ $GITHUB_TOKEN x ]',
		"trap 'echo $x' EXIT; x=$GITHUB_TOKEN",
		"(trap 'echo $x' EXIT; x=$GITHUB_TOKEN)",
		"if true; then trap 'echo $x' EXIT; fi; x=$GITHUB_TOKEN",
		'while read -r -n1 c; do echo $c; done <<< "$GITHUB_TOKEN"',
		'x=$GITHUB_TOKEN; { read y; echo $y; } <<< $x',
		'(cat) <<E\n$GITHUB_TOKEN\nE',
	])('is shown by %s', (command) => {
		expect(effectsOf(command)).toContain(shown);
	});

	it.each([
		'for c in {a..z}; do [[ $GITHUB_TOKEN == $c* ]] && echo $c; done',
		'for c in {a..z}; do case $GITHUB_TOKEN in $c*) echo $c;; esac; done',
		'case $GITHUB_TOKEN in [a-m]*) echo low;; esac',
		'[ "$GITHUB_TOKEN" \\< m ] && echo low',
		'[[ $GITHUB_TOKEN > m ]] && echo high',
		'[[ m < $GITHUB_TOKEN ]] && echo high',
		'[[ ${GITHUB_TOKEN:0:1} == g ]] && echo g',
		'[ "${GITHUB_TOKEN:0:1}" = g ] && echo g',
		'[ -z "${GITHUB_TOKEN##a*}" ] && echo a',
		'x=${GITHUB_TOKEN#a}; [ "$x" = "$GITHUB_TOKEN" ] || echo a',
		'[[ ! ( -n x && $GITHUB_TOKEN =~ ^ghp_ ) ]] && echo other',
		'x=$GITHUB_TOKEN; y=$x; until [[ $y == a* ]]; do echo no; done',
	])('is opaque when tests reveal it bit by bit: %s', (command) => {
		expect(effectsOf(command)).toEqual(expect.arrayContaining(['opaque']));
	});

	it.each([
		'[ -n "$GITHUB_TOKEN" ] && echo set',
		'[[ -z $TOKEN ]] && echo unset',
		'[[ $GITHUB_TOKEN ]] && echo set',
		'if [ "$TOKEN" = "" ]; then echo no; fi',
		'if [ -z "${GITHUB_TOKEN:-}" ]; then echo no; fi',
		'if [ "x$GITHUB_TOKEN" = x ]; then echo no; fi',
		'[[ "$GITHUB_TOKEN" =~ .+ ]] && echo set',
		'[ "${GITHUB_TOKEN:+set}" = set ] && echo set',
		'case "$GITHUB_TOKEN" in "") echo none;; *) echo set;; esac',
		'[ ${#GITHUB_TOKEN} -gt 10 ] && echo long',
		'echo ${#GITHUB_TOKEN}',
		': "${GITHUB_TOKEN:?set it}"',
		': "${GITHUB_TOKEN:=}"',
		'[[ $USE_AUTH = true ]] && echo yes',
		'[ "$A_TOKEN" != "$B_TOKEN" ] && echo differ',
		'[ -f "$GOOGLE_APPLICATION_CREDENTIALS" ] && echo there',
		'PASS=0; for t in a b; do PASS=$((PASS + 1)); done; [ "$PASS" -gt 1 ] && echo $PASS',
		'x=$GITHUB_TOKEN; [ -n "$x" ] && echo set',
	])('is not revealed by %s', (command) => {
		expect(effectsOf(command)).toEqual([]);
	});
});
