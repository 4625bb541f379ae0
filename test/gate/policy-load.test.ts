import { describe, expect, it } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { loadPolicy } from '../../src/gate/index.ts';

function problem(text: string): CountersignError {
	try {
		loadPolicy(text, 'policies/x.yml');
	} catch (thrown) {
		if (thrown instanceof CountersignError) return thrown;
		throw thrown;
	}
	throw new Error('the policy was accepted');
}

const rule = (more: string) => `version: "1"\nrules:\n  - name: a\n    tools: [Bash]\n${more}`;

describe('loading a policy', () => {
	it.each([
		[
			rule('    efects: [read]\n    action: allow\n'),
			'`efects` is not a key of a rule (policies/x.yml:5); did you mean `effects`?',
		],
		['nmae: x\n', '`nmae` is not a key of a policy (policies/x.yml:1); did you mean `name`?'],
		[
			'settings:\n  default_acton: deny\n',
			'`default_acton` is not a key of the settings (policies/x.yml:2); did you mean `default_action`?',
		],
		[rule('    action: alow\n'), '`alow` is no value of `action` (policies/x.yml:5); did you mean `allow`?'],
		[rule(''), 'a rule needs `action` (policies/x.yml:3)'],
		[
			rule('    effects: [raed]\n    action: deny\n'),
			'`raed` is no value of `effects` (policies/x.yml:5); did you mean `read`?',
		],
		['settings: {default_action: yes}\n', '`yes` is no value of `default_action` (policies/x.yml:1)'],
	])('%j', (text, message) => {
		const error = problem(text);
		expect([error.code, error.message]).toEqual(['bad-policy', message]);
		expect(error.fix).not.toBe('');
	});

	it.each([
		['a repeated key', 'rules: []\nrules: []\n', 'policies/x.yml:2 is no valid YAML'],
		['bad YAML', 'rules: [\n', 'is no valid YAML'],
		[
			'a bad pattern',
			rule('    command_patterns: ["(?=x)"]\n    action: deny\n'),
			'`(?=x)` is no regular expression that can be matched in linear time (policies/x.yml:5)',
		],
		['allowing the opaque', 'rules:\n  - {name: a, effects: [opaque], action: allow}\n', '`a` allows `opaque`'],
		['too large', `# ${'x'.repeat(300_000)}`, 'larger than a policy may be'],
		['no mapping', '- a\n', 'policies/x.yml:1'],
		[
			'aliases that multiply',
			`a: &a [${'x,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]\n`,
			'too many YAML aliases',
		],
	])('refuses %s', (_, text, message) => {
		expect(problem(text).message).toContain(message);
	});

	it('refuses a rule whose examples are not as it says', () => {
		expect(problem(rule('    command_patterns: ["^ls"]\n    action: deny\n    match: ["cat a"]\n')).message).toBe(
			'`a` does not match its example `cat a`; no rule of the file does (policies/x.yml:3)',
		);
		expect(problem(rule('    command_patterns: ["^ls"]\n    action: deny\n    not_match: ["ls -la"]\n')).message).toBe(
			'`a` matches `ls -la`, which its `not_match` excludes (policies/x.yml:3)',
		);
	});

	it('finds a rule that an earlier one hides', () => {
		const text = `rules:\n  - {name: first, tools: [Bash], action: allow}\n  - {name: hidden, tools: [Bash], action: deny, match: [ls]}\n`;
		expect(problem(text).message).toBe('`hidden` does not match its example `ls`; `first` does (policies/x.yml:3)');
	});

	it('reads the seed format', () => {
		const text = `version: "1.0"
name: mine
settings: {default_action: deny, approval_timeout_seconds: 120}
rules:
  - {name: one, tool: Write, path_patterns: '\\.plan$', action: allow, match: {tool: Write, args: {file_path: x.plan, content: y}}}
  - {name: two, tools: Bash, command_patterns: ["^rm"], action: deny, reason: No., description: shown otherwise, risk_level: critical}
`;
		const policy = loadPolicy(text, 'policies/mine.yml');
		expect({
			...policy,
			rules: policy.rules.map(({ name, decision, reason, risk, line }) => ({ name, decision, reason, risk, line })),
		}).toEqual({
			name: 'mine',
			file: 'policies/mine.yml',
			defaultAction: 'block',
			approvalTimeoutSeconds: 120,
			warnings: [],
			rules: [
				{ name: 'one', decision: 'allow', reason: 'one', risk: 'medium', line: 5 },
				{ name: 'two', decision: 'block', reason: 'No.', risk: 'critical', line: 6 },
			],
		});
	});

	it('accepts an empty file, and warns about what is loose or never matches', () => {
		expect(loadPolicy('', 'policies/x.yml')).toMatchObject({ name: 'x', rules: [], warnings: [] });
		const { warnings } = loadPolicy(
			'settings: {default_action: allow}\nrules:\n  - {name: a, action: deny}\n',
			'policies/x.yml',
		);
		expect(warnings).toEqual([
			'policies/x.yml allows whatever no rule speaks about.',
			'The rule `a` names neither tools nor effects, so it never matches (policies/x.yml:3).',
		]);
	});
});
