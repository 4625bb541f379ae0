import { commandOf } from '../carried.ts';
import { unescaped, unescapeOne } from '../escapes.ts';
import {
	data,
	environmentShown,
	type Invocation,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { reads } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { constant, type Word } from '../word.ts';

/** Programs and builtins that only compute, print their arguments or change the shell itself. */
export const quiet = (): readonly Program[] => [
	rows(': true false', {
		discreet: true,
		examples: { ': "${API_TOKEN:?is not set}"': [], ': "${x:?$API_TOKEN}"': ['secret.read $API_TOKEN'] },
	}),
	rows(
		'exit return break continue shift times ulimit umask yes seq expr sleep tput clear cal ncal numfmt factor lscpu who w pkg-config pkgconf stty',
		{
			examples: { 'sleep 5': [], 'exit 1': [], 'seq 1 10': [] },
		},
	),
	rows('wait', {
		options: role('name', '-p'),
		examples: { wait: [], "wait -n -p 'a[$(rm x)]'": ['delete x', 'opaque'] },
	}),
	rows('jobs', {
		wraps: true,
		also: ({ has, operands }) => (has('-x') ? commandOf(operands) : []),
		examples: { 'jobs -l': [], 'jobs -x rm x': ['delete x'] },
	}),
	rows('cd pushd popd pwd dirs', {
		prints: ({ name, scope }) => (name === 'pwd' && scope.cwd !== undefined ? `${scope.cwd}\n` : undefined),
		examples: { 'rm -rf "$(pwd)"': ['delete . recursive'], 'cd src': [], pwd: [] },
	}),
	rows('echo', {
		prints: printed,
		lists: ({ operands }) => named(operands),
		examples: {
			'echo "rm -rf /"': [],
			'echo $GITHUB_TOKEN': ['secret.read $GITHUB_TOKEN'],
			"echo '$GITHUB_TOKEN'": [],
		},
	}),
	rows('printf', {
		options: role('name', '-v'),
		wraps: true,
		prints: formatted,
		lists: ({ operands: [format, ...words] }) =>
			/^%[sq](\\n|\\0| )$/.test(format?.text ?? '') ? named(words) : undefined,
		examples: {
			"printf '%s\\n' a b": [],
			"printf '%s ' -r d | xargs rm": ['delete d recursive'],
			"printf '%s\\0' * .a | xargs -0 rm -r": ['delete * recursive', 'delete .a recursive'],
			'printf "$API_KEY"': ['secret.read $API_KEY'],
		},
	}),
	rows('test [', {
		discreet: true,
		options: role('name', '-v -R'),
		examples: {
			'[ -f package.json ]': [],
			'test -n "$GITHUB_TOKEN"': [],
			'[ "$x" = y ]': [],
			"test -v 'a[$(rm x)]'": ['opaque', 'delete x'],
		},
	}),
	rows('arch', {
		operands: 'command',
		wraps: true,
		printsToken: ({ operands }) => operands.length === 0,
		examples: { arch: [], 'arch -x86_64 rm x': ['delete x'] },
	}),
	rows('whoami uname id groups nproc uptime tty logname users locale getconf lsb_release sw_vers', {
		printsToken: (it) => it.name !== 'locale',
		examples: { whoami: [], 'uname -a': [] },
	}),
	rows('date', {
		options: { ...data('-d --date -r --reference'), '-f': 'read', '--file': 'read', '-s': 'data', '--set': 'data' },
		also: (it) => (it.has('-s', '--set') ? [privilege('sets the clock')] : []),
		printsToken: ({ operands }) => operands.every((word) => word.known && /^\+[%\w:.]*$/.test(word.text)),
		examples: {
			'date +%s': [],
			'date -s 10:00': ['privilege sets the clock'],
			'date -I -f .env': ['secret.read .env'],
		},
	}),
	rows('shuf', {
		options: {
			...data('-n --head-count -i --input-range'),
			...role('read', '--random-source'),
			...role('write', '-o --output'),
		},
		also: (it) => (it.has('-e', '--echo') ? [] : it.operands.flatMap((word) => reads(word, it.scope))),
		examples: { 'shuf -i 1-9 -n 1': [], 'shuf -e a b': [], 'shuf a -o b': ['read a', 'write b'] },
	}),
	rows('bc', { operands: 'read', examples: { bc: [], 'bc -l a': ['read a'] } }),
	rows('which type whereis', { examples: { 'which node': [], 'type -a npm': [] } }),
	rows('printenv', {
		also: environment,
		examples: {
			printenv: ['secret.read the environment'],
			'printenv PATH': [],
			'printenv API_TOKEN': ['secret.read $API_TOKEN'],
		},
	}),
	rows('export readonly declare typeset local', {
		operands: 'name',
		also: declared,
		examples: {
			'export FOO=bar': [],
			'export -p': ['secret.read the environment'],
			export: ['secret.read the environment'],
		},
	}),
	rows('set', {
		options: data('-o +o'),
		also: (it) => (it.words.length === 0 ? [environmentShown] : []),
		examples: { 'set -euo pipefail': [], set: ['secret.read the environment'] },
	}),
	rows('hostname', {
		also: (it) => (it.operands.length > 0 ? [privilege('renames the machine')] : []),
		examples: { hostname: [], 'hostname x': ['privilege renames the machine'] },
	}),
	rows('unset read mapfile readarray getopts let shopt', {
		options: { ...data('-p -d -n -t -u -a -c -s -O -i'), '-C': 'shell' },
		operands: 'name',
		also: (it) => (it.name === 'unset' && it.has('-f') ? [opaque('changes what a name means')] : []),
		examples: {
			'unset -f x': ['opaque'],
			'read -r line': [],
			'shopt -s globstar': [],
			"read 'a[$(id)]'": ['opaque'],
			"mapfile -C 'rm x' -c 1 a": ['delete x'],
			"read 'a[$(rm x)]'": ['opaque', 'delete x'],
			"let 'a[$(rm x)]'": ['opaque', 'delete x'],
			"declare -i n; n='a[$(rm x)]'": ['opaque', 'delete x'],
			"RANDOM='a[$(rm x)]'": ['opaque', 'delete x'],
			"declare -i n; read n <<< 'a[$(rm x)]'": ['opaque', 'delete x'],
			"declare -i n; printf -v n %s 'a[$(rm x)]'": ['opaque', 'delete x'],
			"declare -i n; for n in 'a[$(rm x)]'; do :; done": ['opaque', 'delete x'],
		},
	}),
	rows('alias unalias hash', {
		options: data('-p -t -d'),
		// An alias, or a remembered path, makes another program of a name that the gate knows.
		also: (it) =>
			it.operands.length > 0 ? [...it.operands.flatMap(aliased), opaque('changes what a name means')] : [],
		examples: { "alias x='rm -r d'": ['delete d recursive', 'opaque'], 'hash -r': [], 'hash -p ./x ls': ['opaque'] },
	}),
];

/** Words that it prints, where the shell makes names of files of them. */
function named(words: readonly Word[]): readonly Word[] | undefined {
	return words.some((word) => word.pattern) && words.every((word) => word.known) ? words : undefined;
}

function aliased(word: Invocation['operands'][number]) {
	const at = word.text.indexOf('=');
	return at < 0 ? [] : [{ find: 'shell' as const, later: true, source: { ...word, text: word.text.slice(at + 1) } }];
}

function printed({ words }: Invocation): string | undefined {
	if (!words.every((word) => word.known && !word.pattern)) return undefined;
	const options = words.findIndex((word) => !/^-[neE]+$/.test(word.text));
	const text = words
		.slice(options < 0 ? words.length : options)
		.map((word) => word.text)
		.join(' ');
	const escapes = words.slice(0, Math.max(options, 0)).some((word) => word.text.includes('e'));
	return escapes ? echoed(text) : `${text}\n`;
}

function formatted({ operands }: Invocation): string | undefined {
	const [format, ...values] = operands;
	if (format === undefined || !operands.every((word) => word.known && !word.pattern)) return undefined;
	const holes = format.text.match(/%[^%]/g) ?? [];
	if (holes.some((hole) => !Object.hasOwn(conversions, hole)) || /%%|%$|\\[cuUE"']/.test(format.text)) return undefined;
	const texts = values.map((word) => word.text);
	if (holes.length === 0) return unescaped(format.text);
	const rounds = Math.max(1, Math.ceil(texts.length / holes.length));
	const parts = format.text.split(/(%[a-z])/);
	let next = 0;
	const fill = (hole: string) => conversions[hole]?.(texts[next++] ?? '');
	const filled = Array.from({ length: rounds }, () =>
		parts.map((part, i) => (i % 2 === 1 ? fill(part) : unescaped(part))),
	);
	return filled.flat().includes(undefined) ? undefined : filled.flat().join('');
}

/** What a hole makes of a value; undefined where that is not told. */
const conversions: Readonly<Record<string, (text: string) => string | undefined>> = {
	'%s': (text) => text,
	'%b': (text) => (/\\[cuUE"']/.test(text) ? undefined : unescaped(text.replace(/\\0(?=[0-7]{3})/g, '\\'))),
	'%c': (text) => text.slice(0, 1),
	'%d': (text) => numeral(text, 10),
	'%i': (text) => numeral(text, 10),
	'%x': (text) => numeral(text, 16),
	'%o': (text) => numeral(text, 8),
};

function numeral(text: string, base: number): string | undefined {
	return /^(|0|[1-9]\d{0,14}|0[xX][\da-fA-F]{1,12})$/.test(text) ? Number(text).toString(base) : undefined;
}

/** `echo -e` has octal digits behind a zero only, and `\c` ends it. */
function echoed(text: string): string | undefined {
	const isUntold = [...text.matchAll(/\\([\s\S])/g)].some(([, code = '']) => /[cuUE]/.test(code));
	return isUntold ? undefined : `${text.replace(/\\(x[0-9a-fA-F]{1,2}|0[0-7]{0,3}|[^0-7])/g, unescapeOne)}\n`;
}

/** Dumping the environment shows every secret in it; naming a variable shows one. */
function environment({ operands }: Invocation) {
	if (operands.length === 0) return [environmentShown];
	return operands.flatMap((word) => (!word.known || isSecretName(word.text) ? [secret(`$${word.text}`)] : []));
}

function declared(it: Invocation) {
	const { operands, has } = it;
	const shown = it.has('-p')
		? operands
		: has('-n')
			? operands.map((word) => constant(word.text.replace(/^\w*=/, '')))
			: [];
	const secrets = shown.filter((word) => !word.known || isSecretName(word.text)).map((word) => secret(`$${word.text}`));
	if (has('-n')) return [...secrets, opaque('a variable that names another one')];
	if (secrets.length > 0) return secrets;
	return operands.length === 0 && !has('-A', '-a', '-f', '-F') ? [environmentShown] : [];
}
