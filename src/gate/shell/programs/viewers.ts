import { shellText } from '../carried.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { listed } from './text.ts';

/** Programs that show, describe, sum up or recode files. */
export const viewers = (): readonly Program[] => [
	rows('cksum sum crc32 md5 b3sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum', {
		input: 'data',
		operands: 'read',
	}),
	rows('od', {
		input: 'data',
		options: data('-A -j -N -t --address-radix --skip-bytes --read-bytes --format --endian'),
		operands: 'read',
	}),
	rows('stat file du df size nm objdump readelf otool addr2line lsblk findmnt', {
		input: 'data',
		options: {
			...data('--format --printf --exclude --max-depth --threshold'),
			...role('read', '-f --files-from --magic-file --files0-from'),
		},
		operands: 'read',
		also: compiled,
	}),
	rows('more', { input: 'data', operands: 'read' }),
	rows('less', {
		input: 'data',
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
	}),
	rows('apropos whatis', { input: 'data' }),
	rows('bat batcat delta', {
		input: 'data',
		options: {
			...data(
				'-l --language -r --line-range -H --highlight-line --theme --style --color --paging --wrap --file-name -m --map-syntax --tabs --width --syntax-theme --default-language',
			),
			...role('shell', '--pager'),
			...role('script', '--config --config-file'),
		},
		operands: 'read',
	}),
	rows('tokei cloc scc loc', {
		input: 'data',
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
	}),
	rows('iconv', {
		input: 'data',
		options: { ...data('-f -t --from-code --to-code'), ...role('write', '-o --output') },
		operands: 'read',
	}),
	rows('zless zmore', { input: 'data', operands: 'read' }),
];

/** Magic is compiled into a file of its own, and symbol tables may be read by a plugin. */
function compiled(it: Invocation): readonly Finding[] {
	const loads = it.words
		.filter((word) => /^--?plugin/.test(word.text))
		.map((word) => opaque(`what \`${word.text}\` loads`));
	return it.name === 'file' && it.has('-C', '--compile') ? [...loads, opaque('compiles magic into a file')] : loads;
}
