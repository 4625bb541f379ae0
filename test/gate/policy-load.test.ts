import { describe, expect, it } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { loadPolicy } from '../../src/gate/loading.ts';

function problem(text: string): CountersignError {
	try {
		loadPolicy(text, 'policies/x.yml', { today: '2026-06-15' });
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
		[rule('    action: alow\n'), '`alow` is not a valid value of `action` (policies/x.yml:5); did you mean `allow`?'],
		[rule(''), 'a rule needs `action` (policies/x.yml:3)'],
		[
			rule('    effects: [raed]\n    action: deny\n'),
			'`raed` is not a valid value of `effects` (policies/x.yml:5); did you mean `read`?',
		],
		['settings: {default_action: yes}\n', '`yes` is not a valid value of `default_action` (policies/x.yml:1)'],
	])('reports the exact error for %j', (text, message) => {
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
			'`(?=x)` is not a valid RE2 regular expression (policies/x.yml:5)',
		],
		[
			'an allow rule for opaque calls',
			'rules:\n  - {name: a, effects: [opaque], action: allow}\n',
			'`a` allows `opaque`',
		],
		['too large', `# ${'x'.repeat(300_000)}`, 'larger than a policy may be'],
		['a file without a mapping', '- a\n', 'policies/x.yml:1'],
		[
			'aliases that multiply',
			`a: &a [${'x,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]\n`,
			'too many YAML aliases',
		],
	])('refuses %s', (_, text, message) => {
		expect(problem(text).message).toContain(message);
	});

	it('refuses a rule that contradicts its examples', () => {
		expect(problem(rule('    command_patterns: ["^ls"]\n    action: deny\n    match: ["cat a"]\n')).message).toBe(
			'`a` does not match its example `cat a`; no rule of the file does (policies/x.yml:3)',
		);
		expect(problem(rule('    command_patterns: ["^ls"]\n    action: deny\n    not_match: ["ls -la"]\n')).message).toBe(
			'`a` matches `ls -la`, although this is an example under `not_match` (policies/x.yml:3)',
		);
	});

	it('refuses a rule that an earlier rule hides', () => {
		const text = `rules:\n  - {name: first, tools: [Bash], action: allow}\n  - {name: hidden, tools: [Bash], action: deny, match: [ls]}\n`;
		expect(problem(text).message).toBe(
			'`hidden` never decides its own example `ls`: `first` (policies/x.yml:2) decides first (policies/x.yml:3)',
		);
	});

	it('reads the seed format [seeds 33, 38]', () => {
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

	it("warns about an approval timeout in a repository's policy, which has no effect [seeds 38]", () => {
		const text = 'settings:\n  default_action: deny\n  approval_timeout_seconds: 60\n';
		expect(loadPolicy(text, 'own.yml').warnings).toEqual([]);
		expect(loadPolicy(text, 'own.yml', { isOwn: true }).warnings).toEqual([
			'own.yml: `approval_timeout_seconds` has no effect on GitHub, where the value in the configuration applies (own.yml:3).',
		]);
	});

	it('accepts an empty file, and warns about loose rules and rules that never match', () => {
		expect(loadPolicy('', 'policies/x.yml')).toMatchObject({ name: 'x', rules: [], warnings: [] });
		const { warnings } = loadPolicy(
			'settings: {default_action: allow}\nrules:\n  - {name: a, action: deny}\n',
			'policies/x.yml',
		);
		expect(warnings).toEqual([
			'policies/x.yml allows every call that no rule matches (policies/x.yml:1).',
			'The rule `a` names neither tools nor effects, so it never matches (policies/x.yml:3).',
		]);
	});

	it.each([
		[
			'two rules of the same name',
			'rules:\n  - {name: a, tools: [Bash], action: deny}\n  - {name: a, tools: [Read], action: deny}\n',
			'two rules are called `a` (policies/x.yml:2 and policies/x.yml:3)',
		],
		[
			'a glob of paths that nothing matches',
			rule('    paths:\n      - src/**\n      - lib/\n    action: deny\n'),
			'`lib/` is not a valid glob in `paths` (policies/x.yml:7): it ends in `/`; did you mean `lib/**`?',
		],
		[
			'a glob of branches that nothing matches',
			rule('    branches: refs/heads/main\n    action: deny\n'),
			'`refs/heads/main` is not a valid glob in `branches` (policies/x.yml:5): a branch is named without `refs/heads/`; did you mean `main`?',
		],
		['an empty list of globs', rule('    paths: []\n    action: deny\n'), '`paths` of `a` is empty (policies/x.yml:5)'],
		[
			'an unknown risk',
			rule('    min_risk: hihg\n    action: deny\n'),
			'`hihg` is not a valid value of `min_risk` (policies/x.yml:5); did you mean `high`?',
		],
		[
			'an unknown role',
			rule('    approvers: [admin, mantain]\n    action: require_approval\n'),
			'`mantain` is no approver (policies/x.yml:5); did you mean `maintain`?',
		],
		[
			'a login without @',
			rule('    approvers: octocat\n    action: require_approval\n'),
			'`octocat` names an approver without the number of the account (policies/x.yml:5)',
		],
		[
			'a login without its number',
			rule("    approvers: [maintain, '@octocat']\n    action: require_approval\n"),
			'`@octocat` names an approver without the number of the account (policies/x.yml:5)',
		],
		[
			'an invalid number',
			rule("    approvers: ['@octocat#0x1']\n    action: require_approval\n"),
			'`@octocat#0x1` is no approver (policies/x.yml:5)',
		],
		[
			'a team without @',
			rule('    approvers: [octo-org/security]\n    action: require_approval\n'),
			'`octo-org/security` is no approver (policies/x.yml:5); did you mean `@octo-org/security`?',
		],
		[
			'an unquoted login',
			rule('    approvers: [@octocat]\n    action: require_approval\n'),
			'policies/x.yml:5 is no valid YAML',
		],
		[
			'approvers in a rule that does not ask',
			rule("    approvers: ['@octocat#583231']\n    action: deny\n"),
			'`a` has approvers, but does not require approval (policies/x.yml:5)',
		],
		[
			'an invalid date',
			rule('    expires: 2026-02-30\n    action: deny\n'),
			'`expires` is not valid in a policy (policies/x.yml:5): a date is written 2026-12-31',
		],
	])('refuses a policy with %s', (_, text, message) => {
		const error = problem(text);
		expect(error.message).toContain(message);
		expect(error.fix).not.toBe('');
	});

	it('explains how to find the number of an approver', () => {
		const { fix } = problem(rule("    approvers: ['@octocat']\n    action: require_approval\n"));
		expect(fix).toContain("'@octocat#number', which https://api.github.com/users/octocat shows as `id`");
	});

	it("warns about a condition that none of the rule's effects has", () => {
		const text = `rules:
  - {name: a, effects: [network], paths: ['**'], action: deny}
  - {name: b, effects: [write], branches: [main], action: deny}
  - {name: c, effects: [write, git.push], paths: ['**'], action: deny}
`;
		expect(loadPolicy(text, 'policies/x.yml').warnings).toEqual([
			'The rule `a` has a condition about a path, but none of its effects has this, so the rule never matches (policies/x.yml:2).',
			'The rule `b` has a condition about a branch, but none of its effects has this, so the rule never matches (policies/x.yml:3).',
		]);
	});
});

describe('a rule that expires', () => {
	const text = `rules:
  - {name: free, effects: [write], expires: 2026-06-15, action: allow, match: touch a}
  - {name: asked, effects: [delete], expires: 2026-06-15, action: require_approval}
  - {name: never, effects: [network], expires: 2026-06-15, action: deny}
  - {name: rest, effects: [write], action: require_approval, match: touch a}
`;
	const load = (today?: string) => {
		const { rules, warnings } = loadPolicy(text, 'policies/x.yml', today === undefined ? {} : { today });
		return { names: rules.map(({ name }) => name), warnings };
	};

	it('applies through its last day', () => {
		expect(load('2026-06-15')).toEqual({ names: ['free', 'asked', 'never', 'rest'], warnings: [] });
	});

	it('allows nothing after its last day, but still restricts', () => {
		expect(load('2026-06-16')).toEqual({
			names: ['asked', 'never', 'rest'],
			warnings: [
				'The rule `free` expired on 2026-06-15, so it allows nothing any more (policies/x.yml:2).',
				'The rule `asked` expired on 2026-06-15, but still applies, because it restricts calls. Remove it to end it (policies/x.yml:3).',
				'The rule `never` expired on 2026-06-15, but still applies, because it restricts calls. Remove it to end it (policies/x.yml:4).',
			],
		});
	});

	it('allows nothing when the current date is unknown', () => {
		expect(load()).toEqual({
			names: ['asked', 'never', 'rest'],
			warnings: [
				'The rule `free` allows calls until 2026-06-15, but the present day is not known, so the rule has no effect (policies/x.yml:2).',
			],
		});
	});
});

describe('a rule that never decides', () => {
	const rules = (...lines: readonly string[]) => `rules:\n${lines.map((line) => `  - {${line}}\n`).join('')}`;
	const first = (more: string, action = 'allow') => `name: first, ${more}, action: ${action}`;
	const later = (more: string, action = 'deny') => `name: later, ${more}, action: ${action}`;

	it.each([
		['the same effects', 'effects: [write]', 'effects: [write]'],
		['more effects', 'effects: [write, read]', 'effects: [write]'],
		['any effect of its tool', 'tools: [Bash]', 'tools: [shell_exec], effects: [write]'],
		['no pattern', 'effects: [write]', "effects: [write], paths: ['a']"],
		['the same patterns', "effects: [write], path_patterns: ['^a', '^b']", "effects: [write], path_patterns: ['^b']"],
		['the same globs', 'effects: [git.push], branches: [main]', 'effects: [git.push], branches: [main]'],
		['a lower risk', 'effects: [write], min_risk: medium', 'effects: [write], min_risk: high'],
	])('is refused when an earlier rule has %s', (_, before, after) => {
		const error = problem(rules(first(before), later(after)));
		expect(error.message).toBe(
			'`later` never decides: `first` (policies/x.yml:2) matches all that it matches, and the first match decides (policies/x.yml:3)',
		);
		expect(error.fix).toBe('Put `later` before it, or take it out.');
		expect(problem(rules(first(before, 'deny'), later(after, 'require_approval'))).message).toContain('never decides');
	});

	it('is refused when two earlier rules together cover its effects', () => {
		const text = rules(
			first('effects: [write]'),
			'name: second, effects: [read], action: allow',
			later('effects: [read, write]'),
		);
		expect(problem(text).message).toBe(
			'`later` never decides: `second` (policies/x.yml:3) and `first` (policies/x.yml:2) match all that it matches, and the first match decides (policies/x.yml:4)',
		);
	});

	it.each([
		['other effects', 'effects: [write]', 'effects: [write, read]'],
		['a narrower tool', 'tools: [Bash], effects: [write]', 'effects: [write]'],
		['another pattern', "effects: [write], paths: ['a']", "effects: [write], paths: ['a', 'b']"],
		['a pattern that the later rule lacks', "effects: [write], command_patterns: ['^a']", 'effects: [write]'],
		['a higher risk', 'effects: [write], min_risk: high', 'effects: [write], min_risk: medium'],
		['only an allow for calls that are not opaque', 'tools: [Bash]', 'tools: [Bash]'],
		['another tool', 'tools: [Read]', 'tools: [Bash], effects: [write]'],
	])('is not reported when an earlier rule has %s', (_, before, after) => {
		expect(loadPolicy(rules(first(before), later(after)), 'policies/x.yml').rules).toHaveLength(2);
	});

	it('only causes a warning when it allows', () => {
		const { warnings } = loadPolicy(
			rules(first('effects: [write]', 'deny'), later('effects: [write]', 'allow')),
			'policies/x.yml',
		);
		expect(warnings).toEqual([
			'`later` never decides: `first` (policies/x.yml:2) matches all that it matches, and the first match decides (policies/x.yml:3).',
		]);
	});

	it('is found by its own example when the patterns are spelled differently', () => {
		const text = rules(
			first("effects: [write], paths: ['src/**']"),
			later("effects: [write], path_patterns: ['^src/'], match: touch src/a"),
		);
		expect(problem(text).message).toBe(
			'`later` never decides its own example `touch src/a`: `first` (policies/x.yml:2) decides first (policies/x.yml:3)',
		);
	});

	it('is found when a milder rule decides about a part of its example', () => {
		const example = "match: 'curl -o a https://e.example'";
		const text = (action: string) =>
			rules(first('effects: [write]', action), later(`effects: [write, network], ${example}`, 'require_approval'));
		expect(problem(text('allow')).message).toBe(
			'`later` does not decide all of its own example `curl -o a https://e.example`: `first` (policies/x.yml:2) decides first (policies/x.yml:3)',
		);
		expect(loadPolicy(text('deny'), 'policies/x.yml').rules).toHaveLength(2);
	});
});
