import { expect, test } from 'vitest';
import { type BenchState, questionOf, startState } from '../../playground/page/bench/bench-state.ts';
import { differencesOf } from '../../playground/page/bench/differences.ts';
import { exampleGroups } from '../../playground/page/bench/examples.ts';
import { createJudge } from '../../playground/page/bench/judge.ts';
import { exampleArguments, modeNames, policyNames, toolNames } from '../../playground/page/bench/names.ts';
import type { Answer } from '../../playground/page/bench/question.ts';
import { modes } from '../../src/core/index.ts';
import { gateTools } from '../../src/gate/index.ts';
import { policyTexts } from './policy-texts.ts';

const judge = createJudge({ texts: policyTexts(), today: '2026-12-31' });

function answerTo(state: Partial<BenchState>): Answer {
	const question = questionOf({ ...startState, ...state });
	if (typeof question === 'string') throw new Error(question);
	return judge(question);
}

function verdictOn(state: Partial<BenchState>) {
	const [first] = answerTo(state).settings;
	return first?.kind === 'judged' ? first.verdict : undefined;
}

const command = (text: string) => ({ call: { kind: 'command', command: text } }) as const;

test('each example gets the decision of its group', () => {
	const decisions = { Runs: ['allow'], Asks: ['confirm'], Blocked: ['block'], Tricky: ['confirm', 'block'] };
	for (const [group, examples] of Object.entries(exampleGroups)) {
		const expected: readonly (string | undefined)[] = decisions[group as keyof typeof decisions];
		for (const { title, call } of examples) expect(expected, title).toContain(verdictOn({ call })?.decision);
	}
});

test('the bench offers every mode and every tool of the gate', () => {
	expect(modeNames).toEqual(modes);
	expect(toolNames.toSorted()).toEqual(gateTools.map(({ name }) => name).toSorted());
});

test('the gate can read the example arguments of each tool', () => {
	for (const tool of toolNames) {
		const { parts } = answerTo({ call: { kind: 'tool', tool, args: exampleArguments(tool) } });
		expect(parts.length, tool).toBeGreaterThan(0);
		expect(JSON.stringify(parts), tool).not.toContain('is missing or is no text');
	}
});

test('every shipped policy can be chosen', () => {
	for (const name of policyNames) {
		expect(verdictOn({ ...command('ls'), first: { mode: 'default', policies: [name] } }), name).toBeDefined();
	}
});

test('an answer lists the parts, their effects in words, and the script that runs', () => {
	const { parts, declared } = answerTo(command('npm test && git push origin main'));
	expect(parts.map(({ argv }) => argv?.[0])).toEqual(['npm', 'git']);
	expect(parts[1]?.sentences).toEqual([['pushes to ', 'main', ' of ', 'origin', '']]);
	expect(declared).toEqual([{ path: 'package.json', name: 'test', text: 'node --test src' }]);
});

test('the sentence names each of several files', () => {
	const { parts } = answerTo(command('cat README.md Makefile package.json src/index.ts'));
	expect(parts[0]?.sentences[0]?.filter((_, index) => index % 2 === 1)).toEqual([
		'README.md',
		'Makefile',
		'package.json',
		'src/index.ts',
	]);
});

test('a value with a NUL or other invisible characters stays one value', () => {
	const { parts } = answerTo(command("touch $'a\\u202eb' 'src/\u0000x'"));
	const told = JSON.stringify(parts.map(({ sentences }) => sentences));
	expect(told).not.toMatch(/\\u0000|\u202e/);
});

test('shows a matching rule with its text', () => {
	const own =
		'rules:\n  - name: no-pushes\n    effects: [git.push]\n    action: deny\n    reason: No.\n    match: [git push]\n';
	const [first] = answerTo({ ...command('git push'), first: { mode: 'auto', policies: [], own } }).settings;
	expect(first).toMatchObject({ kind: 'judged', place: 'your-policy.yml:2', verdict: { decision: 'block' } });
	const texts = first?.kind === 'judged' ? first.layers.flatMap(({ spoken }) => spoken.map(({ yaml }) => yaml)) : [];
	expect(texts).toContain('- name: no-pushes\n  effects: [git.push]\n  action: deny\n  reason: No.');
});

test('refuses an invalid policy with its line and still parses the call', () => {
	const own = 'rules:\n  - name: a\n    effects: [git.push]\n    action: perhaps\n';
	const { parts, settings } = answerTo({ ...command('git push'), first: { mode: 'auto', policies: [], own } });
	expect(settings).toEqual([
		{
			kind: 'bad-policy',
			message: '`perhaps` is not a valid value of `action` (your-policy.yml:4)',
			fix: 'One of: allow, deny, require_approval.',
			line: 4,
		},
	]);
	expect(parts).toHaveLength(1);
});

test('refuses a policy that is invalid YAML or too large', () => {
	for (const own of ['{', 'rules: [', '- : :\n\t', 'x'.repeat(300_000), '&a [*a, *a]', '!!js/function x']) {
		const { settings } = answerTo({ first: { mode: 'default', policies: [], own } });
		expect(settings[0]?.kind, own.slice(0, 20)).toBe('bad-policy');
	}
});

test('mode contained assumes a closed sandbox', () => {
	expect(verdictOn({ ...command('rm -rf src'), first: { mode: 'contained', policies: ['default'] } })).toMatchObject({
		decision: 'allow',
		walls: { sandbox: 'bubblewrap' },
	});
});

test('judges a script that the run changed differently from one of the base commit', () => {
	const files = startState.files.map((file) =>
		file.path === 'package.json' ? { ...file, changed: true as const } : file,
	);
	expect(verdictOn(command('npm test'))?.decision).toBe('allow');
	expect(verdictOn({ ...command('npm test'), files })?.decision).toBe('confirm');
});

test('compares two settings by their decisions and matches', () => {
	const compare = (second: BenchState['first']) => {
		const [one, other] = answerTo({ ...command('rm -rf src'), second }).settings;
		return differencesOf(one, other);
	};
	expect(compare(startState.first)?.sentence).toBe('The decision is the same, and the same rules match.');
	expect(compare({ mode: 'plan', policies: ['default'] })?.sentence).toMatch(/^The decision differs, and \d+ match/);
	expect(compare({ mode: 'default', policies: [], own: '{' })).toBeUndefined();
});

test.each([
	['{', 'The arguments are not valid JSON'],
	['[]', 'The arguments are not a JSON object'],
	['null', 'The arguments are not a JSON object'],
])('refuses the tool arguments `%s`', (args, reason) => {
	expect(questionOf({ ...startState, call: { kind: 'tool', tool: 'file_read', args } })).toContain(reason);
});
