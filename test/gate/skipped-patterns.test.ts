import { describe, expect, it } from 'vitest';
import type { Gate, GateContext, Grant } from '../../src/core/index.ts';
import { aContext, aGate, aPolicy, aShippedPolicy, outcome, shipped } from './support.ts';

const file = '.github/countersign/skills/mend/SKILL.md';
const broken = { file, danger: [{ pattern: '(a', line: 7 }, '(b'], confirm: ['^npm version'] };

function judge(command: string, gate: Gate = aGate({ skills: [broken] }), context: Partial<GateContext> = {}): string {
	return outcome(gate.judge({ id: 'c', name: 'shell_exec', args: { command } }, aContext(context)));
}

describe('a pattern that cannot be used', () => {
	it.each([
		['ls src', 'allow read-checkout'],
		['echo "(a"', 'allow no-effect'],
		['npm test', 'confirm pattern-skipped'],
		['git commit -m x', 'confirm pattern-skipped'],
		['cat a && git add -A', 'confirm pattern-skipped'],
		['touch a', 'confirm pattern-skipped'],
		['rm -rf /', 'block outside-root'],
		['npm version patch', 'confirm confirm_patterns: ^npm version'],
	])('makes calls without a rule ask, unless they only read: %s [seeds 51]', (command, expected) => {
		expect(judge(command)).toBe(expected);
	});

	it('is reported with file, line and fault [seeds 51, 63]', () => {
		const verdict = aGate({ skills: [broken] }).judge(
			{ id: 'c', name: 'file_write', args: { path: 'a', content: '' } },
			aContext(),
		);
		expect(verdict.reason).toMatch(
			/^\.github\/countersign\/skills\/mend\/SKILL\.md:7: the pattern `\(a` in `danger_patterns` is not valid: .*\(and 1 more\)/,
		);
		expect(verdict.matches.find(({ rule }) => rule === 'pattern-skipped')).toMatchObject({ file, line: 7 });
	});

	it.each([
		['an overlay', [...shipped, aShippedPolicy('dev-tools')], 'npm test', 'allow project-scripts'],
		['a policy of the repository', [...shipped, own('mine', 'policies/x.yml')], 'npm test', 'allow project-scripts'],
		[
			'an effect without a rule',
			[...shipped, own('mine', 'policies/x.yml')],
			'npm test && git add a',
			'confirm pattern-skipped',
		],
		['a policy that calls itself a base', [...shipped, own('strict', 'x.yml')], 'npm test', 'confirm pattern-skipped'],
		[
			'a policy that has the file name of a base',
			[...shipped, own('mine', 'policies/default.yml')],
			'npm test',
			'confirm pattern-skipped',
		],
		['another base', [...shipped, aShippedPolicy('permissive')], 'npm test', 'confirm pattern-skipped'],
	])('leaves the decision to the rules of a policy, but not of a base: %s', (_what, policies, command, expected) => {
		expect(judge(command, aGate({ skills: [broken], policies }))).toBe(expected);
	});

	it('is answered only by a person, not by a mode', () => {
		const by = { id: 1, login: 'maintainer' };
		const blanket: Grant = { kind: 'blanket', by };
		const gate = aGate({ skills: [broken] });
		const write = { id: 'c', name: 'file_write', args: { path: 'a', content: '' } };
		expect(judge('touch a', gate, { mode: 'auto' })).toBe('confirm pattern-skipped');
		expect(outcome(gate.judge(write, aContext({ mode: 'edit' })))).toBe('confirm pattern-skipped');
		expect(judge('touch a', gate, { grants: [blanket] })).toBe('allow everything, by @maintainer');
	});
});

function own(name: string, path: string) {
	return aPolicy(`name: ${name}\nrules:\n  - {name: tests, effects: [exec.project], action: allow}\n`, path);
}
