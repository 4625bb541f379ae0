import { createRandom, narrowed } from '../../random.ts';
import {
	arrays,
	expansion,
	plainText,
	printer,
	quoteDouble,
	quoteSingle,
	type Site,
	separator,
	spelled,
	variables,
	word,
} from './words.ts';

/** A script of a few statements, whose leaves delete. */
export function script(seed: number): string {
	const base = createRandom(seed);
	const random = narrowed(base, 0.1 + base.next() * 0.5);
	const site: Site = {
		random,
		depth: base.weighted([
			[3, () => 1],
			[3, () => 2],
			[1, () => 3],
		]),
		inFunction: false,
		inLoop: false,
	};
	const words = { ...site, depth: 0 };
	const known = base.chance(0.9)
		? `${variables.map((name) => `${name}=${spelled(plainText(words), words)}`).join(' ')} n=1 q=\n`
		: '';
	const lists = base.chance(0.7)
		? `a=(${spelled(plainText(words), words)} b); b=(src)\nset -- ${spelled(plainText(words), words)} docs\n`
		: '';
	const body = sequence(site, 1 + base.below(4));
	const wait = /&|coproc/.test(body) ? '\nwait' : '';
	return `${known}${lists}${body}\n${leaf(site)}${wait}`;
}

/** Statements one after the other; a heredoc keeps its own lines. */
function sequence(site: Site, count: number): string {
	const { random } = site;
	let text = '';
	for (let i = 0; i < count; i++) {
		const one = statement(site);
		const isLast = i === count - 1;
		if (one.endsWith('\n')) text += one;
		else if (isLast) text += one;
		else text += one + random.pick(['; ', '\n', '\n', '; ', ' && ', ' || ', ' & ']);
	}
	return text;
}

/** Statements as the body of something that ends with a keyword. */
function block(site: Site, least = 1): string {
	const inner = { ...site, depth: site.depth - 1 };
	const text = sequence(inner, least + site.random.below(2));
	return text.endsWith('\n') ? text : `${text};`;
}

/** Statements on one line, to be quoted as text; no heredocs. */
function line(site: Site): string {
	for (let i = 0; i < 5; i++) {
		const text = sequence({ ...site, depth: site.depth - 1 }, 1 + site.random.below(2));
		if (!text.endsWith('\n')) return text;
	}
	return leaf(site);
}

function statement(site: Site): string {
	if (site.depth <= 0) return simple(site);
	return site.random.weighted([
		[9, () => simple(site)],
		[5, () => compound(site)],
		[2, () => textual(site)],
		[2, () => fed(site)],
	]);
}

function simple(site: Site): string {
	return site.random.weighted([
		[6, () => leaf(site)],
		[6, () => assignment(site)],
		[3, () => declaration(site)],
		[2, () => positional(site)],
		[2.5, () => directory(site)],
		[3, () => reading(site)],
		[1, () => computing(site)],
		[1.5, () => jump(site)],
		[1.5, () => call(site)],
		[0.7, () => setting(site)],
		[1, () => condition(site)],
	]);
}

/** A delete, plain or behind a wrapper. */
export function leaf(site: Site): string {
	const { random } = site;
	const words = random.times(1, 2, () => word(site)).join(' ');
	const command = random.weighted([
		[8, () => random.pick(['rm', 'rm -rf', 'rm -f --', 'unlink', 'rmdir', 'rm -r'])],
		[
			1,
			() =>
				random.pick([
					'r\\m',
					"r''m",
					'"rm"',
					"$'rm'",
					'/bin/rm',
					'/usr/bin/rm -rf',
					'r$(echo m)',
					'$(echo rm)',
					'{rm,-r}',
					'r[m]',
					'r${q}m',
					'r$@m',
					"$'\\x72m'",
				]),
		],
		[2, () => wrapper(site)],
	]);
	const redirect = random.chance(0.05)
		? random.pick([' > /dev/null', ' 2>&1', ' < /dev/null', ' <<< a', ' 2>/dev/null'])
		: '';
	const prefix = random.chance(0.06) ? `${random.pick(variables)}=${word(site)} ` : '';
	return `${prefix}${command} ${words}${redirect}`;
}

function wrapper({ random }: Site): string {
	return random
		.pick([
			'env rm',
			'env -i rm -rf',
			'env -u v v=1 rm',
			'timeout 5 rm',
			'timeout -k 1 5 rm -rf',
			'nice rm',
			'nice -n 3 rm -rf',
			'command rm',
			'command -p rm',
			'command -- rm',
			'command command rm',
			'builtin command rm',
			'nohup rm',
			'stdbuf -oL rm',
			'time rm',
			'! rm',
			'time -p rm -rf',
			'exec rm',
			'exec -a ls rm',
			'xargs rm <<< ',
			'xargs -n1 rm <<< ',
			'echo a | xargs rm',
			'xargs -I{} rm {} <<< ',
			'find src -name a.ts -exec rm {} ;',
			'find . -maxdepth 1 -name a -exec rm {} + ; rm',
			'eval rm',
			'eval rm -rf',
			'coproc rm',
			'env -S "rm -rf"',
			'env -C src rm',
			'nice -3 rm',
			'timeout --signal=KILL 5 rm',
			'env -- rm',
			'setsid -w rm',
		])
		.replace(' ;', " ';' ; rm");
}

function assignment(site: Site): string {
	const { random } = site;
	const name = random.pick(variables);
	const array = random.pick(arrays);
	const list = () => `(${random.times(0, 3, () => word(site)).join(' ')})`;
	return random.weighted([
		[8, () => `${name}=${word(site)}`],
		[1, () => `${name}=${word(site)} ${random.pick(variables)}=${word(site)}`],
		[2, () => `${name}+=${word(site)}`],
		[3, () => `${array}=${list()}`],
		[1, () => `${array}+=${list()}`],
		[1, () => `${array}[${random.pick(['0', '1', 'n', '$n', '-1', 'k'])}]${random.pick(['=', '+='])}${word(site)}`],
		[0.5, () => `${array}=([${random.pick(['0', '2', 'k'])}]=${word(site)} ${word(site)})`],
		[0.5, () => `${name}=${list()}`],
		[0.5, () => `${array}=${word(site)}`],
		[1.5, () => `IFS=${quoteAny(separator(site))}`],
		[1, () => `n=${random.pick(['0', '1', '2', 'v', '1+1', 'a'])}`],
		[0.5, () => `: ${expansion(site)}`],
		[0.2, () => `${random.pick(['HOME', 'PWD', 'OLDPWD', 'REPLY', 'BASH_REMATCH'])}=${word(site)}`],
	]);
}

const quoteAny = (text: string) => (text === '\n' ? "$'\\n'" : quoteSingle(text));

function declaration(site: Site): string {
	const { random } = site;
	const name = random.pick(variables);
	const kinds = [
		'export',
		'readonly',
		'declare',
		'typeset',
		'declare -a',
		'declare -x',
		'declare -g',
		'declare -i',
		'declare -u',
		'declare -l',
		'declare +x',
		'declare -r',
		'declare -c',
	];
	const kind = random.pick(
		site.inFunction ? [...kinds, 'local', 'local', 'local', 'local -a', 'local -u', 'local -'] : kinds,
	);
	return random.weighted([
		[4, () => `${kind === 'local -' ? 'local' : kind} ${name}=${word(site)}`],
		[1, () => (kind === 'readonly' ? 'export v' : `${kind} ${name}`)],
		[
			1,
			() =>
				`unset ${random.pick([name, '-v v', 'a', "'a[0]'", '-f f', 'f', 'IFS', '"$v"', 'n', 'HOME', 'v w', '-n v'])}`,
		],
		[1, () => `declare -a ${random.pick(arrays)}=(${word(site)} ${word(site)})`],
		[1, () => `declare -A m; m[k]=${word(site)}; m[j]=${word(site)}`],
		[0.5, () => `declare -A m=([k]=${word(site)} [j]=${word(site)})`],
		[0.4, () => `declare -n r=${name}; r=${word(site)}; unset -n r`],
		[0.4, () => `export "${name}=${plainText(site)}"`],
		[0.4, () => `declare ${name}=(${word(site)} ${word(site)})`],
		[0.3, () => `declare "${name}+=${plainText(site)}"`],
		[0.3, () => `${kind.startsWith('readonly') ? 'declare' : kind} ${name}+=${word(site)}`],
	]);
}

function positional(site: Site): string {
	const { random } = site;
	return random.weighted([
		[5, () => `set -- ${random.times(1, 3, () => word(site)).join(' ')}`],
		[2, () => `shift${random.pick(['', ' 1', ' 2', ' $n', ' 9', ' n', ' 0'])}`],
		[
			0.4,
			() => `set ${random.pick(['a', 'a b', '- a b', '-- ', '-f a', '+f a', '-e a', '-', 'a -- b', '-o noglob -- b'])}`,
		],
		[0.3, () => 'set -- "$@" z'],
	]);
}

function directory(site: Site): string {
	const { random } = site;
	return random.pick([
		'cd src',
		'cd ..',
		'cd -',
		'cd /tmp',
		'cd',
		'cd "$PWD/src"',
		'cd docs/..',
		'cd src/lib',
		'cd -P src',
		'cd -L ..',
		'cd -- src',
		'cd "$OLDPWD"',
		'pushd src',
		'pushd src > /dev/null',
		'popd',
		'pushd',
		'cd ~',
		'cd ./',
		'cd s*c',
		'cd "$v"',
		'cd nowhere',
		'builtin cd src',
		'command cd src',
		'CDPATH=src cd lib',
		'dirs -c',
		'cd src/a.ts',
		'cd ""',
		'cd src docs',
		'HOME=/tmp cd',
		'cd src && cd lib',
		'cd nowhere || cd docs',
		'cd -e src',
		'cd //tmp',
		'cd src/../..',
	]);
}

function reading(site: Site): string {
	const { random } = site;
	const names = random.pick(['v', 'v w', '', 'v w x', 'w']);
	const flags = random.pick([
		'-r ',
		'',
		'-r ',
		'-a a ',
		'-ra b ',
		'-rn 2 ',
		'-rd : ',
		'-N 1 ',
		'-r -t 1 ',
		'-er ',
		'-s ',
		'-rd "" ',
	]);
	const prefix = random.pick(['', '', `IFS=${quoteAny(separator(site))} `]);
	const hasArray = flags.includes('a');
	return random.weighted([
		[5, () => `${prefix}read ${flags}${hasArray ? '' : names} <<< ${word(site)}`],
		[1, () => `${prefix}read ${flags}${hasArray ? '' : names} < <(${printer(site)})`],
		[
			1,
			() =>
				`printf -v ${random.pick(['v', 'w', "'a[1]'", 'n'])} ${random.pick(['%s', '%s/%s', 'x', '%%', '%b', '-- %s', '%q', '%s\\n', '%5s', '%d', '%s%s'])} ${word(site)}`,
		],
		[
			1,
			() =>
				`mapfile ${random.pick(['-t ', '', '-t -n 1 ', '-ts1 ', '-td : ', '-O 1 -t '])}${random.pick(['a', 'b', ''])} <<< ${word(site)}`,
		],
		[0.7, () => `readarray -t a < <(${printer(site)})`],
		[0.7, () => `${printer(site)} | { read ${flags}${hasArray ? '' : names}; ${leaf(site)}; }`],
		[0.5, () => `{ read v; read w; } <<< ${word(site)}`],
		[0.5, () => `exec 3< <(${printer(site)}); read ${names} <&3; read ${random.pick(['-u 3 ', ''])}w <&3`],
		[0.5, () => `exec 4<<< ${word(site)}; read v <&4; exec 4<&-`],
		[0.3, () => `getopts ab: v ${random.pick(['-a', '-b q', '-ab', 'x'])}; w=$OPTARG`],
	]);
}

function computing({ random }: Site): string {
	return random.pick([
		'((n++))',
		'let n=2',
		'let v=1+1',
		'((v=3))',
		'((n=1, w=2))',
		'((a[1]=7))',
		'((n ? v=1 : 2))',
		'let n+=1',
		': $((w=4))',
		'((x+=1)) || true',
		'v=$((n+1))',
		'w=$[1+1]',
		'n=$((n*2)) v=$n',
		'((++x))',
		': $((x++))',
		': ${a[x=1]}',
		'let "v = n"',
		'((v--))',
	]);
}

function jump({ random, inFunction, inLoop }: Site): string {
	const ways = ['true', 'false', ':'];
	if (inFunction) ways.push('return', 'return 1', 'true && return', 'false && return', 'false || return');
	if (inLoop)
		ways.push('break', 'continue', 'true && break', 'false && break', 'true && continue', 'break 2', 'continue 2');
	if (random.chance(0.1)) ways.push('(exit 3)', 'exit', 'false && exit', 'true || exit');
	return random.pick(ways);
}

function call(site: Site): string {
	const { random } = site;
	return `${random.pick(['f', 'g', 'h', 'f', 'g'])} ${random.times(0, 2, () => word(site)).join(' ')}`.trimEnd();
}

function setting({ random }: Site): string {
	return random.pick([
		'set -f',
		'set +f',
		'set -e',
		'set -u',
		'shopt -s nullglob',
		'shopt -s extglob',
		'shopt -s dotglob',
		'set -o noglob',
		'set -a',
		'shopt -s failglob',
		'set +B',
		'set -k',
		'shopt -s lastpipe',
		'shopt -s nocasematch',
		'set -o posix',
		'shopt -s globstar',
		'set -euo pipefail',
		'set -n',
		'shopt -s cdable_vars',
		'shopt -s assoc_expand_once',
		'shopt -u patsub_replacement',
		'shopt -s localvar_inherit',
		'shopt -s compat42',
		'set -x',
		'shopt -s xpg_echo',
		'shopt -s autocd',
		'shopt -s inherit_errexit',
	]);
}

function condition(site: Site): string {
	const { random } = site;
	return random.pick([
		`[[ ${word(site)} == ${random.pick(['a*', 'src', '"$v"', '$v', '[ab]'])} ]]`,
		`[ -n ${quoteDouble(plainText(site))} ]`,
		'[[ $v =~ (.)(.*) ]]',
		'[[ abc =~ b(.) ]]',
		'[[ -v v ]]',
		'[ "$v" = a ]',
		'test -d src',
		'[[ -d src && -f a ]]',
		'[[ a < b ]]',
		'[[ $n -eq 0 ]]',
		'((n > 0))',
		'[ -f nowhere ]',
	]);
}

function compound(site: Site): string {
	const { random } = site;
	const loop: Site = { ...site, inLoop: true };
	const body = () => block(site);
	const name = random.pick(variables);
	return random.weighted([
		[2, () => `{ ${body()} }`],
		[2, () => `( ${body()} )`],
		[2, () => `if ${random.pick(['true', 'false', condition(site), simple(site)])}; then ${body()} fi`],
		[
			1.5,
			() =>
				`if ${condition(site)}; then ${body()} ${random.chance(0.3) ? `elif ${condition(site)}; then ${body()} ` : ''}else ${body()} fi`,
		],
		[4, () => `for ${name} in ${random.times(1, 3, () => word(site)).join(' ')}; do ${block(loop)} done`],
		[0.7, () => `for ${name}${random.pick([';', ''])} do ${block(loop)} done`],
		[1, () => `for ((n=0; n<2; n++)); do ${block(loop)} done`],
		[1, () => `while ${random.pick(['true', ':', condition(site)])}; do ${block(loop)} break; done`],
		[0.7, () => `until ${random.pick(['false', condition(site)])}; do ${block(loop)} break; done`],
		[
			0.7,
			() =>
				`c=${random.pick(['', '0', 'o'])}; while [ "$c" != ${random.pick(['ooo', '0oo', 'oo'])} ] && [ \${#c} -lt 4 ]; do c+=o; ${block(loop)} done`,
		],
		[
			1,
			() =>
				`case ${word(site)} in ${random.pick(['a', '*.*', 's*', '"$v"', '[ab]', '?'])}) ${body()}${random.pick([';', ';&', ';;&', ';'])}${random.pick([';', ''])} *) ${body()}; esac`
					.replace(/;&;/g, ';&')
					.replace(/;;+/g, ';;')
					.replace(/;;& ?;/g, ';;&'),
		],
		[4, () => functionDefinition(site)],
		[1, () => `! ${simple(site)}`],
		[1.5, () => `${simple(site)} | ${simple(site)}`],
		[
			0.5,
			() =>
				`${random.pick(['{', '('])} ${body()} `.replace(
					/^([({])(.*)$/s,
					(_, open: string, rest: string) =>
						`${open}${rest}${open === '{' ? '}' : ')'} ${random.pick(['2>&1', '> /dev/null', '<<< a', '&'])}`,
				),
		],
		[0.4, () => `coproc { ${body()} }; wait`],
	]);
}

function functionDefinition(site: Site): string {
	const { random } = site;
	const name = random.pick(['f', 'g', 'h']);
	const inside: Site = { ...site, inFunction: true, inLoop: false };
	const body = block(inside, 2);
	const definition = random.pick([
		`${name}() { ${body} }`,
		`function ${name} { ${body} }`,
		`${name} () ( ${body} )`,
		`${name}() { ${body} }`,
	]);
	return `${definition}; ${name} ${random.times(0, 2, () => word(site)).join(' ')}`.trimEnd();
}

/** Command lines as text: eval, shells, traps, aliases. */
function textual(site: Site): string {
	const { random } = site;
	const text = line(site);
	const quote = random.pick([quoteSingle, quoteSingle, quoteDouble]);
	return random.weighted([
		[3, () => `eval ${quote(text)}`],
		[2, () => `bash -c ${quote(text)}${random.chance(0.3) ? ` ${word(site)} ${word(site)} ${word(site)}` : ''}`],
		[
			1,
			() =>
				`v=${quoteSingle(text)}; ${random.pick(['eval "$v"', 'eval $v', 'bash -c "$v"', 'bash <<< "$v"', 'echo "$v" | bash', 'source <(echo "$v")', '. /dev/stdin <<< "$v"', '$v', 'printf %s "$v" | bash -s', 'cat <<< "$v" | sh'])}`,
		],
		[1, () => `bash <<${random.pick(['E', "'E'", '"E"', '-E'])}\n${text}\nE\n`],
		[1, () => `trap ${quote(text)} ${random.pick(['EXIT', '0', 'DEBUG', 'ERR', 'RETURN', 'EXIT'])}`],
		[
			1,
			() =>
				`shopt -s expand_aliases\nalias t=${quoteSingle(random.pick(['rm', 'rm -rf', 'rm ', 'echo', 'cd src; rm', 'v=b', 'rm $v', 'command ']))}\nt ${word(site)}`,
		],
		[0.5, () => `eval "${random.pick(variables)}=${plainText(site)}"`],
		[0.5, () => `export v w; bash -c ${quote(text)}`],
		[0.4, () => `eval -- ${quote(text)}`],
		[0.4, () => `f() { eval "$1"; }; f ${quote(text)}`],
		[
			0.4,
			() =>
				`echo ${Buffer.from(text).toString('base64')} | base64 -d | ${random.pick(['bash', 'sh', 'bash -s a b', 'source /dev/stdin'])}`,
		],
	]);
}

/** What is fed through pipes and loops. */
function fed(site: Site): string {
	const { random } = site;
	const loop: Site = { ...site, inLoop: true };
	const name = random.pick(variables);
	const lines = random.pick([`printf '%s\\n' ${word(site)} ${word(site)}`, printer(site), `echo ${word(site)}`]);
	return random.weighted([
		[
			2,
			() =>
				`${lines} | while ${random.pick(['', 'IFS= ', 'IFS=: '])}read ${random.pick(['-r ', '', '-r '])}${name}${random.chance(0.2) ? ' w' : ''}; do ${block(loop)} done`,
		],
		[1.5, () => `while read -r ${name}; do ${block(loop)} done <<< ${word(site)}`],
		[1, () => `while read -r ${name}; do ${block(loop)} done < <(${lines})`],
		[1, () => `while read -r ${name}; do ${block(loop)} done <<E\n${plainText(site)}\n$v\nE\n`],
		[
			2,
			() =>
				`${lines} | xargs ${random.pick(['rm', '-n1 rm', '-I{} rm -rf {}', '-I{} rm x{}', '-0 rm', '-d, rm', "-d '\\n' rm", '-L1 rm', '-t rm', '-r rm', '-n 1 -P 2 rm', '-I % rm %/a', 'env rm', 'sh -c \'rm "$0"\'', 'sh -c \'rm "$@"\' _', "-I{} sh -c 'rm {}'", '-E a rm', '-i rm {}', '-s 100 rm', '-n1 rm -rf'])}`,
		],
		[1, () => `while read -r ${name}; do read -r w; ${block(loop)} done <<< $'a\\nb\\nsrc'`],
		[0.7, () => `cat <<E | while read -r ${name}; do ${block(loop)} done\n${plainText(site)}\n${plainText(site)}\nE\n`],
		[0.7, () => `${lines} | ( cat; echo q ) | xargs rm`],
		[
			0.5,
			() =>
				`mapfile -t a < <(${lines}); ${random.pick(['rm "${a[@]}"', 'rm ${a[0]}', 'for v in "${a[@]}"; do rm "$v"; done', 'rm -rf "${a[-1]}"'])}`,
		],
		[0.5, () => `rm $(${lines})`],
		[0.5, () => `${lines} | tee >(xargs rm) > /dev/null`],
		[0.5, () => `xargs rm < <(${lines})`],
		[0.5, () => `rm -rf "$(cat <<E\n${plainText(site)}$v\nE\n)"`],
	]);
}
