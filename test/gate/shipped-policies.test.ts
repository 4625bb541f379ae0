import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Gate, GateContext, JsonObject, ToolCall, Verdict } from '../../src/core/index.ts';
import type { Policy } from '../../src/gate/index.ts';
import { aContext, aGate, aShippedPolicy, aWorkspace, files, judgeShell, outcome, shippedText } from './support.ts';

const names = ['floor', 'default', 'strict', 'permissive', 'autonomous', 'dev-tools', 'maintenance'];
const policies = new Map(names.map((name) => [name, aShippedPolicy(name)] as const));

/** The gate of the floor with these policies, in a checkout of the branch `topic`. */
function gateOf(...loaded: readonly string[]): Gate {
	const chosen = ['floor', ...loaded].map((name) => policies.get(name)).filter((policy) => policy !== undefined);
	return aGate({ policies: chosen });
}

const context = aContext();
const judge = (gate: Gate, call: Omit<ToolCall, 'id'>): Verdict => gate.judge({ id: 'c', ...call }, context);
const sh = (gate: Gate, command: string): string => outcome(judge(gate, { name: 'shell_exec', args: { command } }));

describe('every shipped policy', () => {
	it('is listed here, passes its own examples and has no warnings', () => {
		const folder = readdirSync(new URL('../../policies/', import.meta.url));
		expect(folder.filter((name) => name.endsWith('.yml')).sort()).toEqual(names.map((name) => `${name}.yml`).sort());
		expect([...policies.values()].filter(({ warnings, rules }) => warnings.length > 0 || rules.length === 0)).toEqual(
			[],
		);
	});

	it('has examples in each rule, and counterexamples in nearly every rule', () => {
		const bare = names.flatMap((name) => {
			const { rules }: { rules: { name: string; match?: unknown; not_match?: unknown }[] } = parse(shippedText(name));
			return rules
				.filter((rule) => rule.match === undefined || (name !== 'default' && rule.not_match === undefined))
				.map((rule) => `${name}: ${rule.name}`);
		});
		expect(bare).toEqual([]);
	});

	it.each([
		['strict', 'confirm', 120],
		['permissive', 'confirm', 600],
		['autonomous', 'confirm', 30],
		['dev-tools', undefined, undefined],
		['maintenance', undefined, undefined],
	])('%s has the expected default and approval timeout', (name, defaultAction, approvalTimeoutSeconds) => {
		expect(policies.get(name)).toMatchObject({ name, defaultAction, approvalTimeoutSeconds });
	});

	it('blocks only in the floor, or to protect branches in unattended runs', () => {
		const denying = names
			.slice(1)
			.flatMap((name) => policies.get(name)?.rules.filter((rule) => rule.decision === 'block'));
		expect(denying.map((rule) => rule?.name)).toEqual(['protected-branches']);
		const decisions = (policy: Policy | undefined) => new Set(policy?.rules.map((rule) => rule.decision));
		expect(decisions(policies.get('dev-tools'))).toEqual(new Set(['allow']));
	});
});

describe('the base policies', () => {
	const [strict, permissive, autonomous] = [gateOf('strict'), gateOf('permissive'), gateOf('autonomous')];

	it.each<[string, string, string, string]>([
		['cat src/a.ts', 'allow read-checkout', 'allow read-checkout', 'allow read-checkout'],
		['cat /etc/hosts', 'confirm read-outside', 'confirm read-outside', 'confirm read-outside'],
		['npm test', 'confirm default_action', 'allow project-scripts', 'allow project-scripts'],
		['touch a', 'confirm changes-files', 'allow writes-files', 'allow writes-files'],
		['echo x > .npmrc', 'confirm changes-files', 'confirm writes-configuration', 'confirm writes-configuration'],
		['echo x > .husky/a', 'confirm changes-files', 'confirm writes-configuration', 'confirm writes-configuration'],
		['rm a', 'confirm changes-files', 'allow deletes-files', 'confirm deletes-files'],
		['rm -r src', 'confirm changes-files', 'confirm deletes-many', 'confirm deletes-files'],
		['rm .github/CODEOWNERS', 'confirm changes-files', 'confirm deletes-hidden', 'confirm deletes-files'],
		['git commit -m x', 'confirm changes-git', 'allow local-commits', 'allow local-commits'],
		['git reset --hard', 'confirm changes-git', 'confirm git-rewrite', 'confirm git-rewrite'],
		['git push origin topic', 'confirm changes-git', 'confirm git-push', 'confirm git-push'],
		['git push origin main', 'confirm changes-git', 'confirm git-push', 'block protected-branches'],
		['git push --all', 'confirm changes-git', 'confirm git-push', 'block protected-branches'],
		['git push origin maintenance', 'confirm changes-git', 'confirm git-push', 'confirm git-push'],
		['gh pr merge 1', 'confirm network', 'confirm network', 'confirm default_action'],
		['npm ci', 'confirm network', 'allow package-managers', 'confirm default_action'],
		['npm publish', 'confirm network', 'confirm publishes', 'confirm default_action'],
		['npx cowsay', 'confirm network', 'confirm network', 'confirm default_action'],
		['python tools/x.py', 'confirm default_action', 'allow programs-of-the-checkout', 'confirm default_action'],
		['python -c "$CODE"', 'confirm cannot-be-known', 'confirm cannot-be-known', 'confirm cannot-be-known'],
		['curl https://e.example', 'confirm network', 'confirm network', 'confirm default_action'],
		['terraform apply', 'confirm network', 'confirm network', 'confirm default_action'],
		['./evil.sh', 'confirm default_action', 'confirm default_action', 'confirm default_action'],
	])('decide about %s', (command, byStrict, byPermissive, byAutonomous) => {
		expect([sh(strict, command), sh(permissive, command), sh(autonomous, command)]).toEqual([
			byStrict,
			byPermissive,
			byAutonomous,
		]);
	});

	it('let a run answer on its own thread, except for strict', () => {
		const answer = { name: 'comment', args: { body: 'hello' } };
		expect([strict, permissive, autonomous].map((gate) => outcome(judge(gate, answer)))).toEqual([
			'confirm writes-on-github',
			'allow own-thread',
			'allow own-thread',
		]);
	});

	it.each([
		'ls && terraform apply',
		'terraform apply && ls',
		'ls\nterraform apply',
		'ls & terraform apply',
		'echo $(curl http://e)',
		'ls && ./evil.sh',
		'npm ci && ./evil.sh',
		'node a.js; ./evil.sh',
		'cat x | ./evil.sh',
		'PATH=. npm ci',
		'npm ci $X',
		'git branch -D main',
		'git tag -d v1',
		'git push origin +topic',
		'find src -name "*.o" -delete',
		'rm -fr src',
	])('ask about a command that an allow rule nearly matches: %s', (command) => {
		for (const gate of [strict, permissive, autonomous, gateOf('permissive', 'dev-tools', 'maintenance')]) {
			expect(sh(gate, command)).toMatch(/^confirm /);
		}
	});
});

describe('the overlays', () => {
	it.each<[string, string, string]>([
		['ruff check .', 'confirm default_action', 'allow project-scripts'],
		['npm test', 'confirm default_action', 'allow project-scripts'],
		['prettier --check src', 'confirm default_action', 'allow project-scripts'],
		['prettier --write src', 'confirm default_action', 'confirm changes-files'],
		['jest src', 'confirm default_action', 'allow project-scripts'],
		['cargo tree', 'confirm default_action', 'allow project-scripts'],
		['ruff check . && ./evil.sh', 'confirm default_action', 'confirm default_action'],
		['ruff check . > a', 'confirm default_action', 'confirm changes-files'],
		['touch a', 'confirm changes-files', 'confirm changes-files'],
		['rm -r src', 'confirm changes-files', 'confirm changes-files'],
	])('dev-tools allows calls that strict leaves open, but none that it asks about: %s', (command, alone, together) => {
		expect([sh(gateOf('strict'), command), sh(gateOf('strict', 'dev-tools'), command)]).toEqual([alone, together]);
	});

	it.each<[string, string, string]>([
		['npm ci', 'confirm default_action', 'allow package-updates'],
		['npm ci --registry https://e.example', 'confirm default_action', 'confirm default_action'],
		['npm ci && curl https://e.example', 'confirm default_action', 'confirm default_action'],
		['npm install $X', 'confirm default_action', 'confirm default_action'],
		['gh issue list --label stale', 'confirm default_action', 'allow issue-lists'],
		['gh issue edit 3 --add-label stale', 'confirm default_action', 'allow triage-labels'],
		['gh issue edit 3 --add-label agent', 'confirm default_action', 'confirm default_action'],
		['gh issue close 3', 'confirm default_action', 'confirm default_action'],
		['git push origin topic', 'confirm git-push', 'confirm git-push'],
	])('maintenance allows calls that autonomous leaves open: %s', (command, alone, together) => {
		expect([sh(gateOf('autonomous'), command), sh(gateOf('autonomous', 'maintenance'), command)]).toEqual([
			alone,
			together,
		]);
	});

	it('change no decision of default', () => {
		for (const command of ['npm ci', 'ruff check .', 'touch package.json', 'gh issue list']) {
			const [alone, together] = [gateOf('default'), gateOf('default', 'dev-tools', 'maintenance')];
			expect(sh(together, command)).toBe(sh(alone, command));
		}
	});
});

describe('a deny rule', () => {
	const everything = gateOf(...names.slice(1));
	const readText = (path: string) => (path === '.git/HEAD' ? 'ref: refs/heads/main\n' : files[path]);
	const onMain = aContext({ facts: aWorkspace({ readText }) });
	const denied = ['floor', 'autonomous'].flatMap((name) => {
		const {
			rules,
		}: { rules: { name: string; action: string; match: (string | { tool: string; args: JsonObject })[] }[] } = parse(
			shippedText(name),
		);
		return rules
			.filter((rule) => rule.action === 'deny')
			.flatMap((rule) => rule.match.map((example) => [rule.name, example] as const));
	});

	it.each(denied)('wins over all other policies: %s, %j', (_, example) => {
		const call =
			typeof example === 'string'
				? { name: 'shell_exec', args: { command: example } }
				: { name: example.tool, args: example.args };
		for (const mode of ['default', 'auto'] as const) {
			expect(everything.judge({ id: 'c', ...call }, { ...onMain, mode }).decision).toBe('block');
		}
	});
});

describe('deleting by a pattern that could match a guard', () => {
	const commands = [
		"find . -name '*.json' -delete",
		"find . -name '*.toml' -exec rm {} +",
		'rm -f */*.json',
		'rm -rf .c*',
		"git checkout -- '*.json'",
		"git restore '*.json'",
	];
	const having = (...folders: readonly string[]) =>
		aContext({
			facts: aWorkspace({ isDirectory: (path) => folders.some((one) => path === `/checkouts/repo/${one}`) }),
		});
	const ruleFor = (command: string, context: GateContext) => outcome(judgeShell(command, context));

	it.each(commands)('asks when the checkout has no guard: %s', (command) => {
		expect(ruleFor(command, having('src'))).toMatch(/^confirm /);
	});

	it.each(commands)('is blocked when there is a guard, or when this is unknown: %s', (command) => {
		expect(ruleFor(command, having('.claude', '.codex'))).toBe('block guard-removed');
		expect(ruleFor(command, aContext())).toBe('block guard-removed');
	});

	it("is blocked when the guard's folder is a link that leads outside", () => {
		const links = { '/checkouts/repo/.claude': '/home/runner/dotfiles' };
		const facts = aWorkspace({ links, isDirectory: () => false });
		expect(ruleFor('rm -f */*.json', aContext({ facts }))).toBe('block guard-removed');
	});

	it('is blocked everywhere when the guard is named', () => {
		expect(ruleFor('rm -rf .claude', having('src'))).toBe('block guard-removed');
	});
});
