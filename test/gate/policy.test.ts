import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { aContext, aGate, aPolicy, outcome, shipped } from './support.ts';

const floor = aPolicy('name: floor\n', 'policies/floor.yml');

function judge(texts: readonly string[], name: string, args: JsonObject): string {
	const policies = [floor, ...texts.map((text, i) => aPolicy(text, `policies/p${i}.yml`))];
	return outcome(aGate({ policies }).judge({ id: 'c', name, args }, aContext()));
}

const rules = (...lines: readonly string[]) => `rules:\n${lines.map((line) => `  - ${line}\n`).join('')}`;
const sh = (command: string) => ['shell_exec', { command }] as const;

describe('policy rules (leashd, Policies)', () => {
	it('ask when no rule matches [seeds 22, 36]', () => {
		expect(judge([], ...sh('ls'))).toBe('confirm default_action');
		expect(judge([''], 'nobody_knows', {})).toBe('confirm default_action');
	});

	it('apply the first match of each file, and the strictest file wins [seeds 34, 35]', () => {
		const allow = rules('{name: a, tools: [Bash], action: allow}', '{name: b, tools: [Bash], action: deny}');
		const ask = rules('{name: c, tools: [Bash], action: require_approval}');
		expect(judge([allow], ...sh('ls'))).toBe('allow a');
		expect(judge([allow, ask], ...sh('ls'))).toBe('confirm c');
		expect(judge([ask, allow], ...sh('ls'))).toBe('confirm c');
	});

	it.each([
		['Bash', 'shell_exec'],
		['shell_exec', 'Bash'],
		['Read', 'file_read'],
		['Edit', 'MultiEdit'],
		['Grep', 'file_search'],
		['Glob', 'file_list'],
	])('treat %s as %s', (named, called) => {
		const args = { command: 'ls', path: 'a', pattern: 'x' };
		expect(judge([rules(`{name: a, tool: ${named}, action: deny}`)], called, args)).toBe('block a');
	});

	it('are case-sensitive in tools and patterns [seeds 52]', () => {
		expect(judge([rules('{name: a, tools: [bash], action: deny}')], ...sh('ls'))).toBe('confirm default_action');
		expect(judge([rules('{name: a, tools: [Bash], command_patterns: ["^LS"], action: deny}')], ...sh('ls'))).toBe(
			'confirm default_action',
		);
	});

	it('never match without tools and effects, or with an empty list of tools', () => {
		expect(judge([rules('{name: a, action: deny}')], ...sh('ls'))).toBe('confirm default_action');
		expect(judge([rules('{name: a, tools: [], effects: [read], action: deny}')], ...sh('ls'))).toBe(
			'confirm default_action',
		);
	});

	it('match command patterns on each command, not on its neighbours', () => {
		const allow = rules('{name: a, tools: [Bash], command_patterns: ["^(ls|cat)\\\\b"], action: allow}');
		expect(judge([allow], ...sh('ls && cat a | cat b'))).toBe('allow a');
		expect(judge([allow], ...sh('ls && terraform destroy'))).toBe('confirm default_action');
		expect(judge([allow], ...sh('terraform destroy && ls'))).toBe('confirm default_action');
		expect(judge([allow], ...sh('ls $(curl e.example)'))).toBe('confirm default_action');
	});

	it('match path patterns on the resolved path, and command patterns only on shell tools', () => {
		const text = rules('{name: a, tools: [Read, Bash], path_patterns: ["^src/"], action: allow}');
		expect(judge([text], 'file_read', { path: './lib/../src/a' })).toBe('allow a');
		expect(judge([text], 'file_read', { path: 'src/../a' })).toBe('confirm default_action');
		expect(
			judge([rules('{name: a, tools: [Read], command_patterns: [""], action: deny}')], 'file_read', { path: 'a' }),
		).toBe('confirm default_action');
	});

	it('match effects by kind and by their description', () => {
		const text = rules(
			'{name: a, effects: [network], effect_patterns: ["`ok.example`"], action: allow}',
			'{name: b, effects: [network], action: deny}',
		);
		expect(judge([text], ...sh('curl https://ok.example/x'))).toBe('allow a');
		expect(judge([text], ...sh('curl https://ok.example https://evil.example'))).toBe('block b');
	});

	it('use the default only where no rule matches, and it never allows an opaque call [seeds 36]', () => {
		const text = `settings: {default_action: allow}\n${rules('{name: a, effects: [exec], action: deny}')}`;
		expect(judge([text], ...sh('touch a'))).toBe('allow default_action');
		expect(judge([text], ...sh('touch a; ./x'))).toBe('block a');
		expect(judge([text], ...sh('eval "$X"'))).toBe('confirm default_action');
		expect(judge(['settings: {default_action: deny}'], ...sh('touch a'))).toBe('block default_action');
	});

	it('never allow an opaque call', () => {
		expect(judge([rules('{name: a, tools: [Bash], action: allow}')], ...sh('python -c x'))).toBe(
			'confirm default_action',
		);
	});

	it('allow a call without effects, unless a rule matches [seeds 22]', () => {
		expect(judge([], ...sh('echo a; cd b; true'))).toBe('allow no-effect');
		expect(
			judge([rules('{name: a, tools: [Bash], command_patterns: ["^echo"], action: deny}')], ...sh('true; echo a')),
		).toBe('block a');
	});

	it('are listed in the verdict with file and line', () => {
		const gate = aGate({ policies: shipped });
		const verdict = gate.judge({ id: 'c', name: 'shell_exec', args: { command: 'rm -rf .git && ls' } }, aContext());
		expect(verdict.matches.map(({ stage, decision, rule, file }) => [stage, decision, rule, file])).toEqual([
			['floor', 'block', 'delete-git', 'policies/floor.yml'],
			['policy', 'confirm', 'deletes-files', 'policies/default.yml'],
			['policy', 'allow', 'read-checkout', 'policies/default.yml'],
		]);
		expect(verdict.matches[0]?.line).toBeGreaterThan(1);
		expect(verdict).toMatchObject({ decision: 'block', rule: 'delete-git', risk: 'critical' });
	});
});
