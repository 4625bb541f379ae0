import { posix } from 'node:path';
import { isCredential } from '../../sensitive.ts';
import { namedProgram } from '../carried.ts';
import { isFolder } from '../is-folder.ts';
import { changedNames, foldersOf, lastNames } from '../pattern-parts.ts';
import { data, type Finding, type Invocation, type Program, role, rows } from '../program.ts';
import { listsNames, measures, pathOf, reads, readsBelow, readsNames } from '../roles.ts';
import { constant, numberWord, oneByOne, patternWord, type Stream, type Word } from '../word.ts';
import { linesWhere, yieldsWhere } from '../yields.ts';
import { awks } from './awk.ts';
import { isBehindHead } from './every-process.ts';
import { numbersOf } from './numbered-lines.ts';
import { cutShort } from './project/tool.ts';
import { sed } from './sed-edits.ts';
import { changedBySed } from './sed-names.ts';
import { pagesBelow } from './tree-pages.ts';

/** Programs that read files or their input, and print text. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const text = (): readonly Program[] => [
	rows('cat', {
		input: 'data',
		operands: 'read',
		prints: ({ operands, stdin }) => (operands.length === 0 ? stdin?.text : undefined),
		lists: passed,
		yields: yieldsWhere([/^( -[nsu]+)*$/, 'lines']),
		showsFile: ({ operands: [file, ...others], stdin, scope }) =>
			file === undefined ? stdin?.file : others.length === 0 && !file.pattern ? pathOf(file, scope) : undefined,
	}),
	rows('head tail', {
		input: 'data',
		options: data('-n --lines -c --bytes -s --sleep-interval --pid --max-unchanged-stats'),
		operands: 'read',
		lists: passed,
		yields: (it) => (isBehindHead(it) ? 'processes' : linesWhere(/^( -[nc] ?[-+]?\d+| -\d+)*$/)(it)),
	}),
	rows('wc', {
		input: 'data',
		onlyReads: true,
		options: data('--files0-from --total'),
		operands: 'measure',
		also: (it) => namedFiles(it, measures),
		printsToken: ({ operands }) => operands.length === 0,
		lists: ({ operands, words }) => (operands.length === 0 && words.length < 2 ? [numberWord] : undefined),
		yields: yieldsWhere([/^( -[clmwL]+| --(lines|words|bytes|chars))*$/, 'number']),
	}),
	rows('paste', { input: 'data', options: data('-d --delimiters'), operands: 'read' }),
	// An option may take a value in one of these programs and none in another, where it would then hide a file. So each has its own row.
	reader('col colcrt', '-l'),
	reader('ul', '-t --terminal'),
	reader('nl', '-b -d -f -h -i -l -n -s -v -w'),
	reader('fold', '-w --width'),
	reader('fmt', '-w --width -p --prefix -g --goal'),
	reader('expand unexpand', '-t --tabs'),
	reader('column', '-s -o -c -N -R -T -H -O -W -E -l -r -i -p'),
	rows('hexdump hd', {
		input: 'data',
		onlyReads: true,
		options: { ...data('-n -s -e --length --skip --format'), ...role('read', '-f --format-file') },
		operands: 'read',
	}),
	{
		...reader('strings', '-n --bytes -t --radix -e --encoding -T --target -U --unicode -s --output-separator'),
		argumentFiles: true,
	},
	reader('pr', '-D -h -l -N -o -w -W'),
	reader('tsort', ''),
	reader('look', '-t --terminate'),
	rows('colrm', { input: 'data' }),
	rows('sort', {
		input: 'data',
		options: {
			...data(
				'-k --key -t --field-separator -S --buffer-size --parallel -T --temporary-directory --batch-size --sort --files0-from',
			),
			...role('write', '-o --output'),
			...role('shell', '--compress-program'),
			'--random-source': 'read',
		},
		operands: 'read',
		also: (it) => namedFiles(it, reads),
		lists: passed,
		yields: yieldsWhere([/^( -[nrufdVh]+| -k ?\d[\d,]*| -t ?\S)*$/, 'lines']),
	}),
	rows('uniq', {
		input: 'data',
		options: data('-f -s -w --skip-fields --skip-chars --check-chars'),
		operands: ['read', 'write'],
		lists: passed,
		yields: yieldsWhere([/^( -[cdui]+)*$/, 'lines']),
	}),
	rows('cut', {
		input: 'data',
		options: data('-d --delimiter -f --fields -c -b --characters --bytes --output-delimiter'),
		operands: 'read',
		yields: yieldsWhere([/^( -d ?=| --delimiter==| -f ?1| --fields=1){2}$/, 'names']),
		lists: numbersOf(/^( -d ?:| --delimiter=:| -f ?1| --fields=1){2}$/),
	}),
	reader('join', '-a -e -j -o -t -v -1 -2'),
	reader('comm', ''),
	rows('diff', {
		input: 'data',
		onlyReads: true,
		options: {
			...data(
				'-U -C -F -I -L -S -W -x --label --exclude --ignore-matching-lines --show-function-line --starting-file --width --tabsize --horizon-lines',
			),
			...role('read', '-X --exclude-from --from-file --to-file'),
		},
		also: (it) => {
			const read = it.has('-r', '--recursive') ? readsBelow : reads;
			return it.operands.flatMap((word) => read(word, it.scope));
		},
	}),
	reader('cmp', '-i --ignore-initial -n --bytes'),
	rows('diff3 sdiff', {
		input: 'data',
		options: {
			...data('--label --width --ignore-matching-lines --tabsize'),
			...role('write', '-o --output'),
			...role('shell', '--diff-program'),
		},
		operands: 'read',
	}),
	rows('ls dir vdir exa eza lsd', {
		input: 'data',
		onlyReads: true,
		onlyNames: true,
		options: data(
			'-I --ignore -w --width --hide --block-size --time-style --format --sort --indicator-style --quoting-style',
		),
		also: (it) => (it.has('-R', '--recursive', '--tree') ? measured(it) : listed(it)),
		lists: entries,
	}),
	rows('tree', {
		input: 'data',
		options: {
			...data('-I -P -L --filelimit --timefmt --charset -H -T --sort'),
			...role('write', '-o --output'),
			...role('read', '--gitfile --infofile'),
		},
		also: (it) =>
			it.has('--fromfile', '--fromtabfile')
				? it.operands.flatMap((word) => reads(word, it.scope))
				: [...measured(it), ...pagesBelow(it)],
	}),
	rows('basename dirname', { input: 'ignored', prints: partOfPath, lists: partsOfPaths }),
	rows('realpath readlink', {
		input: 'data',
		options: data('--relative-to --relative-base'),
		printsPath: namedProgram,
	}),
	rows('sed gsed', {
		input: 'data',
		options: {
			...data('-e --expression -l --line-length'),
			...role('read', '-f --file'),
			...role(
				'flag',
				'--quiet --silent --regexp-extended --null-data --separate --unbuffered --posix --sandbox --debug --in-place',
			),
		},
		also: (it) => [...sed(it), ...cutShort(it, sedLong)],
		lists: changedBySed,
		yields: yieldsWhere([/^( -[Eru]+)* s(.)=\.\*\$?\2\2$/, 'names']),
	}),
	...awks(),
	rows('tee', { input: 'data', operands: 'write', prints: ({ stdin }) => stdin?.text }),
];

/** Long options with a value. An abbreviated option may take the next word as its value, and then a later word is the script. */
const sedLong = ['--expression', '--line-length', '--file', '--in-place'];

/** Returns the row of a program that shows the files it is given. Only the options in `valued` take a value. */
function reader(names: string, valued: string): Program {
	return rows(names, { input: 'data', options: valued === '' ? {} : data(valued), operands: 'read' });
}

const namesAlone =
	/^(-[1aAdRrtSUXvcuQbBmCpFGhkiLHNxwIqfs]|--(all|almost-all|reverse|recursive|directory|sort|ignore|hide|width|size|human-readable|group-directories-first|color|literal|zero|indicator-style|classify|file-type|dereference|tree|no-icons))$/;

/**
 * Returns the names that `ls` prints: for a folder, the names in it, and for a file, its own name unchanged. Threat: `cat $(ls .env)` reads
 * this file. A word that may be either counts as both, and a word with a file ending as a file. A long list also shows the targets of
 * links, which may be a key in the home directory.
 */
function entries(it: Invocation): readonly Word[] | undefined {
	const { operands, has, options } = it;
	if (!options.every(({ name }) => namesAlone.test(name))) return undefined;
	const isWhole = has('-a', '-A', '-f', '--all', '--almost-all');
	if (operands.length === 0)
		return [{ ...patternWord('**'), ...(isWhole && { whole: true }), ...namesIn(constant('.'), it) }];
	if (has('-d', '--directory')) return operands;
	return operands.flatMap((word) => {
		const inside: Word = { ...patternWord('*'), ...namesIn(word, it), ...(isWhole && { whole: true }) };
		if (isOnlyFolder(word, it.scope)) return [inside];
		return withEnding.test(word.text) ? [word] : [inside, word];
	});
}

const withEnding = /\w\.\w+$/;

/** Returns whether a word is a folder, and no file. If nothing is known of folders, only the name of a credential counts as a file. */
function isOnlyFolder(word: Word, scope: Invocation['scope']): boolean {
	if (!word.known || word.pattern) return false;
	if (scope.facts.isDirectory !== undefined) return isFolder(word, scope);
	return !withEnding.test(word.text) && !isCredential(word.text);
}

/** Returns the folder of the names that `ls` prints. The names themselves do not contain it. */
function namesIn({ text, known }: Word, { has, scope: { cwd } }: Invocation): Pick<Word, 'from'> {
	if (!known || (cwd === undefined && !text.startsWith('/'))) return {};
	const isDeep = has('-R', '--recursive', '--tree');
	const pattern = `${posix.resolve(cwd ?? '/', text)}/${isDeep ? '**' : '*'}`;
	return { from: { pattern, shown: '', hidden: has('-a', '-A', '-f', '--all', '--almost-all') } };
}

/** Judges a list of the given paths, or of the current directory. */
export function listed({ operands, scope }: Invocation): readonly Finding[] {
	return (operands.length === 0 ? [constant('.')] : operands).flatMap((word) => listsNames(word, scope));
}

/** Judges a program that shows names or sizes below the given paths, or below the current directory. */
export function measured({ operands, scope }: Invocation): readonly Finding[] {
	return (operands.length === 0 ? [constant('.')] : operands).flatMap((word) => measures(word, scope));
}

type Reading = (word: Word, scope: Invocation['scope']) => readonly Finding[];

/** Judges `--files0-from=F`. The names of the files are in another file, or with `-` in the input. */
export function namedFiles(it: Invocation, read: Reading): readonly Finding[] {
	return it.values('--files0-from').flatMap((list) => {
		const names = list.text === '-' ? namesOf(it.stdin) : undefined;
		return names === undefined ? readsNames(list, it.scope) : names.flatMap((word) => read(word, it.scope));
	});
}

function namesOf(stdin: Stream | undefined): readonly Word[] | undefined {
	return stdin?.names ?? stdin?.text?.split('\0').flatMap((name) => (name === '' ? [] : [constant(name)]));
}

/** Returns the names in the input that a filter without files passes on. A filter can only make the list shorter. */
function passed({ operands, words, stdin }: Invocation): readonly Word[] | undefined {
	const names = operands.every((word) => !/[./]/.test(word.text)) ? stdin?.names : undefined;
	const isOne = /^-(n ?)?1$/.test(words.map((word) => word.text).join(' '));
	return isOne ? names?.map(oneByOne) : names;
}

/** Returns the last name of a path, or with `dirname` the part before it. */
function partOfPath({ name, words: [path, ...others] }: Invocation): string | undefined {
	if (path?.known !== true || path.pattern || /^-|\/\/|.\/$/.test(path.text) || others.length > 0) return undefined;
	return `${name === 'dirname' ? posix.dirname(path.text) : posix.basename(path.text)}\n`;
}

/** Returns the same parts for the files that a pattern names. */
function partsOfPaths({ name, words }: Invocation): readonly Word[] | undefined {
	const [given] = words;
	if (words.length === 0 || words.some((word) => !word.known || word.text.startsWith('-'))) return undefined;
	if (name === 'dirname') return changedNames(words, foldersOf);
	const [, suffix, ...others] = words;
	if (given === undefined || others.length > 0) return undefined;
	return changedNames([given], (path) => lastNames(path, suffix?.text));
}
