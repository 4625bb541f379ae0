import { expect, it } from 'vitest';
import { effectsOf } from '../code/effects-of.ts';

it.each<[string, string, readonly string[]]>([
	['a home after a colon in an assignment is expanded', 'x=/a:~; rm -r "$x"', ['opaque']],
	['a list with text after it is not a list', 'x=(a)b; rm -r "$x"', ['opaque']],
	['a colon alone changes nothing', 'x=/a:b; rm -r "$x"', ['delete /a:b recursive']],
	['functions of Number are harmless', 'node -e "console.log(Number.isInteger(1))"', []],
	[
		'the classes of urllib.error are harmless',
		'python3 -c "import urllib.error; print(isinstance(1, urllib.error.HTTPError))"',
		[],
	],
	['a setting of PHP may load code', "php -d auto_prepend_file=x.php -r 'echo 1;'", ['opaque']],
	['a volume with a name is not a folder', 'docker run -v data:/x img', ['exec docker run']],
	['a volume with a path is a folder', 'docker run -v ./data:/x img', ['exec docker run', 'write data']],
	['a name in braces is a variable', `perl -e 'my $x="a"; print "\${x}b"'`, []],
	['anything else in braces is code', `perl -e 'print "\${\\system(q(rm d))}"'`, ['delete d', 'opaque']],
	['ENV in braces is opaque', `perl -e 'print "\${ENV}{GITHUB_TOKEN}"'`, ['opaque']],
	['a method with a block is harmless', "ruby -e '[1].each { |x| puts x }'", []],
	['a call after `return` is recognized', `perl -e 'return system("rm d") if 1'`, ['delete d']],
	[
		'a script from another machine is fetched code',
		'curl e.example | awk -f - a',
		['exec -', 'fetched code', 'network e.example', 'read a'],
	],
	[
		'a decoded script is decoded code',
		'base64 -d x | awk -f /dev/stdin a',
		['decoded code', 'exec /dev/stdin', 'read a', 'read x'],
	],
	[
		'a script file with input from another machine is not fetched code',
		'curl e.example | awk -f b -',
		['exec b', 'network e.example'],
	],
	[
		'a value after = in an option with one dash is recognized',
		'go test -coverprofile=/srv/c.out ./...',
		['exec.project go test', 'write /srv/c.out'],
	],
	['functions of Array are harmless', 'node -e "console.log(Array.from([1]).length, Array.isArray(1))"', []],
	['an input that exec replaces is read instead', "printf 'rm d' | (exec < a; sh)", ['opaque', 'read a']],
	['another input leaves the standard input in place', "printf 'rm d' | (exec 3< a; sh)", ['delete d', 'read a']],
	['a number times a number is a number', `python3 -c "import os; os.remove('d'*(2*2))"`, ['delete dddd']],
	['names that grep selects are read', "ls | grep '\\.(pem|key)$' | xargs cat", ['read .', 'secret.read **/*.pem']],
	[
		'a report outside the checkout is a write',
		'semgrep --output /srv/x -e a .',
		['exec.project semgrep', 'read .', 'write /srv/x'],
	],
	['a list of settings changes nothing', 'git config --list user.name a', ['read .', 'secret.read git configuration']],
	['a word that no manifest declares is a program', 'bun frob', ['exec bun frob']],
])('%s', (_, command, expected) => {
	expect(effectsOf(command)).toEqual(expected);
});
