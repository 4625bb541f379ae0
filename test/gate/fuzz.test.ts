import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue, Verdict } from '../../src/core/index.ts';
import { analyseShell } from '../../src/gate/shell/analyse.ts';
import { allPrograms } from '../../src/gate/shell/programs.ts';
import { tools } from '../../src/gate/tools.ts';
import { createRandom, type Random, seedOf } from './random.ts';
import { examples } from './shell/examples.ts';
import { dangerous, quote, wrappers } from './shell/wrappers.ts';
import { aWorkspace, judgeShell, judgeTool } from './support.ts';

const seed = seedOf(4_711);
const share = Number(process.env['ROUNDS'] ?? 1);
const parts = 4;

/** Splits many rounds over a few cases; each has a seed of its own. */
const cases = (rounds: number) =>
	Array.from({ length: parts }, (_, i) => [i, Math.ceil((rounds * share) / parts)] as const);

const randomOf = (kind: number, part: number): Random => createRandom(seed * 7_919 + kind * 101 + part);

/** Throwing inside the gate is a block, and a fault. */
function sound(verdict: Verdict): boolean {
	return verdict.rule !== 'gate-error' && ['allow', 'confirm', 'block'].includes(verdict.decision);
}

function expectSound(inputs: Iterable<string>): void {
	const faults: string[] = [];
	for (const line of inputs) if (!sound(judgeShell(line))) faults.push(line);
	expect(faults).toEqual([]);
}

const syntax =
	'; & | && || ( ) { } [ ] [[ ]] (( )) < > << <<- <<< >> >& <& &> |& ;; ;& ;;& ! = += $ $( ${ $(( " \' ` \\ # ~ * ? {a,b} {1..3} $\' $" \n \t if then elif else fi for in do done while until case esac function select time coproc 2>&1 >/dev/null <(ls) $x ${x:-y} ${x//a/b} ${!x} ${x@P} $((1+1)) $@ $* "$@" a=(1 2) x=1 EOF -- -c -rf / ~ .git \u0000 \u202e \ud800 \u00e9'.split(
		' ',
	);
const words = allPrograms().flatMap((program) => program.names);
const valid = [...new Set([...examples().map(({ command }) => command), ...dangerous])];
const wrapping = Object.values(wrappers);

function soup(random: Random): string {
	const token = () => (random.chance(0.7) ? random.pick(syntax) : random.pick(words));
	return random.times(1, 14, token).join(random.chance(0.7) ? ' ' : '');
}

/** A valid line, a little broken. */
function mutated(random: Random): string {
	const start = random.pick(valid);
	const line = random.chance(0.3) ? random.pick(wrapping)(start) : start;
	return random.times(1, 4, () => 0).reduce<string>((text) => mutate(text, random), line);
}

function mutate(text: string, random: Random): string {
	const at = random.below(text.length + 1);
	const to = Math.min(text.length, at + random.below(6));
	return random.weighted([
		[3, () => text.slice(0, at) + random.pick(syntax) + text.slice(at)],
		[2, () => text.slice(0, at) + text.slice(to)],
		[1, () => text.slice(0, to) + text.slice(at)],
		[1, () => text.slice(0, at) + [...text.slice(at, to)].reverse().join('') + text.slice(to)],
		[1, () => text.slice(0, at) + random.pick(valid) + text.slice(at)],
	]);
}

describe(`no line makes the gate throw, SEED=${seed}`, () => {
	it.each(cases(40_000))('tokens of the shell in any order, part %i', (part, rounds) => {
		const random = randomOf(1, part);
		expectSound(Array.from({ length: rounds }, () => soup(random)));
	});

	it.each(cases(40_000))('valid lines, a little broken, part %i', (part, rounds) => {
		const random = randomOf(2, part);
		expectSound(Array.from({ length: rounds }, () => mutated(random)));
	});
});

const names = [
	...tools.flatMap((tool) => [tool.name, ...tool.aliases]),
	'bash',
	'Task',
	'constructor',
	'__proto__',
	'',
];
const keys =
	'path file_path notebook_path pattern glob command cwd content body title url __proto__ constructor toString hasOwnProperty'.split(
		' ',
	);

function value(random: Random, depth: number): JsonValue {
	return random.weighted<JsonValue>([
		[4, () => random.pick([...valid, 'src/a.ts', '../..', '/etc/passwd', '~', '~root/x', '.', '', '.env', 'C:\\x'])],
		[2, () => random.pick(syntax)],
		[1, () => random.pick([0, -1, 1e308, true, false, null])],
		[
			1,
			() =>
				random.pick([
					'\u0000',
					'\ud800',
					'\udc00a',
					'\u202e',
					'\ufeff',
					'a'.repeat(5_000),
					'../'.repeat(500),
					'[',
					'{',
					'**',
				]),
		],
		[depth > 0 ? 1 : 0, () => random.times(0, 3, () => value(random, depth - 1))],
		[depth > 0 ? 1 : 0, () => object(random, depth - 1)],
	]);
}

/** `JSON.parse`, as a model's reply is read: `__proto__` becomes a key of its own. */
function object(random: Random, depth: number): JsonObject {
	const entries = random.times(0, 4, () => [random.pick(keys), value(random, depth)] as const);
	return JSON.parse(`{${entries.map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`).join(',')}}`);
}

describe('no arguments make the gate throw', () => {
	it.each(cases(100_000))('of any type for any tool, part %i', (part, rounds) => {
		const random = randomOf(3, part);
		const faults: string[] = [];
		for (let i = 0; i < rounds; i++) {
			const [name, args] = [random.pick(names), object(random, 2)];
			if (!sound(judgeTool(name, args))) faults.push(`${name} ${JSON.stringify(args)}`);
		}
		expect(faults).toEqual([]);
	});

	it('that are nested deeply', () => {
		const nested = (depth: number): JsonValue => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
		for (const name of names)
			expect(sound(judgeTool(name, { path: nested(1_000), command: nested(1_000) })), name).toBe(true);
	});
});

/** Text around a command that neither runs nor stops it. */
const noise: readonly ((command: string) => string)[] = [
	(c) => `# rm\n${c}`,
	(c) => `${c} # ls`,
	(c) => `x=1; ${c}`,
	(c) => `echo 'a "b" $(' ; ${c}`,
	(c) => `echo "it's" && ${c}`,
	(c) => `cat <<'E'\n$(\`"'\nE\n${c}`,
	(c) => `${c}\n: <<E\nends\nE`,
	(c) => `\n\n\t ${c} `,
	(c) => `a=(1 2); ${c}`,
	(c) => `[[ a == b* ]]; ${c}`,
	(c) => `case x in y) : ;; esac; ${c}`,
	(c) => `: $((1 + 1)); ${c}`,
	(c) => `: {a,b}\${x:-')'}; ${c}`,
	(c) => `git status; ${c}; git diff`,
	(c) => `true | ${c} | cat`,
	(c) =>
		`2>/dev/null ${c.startsWith('(') || /^\w+\(\)|^[{!#\n\t ]|^(if|for|while|case|coproc|time) /.test(c) ? `: ; ${c}` : c}`,
];

describe('what destroys is not allowed, however it is wrapped', () => {
	// `((` would begin a computation.
	const composed = (random: Random) => {
		let line = random.pick(dangerous);
		for (const wrap of random.times(1, 3, () => random.pick(random.chance(0.5) ? wrapping : noise)))
			line = wrap(line.startsWith('(') ? ` ${line}` : line);
		return line;
	};

	it.each(cases(20_000))('wrappers, chains and noise, part %i', (part, rounds) => {
		const random = randomOf(4, part);
		const allowed = new Set<string>();
		for (let i = 0; i < rounds; i++) {
			const line = composed(random);
			const verdict = judgeShell(line);
			if (verdict.decision === 'allow' || !sound(verdict)) allowed.add(line);
		}
		expect([...allowed]).toEqual([]);
	});
});

const nest = (open: string, close: string, n: number, inside = 'ls') => open.repeat(n) + inside + close.repeat(n);
const many = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i)).join('');

const large: Readonly<Record<string, () => string>> = {
	'a line of 1 MB': () => `echo ${'a b '.repeat(250_000)}`,
	'a word of 1 MB': () => 'a'.repeat(1_000_000),
	'5,000 subshells': () => nest('(', ')', 5_000),
	'5,000 groups': () => nest('{ ', '; }', 5_000),
	'5,000 substitutions': () => nest('echo $(', ')', 5_000),
	'5,000 backticks': () => nest('`', '`', 5_000),
	'5,000 expansions': () => `echo ${nest('${x:-', '}', 5_000, 'a')}`,
	'5,000 computations': () => `echo ${nest('$((', '))', 5_000, '1')}`,
	'5,000 parentheses in a computation': () => `((${nest('(', ')', 5_000, '1')}))`,
	'5,000 tests': () => `[[ ${nest('( ', ' )', 5_000, 'a')} ]]`,
	'5,000 braces': () => `echo ${nest('{a,', '}', 5_000, 'b')}`,
	'5,000 lists': () => nest('a=(', ')', 5_000, '1'),
	'5,000 process substitutions': () => nest('cat <(', ')', 5_000),
	'5,000 conditions': () => nest('if ls; then ', '; fi', 5_000),
	'5,000 loops': () => nest('while ls; do ', '; done', 5_000),
	'5,000 cases': () => nest('case a in a) ', ';; esac', 5_000),
	'5,000 functions in each other': () => nest('f() { ', '; }', 5_000),
	'5,000 double quotes in substitutions': () => nest('"$(', ')"', 5_000),
	'100,000 pipes': () => `${'ls|'.repeat(100_000)}ls`,
	'100,000 and': () => `${'ls&&'.repeat(100_000)}ls`,
	'100,000 words': () => `ls ${'a '.repeat(100_000)}`,
	'100,000 assignments': () => many(100_000, (i) => `a${i}=1;`),
	'10,000 heredocs': () => 'cat <<A\nx\nA\n'.repeat(10_000),
	'10,000 heredocs of one line': () => `cat ${'<<A '.repeat(10_000)}\n${'x\nA\n'.repeat(10_000)}`,
	'doubling braces': () => `echo ${'{a,b}'.repeat(40)}`,
	'doubling braces in braces': () => `echo ${nest('{a,b,', '}{a,b}', 30, 'c')}`,
	'doubling defaults': () => many(40, (i) => `a${i + 1}=\${u${i}:-\${a${i}}\${a${i}}};`),
	'doubling text': () => `a=a;${'a=$a$a;'.repeat(40)}echo $a`,
	'doubling lists': () => `a=(a);${'a=("${a[@]}" "${a[@]}");'.repeat(40)}echo \${a[@]}`,
	'doubling positionals': () => `set -- a;${'set -- "$@" "$@";'.repeat(40)}echo $@`,
	'doubling functions': () => `${many(40, (i) => `f${i}() { f${i + 1}; f${i + 1}; };`)}f40() { ls; }; f0`,
	'functions that are defined again': () => `${'f() { f2; f2; };'.repeat(40)}${'f2() { ls; };'.repeat(40)}f`,
	'doubling aliases': () => `shopt -s expand_aliases\n${many(40, (i) => `alias a${i}='a${i + 1}; a${i + 1}'\n`)}a0`,
	'doubling eval': () => `x='ls';${"x=\"eval '$x'; eval '$x'\";".repeat(20)}eval "$x"`,
	'doubling traps': () => nest("trap 'ls; ", "' EXIT", 12),
	'loops in loops': () => nest('for i in {1..60}; do ', '; done', 10),
	'loops that read': () => nest('while read x; do ', "; done <<< $'a\\nb\\nc'", 12),
	'branches in branches': () => `${'if ls; then x=a; else x=b; fi;'.repeat(3_000)}ls $x`,
	'patterns that go back': () =>
		`x=${'a'.repeat(900)}; echo "\${x%%${'*a'.repeat(60)}b}" "\${x//${'*a'.repeat(60)}b/c}"`,
	'names for names': () => `${many(500, (i) => `a${i}=a${i + 1};`)}((a0))`,
	'names for two names': () => `${many(40, (i) => `a${i}=a${i + 1}+a${i + 1};`)}((a0))`,
	'wrappers in wrappers': () => `${'env nice timeout 5 '.repeat(3_000)}ls`,
	'shells in shells': () => Array.from({ length: 12 }).reduce<string>((line) => `bash -c ${quote(line)}`, 'ls'),
};

describe('what is large takes bounded work', () => {
	it.each(Object.keys(large))('%s [seeds 67]', (name) => {
		const line = large[name]?.() ?? '';
		expect(sound(judgeShell(line))).toBe(true);
		expect(analyseShell(line, aWorkspace(), '/checkouts/repo').parts.length).toBeLessThan(20_000);
	});
});
