import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

/** Threat: a trap runs at the end or at a signal, when its variables hold what they did not hold where it was set. */
describe('the commands of a trap', () => {
	it.each([
		'f() { echo $((x)); }; trap f EXIT; x=$(cat README.md)',
		'f() { echo $((x)); }; trap "f" EXIT; x=$(cat README.md)',
		"f() { echo $((x)); }; trap 'f 1' EXIT; x=$(cat README.md)",
		"f() { echo $((x)); }; trap '{ f; }' EXIT; x=$(cat README.md)",
		'f() { [[ $x -gt 1 ]]; }; trap f EXIT; x=$(cat README.md)',
		'f() { echo ${a[$x]}; }; trap f INT TERM; x=$(cat README.md)',
		"trap 'let x' EXIT; x=$(cat README.md)",
		"trap '((x))' EXIT; read -r x < README.md",
		"trap '[[ x -gt 1 ]]' EXIT; read -r x < README.md",
		"trap 'declare -i y=x' EXIT; read -r x < README.md",
		'f() { let x; }; (trap f EXIT; x=$(cat README.md)); (trap f EXIT; x=1)',
		'f() { let x; }; (trap f EXIT; x=$(cat README.md)); trap f EXIT; x=1',
		"trap 'echo $((x))' EXIT; x=$(cat README.md); test -f y && exit; x=1",
		"trap 'let x' EXIT; for x in $(cat README.md); do test -f y && exit; done; x=1",
		'f() { let x; }; g() { trap f EXIT; local x; x=$(cat README.md); }; g',
	])("ask when a variable's later value is unknown: %s", (line) => {
		expect(judgeShell(line).decision).toBe('confirm');
	});

	it.each(['f() { cat "$p"; }; trap f EXIT; p=.env', "trap 'cat x/config' EXIT; ln -s .git x"])(
		'are blocked when they show a credential: %s',
		(line) => {
			expect(judgeShell(line).decision).toBe('block');
		},
	);

	it.each([
		"trap 'echo done' EXIT; npm test",
		'cleanup() { echo bye; }; trap cleanup EXIT; npm test',
		'report() { echo "$passed passed"; }; trap report EXIT; passed=$(grep -c ok README.md)',
		"trap 'echo interrupted; exit 1' INT; for i in 1 2 3; do npm test; done",
		'trap : TERM; npm test',
		'trap - EXIT; x=$(cat README.md); echo "$x"',
		'f() { echo $((n)); }; trap f EXIT; n=1; n=2',
	])('are allowed when they are harmless: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});
