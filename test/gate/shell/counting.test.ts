import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

describe('counting in the shell', () => {
	it.each([
		'x=$((16#ff)); echo "$x $((x % 7)) $((1 << 20))"',
		'for n in $(seq 1 15); do if (( n % 15 == 0 )); then echo fizzbuzz; elif (( n % 3 == 0 )); then echo fizz; else echo "$n"; fi; done | paste -sd\' \'',
		'for n in $(seq 1 1000); do (( n % 7 == 0 )) && echo "$n"; done',
		'for i in $(seq 0 2 10); do echo $((i*i)); done',
		't=0; for i in $(seq 5); do t=$((t+i)); done; echo $t',
		'for i in $(seq 10 -1 1); do echo -n "$i "; done',
		'n=5; for i in $(seq 1 $n); do echo $((i+1)); done',
		'seq 1 3 | while read -r n; do echo $((n*2)); done',
		'for i in {1..5}; do echo $((i%2)); done',
		'echo $((2#1010)) $((8#17)) $((36#zz))',
		'for n in $(seq "$@"); do echo $((n)); done',
		'echo $((16#zz))',
		'for ((i=0;i<3;i++)); do echo $((i**2)); done',
		'let "x = 16#ff"; echo $x',
		'printf \'%d\\n\' $((0xff)) "$((010))"',
	])('is allowed with numbers: %s', (command) => {
		expect(judgeShell(command).decision).toBe('allow');
	});

	it.each([
		"for n in $(seq -f 'a[$(id)]' 1 2); do echo $((n)); done",
		'for n in $(seq 1 $x); do echo $((n)); done',
		'for n in $(cat f); do echo $((n)); done',
		'x=$((16#$y)); echo $((x))',
		"x='a[$(id)]'; echo $((16#ff + x))",
		"seq() { echo 'a[$(id)]'; }; for n in $(seq 1 2); do echo $((n)); done",
		'for n in $(seq 1 3 | sed s/1/x/); do echo $((n)); done',
		'rm $(seq 1 3)',
	])('is not allowed with values that may not be numbers: %s', (command) => {
		expect(judgeShell(command).decision).not.toBe('allow');
	});
});
