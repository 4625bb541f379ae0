import { shellText } from '../carried.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { listed } from './text.ts';

/** Programs that show, describe, sum up or recode files. */
export const viewers = (): readonly Program[] => [
	rows('cksum sum crc32 md5 b3sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum', {
		operands: 'read',
		examples: { 'sha256sum dist/a.js': ['read dist/a.js'] },
	}),
	rows('od', {
		options: data('-A -j -N -t --address-radix --skip-bytes --read-bytes --format --endian'),
		operands: 'read',
		examples: {
			'od -w .env': ['secret.read .env'],
			'od -c .env': ['secret.read .env'],
			'od -A x -t x1z a': ['read a'],
		},
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
	rows('more', { operands: 'read', examples: { 'more a': ['read a'], 'more -p .env': ['secret.read .env'] } }),
	rows('less', {
		options: {
			...data('-P --prompt -x -z -j -b -p'),
			...role('write', '-o -O --log-file --LOG-FILE'),
			...role('script', '-k --lesskey-file --lesskey-src'),
		},
		operands: 'read',
		// A command that it begins with may be one of the shell's.
		also: (it) =>
			it.operands.flatMap((word) => {
				const line = /^\+.*?[!|](.*)/s.exec(word.text)?.[1];
				return line === undefined ? [] : [shellText(line), opaque(`what \`${word.text}\` runs`)];
			}),
		examples: {
			'less a': ['read a'],
			'less -o b a': ['write b', 'read a'],
			"less '+!rm d' a": ['delete d', 'opaque', 'read a', 'read +!rm d'],
		},
	}),
	rows('apropos whatis', { examples: { 'apropos git': [] } }),
	rows('bat batcat delta', {
		options: {
			...data(
				'-l --language -r --line-range -H --highlight-line --theme --style --color --paging --wrap --file-name -m --map-syntax --tabs --width --syntax-theme --default-language',
			),
			...role('shell', '--pager'),
			...role('script', '--config --config-file'),
		},
		operands: 'read',
		examples: {
			'bat -n src/a.ts': ['read src/a.ts'],
			'bat .env': ['secret.read .env'],
			'bat -s .env': ['secret.read .env'],
			"bat --pager 'rm x' a": ['read a', 'delete x'],
		},
	}),
	rows('tokei cloc scc loc', {
		options: {
			...data(
				'-e --exclude -t --type -s --sort --exclude-dir --include-lang --exclude-lang -f --format --by --languages',
			),
			...role('shell', '--extract-with --vcs'),
			...role('write', '--out --report-file --sql -o --output'),
			...role('read', '--list-file --exclude-list-file --read-lang-def --force-lang-def'),
			...role('script', '--config --config-file'),
		},
		also: listed,
		examples: {
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
	rows('zless zmore', { operands: 'read', examples: { 'zless a.gz': ['read a.gz'] } }),
];

/** Magic is compiled into a file of its own, and symbol tables may be read by a plugin. */
function compiled(it: Invocation): readonly Finding[] {
	const loads = it.words
		.filter((word) => /^--?plugin/.test(word.text))
		.map((word) => opaque(`what \`${word.text}\` loads`));
	return it.name === 'file' && it.has('-C', '--compile') ? [...loads, opaque('compiles magic into a file')] : loads;
}
