import { expect, it } from 'vitest';
import { effectsOf } from '../code/effects-of.ts';

it.each<[string, string, readonly string[]]>([
	['a home opens behind a colon of an assignment, too', 'x=/a:~; rm -r "$x"', ['opaque']],
	['a list with something behind it is none', 'x=(a)b; rm -r "$x"', ['opaque']],
	['a colon alone changes nothing', 'x=/a:b; rm -r "$x"', ['delete /a:b recursive']],
	['what is known of numbers is harmless', 'node -e "console.log(Number.isInteger(1))"', []],
	[
		'errors of addresses are harmless',
		'python3 -c "import urllib.error; print(isinstance(1, urllib.error.HTTPError))"',
		[],
	],
	['a setting of PHP may load code', "php -d auto_prepend_file=x.php -r 'echo 1;'", ['opaque']],
	['a volume with a name is no folder', 'docker run -v data:/x img', ['exec docker run']],
	['a volume with a path is one', 'docker run -v ./data:/x img', ['exec docker run', 'write data']],
	['a name in braces is a variable', `perl -e 'my $x="a"; print "\${x}b"'`, []],
	['anything else in braces is code', `perl -e 'print "\${\\system(q(rm d))}"'`, ['delete d', 'opaque']],
	['a name in braces may be the environment', `perl -e 'print "\${ENV}{GITHUB_TOKEN}"'`, ['opaque']],
	['a word of the language before a block', "ruby -e '[1].each { |x| puts x }'", []],
	['a word of the language before a call', `perl -e 'return system("rm d") if 1'`, ['delete d']],
	[
		'a script that another machine writes',
		'curl e.example | awk -f - a',
		['exec -', 'fetched code', 'network e.example', 'read a'],
	],
	[
		'a script that is decoded',
		'base64 -d x | awk -f /dev/stdin a',
		['decoded code', 'exec /dev/stdin', 'read a', 'read x'],
	],
	['a script beside the input of another machine', 'curl e.example | awk -f b -', ['exec b', 'network e.example']],
	[
		'a value behind a sign, with one dash',
		'go test -coverprofile=/srv/c.out ./...',
		['exec.project go test', 'write /srv/c.out'],
	],
	['what is known of lists is harmless', 'node -e "console.log(Array.from([1]).length, Array.isArray(1))"', []],
	['an input that is replaced for all that follows', "printf 'rm d' | (exec < a; sh)", ['opaque', 'read a']],
	['an input beside the standard one', "printf 'rm d' | (exec 3< a; sh)", ['delete d', 'read a']],
	['a number times a number is a number', `python3 -c "import os; os.remove('d'*(2*2))"`, ['delete dddd']],
	['names that a filter keeps', "ls | grep '\\.(pem|key)$' | xargs cat", ['read .', 'secret.read **/*.pem']],
	[
		'a report that lies elsewhere',
		'semgrep --output /srv/x -e a .',
		['exec.project semgrep', 'read .', 'write /srv/x'],
	],
	['a list of settings sets nothing', 'git config --list user.name a', ['read .', 'secret.read git configuration']],
	['a word that no manifest declares', 'bun frob', ['exec bun frob']],
])('%s', (_, command, expected) => {
	expect(effectsOf(command)).toEqual(expected);
});
