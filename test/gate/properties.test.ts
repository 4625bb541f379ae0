import { describe, expect, it } from 'vitest';
import { CountersignError, type Decision, type JsonObject, type ToolCall, type Verdict } from '../../src/core/index.ts';
import type { Policy } from '../../src/gate/index.ts';
import { createRandom, type Random, seedOf } from './random.ts';
import { examples } from './shell/examples.ts';
import { dangerous, quote, wrappers } from './shell/wrappers.ts';
import { aContext, aGate, aPolicy, judgeShell, shipped } from './support.ts';

const seed = seedOf(1_905);
const lines = [...new Set(examples().map(({ command }) => command))];
const strictness: Readonly<Record<Decision, number>> = { allow: 0, confirm: 1, block: 2 };
const level = ({ decision }: Pick<Verdict, 'decision'>) => strictness[decision];

const pairs = Object.entries(wrappers).flatMap(([outerName, outer]) =>
	Object.entries(wrappers).map(([innerName, inner]) => ({ name: `${outerName} of ${innerName}`, outer, inner })),
);

/** Asked about instead of blocked: what runs may be something else. */
const asked = [
	// `ls && x='…'; eval "$x"`: the variable may have been left as it was.
	'chained of variable',
	'or of variable',
];

describe('a blocked command', () => {
	it.each(dangerous)('stays blocked inside any two wrappers: %s', (command) => {
		const others = pairs.flatMap(({ name, outer, inner }) => {
			const line = inner(command);
			// `((` would begin a computation.
			const { decision } = judgeShell(outer(line.startsWith('(') ? ` ${line}` : line));
			return decision === 'block' ? [] : [`${decision}: ${name}`];
		});
		expect(others).toEqual(asked.map((name) => `confirm: ${name}`));
	});

	it('stays blocked beside any other line', () => {
		const random = createRandom(seed);
		const joints = [' && ', ' || ', '; ', '\n', ' & ', ' | '];
		const looser = lines.flatMap((line) => {
			const command = random.pick(dangerous);
			const joint = random.pick(joints);
			const joined = random.chance(0.5) ? `${line}${joint}${command}` : `${command}${joint}${line}`;
			return judgeShell(joined).decision === 'block' ? [] : [joined];
		});
		expect(looser).toEqual([]);
	});
});

const data = [...dangerous, ...lines.slice(0, 300)].filter((text) => !text.includes('\n'));
const besides: readonly ((line: string, text: string) => string)[] = [
	(line, text) => `echo ${quote(text)}; ${line}`,
	(line, text) => `${line} && echo ${quote(text)}`,
	(line, text) => `${line} # ${text}`,
	(line, text) => `# ${text}\n${line}`,
	(line, text) => `grep -rn ${quote(text)} src; ${line}`,
	(line, text) => `: ${quote(text)}; ${line}`,
	(line, text) => `note=${quote(text)}; ${line}`,
	(line, text) => `cat <<'END'\n${text}\nEND\n${line}`,
	(line, text) => `git commit -m ${quote(text)}; ${line}`,
	(line, text) => `[ "$x" = ${quote(text)} ] && ${line}`,
];

describe('text that is only data', () => {
	it.each(besides.map((put, i) => [put('LINE', 'DATA'), put, i] as const))(
		'does not change the decision: %s',
		(_, put, i) => {
			const random = createRandom(seed + i);
			const allowed = lines.filter((line) => !line.includes('\n') && judgeShell(line).decision === 'allow');
			const changed = allowed.flatMap((line) => {
				const text = random.pick(data);
				return judgeShell(put(line, text)).decision === 'allow' ? [] : [put(line, text)];
			});
			expect(allowed.length).toBeGreaterThan(100);
			expect(changed).toEqual([]);
		},
	);
});

const kinds = ['read', 'write', 'delete', 'exec', 'network', 'secret.read', 'git.push', 'privilege', 'opaque'];

/** A policy that asks less, or more. */
function overlay(random: Random, i: number): string {
	const rule = (n: number) => {
		const about = random.pick([
			'tools: [Bash]',
			`effects: [${random.pick(kinds)}]`,
			`tools: [Bash], command_patterns: ["${random.pick(['.*', '^rm', '^git', 'src'])}"]`,
			`effects: [${random.pick(kinds)}], path_patterns: ["${random.pick(['.*', '^src', '^/'])}"]`,
		]);
		return `  - {name: r${n}, ${about}, action: ${random.pick(['allow', 'allow', 'deny', 'require_approval'])}}\n`;
	};
	const fallback = random.pick(['allow', 'deny', 'require_approval']);
	return `name: o${i}\nsettings: {default_action: ${fallback}}\nrules:\n${random.times(1, 4, rule).join('')}`;
}

/** Another one where a rule of it can never speak, which is refused. */
function loaded(random: Random, i: number): readonly [string, Policy] {
	const text = overlay(random, i);
	try {
		return [text, aPolicy(text, 'policies/overlay.yml')];
	} catch (error) {
		if (!(error instanceof CountersignError) || !error.message.includes('never decides')) throw error;
		return loaded(random, i);
	}
}

describe('an overlay policy', () => {
	it.each(Array.from({ length: 20 }, (_, i) => i))('never loosens what another policy decided, %i', (i) => {
		const random = createRandom(seed * 31 + i);
		const [text, policy] = loaded(random, i);
		const gate = aGate({ policies: [...shipped, policy] });
		const looser = random
			.times(150, 150, () => random.pick([...lines, ...dangerous]))
			.filter((command) => {
				const said = judgeShell(command).matches.filter(
					({ rule }) => rule !== 'default_action' && rule !== 'no-effect',
				);
				const least = Math.max(0, ...said.map(level));
				return level(gate.judge({ id: 'c', name: 'Bash', args: { command } }, aContext())) < least;
			});
		expect(looser, text).toEqual([]);
	});
});

describe("the gate's verdict", () => {
	it('is the same every time, and the call stays unchanged [seeds 33, 53]', () => {
		const random = createRandom(seed + 1);
		const gate = aGate();
		const freeze = (args: JsonObject): ToolCall => Object.freeze({ id: 'c', name: 'Bash', args: Object.freeze(args) });
		const calls = random.times(800, 800, () => freeze({ command: random.pick([...lines, ...dangerous]) }));
		const first = calls.map((call) => gate.judge(call, aContext()));
		const again = [...calls].reverse().map((call) => gate.judge(call, aContext()));
		expect(again.reverse()).toEqual(first);
		expect(first.some(({ rule }) => rule === 'gate-error')).toBe(false);
	});
});
