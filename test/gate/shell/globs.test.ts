import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

describe('file names that the shell lists for a pattern', () => {
	it.each([
		"pushd ~/Desktop >/dev/null; printf '%s\\n' *",
		'cd ~/x && echo *',
		'echo ~/Documents/*',
		'echo "$HOME"/Documents/*',
		'x=~/Documents/*; echo $x',
		'for f in ~/Documents/*; do echo "$f"; done',
		'cd ~/x; for f in *; do echo "$f"; done',
		'a=(~/Documents/*); echo "${a[@]}"',
		'declare -a a=(~/Documents/*); echo "${a[@]}"',
		'cd ~/x; set -- *; echo "$@"',
		"compgen -G '~/Documents/*'",
		'compgen -f ~/Documents/',
		'echo /home/*/.ssh/*',
		'[ -e ~/Documents/* ] && echo yes',
	])('ask outside of the checkout: %s', (command) => {
		expect(judgeShell(command).decision).toBe('confirm');
	});

	it.each([
		'echo *',
		'cd src && echo *',
		'for f in src/*.ts; do echo "$f"; done',
		'a=(*); echo "${#a[@]}"',
		'echo ~/*',
		'for f in /usr/share/doc/*; do echo "$f"; done',
		'printf "%s\\n" /tmp/*',
	])('are allowed where `ls` is: %s', (command) => {
		expect(judgeShell(command).decision).toBe('allow');
	});
});
