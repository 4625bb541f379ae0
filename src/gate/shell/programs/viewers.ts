import { commandOf, shellText } from '../carried.ts';
import { data, exec, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { listsNames } from '../roles.ts';
import { constant } from '../word.ts';
import { listed, namedFiles } from './text.ts';

/** Programs that show, describe, summarise or convert files. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const viewers = (): readonly Program[] => [
	rows('cksum sum crc32 md5 b3sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum', {
		input: 'data',
		options: data('-a --algorithm -l --length -r --reference'),
		operands: 'measure',
	}),
	rows('od', {
		input: 'data',
		options: data('-A -j -N -t -S --address-radix --skip-bytes --read-bytes --format --endian'),
		operands: 'read',
	}),
	rows('stat', { input: 'ignored', options: data('-c --format --printf --cached'), also: described }),
	rows('file', {
		input: 'data',
		options: {
			...data('-e --exclude --exclude-quiet -F --separator -P --parameter'),
			...role('read', '-m --magic-file'),
			...role('list', '-f --files-from'),
		},
		operands: 'measure',
		// `file` compiles magic patterns into another file.
		also: (it) => (it.has('-C', '--compile') ? [opaque('compiles magic into a file')] : []),
	}),
	rows('du', {
		input: 'data',
		options: {
			...data('-d --max-depth -t --threshold -B --block-size --time-style --exclude --files0-from'),
			...role('read', '-X --exclude-from'),
		},
		operands: 'measure',
		also: (it) => namedFiles(it, listsNames),
	}),
	rows('df', {
		input: 'ignored',
		options: data('-t --type -x --exclude-type -B --block-size'),
		// The free space below a path reveals less than a list of the files there. It is judged like such a list.
		also: (it) => it.operands.flatMap((word) => listsNames(word, it.scope)),
	}),
	rows('lsblk', { input: 'ignored', options: data('-o -e --exclude -I --include -x --sort -w --width') }),
	rows('findmnt', {
		input: 'ignored',
		options: {
			...data('-o --output -t --types -O --options -S --source -T --target'),
			...role('read', '-F --tab-file'),
		},
	}),
	symbols('nm', '-f --format -t --radix --target --unicode'),
	symbols('size', '--format --radix --target'),
	symbols(
		'objdump',
		'-b --target -m --architecture -j --section -M --disassembler-options --start-address --stop-address --prefix --prefix-strip --adjust-vma --dwarf-depth --dwarf-start --insn-width',
		// With these options, lines of source files are shown. The paths of these files are stored in the compiled file.
		(it) =>
			it.has('-S', '--source', '--source-comment') ? [opaque('source files whose paths are in a compiled file')] : [],
	),
	symbols('readelf', '-x --hex-dump -p --string-dump -R --relocated-dump --dwarf-depth --dwarf-start --sym-base'),
	symbols('addr2line', '-b --target -j --section'),
	symbols('otool', '-arch -s -p'),
	rows('more', { input: 'data', operands: 'read' }),
	rows('less zless', {
		input: 'data',
		options: {
			...data('-P --prompt -x -z -j -b -p -t --tag -D -y -h --pattern --tabs --window --shift'),
			...role('write', '-o -O --log-file --LOG-FILE'),
			...role('read', '-T --tag-file'),
			...role('script', '-k --lesskey-file --lesskey-src'),
			...role('code', '--lesskey-content'),
		},
		operands: 'read',
		also: begun,
	}),
	rows('apropos whatis', { input: 'data' }),
	rows('bat batcat', {
		input: 'data',
		options: {
			...data(
				'-l --language -r --line-range -H --highlight-line --theme --style --color --paging --wrap --file-name -m --map-syntax --tabs',
			),
			...role('shell', '--pager'),
			...role('script', '--config --config-file'),
		},
		operands: 'read',
		also: (it) => (changesOwnFiles(it) ? [exec(it)] : []),
	}),
	rows('delta', {
		input: 'data',
		options: {
			...data(
				'--paging --tabs --width -w --wrap-max-lines --syntax-theme --default-language --features -@ --diff-args',
			),
			...role('shell', '--pager'),
			...role('script', '--config'),
		},
		operands: 'read',
		also: comparedByGit,
	}),
	rows('tokei', {
		input: 'data',
		options: {
			...data('-e --exclude -t --type -s --sort -r --rsort -c --columns -o --output -n --num-format'),
			...role('read', '-i --input'),
		},
		also: listed,
	}),
	rows('cloc', {
		input: 'data',
		freeSpelling: true,
		options: {
			...data(
				'--exclude-dir --include-lang --exclude-lang --exclude-ext --include-ext --match-f --not-match-f --match-d --not-match-d --fullpath --max-file-size --timeout --processes --by-percent --csv-delimiter --force-lang --script-lang',
			),
			...role('shell', '--extract-with --vcs'),
			...role(
				'write',
				'--out --report-file --sql --counted --found --categorized --ignored --write-lang-def --write-lang-def-incl-dup --unique-files --original-dir --strip-comments --strip-code',
			),
			...role('read', '--exclude-list-file --read-lang-def --force-lang-def'),
			...role('list', '--list-file'),
			...role('script', '--config'),
		},
		also: listed,
	}),
	rows('scc loc', {
		input: 'data',
		options: {
			...data(
				'-f --format --by -s --sort -i --include-ext --exclude-dir --exclude-ext --exclude-file -M --not-match --count-as --languages --include --exclude',
			),
			...role('write', '-o --output'),
			// A list of formats with their files.
			...role('output', '--format-multi'),
		},
		also: listed,
	}),
	rows('iconv', {
		input: 'data',
		options: { ...data('-f -t --from-code --to-code'), ...role('write', '-o --output') },
		operands: 'read',
	}),
	rows('zmore', { input: 'data', operands: 'read' }),
];

/** Programs that show the content of a compiled file. They take arguments from files, and may load a plugin to read symbols. */
function symbols(name: string, valued: string, also?: Program['also']): Program {
	return rows(name, {
		input: 'data',
		options: {
			...data(valued),
			...role('script', '--plugin -plugin'),
			...role('read', '-e --exe --dwo-path --include'),
		},
		operands: 'read',
		argumentFiles: true,
		...(also && { also }),
	});
}

/** Returns whether `bat` writes its own settings or its cache. */
function changesOwnFiles({ operands: [first], has }: Invocation): boolean {
	return has('--generate-config-file') || (first?.text === 'cache' && has('--build', '-b', '--clear', '-c'));
}

/** Judges `delta`, which starts git to compare two files, with further arguments. */
function comparedByGit(it: Invocation): readonly Finding[] {
	const given = it.values('-@', '--diff-args');
	if (given.length === 0) return [];
	if (!given.every(({ known }) => known)) return [opaque('arguments for git that cannot be known')];
	const split = given.flatMap(({ text }) => text.split(/\s+/).filter((one) => one !== ''));
	return commandOf(['git', 'diff', '--no-index', ...split].map(constant).concat(it.operands));
}

/** Judges a program that describes a path without opening it. */
function described(it: Invocation): readonly Finding[] {
	return it.operands.flatMap((word) => listsNames(word, it.scope));
}

/** Judges the commands with which `less` begins. They may be shell commands. */
function begun(it: Invocation): readonly Finding[] {
	return it.words.flatMap((word) => {
		const line = /^\+.*?[!|](.*)/s.exec(word.text)?.[1];
		return line === undefined ? [] : [shellText(line), opaque(`what \`${word.text}\` runs`)];
	});
}
