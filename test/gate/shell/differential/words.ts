import type { Random } from '../../random.ts';

/** Where a generated script stands: how deep, and in what. */
export interface Site {
	readonly random: Random;
	/** How many levels of nesting are left. */
	readonly depth: number;
	readonly inFunction: boolean;
	readonly inLoop: boolean;
}

export const variables = ['v', 'w', 'x'] as const;
export const arrays = ['a', 'b'] as const;
const texts = [
	'a',
	'b',
	'src',
	'dist',
	'x y',
	'src/a.ts',
	'/tmp/t',
	'.',
	'..',
	'A1',
	'log',
	'a.b.c',
	'/',
	'docs/',
	'-',
];
const separators = [':', ',', '_', '', ' ', '/', 'b', '\n'];
const patterns = ['*.', 's*', '*/', '?', '[ab]', '*', 'a', '.', 'src/', '/*'];

const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
export const quoteSingle = single;
export const quoteDouble = (text: string) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;
const bare = (text: string) =>
	text === '' ? "''" : text.replace(/[^\w./:,+-]/g, (one) => (one === '\n' ? "$'\\n'" : `\\${one}`));
const ansi = (text: string, random: Random) =>
	`$'${[...text]
		.map((one) => {
			const code = one.charCodeAt(0);
			const [hex, octal] = [code.toString(16).padStart(2, '0'), code.toString(8).padStart(3, '0')];
			return random.pick([
				one === "'" || one === '\\' || one === '\n' ? `\\x${hex}` : one,
				`\\x${hex}`,
				`\\${octal}`,
				`\\u00${hex}`,
			]);
		})
		.join('')}'`;

/** A constant text in some spelling. */
export function spelled(text: string, { random }: Site): string {
	const at = random.below(text.length + 1);
	return random.weighted([
		[4, () => bare(text)],
		[2, () => single(text)],
		[2, () => quoteDouble(text)],
		[1, () => ansi(text, random)],
		[1, () => single(text.slice(0, at)) + bare(text.slice(at) || 'q')],
		[1, () => quoteDouble(text.slice(0, at)) + single(text.slice(at))],
	]);
}

/** A text with nothing to compute. */
export function plainText({ random }: Site): string {
	return random.pick(texts);
}

/** One written word, which may become none or several. */
export function word(site: Site): string {
	const { random } = site;
	const count = random.weighted([
		[6, () => 1],
		[3, () => 2],
		[1, () => 3],
	]);
	return Array.from({ length: count }, () => piece(site)).join('');
}

function piece(site: Site): string {
	const { random } = site;
	return random.weighted([
		[6, () => spelled(plainText(site), site)],
		[5, () => expansion(site)],
		[2, () => `"${random.chance(0.3) ? '/' : ''}${expansion(site, true)}"`],
		[1, () => brace(site)],
		[1.5, () => (site.depth > 0 ? substitution(site) : 'a')],
		[0.4, () => random.pick(['*', '?', 'src/*', '*.txt', '[ab]', '.*', 'no*thing'])],
		[0.4, () => random.pick(['~', '~/h', '$PWD', '"$OLDPWD"', '$HOME', '${PWD%/*}', '${PWD##*/}'])],
		[0.4, () => random.pick(['$((1+1))', '$((n))', '$((n++))', '$#', '$((v=2))', '$?'])],
	]);
}

function brace(site: Site): string {
	const { random } = site;
	return random.weighted([
		[2, () => `{${spelled(random.pick(texts), site)},${inner(site)}}`],
		[
			1,
			() =>
				random.pick(['{1..3}', '{a..c}', '{01..03}', '{3..1..2}', '{a,}', '{a,b}{1,2}', '{a}', '{a..c..2}', 'x{,y}']),
		],
	]);
}

/** A word inside a word, one level down. */
function inner(site: Site): string {
	return site.depth > 0 ? word({ ...site, depth: site.depth - 1 }) : spelled(plainText(site), site);
}

/** `$v` in all its forms; without its quotes. */
export function expansion(site: Site, isQuoted = false): string {
	const { random } = site;
	const name = random.pick([
		...variables,
		...variables,
		...variables,
		'n',
		'1',
		'a',
		random.chance(0.3) ? random.pick(['u', 'REPLY']) : 'v',
	]);
	const operand = () => (isQuoted ? quotedOperand(site) : inner(site));
	const pattern = () => random.pick([...patterns, '$w', '"$w"', "'*'"]);
	return random.weighted([
		[6, () => random.pick([`$${name}`, `\${${name}}`])],
		[4, () => `\${${name}${random.pick([':-', '-', ':+', '+', ':=', '='])}${operand()}}`],
		[2, () => `\${${name}${random.pick(['#', '##', '%', '%%'])}${pattern()}}`],
		[
			2,
			() =>
				`\${${name}${random.pick(['/', '//', '/#', '/%'])}${pattern()}/${random.pick(['', 'b', 'src', '&', '$x', '"$x"', '\\&'])}}`,
		],
		[1, () => `\${${name}/${pattern()}}`],
		[
			2,
			() =>
				`\${${name}:${random.pick(['0', '1', ' -1', '0:1', '1:2', '0:-1', '(-2)', 'n', '$n', ' 2 : 3', '9', '1+1', '00'])}}`,
		],
		[1.5, () => `\${${name}${random.pick(['^', '^^', ',', ',,', '^^a', ',,A', '~', '~~'])}}`],
		[1, () => `\${${name}@${random.pick(['Q', 'U', 'u', 'L', 'E', 'A', 'a', 'P', 'K'])}}`],
		[0.5, () => `\${#${name}}`],
		[2.5, () => listExpansion(site)],
		[1, () => `\${!${random.pick([...variables, 'n'])}}`],
		[
			0.4,
			() =>
				random.pick([
					'${!v@}',
					'${!a[@]}',
					'${!v*}',
					'${!v:-a}',
					'${BASH_REMATCH[1]}',
					'${BASH_REMATCH}',
					'$_',
					'${@: -1}',
				]),
		],
	]);
}

function quotedOperand(site: Site): string {
	const { random } = site;
	return random.pick(['a', 'x y', "'q'", '$w', 'src/a.ts', '"x  y"', '', '\\*', '~', '*', '${x:-b}']);
}

function listExpansion({ random }: Site): string {
	const array = random.pick([...arrays, 'v', 'm']);
	return random.pick([
		'$@',
		'$*',
		'${@}',
		'${*}',
		'$1',
		'$2',
		'${@:2}',
		'${@:1:1}',
		'${*:2}',
		'${@#a}',
		'${@/a/b}',
		'${*%b}',
		'${@:0:2}',
		`\${${array}[@]}`,
		`\${${array}[*]}`,
		`\${${array}[0]}`,
		`\${${array}[1]}`,
		`\${${array}[-1]}`,
		`\${${array}[n]}`,
		`\${${array}[$n]}`,
		`\${${array}[k]}`,
		`\${${array}[1+0]}`,
		`\${${array}[@]:1}`,
		`\${${array}[@]:0:1}`,
		`\${${array}[@]#a}`,
		`\${${array}[*]%b}`,
		`\${${array}[@]/a/b}`,
		`\${${array}[@]^^}`,
		`\${${array}[@]:-b}`,
		`\${${array}[*]:-b}`,
		`\${${array}[@]:+b}`,
		`\${#${array}[@]}`,
		`\${!${array}}`,
		`\${${array}[@]@Q}`,
	]);
}

/** What prints a word: constant texts through filters. */
function substitution(site: Site): string {
	const text = printer({ ...site, depth: site.depth - 1 });
	const { random } = site;
	const isSimple = !/[`\\]/.test(text);
	const body = random.pick([`$(${text})`, `"$(${text})"`, isSimple ? `\`${text}\`` : `$(${text})`]);
	return body;
}

export function printer(site: Site): string {
	const { random } = site;
	const text = plainText(site);
	const b64 = Buffer.from(text).toString('base64');
	const hex = Buffer.from(text).toString('hex');
	const reversed = [...text].reverse().join('');
	return random.weighted([
		[4, () => `echo ${word(site)}`],
		[2, () => `printf '%s${random.pick(['', '\\n', ' '])}' ${word(site)}`],
		[
			1,
			() =>
				`printf ${random.pick(['%s,', '%b', '%q', 'x%sy%s', '%5s', '%-4s', '%d', '%%s', '\\x61', '%c', '%.1s', '%x', '%s\\056'])} ${word(site)} ${word(site)}`,
		],
		[
			1,
			() =>
				`echo ${random.pick(['-n', '-e', '-ne', '-E', '-x', '--', "'a\\tb'", "-e 'a\\tb'", "-e 'a\\cb'", "-e '\\0141'", "-e '\\141'", '-n -e'])} ${word(site)}`,
		],
		[1, () => `cat <<< ${word(site)}`],
		[0.7, () => `echo ${b64} | base64 ${random.pick(['-d', '--decode', '-di', '--dec'])}`],
		[0.7, () => `rev <<< ${spelled(reversed, site)}`],
		[
			0.7,
			() =>
				`echo ${spelled(text, site)} | tr ${random.pick(['a b', 'a-c x-z', 'ab c', '-d a', '[:lower:] [:upper:]', '-s s', '-c a b', "'/' _", '-d "a-c"', '-cd a', '-ds a s', '-t abc x', "'[a-c]' '[x-z]'", '--delete a', '\\057 x'])}`,
		],
		[0.7, () => `xxd -r -p <<< ${hex}`],
		[
			0.5,
			() =>
				`printf '%s\\n' ${word(site)} ${word(site)} | ${random.pick(['head -n 1', 'tail -n 1', 'tac', 'sort', 'cat', 'uniq', 'rev', 'paste -sd/', 'sed s/a/b/', 'cut -c1', 'grep a', 'wc -l', 'xargs', 'xargs echo', 'tee /dev/null', 'nl', 'awk 1', 'fold -w1', 'expand'])}`,
		],
		[
			0.5,
			() =>
				random.pick([
					'pwd',
					'echo $PWD',
					'ls',
					'ls src',
					'echo *',
					'basename src/a.ts',
					'dirname src/a.ts',
					'true',
					'seq 2',
					'expr 1 + 1',
					'find src -name a.ts',
					'find . -maxdepth 1 -type d',
					'cd src && pwd',
					'readlink -f a',
					'realpath a',
					'command -v echo',
					'type -t echo',
					'date +a',
					'cat a',
					'echo "$BASHPID" | tr -d 0-9',
					'basename "$PWD"',
					'basename a.txt .txt',
					'whoami',
					'ls -d src/*',
					'cat <(echo b)',
				]),
		],
		[
			0.5,
			() =>
				`${random.pick(['v=dist;', 'cd src;', 'set -- q;', 'true &&', '(echo b);', 'x=1', 'false ||', '{ echo a; };', 'if true; then echo c; fi;', 'false &&', 'exit;', 'IFS=;', 'command', 'builtin', 'env', 'eval'])} echo ${word(site)}`,
		],
	]);
}

export function separator({ random }: Site): string {
	return random.pick(separators);
}
