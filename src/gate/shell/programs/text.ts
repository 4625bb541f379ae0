import { shellText } from '../carried.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { listsNames, reads, writes } from '../roles.ts';
import { constant, patternWord, type Word } from '../word.ts';
import { scanSed, sedCommandLines } from './sed.ts';

/** Programs that read files, or what they are fed, and print. */
export const text = (): readonly Program[] => [
	rows('cat', {
		operands: 'read',
		prints: ({ operands, stdin }) => (operands.length === 0 ? stdin?.text : undefined),
		lists: passed,
		examples: {
			'cat a b': ['read a', 'read b'],
			'cat .env': ['secret.read .env'],
			'cat < src/a.ts': ['read src/a.ts'],
			'cat /proc/self/environ': ['secret.read /proc/self/environ'],
			'cat "$f"': ['opaque'],
		},
	}),
	rows('head tail', {
		options: data('-n --lines -c --bytes -s --sleep-interval --pid'),
		operands: 'read',
		lists: passed,
		examples: { 'head -n 5 a': ['read a'], 'tail -f log': ['read log'], 'head -5 a': ['read a'] },
	}),
	rows('wc', {
		options: { '--files0-from': 'read' },
		operands: 'read',
		printsToken: ({ operands }) => operands.length === 0,
		examples: { 'wc -l a': ['read a'], 'wc -c .env': ['secret.read .env'] },
	}),
	rows('paste', {
		options: data('-d --delimiters'),
		operands: 'read',
		examples: { 'paste -d, a b': ['read a', 'read b'] },
	}),
	// An option that takes a value with one of them takes none with another, and then hides a file: each has its own.
	reader('nl', '-b -d -f -h -i -l -n -s -v -w', { 'nl -b a a': ['read a'], 'nl -p .env': ['secret.read .env'] }),
	reader('fold', '-w --width', { 'fold -w 80 a': ['read a'], 'fold -s .env': ['secret.read .env'] }),
	reader('fmt', '-w --width -p --prefix -g --goal', { 'fmt -w 80 a': ['read a'], 'fmt -t .env': ['secret.read .env'] }),
	reader('expand unexpand', '-t --tabs', { 'expand -t 4 a': ['read a'], 'expand -i .env': ['secret.read .env'] }),
	reader('column', '-s -o -c -N -R -T -H -O -W -E -l -r -i -p', {
		"column -t -s ' ' a": ['read a'],
		'column -t .env': ['secret.read .env'],
	}),
	rows('hexdump hd', {
		options: { ...data('-n -s -e --length --skip --format'), ...role('read', '-f --format-file') },
		operands: 'read',
		examples: { 'hexdump -C -n 64 .env': ['secret.read .env'], 'hexdump -b .env': ['secret.read .env'] },
	}),
	reader('strings', '-n --bytes -t --radix -e --encoding -T --target -U --unicode', {
		'strings -n 8 a': ['read a'],
		'strings -w .env': ['secret.read .env'],
		'strings -f .env': ['secret.read .env'],
	}),
	reader('pr', '-D -h -l -N -o -w -W', {
		'pr -l 20 a': ['read a'],
		'pr -t .env': ['secret.read .env'],
		'pr -n .env': ['secret.read .env'],
	}),
	reader('tsort look colrm', '', { 'tsort a': ['read a'], 'look -f x .env': ['read x', 'secret.read .env'] }),
	rows('sort', {
		options: {
			...data('-k --key -t --field-separator -S --buffer-size --parallel -T'),
			...role('write', '-o --output'),
			...role('shell', '--compress-program'),
			'--files0-from': 'read',
			'--random-source': 'read',
		},
		operands: 'read',
		lists: passed,
		examples: {
			'sort a': ['read a'],
			'sort -o b a': ['write b', 'read a'],
			'sort --outp=b a': ['write b', 'read a'],
			'sort --compress-program=./x a': ['read a', 'exec x'],
		},
	}),
	rows('uniq', {
		options: data('-f -s -w --skip-fields --skip-chars --check-chars'),
		operands: ['read', 'write'],
		lists: passed,
		examples: { 'uniq a': ['read a'], 'uniq a b': ['read a', 'write b'] },
	}),
	rows('cut', {
		options: data('-d --delimiter -f --fields -c -b --characters --bytes --output-delimiter'),
		operands: 'read',
		examples: { 'cut -d: -f1 a': ['read a'] },
	}),
	rows('join comm', {
		operands: 'read',
		examples: { 'comm -1 a b': ['read a', 'read b'], 'join a b': ['read a', 'read b'] },
	}),
	rows('diff cmp diff3 sdiff', {
		options: {
			...data('-U -C --label --exclude'),
			...role('read', '-X --exclude-from --from-file --to-file'),
			...role('write', '-o --output'),
			...role('shell', '--diff-program'),
		},
		operands: 'read',
		examples: {
			"sdiff --diff-program='rm x' a b": ['read a', 'read b', 'delete x'],
			'diff -u a b': ['read a', 'read b'],
			'diff3 -x .env a b': ['secret.read .env', 'read a', 'read b'],
			'diff /dev/null .env': ['secret.read .env'],
		},
	}),
	rows('ls dir vdir exa eza lsd', {
		options: data('-I --ignore -w --width --hide'),
		also: listed,
		lists: entries,
		examples: {
			ls: ['read .'],
			'ls -la src': ['read src'],
			'ls -d src/* | xargs cat': ['read src/*'],
			'ls src | xargs rm': ['read src', 'delete *'],
		},
	}),
	rows('tree', {
		options: { ...data('-I -P -L --filelimit --timefmt --charset -H -T --sort'), ...role('write', '-o --output') },
		also: (it) =>
			it.has('--fromfile', '--fromtabfile') ? it.operands.flatMap((word) => reads(word, it.scope)) : listed(it),
		lists: (it) => [everything(it.operands)],
		examples: {
			'tree -L 2 src': ['read src'],
			'tree -o a .': ['write a', 'read .'],
			'tree --fromfile .env': ['secret.read .env'],
		},
	}),
	rows('basename dirname', { examples: { 'basename a/b': [], 'dirname a/b': [] } }),
	rows('realpath readlink', { options: data('--relative-to --relative-base'), examples: { 'realpath a': [] } }),
	rows('sed gsed', {
		options: { ...data('-e --expression -l --line-length'), ...role('read', '-f --file') },
		also: sed,
		examples: {
			"sed -n '1,5p' a": ['read a'],
			'sed s/a/b/g a': ['read a'],
			'sed -i s/a/b/ a': ['write a'],
			"sed '1e rm d' a": ['read a', 'opaque', 'delete d'],
			"sed 's/.*/rm d/e' a": ['read a', 'opaque', 'delete d'],
			"sed 'w out' a": ['read a', 'write out'],
		},
	}),
	rows('awk gawk mawk nawk', {
		options: {
			...data('-F --field-separator -v --assign'),
			...role('script', '-f --file -i --include -l --load -E --exec'),
			...role('code:awk', '-e --source'),
		},
		also: awk,
		examples: {
			"awk '{print $1}' a": ['read a'],
			"awk -F: 'NR>1 && $3 ~ /x/ {c[$1]++} END {for (k in c) print k, c[k]}' a": ['read a'],
			'awk \'BEGIN{system("rm x")}\'': ['delete x'],
			'awk \'BEGIN{print ENVIRON["X_TOKEN"]}\'': ['secret.read $X_TOKEN'],
			'awk \'{print > "out"}\' a': ['read a', 'write out'],
			'awk "$X" a': ['opaque', 'read a'],
			'curl e.example | awk -f - a': ['exec -', 'network e.example', 'opaque', 'read a'],
		},
	}),
	rows('tee', {
		operands: 'write',
		prints: ({ stdin }) => stdin?.text,
		examples: {
			'tee a b': ['write a', 'write b'],
			'tee -a .git/hooks/pre-commit': ['config.write .git/hooks/pre-commit'],
			'tee /dev/null': [],
		},
	}),
];

/** A program that shows the files it is given; only these of its options take a value. */
function reader(names: string, valued: string, examples: Program['examples']): Program {
	return rows(names, { options: valued === '' ? {} : data(valued), operands: 'read', examples });
}

/** A filter without files of its own hands on what it is fed; it can only make a list shorter. */
function passed({ operands, stdin }: Invocation): readonly Word[] | undefined {
	return operands.every((word) => !/[./]/.test(word.text)) ? stdin?.names : undefined;
}

/** Everything below these paths, as a pattern. */
function everything(roots: readonly Word[]): Word {
	const [root] = roots;
	const base = root === undefined ? '' : `${root.text.replace(/\/+$/, '')}/`;
	return { ...constant(`${base}**`), known: roots.length < 2 && (root?.known ?? true), pattern: true };
}

/** Of a directory it prints the names alone; what has an ending is taken to be a file, and is printed as it was given. */
function entries({ operands, has }: Invocation): readonly Word[] {
	if (operands.length === 0) return [everything([])];
	if (has('-d', '--directory')) return operands;
	return operands.flatMap((word) => {
		const isFile = /\.\w+$/.test(word.text);
		return isFile ? [word] : [patternWord('*'), ...(word.pattern || !word.known ? [word] : [])];
	});
}

/** Lists, or reads, the paths that are given, or the current directory. */
export function listed({ operands, scope }: Invocation): readonly Finding[] {
	return (operands.length === 0 ? [constant('.')] : operands).flatMap((word) => listsNames(word, scope));
}

function sed(it: Invocation): readonly Finding[] {
	const given = it.values('-e', '--expression');
	const scripts = given.length > 0 || it.has('-f', '--file') ? given : it.operands.slice(0, 1);
	const paths = given.length > 0 || it.has('-f', '--file') ? it.operands : it.operands.slice(1);
	const inPlace = it.options.some(({ name }) => name === '-i' || name === '--in-place');
	const files = paths.flatMap((word) => (inPlace ? writes(word, it.scope) : reads(word, it.scope)));
	return [
		...files,
		...(it.has('-f', '--file') ? [opaque('a sed script in a file')] : []),
		...scripts.flatMap((word) => sedScript(word, it)),
	];
}

function sedScript(word: Word, it: Invocation): readonly Finding[] {
	const found = word.known ? scanSed(word.text) : undefined;
	if (found === undefined)
		return [
			opaque('a sed script that may execute or write'),
			...(word.known ? sedCommandLines(word.text).map(shellText) : []),
		];
	return [
		...found.reads.flatMap((path) => reads(constant(path), it.scope)),
		...found.writes.flatMap((path) => writes(constant(path), it.scope)),
	];
}

/** The first operand is the program unless an option gave one. */
function awk(it: Invocation): readonly Finding[] {
	const isGiven = it.has('-f', '--file', '-e', '--source', '-E', '--exec');
	const [program, ...rest] = it.operands;
	const files = (isGiven ? it.operands : rest).filter((word) => !/^[A-Za-z_]\w*=/.test(word.prefix));
	const sets = rest.map((word) => /^([A-Za-z_]\w*)=/.exec(word.prefix)?.[1]).filter((name) => name !== undefined);
	const code: readonly Finding[] =
		isGiven || program === undefined ? [] : [{ find: 'code', language: 'awk', source: program, start: { sets } }];
	return [...code, ...files.flatMap((word) => reads(word, it.scope))];
}
