import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { listed } from './text.ts';

/** Programs that show, describe, sum up or recode files. */
export const viewers: readonly Program[] = [
	rows('cksum sum crc32 md5 b3sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum', {
		operands: 'read',
		examples: { 'sha256sum dist/a.js': ['read dist/a.js'] },
	}),
	rows('od', {
		options: data('-A -j -N -t -w --address-radix --skip-bytes --read-bytes --format'),
		operands: 'read',
		examples: { 'od -c .env': ['secret.read .env'], 'od -A x -t x1z a': ['read a'] },
	}),
	rows('xxd', {
		options: data('-l -len -s -seek -c -cols -g -groupsize -o -n -name -R'),
		operands: ['read', 'write'],
		examples: { 'xxd -l 64 a': ['read a'], 'xxd a': ['read a'], 'xxd -r a b': ['read a', 'write b'] },
	}),
	rows('base64 base32', {
		options: data('-w --wrap'),
		operands: 'read',
		prints: decoded,
		examples: { 'base64 a': ['read a'], 'base64 id_rsa': ['secret.read id_rsa'] },
	}),
	rows('stat file du df size nm objdump readelf otool addr2line lsblk findmnt', {
		options: {
			...data('--format --printf --exclude --max-depth --threshold'),
			...role('read', '-f --files-from --magic-file --files0-from'),
		},
		operands: 'read',
		also: compiled,
		examples: {
			'file -C -m a': ['opaque', 'read a'],
			'nm --plugin ./x.so a': ['opaque', 'read a', 'read x.so'],
			'stat a': ['read a'],
			'du -sh .': ['read .'],
			'stat -c %s a': ['read %s', 'read a'],
		},
	}),
	rows('more less', {
		options: {
			...data('-P --prompt -x -z -j -b -p'),
			...role('write', '-o -O --log-file --LOG-FILE'),
			...role('script', '-k --lesskey-file --lesskey-src'),
		},
		operands: 'read',
		// A command that it begins with may be one of the shell's.
		also: (it) =>
			it.operands.filter((word) => /^\+.*[!|]/.test(word.text)).map((word) => opaque(`what \`${word.text}\` runs`)),
		examples: {
			'less a': ['read a'],
			'less -o b a': ['write b', 'read a'],
			"less '+!id' a": ['opaque', 'read a', 'read +!id'],
		},
	}),
	rows('man apropos whatis', {
		options: {
			...data('-s -S -k -M'),
			...role('shell', '-P --pager -H --html'),
			...role('script', '-C --config-file'),
			...role('read', '-l --local-file'),
		},
		examples: { 'man git': [], "man -P 'rm a' git": ['delete a'] },
	}),
	rows('bat batcat delta tokei cloc scc loc', {
		options: {
			...data(
				'-l --language -r --line-range -H --highlight-line --theme --style --color -e --exclude -t --type -s --sort --exclude-dir --include-lang --exclude-lang -f --format --by --paging --wrap --file-name -m --map-syntax',
			),
			...role('shell', '--pager --extract-with --vcs'),
			...role('write', '--out --report-file --sql -o --output'),
			...role('read', '--list-file --exclude-list-file --read-lang-def --force-lang-def'),
			...role('script', '--config --config-file'),
		},
		also: listed,
		examples: {
			'bat -n src/a.ts': ['read src/a.ts'],
			"bat --pager 'rm x' a": ['read a', 'delete x'],
			'cloc src --out=a': ['read src', 'write a'],
			"cloc --extract-with='./x' a": ['read a', 'exec x'],
			tokei: ['read .'],
		},
	}),
	rows('iconv', {
		options: { ...data('-f -t --from-code --to-code'), ...role('write', '-o --output') },
		operands: 'read',
		examples: { 'iconv -f l1 -t u8 -o b a': ['read a', 'write b'] },
	}),
	rows('zcat bzcat xzcat zstdcat zless zmore zipinfo', { operands: 'read', examples: { 'zcat a.gz': ['read a.gz'] } }),
];

/** Magic is compiled into a file of its own, and symbol tables may be read by a plugin. */
function compiled(it: Invocation): readonly Finding[] {
	const loads = it.words
		.filter((word) => /^--?plugin/.test(word.text))
		.map((word) => opaque(`what \`${word.text}\` loads`));
	return it.name === 'file' && it.has('-C', '--compile') ? [...loads, opaque('compiles magic into a file')] : loads;
}

function decoded({ operands, stdin, has }: Invocation): string | undefined {
	if (operands.length > 0 || stdin?.text === undefined || !has('-d', '--decode', '-D')) return undefined;
	return Buffer.from(stdin.text, 'base64').toString('utf8');
}
