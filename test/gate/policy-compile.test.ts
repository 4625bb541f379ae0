import { describe, expect, it } from 'vitest';
import { compilePolicy, type PolicyData, policyData } from '../../src/gate/index.ts';
import { linearEngine, loadPolicy } from '../../src/gate/loading.ts';
import { aContext, aGate, shipped } from './support.ts';

const everything = `version: "1"
name: all
settings: {default_action: deny, approval_timeout_seconds: 60}
rules:
  - name: one
    tools: [Bash]
    effects: [write, git.push]
    command_patterns: ['^touch']
    path_patterns: ['^src/']
    effect_patterns: ['writes']
    paths: ['src/**']
    min_risk: low
    approvers: ['@octocat#583231']
    expires: 2026-12-31
    action: require_approval
    risk_level: high
    description: Writes below src.
  - {name: two, effects: [git.push], branches: [main], action: deny, reason: No.}
`;

describe('a policy as plain data', () => {
	const policy = loadPolicy(everything, 'policies/all.yml');
	const data: PolicyData = JSON.parse(JSON.stringify(policyData(policy)));

	it('contains everything that the file says', () => {
		expect(data).toEqual({
			name: 'all',
			file: 'policies/all.yml',
			defaultAction: 'block',
			approvalTimeoutSeconds: 60,
			warnings: [],
			rules: [
				{
					name: 'one',
					tools: ['shell_exec'],
					effects: ['write', 'git.push'],
					commandPatterns: ['^touch'],
					pathPatterns: ['^src/'],
					effectPatterns: ['writes'],
					paths: ['src/**'],
					minRisk: 'low',
					approvers: ['@octocat#583231'],
					expires: '2026-12-31',
					decision: 'confirm',
					reason: 'Writes below src.',
					risk: 'high',
					line: 5,
				},
				{
					name: 'two',
					effects: ['git.push'],
					branches: ['main'],
					decision: 'block',
					reason: 'No.',
					risk: 'medium',
					line: 18,
				},
			],
		});
	});

	it('compiles to the same policy again', () => {
		const again = shipped.map((one) => compilePolicy(JSON.parse(JSON.stringify(policyData(one))), linearEngine));
		expect(again.map(policyData)).toEqual(shipped.map(policyData));
		for (const command of ['ls && rm -rf /', 'touch src/a', 'git push -f origin main', 'npm test; eval "$X"']) {
			const call = { id: 'c', name: 'shell_exec', args: { command } };
			const judged = [shipped, again].map((policies) => aGate({ policies }).judge(call, aContext()));
			expect(judged[1]).toEqual(judged[0]);
		}
	});

	it('is refused when one of its patterns is invalid', () => {
		const [rule] = data.rules;
		if (rule === undefined) throw new Error('no rule');
		expect(() => compilePolicy({ ...data, rules: [{ ...rule, paths: ['src/'] }] }, linearEngine)).toThrow(
			'`paths` of `one` cannot be used (policies/all.yml:5): it ends in `/`',
		);
	});
});
