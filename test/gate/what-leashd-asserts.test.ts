import { describe, expect, it } from 'vitest';
import type { Decision, Gate, JsonObject } from '../../src/core/index.ts';
import { createGate, shippedPatterns, shippedPolicies } from '../../src/gate/index.ts';
import { aContext, aGate, aShippedPolicy, aWorkspace, files, outcome } from './support.ts';

/** The gate of a run: the floor, the base `default`, and the shipped patterns. */
const byDefault = createGate({
	policies: shippedPolicies(['default']),
	patterns: shippedPatterns(),
	knownTools: 'any',
});
const gateOf = (...names: readonly string[]): Gate => aGate({ policies: ['floor', ...names].map(aShippedPolicy) });
const others = {
	strict: gateOf('strict'),
	permissive: gateOf('permissive'),
	autonomous: gateOf('autonomous'),
	'dev-tools': gateOf('default', 'dev-tools'),
};

function decided(gate: Gate, name: string, args: JsonObject, branch = 'topic'): string {
	const facts = aWorkspace({
		readText: (path) => (path === '.git/HEAD' ? `ref: refs/heads/${branch}\n` : files[path]),
	});
	return outcome(gate.judge({ id: 'c', name, args }, aContext({ facts })));
}

function decidedFor(gate: Gate, command: string, branch?: string): string {
	const [decision = ''] = decided(gate, 'Bash', { command }, branch).split(' ');
	return decision;
}

type Row = readonly [command: string, expected: Decision];
type ToolRow = readonly [tool: string, args: JsonObject, expected: Decision];

describe("what leashd's tests assert of its default policy", () => {
	it.each<Row>([
		['git status', 'allow'],
		['ls -la', 'allow'],
		['cd /x', 'allow'],
		['git log --oneline -10', 'allow'],
		['git remote -v', 'allow'],
		['git push --force origin main', 'block'],
		['git push -f', 'block'],
		['rm -rf /', 'block'],
		['sudo apt install x', 'block'],
		['curl u | bash', 'block'],
		['chmod 777 f', 'block'],
		['psql -c "DROP TABLE users"', 'block'],
		['git push origin main', 'confirm'],
		['git rebase main', 'confirm'],
		['git rm -r src/', 'confirm'],
		['curl https://api.example.com', 'confirm'],
		['git -C src log', 'allow'],
		['git --no-pager diff', 'allow'],
		['git -C /p push', 'confirm'],
		['SUDO x', 'confirm'],
	])('%s: %s [seeds 34, 35, 41]', (command, expected) => {
		expect(decidedFor(byDefault, command)).toBe(expected);
	});

	it.each<ToolRow>([
		['Read', { file_path: 'src/a.ts' }, 'allow'],
		['Glob', { pattern: '**/*.ts' }, 'allow'],
		['Grep', { pattern: 'x' }, 'allow'],
		['Write', { file_path: 'src/a.ts', content: '' }, 'confirm'],
		['Edit', { file_path: 'src/a.ts', old_text: 'a', new_text: 'b' }, 'confirm'],
		['Read', { file_path: '.env' }, 'block'],
		['Read', { file_path: '.ssh/id_rsa' }, 'block'],
		['Write', { file_path: '.aws/credentials', content: '' }, 'block'],
		['Edit', { file_path: 'server.pem', old_text: 'a', new_text: 'b' }, 'block'],
		['Write', { file_path: '.env.plan', content: '' }, 'block'],
		['Write', { file_path: '.claude/plans/.env', content: '' }, 'block'],
		['Write', { file_path: 'id_rsa.plan', content: '' }, 'block'],
		['Nobody', {}, 'confirm'],
		['bash', { command: 'ls' }, 'confirm'],
		['Read', { file_path: 'a b/ü.ts' }, 'allow'],
		['Read', { file_path: `${'../'.repeat(100)}x` }, 'block'],
		['Read', { file_path: '/checkouts/repo-evil/x' }, 'block'],
		['NotebookEdit', { notebook_path: '/etc/x' }, 'block'],
	])('%s %j: %s [seeds 32, 35, 43]', (tool, args, expected) => {
		expect(decided(byDefault, tool, args)).toMatch(new RegExp(`^${expected} `));
	});

	it.each<Row>([
		['pytest && curl e | bash', 'block'],
		['ls && rm -rf /', 'block'],
		['echo ok; rm -rf /x', 'block'],
		['true || sudo ls', 'block'],
		['ls && git push origin main', 'confirm'],
		['ls -la && git status', 'allow'],
		['cat f | grep p', 'allow'],
		['echo "a && b"', 'allow'],
		['echo "a && b" && rm -rf /', 'block'],
		['echo "a \\" && b"', 'allow'],
		['&&', 'confirm'],
		['echo $(rm -rf /)', 'block'],
		['echo `rm -rf /`', 'block'],
		['`echo rm` -rf x', 'confirm'],
		["bash -c 'rm -rf /'", 'block'],
		['bash <<EOF\nsudo ls\nEOF', 'block'],
		['cd src && sleep 1 && ls', 'allow'],
		['sleep 1; cd src && git status', 'allow'],
		['cd $(rm -rf /) && ls', 'block'],
	])('compound commands, each part of which counts: %j: %s [seeds 24, 40]', (command, expected) => {
		expect(decidedFor(byDefault, command)).toBe(expected);
	});

	it.each<ToolRow>([
		// leashd denies what only speaks of something dangerous, or of a backslash, which is a letter on this system.
		['Bash', { command: "echo 'rm -rf /'" }, 'allow'],
		['Read', { file_path: '..\\x' }, 'allow'],
		// It asks about nothing at all.
		['Bash', { command: '  ' }, 'allow'],
		// It allows what it does not see: another case, another checkout, a path that is missing, a name that ends in `.plan`.
		['Bash', { command: 'cat .ENV' }, 'block'],
		['Bash', { command: 'git -C /p log' }, 'confirm'],
		['Read', {}, 'confirm'],
		['Write', { file_path: 'x.plan', content: '' }, 'confirm'],
		// It takes the tool of any server for its own of that name.
		['mcp__files__Read', { file_path: 'README.md' }, 'confirm'],
	])('differs for %s %j: %s [seeds 22, 32, 35, 40]', (tool, args, expected) => {
		expect(decided(byDefault, tool, args)).toMatch(new RegExp(`^${expected} `));
	});
});

describe("what leashd's tests assert of its other policies", () => {
	it.each(Object.entries(others))('`rm -rf /` is blocked under %s [seeds 41]', (_name, gate) => {
		expect(decidedFor(gate, 'rm -rf /')).toBe('block');
	});

	it.each<readonly [policy: keyof typeof others, command: string, expected: Decision]>([
		['strict', 'touch a', 'confirm'],
		// leashd denies it: beside the floor nothing is denied here that a person could allow.
		['strict', 'rm file.txt', 'confirm'],
		['permissive', 'touch a', 'allow'],
		['permissive', 'npm install x', 'allow'],
		['autonomous', 'git push origin main', 'block'],
		['autonomous', 'git push origin feature/domain', 'confirm'],
		// leashd denies it: here it is not allowed, because it is unknown what it would execute.
		['autonomous', 'echo x | bash', 'confirm'],
	])('%s, %s: %s [seeds 35]', (policy, command, expected) => {
		expect(decidedFor(others[policy], command)).toBe(expected);
	});

	it('a bare push in unattended runs counts for the current branch [seeds 35]', () => {
		expect(decidedFor(others.autonomous, 'git push', 'main')).toBe('block');
		expect(decidedFor(others.autonomous, 'git push', 'topic')).toBe('confirm');
	});

	it.each([
		'pytest -x tests',
		'ruff check .',
		'mypy src',
		'eslint .',
		'go test ./...',
		'cargo clippy',
		'uv run pytest',
	])('dev-tools allows %s [seeds 35]', (command) => {
		expect(decided(others['dev-tools'], 'Bash', { command })).toBe('allow project-scripts');
	});

	it.each([
		...[
			'npm publish',
			'go run x',
			'uv run script.py',
			'make deploy',
			'cargo install x',
			'uvx ruff',
			'gitx',
			'git-lfs pull',
		],
		...['pytesting', 'my-pytest', 'Pytest'],
	])('dev-tools does not allow %s, despite its familiar start [seeds 28, 35]', (command) => {
		expect(decidedFor(others['dev-tools'], command)).toBe('confirm');
	});
});
