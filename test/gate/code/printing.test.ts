import { describe, expect, it } from 'vitest';
import { effectsOf } from './effects-of.ts';

/** Inline code whose output is run: where it only prints a constant, that is judged itself. */
const printed: Readonly<Record<string, readonly string[]>> = {
	'python3 -c "print(\'rm -rf /\')" | sh': ['delete / recursive'],
	"python3 -c \"print('rm', '-rf', '/')\" | sh": ['delete / recursive'],
	'python3 -c "import sys; sys.stdout.write(\'rm -rf /\')" | bash': ['delete / recursive'],
	'python3 -c "import base64; print(base64.b64decode(\'cm0gLXJmIC8=\').decode())" | sh': ['delete / recursive'],
	'python3 -c "print(\'ls\')" | sh': ['read .'],
	'node -e "console.log(\'rm -rf /\')" | sh': ['delete / recursive'],
	'bash <(node -e \'process.stdout.write("rm -rf /")\')': ['delete / recursive'],
	'deno eval \'console.log("rm -rf /")\' | sh': ['delete / recursive'],
	'bun -e \'console.log("rm -rf /")\' | sh': ['delete / recursive'],
	'eval "$(perl -e \'print "rm -rf /"\')"': ['delete / recursive'],
	'perl -e \'print "rm "; print "-rf /"\' | sh': ['delete / recursive'],
	'bash -c "$(ruby -e \'puts "rm -rf /"\')"': ['delete / recursive'],
	'lua -e \'print("rm -rf /")\' | sh': ['delete / recursive'],
	'lua -e \'io.write("rm -rf /")\' | sh': ['delete / recursive'],
};

const decoded: readonly string[] = [
	'python3 -c "import sys; print(sys.argv[1])" x | sh',
	'python3 -c "if 1: print(\'ls\')" | sh',
	'python3 -c "x(); print(\'ls\')" | sh',
	'python3 -c "print(open(\'a\').read()[::2])" | bash',
	"python3 -c \"print('ls', **{'end': ';rm -rf /'})\" | sh",
	'node -e "console.log([1].map(String))" | sh',
	'node -p "x" | sh',
	"ruby -e 'puts gets' | sh",
	"perl -e 'print chr(1+1)' | sh",
	"perl -pe 's/x/y/' a | sh",
	"php -r 'echo $x;' | bash",
	"lua -e 'print(arg[1])' | sh",
	'eval "$(node -p x)"',
	'bash -c "ls; $(node -p x)"',
	'bash -c "env $(node -p x)"',
	'bash -c "echo a; eval $(node -p x)"',
	'bash -c "echo a | $(node -p x)"',
	'bash <(python3 -c "print(x)")',
];

/** Files, versions and what is not run. */
const other: readonly string[] = [
	'python3 x.py | sh',
	'node -p process.version | cat',
	'git tag "v$(node -p 1)"',
	'python3 -c "print(1)" | python3',
	'ruby x.rb | sh',
	'bash -c "echo $(node -p 1+1)"',
	'sh -c "npm version $(node -p x)"',
	'bash -c "cd web; echo -n v$(node -p x)"',
];

describe('code that inline code prints for a shell', () => {
	it.each(Object.entries(printed))('has exactly the expected effects: %s', (command, expected) => {
		expect(effectsOf(command)).toEqual(expected);
	});

	it.each(decoded)('counts as decoded code: %s', (command) => {
		expect(effectsOf(command)).toContain('decoded code');
	});

	it.each(other)('does not count as decoded code: %s', (command) => {
		expect(effectsOf(command)).not.toContain('decoded code');
	});
});
