import { data, type Finding, type Invocation, opaque, type Program, role, rows, secret } from '../program.ts';
import { reads, writes } from '../roles.ts';
import { constant, patternWord, type Word } from '../word.ts';
import { scanSed } from './sed.ts';

/** Programs that read files, or what they are fed, and print. */
export const text: readonly Program[] = [
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
	rows('nl fold fmt expand unexpand column od hexdump strings', {
		operands: 'read',
		examples: { 'nl a': ['read a'], 'od -c .env': ['secret.read .env'] },
	}),
	rows('cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum', {
		operands: 'read',
		examples: { 'sha256sum dist/a.js': ['read dist/a.js'] },
	}),
	rows('grep egrep fgrep zgrep', {
		options: {
			...data(
				'-e --regexp -m --max-count -A -B -C --after-context --before-context --include --exclude --exclude-dir --label',
			),
			...role('read', '-f --file'),
		},
		also: searched,
		lists: passed,
		examples: {
			"grep -rn 'rm -rf' src": ['read src'],
			'grep -e a b': ['read b'],
			'grep -f patterns x': ['read patterns', 'read x'],
			'grep -r foo': ['read .'],
			'grep KEY .env': ['secret.read .env'],
		},
	}),
	rows('ag ack', {
		options: role('shell', '--pager'),
		also: searched,
		examples: { 'ag foo': ['read .'], 'ag foo .env': ['secret.read .env'] },
	}),
	rows('rg', {
		options: {
			...data(
				'-e --regexp -g --glob --iglob -t --type -T --type-not -m --max-count -A -B -C --context -M --max-columns --sort -r --replace -d --max-depth -j --color -E',
			),
			...role('read', '-f --file --ignore-file'),
			...role('shell', '--pre --hostname-bin --pager'),
		},
		also: searched,
		lists: (it) =>
			it.has('--files', '-l', '--files-with-matches')
				? [everything(it.operands.slice(it.has('--files') ? 0 : 1))]
				: passed(it),
		examples: { 'rg foo': ['read .'], 'rg -n foo src': ['read src'], 'rg --pre ./x foo': ['read .', 'exec x'] },
	}),
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
			...data('-U -C -x --label --exclude'),
			...role('read', '-X --exclude-from --from-file --to-file'),
			...role('write', '-o --output'),
		},
		operands: 'read',
		examples: { 'diff -u a b': ['read a', 'read b'], 'diff /dev/null .env': ['secret.read .env'] },
	}),
	rows('ls tree dir vdir', {
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
	rows('stat file du df', {
		options: {
			...data('--format --printf --exclude --max-depth --threshold'),
			...role('read', '-f --files-from --magic-file --files0-from'),
		},
		operands: 'read',
		examples: { 'stat a': ['read a'], 'du -sh .': ['read .'], 'stat -c %s a': ['read %s', 'read a'] },
	}),
	rows('basename dirname', { examples: { 'basename a/b': [], 'dirname a/b': [] } }),
	rows('realpath readlink', { options: data('--relative-to --relative-base'), examples: { 'realpath a': [] } }),
	rows('more less', { operands: 'read', examples: { 'less a': ['read a'] } }),
	rows('sed gsed', {
		options: { ...data('-e --expression -l --line-length'), ...role('read', '-f --file') },
		also: sed,
		examples: {
			"sed -n '1,5p' a": ['read a'],
			'sed s/a/b/g a': ['read a'],
			'sed -i s/a/b/ a': ['write a'],
			"sed '1e id' a": ['read a', 'opaque'],
			"sed 'w out' a": ['read a', 'write out'],
		},
	}),
	rows('awk gawk mawk nawk', {
		options: {
			...data('-F --field-separator -v --assign'),
			...role('script', '-f --file -i --include -l --load -E --exec'),
		},
		also: awk,
		examples: {
			"awk '{print $1}' a": ['read a'],
			'awk \'BEGIN{system("id")}\'': ['opaque'],
			'awk \'BEGIN{print ENVIRON["X"]}\'': ['secret.read the environment'],
		},
	}),
	rows('jq yq', {
		options: { ...data('--arg --argjson --indent -I'), ...role('read', '-f --from-file -L --slurpfile --rawfile') },
		also: jq,
		examples: {
			'jq .name package.json': ['read package.json'],
			'jq -n env': ['secret.read the environment'],
			'yq -i .a=1 x.yml': ['write x.yml'],
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

function listed({ operands, scope }: Invocation): readonly Finding[] {
	return (operands.length === 0 ? [constant('.')] : operands).flatMap((word) => reads(word, scope));
}

/** The first operand is the pattern unless an option gave one; a recursive search without files reads the directory. */
function searched(it: Invocation): readonly Finding[] {
	const { operands, scope, name } = it;
	const isRecursive = !name.includes('grep') || it.has('-r', '-R', '--recursive');
	const hasPattern = it.values('-e', '--regexp', '-f', '--file').length > 0 || it.has('--files');
	const paths = hasPattern ? operands : operands.slice(1);
	if (paths.length === 0) return isRecursive && it.stdin === undefined ? reads(constant('.'), scope) : [];
	return paths.flatMap((word) => reads(word, scope));
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
	if (found === undefined) return [opaque('a sed script that may execute or write')];
	return [
		...found.reads.flatMap((path) => reads(constant(path), it.scope)),
		...found.writes.flatMap((path) => writes(constant(path), it.scope)),
	];
}

/** An awk program may start others, read files and write them: only what certainly does none of it passes. */
function awk(it: Invocation): readonly Finding[] {
	const [program, ...files] = it.operands;
	const reading = files.flatMap((word) => (/^\w+=/.test(word.text) ? [] : reads(word, it.scope)));
	if (it.has('-f', '--file') || program === undefined) return it.operands.flatMap((word) => reads(word, it.scope));
	if (!program.known) return [opaque('an awk program that cannot be known'), ...reading];
	const bare = program.text
		.replace(/\|\|/g, '')
		.replace(/\/(?:[^/\\\n]|\\.)*\//g, '')
		.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
	if (/\bENVIRON\b/.test(bare)) return [secret('the environment'), ...reading];
	const acts = /\bsystem\b|\bgetline\b|\||@|printf?\b[^;}\n]*>|>>|\bclose\b|\bfflush\b/.test(bare);
	return acts ? [opaque('an awk program that may execute or write'), ...reading] : reading;
}

function jq(it: Invocation): readonly Finding[] {
	const [filter, ...files] = it.operands;
	const isFileFilter = it.has('-f', '--from-file');
	const paths = isFileFilter ? it.operands : files;
	const verb = it.name === 'yq' && it.has('-i', '--inplace') ? writes : reads;
	const shows = !isFileFilter && /(^|[^.\w])(env|\$ENV)\b|\binput_filename\b/.test(filter?.text ?? '');
	return [...(shows ? [secret('the environment')] : []), ...paths.flatMap((word) => verb(word, it.scope))];
}
