import { describe, expect, it } from 'vitest';
import { compilePatterns, type Policy } from '../../src/gate/index.ts';
import { linearEngine, loadPolicy, loadStanding, proposeStanding } from '../../src/gate/loading.ts';
import { aContext, aGate, aShippedPolicy, outcome } from './support.ts';

const file = 'octo-org/.github:countersign/policies/own.yml';
const floor = aShippedPolicy('floor');
const base = aShippedPolicy('default');
const above = (policy: Policy): Policy => ({ ...policy, ofOrganization: true });
/** An organization's own file with one rule about pushes. */
const own = (action: string, settings = ''): Policy =>
	above(
		loadPolicy(`${settings}rules:\n  - { name: pushes, effects: [git.push], action: ${action} }\n`, file, {
			isOwn: true,
		}),
	);
/** What a repository writes to have it all its own way. */
const everything = loadPolicy(
	'settings: { default_action: allow }\nrules:\n  - { name: all, tools: [shell_exec], action: allow }\n',
	'own.yml',
	{ isOwn: true },
);
const always = loadStanding('rules:\n  - { name: all, tools: [shell_exec, file_write], action: allow }\n');

const call = (command: string) => ({ id: 'c', name: 'shell_exec', args: { command } });
const judge = (policies: readonly Policy[], command: string, more: Parameters<typeof aGate>[0] = {}) =>
	aGate({ policies: [floor, ...policies], ...more }).judge(call(command), aContext({ mode: 'auto' }));

describe("an organization's policies", () => {
	it('win when they are stricter, by the order of their file names, and loosen nothing', () => {
		const denied = judge([base, everything, own('deny')], 'git push origin topic');
		expect(outcome(denied)).toBe('block pushes');
		expect(denied.matches.find(({ rule }) => rule === 'pushes')).toMatchObject({ file, line: 2 });
		const context = aContext();
		const asked = aGate({ policies: [floor, base, own('allow')] }).judge(call('git push origin topic'), context);
		expect(asked.decision).toBe('confirm');
	});

	it('ask in every mode', () => {
		expect(judge([base], 'git push origin topic').decision).toBe('allow');
		expect(judge([base, own('require_approval')], 'git push origin topic').decision).toBe('confirm');
	});

	it.each([
		['a base that leaves the call open', [everything, above(aShippedPolicy('strict'))], 'confirm'],
		['a default that denies', [everything, own('allow', 'settings: { default_action: deny }\n')], 'block'],
		['a file without a default', [everything, own('deny')], 'allow'],
	])("apply their own default where only the repository's policy has a rule: %s", (_what, policies, decision) => {
		const context = aContext();
		const verdict = aGate({ policies: [floor, ...policies] }).judge(call('./deploy.sh'), context);
		expect(verdict.decision).toBe(decision);
	});

	it('are the base of a repository that names none', () => {
		const context = aContext();
		const gate = aGate({ policies: [floor, above(aShippedPolicy('permissive'))] });
		const plain = aGate({ policies: [floor, aShippedPolicy('permissive')] });
		for (const command of ['npm test', './deploy.sh', 'git push origin topic', 'rm -rf /', 'ls'])
			expect(outcome(gate.judge(call(command), context))).toBe(outcome(plain.judge(call(command), context)));
	});

	it.each([
		['a rule', [base, own('require_approval')], 'git push origin topic'],
		['a default', [everything, own('allow', 'settings: { default_action: require_approval }\n')], './deploy.sh'],
		['a shipped base', [everything, above(base)], 'npm install'],
	])("are not answered by a repository's standing approval: %s", (_what, policies, command) => {
		const asked = aGate({ policies: [floor, ...policies], standing: { policy: always } }).judge(
			call(command),
			aContext(),
		);
		expect(asked.decision).toBe('confirm');
		const free = policies.map(({ ofOrganization: _none, ...policy }) => policy);
		const answered = aGate({ policies: [floor, ...free], standing: { policy: always } }).judge(
			call(command),
			aContext(),
		);
		expect(answered.decision).toBe('allow');
	});

	it('leave no standing approval to propose', () => {
		const { patterns } = compilePatterns([], linearEngine);
		const gate = { policies: [floor, base, own('require_approval')], patterns, knownTools: 'any' as const };
		const proposal = proposeStanding(call('git push origin topic'), aContext(), {
			text: undefined,
			because: 'x',
			gate,
		});
		expect(proposal).toEqual({ kind: 'none', why: expect.stringContaining('`pushes`') });
	});
});
