import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/core/index.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import { allowance, createBudget } from '../../../src/gate/shell/budget.ts';
import { aWorkspace, judgeShell } from '../support.ts';
import { longestLine, worstLines } from './worst-lines.ts';
import { dangerous, quote } from './wrappers.ts';

/** What judging a line costs: steps, and what can be counted from outside. */
function costOf(line: string) {
	let lookups = 0;
	const workspace = aWorkspace();
	const counted =
		<T>(ask: (path: string) => T) =>
		(path: string): T => {
			lookups++;
			return ask(path);
		};
	const facts: Facts = {
		...workspace,
		realPath: counted(workspace.realPath),
		readText: counted(workspace.readText),
		changedInRun: counted(workspace.changedInRun),
	};
	const budget = createBudget();
	const { parts } = analyseShell(line, facts, workspace.root, budget);
	const effects = parts.reduce((sum, part) => sum + part.effects.length, 0);
	const characters = parts.reduce((sum, part) => sum + part.text.length, 0);
	return { steps: budget.spent, lookups, parts: parts.length, effects, characters };
}

/** One step that is paid for at the end may be a long one. */
const most = {
	steps: 1.5 * (allowance.steps + allowance.reserve),
	lookups: 6_000,
	parts: 2_500,
	effects: 4_000,
	characters: 2_000_000,
};

describe('the work of one line is bounded', () => {
	it.each(Object.entries(worstLines))('%s', (_, line) => {
		expect(line.length).toBeLessThanOrEqual(longestLine + 100);
		const cost = costOf(line);
		for (const key of ['steps', 'lookups', 'parts', 'effects', 'characters'] as const)
			expect(cost[key], key).toBeLessThanOrEqual(most[key]);
	});
});

const numbered = (make: (i: number) => string, count = 2_000) =>
	Array.from({ length: count }, (_, i) => make(i)).join('');

/** Work that uses up the budget before the dangerous command, or around it. */
const fillers: Readonly<Record<string, (grave: string) => string>> = {
	'the same command many times': (grave) => `${'true; '.repeat(6_000)}${grave}`,
	'many similar commands': (grave) => `${numbered((i) => `rm f${i}; `, 4_000)}${grave}`,
	lines: (grave) => `${numbered((i) => `touch f${i}\n`, 4_000)}${grave}\n${'ls\n'.repeat(2_000)}`,
	'a long list': (grave) => `rm ${numbered((i) => `f${i} `, 8_000)}; ${grave}`,
	loops: (grave) => `for i in {1..60}; do for j in {1..60}; do rm $i$j; done; done; ${grave}`,
	'a loop around it': (grave) =>
		`for i in {1..60}; do for j in {1..60}; do rm $i$j; done; done; while a; do ${grave}; done`,
	functions: (grave) =>
		`${Array.from({ length: 30 }, (_, i) => `f${i}(){ f${i + 1}; f${i + 1}; }; `).join('')} f30(){ ls; }; f0; ${grave}`,
	'a function around it': (grave) => `${'true; '.repeat(6_000)} f() { ${grave}; }; f`,
	'a branch around it': (grave) => `${'true; '.repeat(6_000)} if a; then b; else ${grave}; fi`,
	'a substitution around it': (grave) => `${'true; '.repeat(6_000)} echo "$(${grave})"`,
	'a text around all commands': (grave) => `eval ${quote(`${'true; '.repeat(6_000)}${grave}`)}`,
	'a substitution around all commands': (grave) => `echo $(${'true; '.repeat(6_000)}${grave})`,
	'a text around it': (grave) => `${numbered((i) => `rm f${i}; `, 4_000)} bash -c ${quote(grave)}`,
	'a text before it': (grave) => `bash -c ${quote(numbered((i) => `rm f${i}; `, 4_000))}; ${grave}`,
	braces: (grave) => `rm ${'{1..60} '.repeat(2_000)}; ${grave}`,
	pipes: (grave) => `${'cat | '.repeat(5_000)} cat; ${grave}`,
	values: (grave) => `x=${'y '.repeat(1_000).trim().replaceAll(' ', '')}; ${'rm $x$x$x; '.repeat(3_000)}${grave}`,
	arithmetic: (grave) => `${numbered((i) => `(( a${i} = 1 )); `, 3_000)}${grave}`,
};

describe('dangerous commands stay blocked in long lines', () => {
	it.each(Object.keys(fillers))('with %s', (name) => {
		const missed = dangerous.filter((grave) => judgeShell(fillers[name]?.(grave) ?? '').decision !== 'block');
		expect(missed).toEqual([]);
	});

	it('also in a long list of similar words', () => {
		const list = numbered((i) => `f${i} `, 6_000);
		expect(judgeShell(`rm ${list} /etc/passwd ${list}`).decision).toBe('block');
		expect(judgeShell(`cat ${list} ~/.ssh/id_rsa`).decision).toBe('block');
		expect(judgeShell(`cat ${list}`).decision).toBe('confirm');
		expect(judgeShell(`echo ${numbered((i) => `> f${i} `, 5_000)} > /etc/passwd`).decision).toBe('block');
	});

	it('but a deletion only asks if the folder may have changed', () => {
		expect(judgeShell(`${'true; '.repeat(6_000)} rm -rf *`).decision).toBe('block');
		expect(judgeShell(`cd /tmp/x; ${'true; '.repeat(6_000)} rm -rf *`).decision).toBe('confirm');
		expect(judgeShell(`${'true; '.repeat(6_000)} cd /tmp/x; rm -rf *`).decision).toBe('confirm');
	});
});

describe('usual lines are analysed completely', () => {
	it.each([
		['200 commands', 'git status; '.repeat(200)],
		['500 files', `git add ${numbered((i) => `src/f${i}.ts `, 500)}`],
		['a loop over 60 numbers', 'for i in {1..60}; do grep -n "x$i" src/*.ts | head -3; done'],
		['a long text', `cat <<'E'\n${'some words\n'.repeat(4_000)}E`],
	])('%s', (_, line) => {
		const budget = createBudget();
		analyseShell(line, aWorkspace(), aWorkspace().root, budget);
		expect(budget.isPartial).toBe(false);
	});
});
