import { describe, expect, it } from 'vitest';
import type { JsonObject, Match } from '../../src/core/index.ts';
import { aContext, aGate, aPolicy, aWorkspace, files, outcome } from './support.ts';

const floor = aPolicy('name: floor\n', 'policies/floor.yml');

function verdict(rule: string, name: string, args: JsonObject, head = 'topic') {
	const policy = aPolicy(`rules:\n  - {name: a, ${rule}}\n`, 'policies/p.yml');
	const readText = (path: string) => (path === '.git/HEAD' ? `ref: refs/heads/${head}\n` : files[path]);
	const context = aContext({ facts: aWorkspace({ readText }) });
	return aGate({ policies: [floor, policy] }).judge({ id: 'c', name, args }, context);
}

/** Whether the rule spoke, whatever else did. */
function spoke(rule: string, command: string, head?: string): boolean {
	return verdict(rule, 'shell_exec', { command }, head).matches.some((match) => match.rule === 'a');
}

describe('paths', () => {
	const allow = (glob: string, effect: string) => `effects: [${effect}], paths: ['${glob}'], action: allow`;
	const deny = (glob: string, effect: string) => `effects: [${effect}], paths: ['${glob}'], action: deny`;

	it.each<[string, string, string, boolean]>([
		['src/**', 'write', 'touch src/a', true],
		['src/**', 'write', 'touch src/../b', false],
		['src/*.ts', 'write', 'touch ./src/a.ts', true],
		['**', 'read', 'cat a; git status', true],
		['**', 'write', 'echo x > ~/a', false],
		['~/*', 'read', 'cat ~/a', true],
		['/home/runner/*', 'read', 'cat ~/a', true],
		['**', 'config.write', 'echo x > "$GITHUB_ENV"', false],
		['src/*', 'delete', 'rm src/*', true],
		['src/**', 'delete', 'rm src/*.o', true],
		['src/*', 'delete', 'rm src/*.o', false],
		['src/?', 'delete', 'rm src/*', false],
		['**', 'delete', 'rm *.o', true],
		['*', 'delete', 'rm **/*.o', false],
		['src/*', 'delete', 'rm -r src/a', false],
		['src/**', 'delete', 'rm -r src/a', true],
		['src/**', 'network', 'curl https://e.example', false],
	])('an allow rule for %s covers the %s of `%s`: %s', (glob, effect, command, expected) => {
		expect(spoke(allow(glob, effect), command)).toBe(expected);
	});

	it.each<[string, string, string, boolean]>([
		['vendor/**', 'write', 'touch vendor/a', true],
		['vendor/**', 'write', 'touch vendored', false],
		['vendor/a.ts', 'delete', 'rm vendor/*.ts', true],
		['vendor/a.ts', 'delete', 'rm vendor/*.js', false],
		['vendor/a.ts', 'delete', 'rm -r vendor', true],
		['vendor/a.ts', 'delete', 'rm -r vendored', false],
		['**/*.ts', 'delete', 'rm -rf src', true],
		['vendor/lib/**', 'write', 'cp -r a vendor', true],
		['vendor/**', 'write', 'npx eslint --fix .', true],
		['**/*.key.txt', 'write', 'touch a', false],
		['private/**', 'read', 'git status', false],
		['private/**', 'read', 'cat private/*', true],
		['/home/**', 'config.write', 'echo x > "$GITHUB_ENV"', false],
	])('a deny rule for %s matches the %s of `%s`: %s', (glob, effect, command, expected) => {
		expect(spoke(deny(glob, effect), command)).toBe(expected);
	});
});

describe('branches', () => {
	const push = (globs: string, action: string) => `effects: [git.push], branches: [${globs}], action: ${action}`;

	it.each<[string, string, boolean, boolean]>([
		['main', 'git push origin main', true, true],
		['main', 'git push origin HEAD:refs/heads/main', true, true],
		['main', 'git push origin :main', true, true],
		['main', 'git push origin maintenance', false, false],
		["'release/*'", 'git push origin release/1.0', true, true],
		["'*'", 'git push origin release/1.0', false, false],
		['topic', 'git push', true, true],
		['main', 'git push --all', false, true],
		['main', 'git push origin "$B"', false, true],
		['main', 'git push origin "feature/*"', false, true],
		['main', 'git push --tags', false, true],
		["'**'", 'git push origin refs/tags/v1', false, false],
	])('%s matches `%s`: allow rule %s, deny rule %s', (globs, command, allows, denies) => {
		expect(spoke(push(globs, 'allow'), command)).toBe(allows);
		expect(spoke(push(globs, 'deny'), command)).toBe(denies);
	});

	const local = (action: string) => `effects: [git.commit, git.rewrite], branches: [main], action: ${action}`;

	it.each<[string, string, boolean, boolean]>([
		['git commit -m x', 'main', true, true],
		['git commit -m x', 'topic', false, false],
		['git add -A && npm test && git commit -m x', 'main', true, true],
		['git reset --hard', 'main', true, true],
		['git rebase main', 'topic', false, true],
		['git branch -D main', 'topic', false, true],
	])('`%s` on %s matches: allow rule %s, deny rule %s', (command, head, allows, denies) => {
		expect(spoke(local('allow'), command, head)).toBe(allows);
		expect(spoke(local('deny'), command, head)).toBe(denies);
	});

	it.each([
		'git checkout main && git commit -m x',
		'git commit -m x; git switch -c main',
		'./switch.sh && git commit -m x',
		'git symbolic-ref HEAD refs/heads/main && git commit -m x',
	])('a branch that the call may have switched is unknown: %s', (command) => {
		expect(spoke(local('deny'), command, 'topic')).toBe(true);
		expect(spoke(local('allow'), command, 'main')).toBe(false);
	});

	it('the branch of a detached head is unknown', () => {
		expect(spoke(local('deny'), 'git commit -m x', '')).toBe(true);
		expect(spoke(local('allow'), 'git commit -m x', '')).toBe(false);
	});
});

describe('min_risk', () => {
	const rule = (level: string) => `tools: [Bash], min_risk: ${level}, action: deny`;

	it.each<[string, string, boolean]>([
		['low', 'touch a', true],
		['medium', 'touch a', false],
		['medium', 'touch a && touch b', true],
		['high', 'touch a && touch b', false],
		['high', 'rm -rf d', true],
		['critical', 'rm -rf d', false],
		['critical', 'rm -rf $(echo d)', true],
	])('%s matches `%s`: %s', (level, command, expected) => {
		expect(spoke(rule(level), command)).toBe(expected);
	});
});

describe('approvers', () => {
	const rule =
		"effects: [write], approvers: ['@octocat#583231', '@example-org/team-a', maintain], action: require_approval";

	it('appear in the match that asks', () => {
		const [match] = verdict(rule, 'file_write', { path: 'a', content: 'x' }).matches;
		expect(match).toMatchObject<Partial<Match>>({
			rule: 'a',
			decision: 'confirm',
			approvers: ['@octocat#583231', '@example-org/team-a', 'maintain'],
		});
	});

	it('are missing when the rule names none', () => {
		const [match] = verdict('effects: [write], action: require_approval', 'file_write', {
			path: 'a',
			content: 'x',
		}).matches;
		expect(Object.keys(match ?? {})).not.toContain('approvers');
	});
});

describe('an opaque call', () => {
	it('skips a rule that allows, and the next rules decide', () => {
		const policy = aPolicy(
			'rules:\n  - {name: any, tools: [Bash], action: allow}\n  - {name: rest, tools: [Bash], action: deny}\n',
		);
		const gate = aGate({ policies: [floor, policy] });
		const judge = (command: string) => outcome(gate.judge({ id: 'c', name: 'Bash', args: { command } }, aContext()));
		expect(judge('touch a')).toBe('allow any');
		expect(judge('eval "$X"')).toBe('block rest');
	});
});
