import { describe, expect, it } from 'vitest';
import { effectsOf, isForbidden, quoted } from './effects-of.ts';

const line = 'rm -rf /';
const base64 = Buffer.from(line).toString('base64');
const hex = Buffer.from(line).toString('hex');
const all = 'delete / recursive';

/** Code that cannot be read and spells what it may do. */
const spelled: Readonly<Record<string, string>> = {
	'python3 -c "x(\'rm -rf /\')"': all,
	"python3 -c \"x(['rm', '-rf', '/'])\"": all,
	"python3 -c \"x('rm', '-rf', '/')\"": all,
	"python3 -c \"x('rm ' + '-rf /')\"": all,
	'python3 -c "x(\'/ fr- mr\')"': all,
	[`python3 -c "x('${base64}')"`]: all,
	[`python3 -c "x(b'${hex}')"`]: all,
	'python3 -c "x(\'\'.join(map(chr, [114,109,32,45,114,102,32,47])))"': all,
	'python3 -c "x(\'/bin/rm -rf /\')"': all,
	'python3 -c "x(\'A=1 rm -rf /\')"': all,
	"python3 -c \"x('cat ' + '.e' + 'nv')\"": 'secret.read .env',
	"python3 -c \"x('.ssh/' + 'id_rsa')\"": 'secret.read .ssh/id_rsa',
	'node -e "x(\'rm -rf /\')"': all,
	'node -e "x(String.fromCharCode(114,109,32,45,114,102,32,47))"': all,
	'node -e "$`rm -rf /`"': all,
	'ruby -e \'x("rm -rf /")\'': all,
	"ruby -e 'foo %w[rm -rf /]'": all,
	'perl -e \'foo("rm -rf /")\'': all,
	'perl -e \'foo(pack("H*", "726d202d7266202f"))\'': all,
	'php -r \'foo("rm -rf /");\'': all,
	'lua -e \'foo("rm -rf /")\'': all,
	'python3 -c "x(\'sudo rm a\')"': 'privilege sudo',
};

/** Strings that are no command, or that the code certainly only prints. */
const harmless: readonly string[] = [
	'python3 -c "print(\'rm -rf /\')"',
	'node -e "console.log(\'rm -rf /\')"',
	'ruby -e \'puts "rm -rf /"\'',
	'python3 -c "x(\'shutdown complete\')"',
	'python3 -c "x(\'sudo is needed\')"',
	'python3 -c "x(\'mount point missing\')"',
	'python3 -c "x(\'env not set\')"',
	"python3 -c \"import os; os.chdir('/tmp/x'); os.system('rm -rf .')\"",
];

describe('code that cannot be analysed', () => {
	it.each(Object.entries(spelled))(
		'has the effects that its strings suggest, and is opaque: %s',
		(command, expected) => {
			const found = effectsOf(command);
			expect(found).toContain(expected);
			expect(found).toContain('opaque');
		},
	);

	it.each(harmless)('is not forbidden for harmless words: %s', (command) => {
		expect(isForbidden(effectsOf(command).filter((effect) => effect !== 'delete /tmp/x recursive'))).toBe(false);
	});

	it('is opaque when it has too many strings to examine', () => {
		const many = Array.from({ length: 300 }, (_, i) => `x('touch a${i}/b')`).join(';');
		expect(effectsOf(`python3 -c ${quoted(many)}`)).toContain('opaque');
	});
});
