import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

/** Threat: README.md holds `a[$(…)]`, and bash runs that wherever it computes the text. */
const readLine = 'read -r v < README.md;';

describe('text in a variable that the shell sets itself', () => {
	it.each([
		'read -r n < README.md; [[ $n =~ (.*) ]] && echo $((BASH_REMATCH[1]+1))',
		'[[ $(cat README.md) =~ (.*) ]]; echo $((BASH_REMATCH[1]))',
		'[[ $(cat README.md) =~ (.*) ]] && let BASH_REMATCH',
		'[[ $(cat README.md) =~ (.*) ]]; (( BASH_REMATCH[1] > 1 ))',
		'[[ $(cat README.md) =~ (.*) ]]; [[ ${BASH_REMATCH[1]} -gt 1 ]]',
		'[[ $(cat README.md) =~ (.*)([0-9]+) ]]; echo $((BASH_REMATCH[1]))',
		'[[ $(cat README.md) =~ ((a.*)([0-9]+)) ]]; echo $((BASH_REMATCH[2]))',
		'[[ $(cat README.md) =~ ([0-9]+).* ]]; echo $((BASH_REMATCH))',
		'[[ $(cat README.md) =~ (.*) ]]; [[ -n "$y" && $y =~ ([0-9]+) ]]; echo $((BASH_REMATCH[1]))',
		': "$(cat README.md)"; echo $((_))',
		'echo "$(cat README.md)"; [[ $_ -gt 1 ]]',
		'set -- -n "$(cat README.md)"; getopts n: o; echo $((OPTARG))',
	])('may run code in arithmetic, so it asks: %s', (line) => {
		expect(judgeShell(line).decision).toBe('confirm');
	});

	it.each([
		'[[ $(node --version) =~ v([0-9]+) ]] && echo $((BASH_REMATCH[1]+1))',
		'[[ $v =~ ^v?([0-9]+)\\.([[:digit:]]{1,3})$ ]] && echo $((${BASH_REMATCH[2]} + 1))',
		'read -r n < README.md; [[ $n =~ ^[0-9]+$ ]] && echo $((BASH_REMATCH+1))',
		'[[ v12.3 =~ ^v([0-9]+) ]] && echo "${BASH_REMATCH[1]}"',
		'shift $((OPTIND-1))',
		'(( BASH_VERSINFO[0] >= 4 )) && echo ok',
		'[[ ${BASH_SOURCE[0]} == "$0" ]] && echo main',
	])('is allowed when it can only be a number: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});

describe('a positional parameter in arithmetic', () => {
	it.each([
		'set -- 1 2 3 4 5 6 7 8 9 "$(cat README.md)"; echo $((${10}))',
		'set -- "$(cat README.md)"; echo $(($*))',
		'set -- "$(cat README.md)"; echo $(("$@"))',
		'set -- "$(cat README.md)" 2; shift "$n"; echo $(($1))',
		'if test -f x; then set -- "$(cat README.md)"; fi; echo $(($1))',
	])('may run code, so it asks: %s', (line) => {
		expect(judgeShell(line).decision).toBe('confirm');
	});

	it.each([
		'f() { echo $(($1+1)); }',
		'f() { echo $(($1 + 10)); }; f 3',
		'f() { while [ $# -gt 0 ]; do n=$(($1)); shift; done; }; f 1 2',
		'set -- 1 2 3; shift "$n"; echo $(($1))',
	])('is allowed when it is a number: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});

describe('text assigned to a number variable', () => {
	it.each([
		'declare -i s=0; while read -r v; do s+=$v; done < README.md',
		'typeset -i s; while read -r v; do s=$v; done < README.md',
		'f() { local -i s; while read -r v; do s+=$v; done < README.md; }; f',
		'declare -Ai m; while read -r k v; do m[$k]=$v; done < README.md',
		`declare -ai m; ${readLine} m+=("$v")`,
		'declare -i s; : ${s:=$(cat README.md)}',
		`declare -i s; ${readLine} : \${s:=$v}`,
		'declare -i s; s=${x:-$(cat README.md)}',
		'declare -i s; s=${x+$(cat README.md)}',
		'declare -i s; s=${x/a/$(cat README.md)}',
		'declare -i s=${x:-$(cat README.md)}',
		`${readLine} declare -i s=$v`,
		`${readLine} let "x=$v"`,
		`${readLine} let "x=\${v}+1"`,
		`declare -i s; ${readLine} s=\${v:0:9}`,
		`declare -i s; ${readLine} s=\${v,,}`,
		'declare -i s; read -ra v < README.md; s=${v[1]}',
		`declare -i s; ${readLine} readonly s=$v`,
		'declare -i s; declare -n r=s; r=$(cat README.md)',
		`${readLine} RANDOM=$v`,
		`${readLine} SRANDOM=$v`,
		`${readLine} OPTIND=$v`,
	])('may run code, so it asks: %s', (line) => {
		expect(judgeShell(line).decision).toBe('confirm');
	});

	it.each([
		'n=0; while read -r x; do n=$((n+1)); done < README.md; echo $n',
		'declare -i n=0; while read -r l; do n+=1; done < README.md; echo $n',
		'declare -i n=${N:-5}; echo $n',
		'declare -i n=${JOBS:-$(nproc)}; echo $n',
		'declare -i n; n=$(wc -l < README.md); n+=3; echo $n',
		'declare -i total=0; for f in src/*; do total+=$(wc -l < "$f"); done; echo $total',
		'declare -Ai m; while read -r k; do m[$k]+=1; done < README.md',
		'f() { local -i n=$1; echo $n; }; f 3',
		'let n+=1; let "n = n * 2"; echo $n',
		`${readLine} declare -i n=5; echo "$v $n"`,
	])('is allowed when it is a number: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});
