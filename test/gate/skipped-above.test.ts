import { expect, it } from 'vitest';
import type { Policy } from '../../src/gate/index.ts';
import { aContext, aGate, aPolicy, outcome, shipped } from './support.ts';

/** What an organization blocks, by a pattern that cannot be used. */
const above = {
	file: 'octo-org/.github:countersign.yml',
	danger: [],
	confirm: [],
	blocked: ['(a'],
	ofOrganization: true as const,
};
const rules = 'name: own\nrules:\n  - { name: all, tools: [shell_exec], action: allow }\n';
const own = aPolicy(rules, '.github/own.yml');
const theirs: Policy = { ...aPolicy(rules, 'octo-org/.github:countersign/policies/own.yml'), ofOrganization: true };
const asking = { file: 'skills/x/SKILL.md', danger: [], confirm: ['npm'] };

it.each([
	['no rule of the repository decides', [own], [above], 'confirm pattern-skipped'],
	['no pattern of the repository decides', [], [asking, above], 'confirm pattern-skipped'],
	['its own rule decides', [own, theirs], [above], 'allow project-scripts'],
])("while an organization's pattern cannot be used, %s instead", (_what, policies, skills, expected) => {
	const gate = aGate({ skills, policies: [...shipped, ...policies] });
	const verdict = gate.judge(
		{ id: 'c', name: 'shell_exec', args: { command: 'npm test' } },
		aContext({ mode: 'auto' }),
	);
	expect(outcome(verdict)).toBe(expected);
});
