import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue, Verdict } from '../../src/core/index.ts';
import { allPrograms } from '../../src/gate/shell/programs.ts';
import { tools } from '../../src/gate/tools.ts';
import { type Share, splitCases } from '../support/share.ts';
import { createRandom, type Random, seedOf } from './random.ts';
import { examples } from './shell/examples.ts';
import { dangerous, wrappers } from './shell/wrappers.ts';
import { judgeShell, judgeTool } from './support.ts';

const seed = seedOf(4_711);
const factor = Number(process.env['ROUNDS'] ?? 1);
const parts = 10;
export const cases = splitCases(parts);

/** Splits many rounds into parts; each has a seed of its own. */
const partsOf = (rounds: number, { has }: Share) =>
	Array.from({ length: parts }, (_, i) => [i, Math.ceil((rounds * factor) / parts)] as const).filter(([i]) => has(i));

const randomOf = (kind: number, part: number): Random => createRandom(seed * 7_919 + kind * 101 + part);

/** Throwing inside the gate is a block, and a fault. */
export function sound(verdict: Verdict): boolean {
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

function fuzzLines(share: Share): void {
	describe(`no line makes the gate throw, SEED=${seed}`, () => {
		it.each(partsOf(40_000, share))('random shell tokens, part %i', (part, rounds) => {
			const random = randomOf(1, part);
			expectSound(Array.from({ length: rounds }, () => soup(random)));
		});

		it.each(partsOf(40_000, share))('valid lines with small errors, part %i', (part, rounds) => {
			const random = randomOf(2, part);
			expectSound(Array.from({ length: rounds }, () => mutated(random)));
		});
	});
}

export const names = [
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

function fuzzArguments(share: Share): void {
	describe('no arguments make the gate throw', () => {
		it.each(partsOf(100_000, share))('random values for any tool, part %i', (part, rounds) => {
			const random = randomOf(3, part);
			const faults: string[] = [];
			for (let i = 0; i < rounds; i++) {
				const [name, args] = [random.pick(names), object(random, 2)];
				if (!sound(judgeTool(name, args))) faults.push(`${name} ${JSON.stringify(args)}`);
			}
			expect(faults).toEqual([]);
		});
	});
}

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

function fuzzWrappers(share: Share): void {
	describe('destructive commands are never allowed, however they are wrapped', () => {
		// `((` would begin a computation.
		const composed = (random: Random) => {
			let line = random.pick(dangerous);
			for (const wrap of random.times(1, 3, () => random.pick(random.chance(0.5) ? wrapping : noise)))
				line = wrap(line.startsWith('(') ? ` ${line}` : line);
			return line;
		};

		it.each(partsOf(20_000, share))('with wrappers, chains and noise, part %i', (part, rounds) => {
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
}

/** Throws random input at the gate. */
export function fuzz(share: Share): void {
	fuzzLines(share);
	fuzzArguments(share);
	fuzzWrappers(share);
}
