import { describe, expect, it } from 'vitest';
import { assumedWalls, type JsonObject, type ToolCall } from '../../src/core/index.ts';
import { compilePatterns, type GateOptions } from '../../src/gate/index.ts';
import { linearEngine, loadStanding, proposeStanding } from '../../src/gate/loading.ts';
import { lockfileNames } from '../../src/gate/lockfiles.ts';
import { errorOf } from '../support/error-of.ts';
import { aContext, aGate, aPolicy, aWorkspace, outcome, shipped } from './support.ts';

const { patterns } = compilePatterns([], linearEngine);
const shell = (command: string): ToolCall => ({ id: 'c', name: 'shell_exec', args: { command } });
const always = `rules:
  - name: install
    effects: [exec, exec.project, network, write]
    command_patterns: ['^npm install$']
    action: allow
`;
const judge = (call: ToolCall, text = always) =>
	outcome(aGate({ standing: { policy: loadStanding(text) } }).judge(call, aContext()));

describe('standing approvals', () => {
	it('allow calls that policies ask about', () => {
		expect(judge(shell('npm install'), 'rules:\n')).toMatch(/^confirm/);
		expect(judge(shell('npm install'))).toBe('allow always');
	});

	it.each([
		['another part of the line', 'npm install && curl https://example.com'],
		['other arguments', 'npm install left-pad'],
		['an opaque command', 'npm install; eval "$X"'],
	])('do not cover %s', (_what, command) => {
		expect(judge(shell(command))).toMatch(/^confirm/);
	});

	it('answer no pattern, and lift no block', () => {
		const everything = `rules:
  - name: all
    tools: [shell_exec]
    action: allow
`;
		const gate = aGate({
			standing: { policy: loadStanding(everything) },
			skills: [{ file: 's', danger: [], confirm: ['npm'] }],
		});
		expect(outcome(gate.judge(shell('npm install'), aContext()))).toMatch(/^confirm confirm_patterns/);
		expect(judge(shell('rm -rf /'), everything)).toMatch(/^block/);
		expect(judge(shell('cat .env'), everything)).toMatch(/^block/);
	});

	it('do not answer a rule with approvers', () => {
		const named = `rules:
  - name: legal
    tools: [file_write]
    action: require_approval
    approvers: ['@octo-org/legal']
`;
		const allows = `rules:
  - name: terms
    effects: [write]
    paths: ['legal/terms.md']
    action: allow
`;
		const call: ToolCall = { id: 'c', name: 'file_write', args: { path: 'legal/terms.md', content: 'x' } };
		const gate = (policies: GateOptions['policies']) => aGate({ policies, standing: { policy: loadStanding(allows) } });
		expect(outcome(gate(shipped).judge(call, aContext()))).toBe('allow always');
		expect(outcome(gate([...shipped, aPolicy(named)]).judge(call, aContext()))).toBe('confirm writes-files');
	});

	it('may only contain rules that allow', () => {
		const denies = `${always}  - name: other\n    tools: [comment]\n    action: deny\n`;
		expect(errorOf(() => loadStanding(denies))).toMatchObject({
			code: 'bad-policy',
			message: expect.stringContaining('.github/countersign/always.yml:6'),
		});
		const loose = `settings: { default_action: allow }\n${always}`;
		expect(errorOf(() => loadStanding(loose))).toMatchObject({ code: 'bad-policy' });
	});
});

describe('a standing approval in mode contained', () => {
	const anything = `rules:
  - name: all
    tools: [shell_exec]
    action: allow
`;
	const inside = (command: string, changed: readonly string[], cwd = '.') => {
		const facts = aWorkspace({ changedInRun: (path) => changed.includes(path) });
		const call: ToolCall = { id: 'c', name: 'shell_exec', args: { command, cwd } };
		const context = aContext({ mode: 'contained', walls: assumedWalls, facts });
		return aGate({ standing: { policy: loadStanding(anything) } }).judge(call, context).decision;
	};

	it.each([
		['a script that it executes', './deploy.sh; curl https://e.example', 'deploy.sh', '.'],
		['the sources of packages', 'npm install', '.npmrc', '.'],
		['what a package manager runs', 'npm ci', '.pnpmfile.cjs', '.'],
		['the list of packages', 'npm ci', 'package.json', '.'],
		['the lockfile of Python', 'pdm install', 'pdm.lock', '.'],
		['the lockfile of Bun', 'bun install', 'bun.lock', '.'],
		['the lockfile of Go', 'go mod download', 'go.work.sum', '.'],
		['a folder that the command enters', 'cd web && npm install', 'web/.npmrc', '.'],
		['a folder that an option names', 'npm --prefix=web/app install', 'web/app/.npmrc', '.'],
		['the folder that the call starts in', 'npm install', 'web/.npmrc', 'web'],
		['settings that a downloader reads', 'curl https://e.example', '.curlrc', '.'],
	])('still asks when the run changed %s: %s', (_what, command, changed, cwd) => {
		expect(inside(command, [changed], cwd)).toBe('confirm');
		expect(inside(command, [], cwd)).toBe('allow');
	});

	it.each(lockfileNames)('asks when the run changed the lockfile %s', (name) => {
		expect(inside('npm ci', [name])).toBe('confirm');
		expect(inside('npm --prefix=web ci', [`web/${name}`])).toBe('confirm');
	});

	it('applies when the run changed a file that nothing obeys', () => {
		expect(inside('npm install', ['src/a.ts', 'other/.npmrc'])).toBe('allow');
	});

	it('applies in another mode even if the run changed such a file', () => {
		const facts = aWorkspace({ changedInRun: (path) => path === '.npmrc' });
		const gate = aGate({ standing: { policy: loadStanding(always) } });
		expect(outcome(gate.judge(shell('npm install'), aContext({ mode: 'edit', facts })))).toBe('allow always');
	});
});

describe('a proposed standing approval', () => {
	const options = {
		because: 'A1 of run 1-r, approved by @maintainer',
		gate: { policies: shipped, patterns, knownTools: 'any' as const },
	};
	const propose = (call: ToolCall, text?: string) => proposeStanding(call, aContext(), { ...options, text });

	it.each<[string, JsonObject]>([
		['shell_exec', { command: 'npm install ./vendor/x.tgz' }],
		['shell_exec', { command: 'touch "a b" && npm install' }],
		['file_write', { path: 'docs/a.md', content: 'x: "y"\n' }],
		['comment', { body: "it's" }],
	])('allows %s %j, and is tested before it is proposed', (name, args) => {
		const call: ToolCall = { id: 'c', name, args };
		const proposal = propose(call);
		if (aGate({}).judge(call, aContext()).decision === 'allow') return expect(proposal.kind).toBe('none');
		expect(proposal).toMatchObject({ kind: 'proposed', path: '.github/countersign/always.yml' });
		expect(judge(call, proposal.kind === 'proposed' ? proposal.text : '')).toBe('allow always');
	});

	it('names the effects and matches the whole command', () => {
		const proposal = propose(shell('touch "a b" && npm install'));
		const text = proposal.kind === 'proposed' ? proposal.text : '';
		expect(text).toMatch(/^ {4}effects: \[[\w., ]+\]$/m);
		for (const [, pattern = ''] of text.matchAll(/command_patterns: \['(.*)'\]/g)) expect(pattern).toMatch(/^\^.*\$$/);
		expect(judge(shell('curl example.com/npm install'), text)).toMatch(/^confirm/);
	});

	it('for a command with a wildcard covers only that command', () => {
		const proposal = propose(shell('rm src/*.ts'));
		const text = proposal.kind === 'proposed' ? proposal.text : 'rules:\n';
		expect(judge(shell('rm src/*.ts'), text)).toBe('allow always');
		expect(judge(shell('rm src/index.ts'), text)).toMatch(/^confirm/);
	});

	it.each(['.github/workflows/*.yml', 'pages/[id]/.husky/pre-commit'])(
		'does not exist for a file called %s',
		(path) => {
			expect(propose({ id: 'c', name: 'file_write', args: { path, content: 'x' } }).kind).toBe('none');
		},
	);

	it('is appended to the file under an unused name', () => {
		const once = propose(shell('npm install'));
		const first = once.kind === 'proposed' ? once.text : '';
		const twice = propose(shell('npm install ./b.tgz'), first);
		const text = twice.kind === 'proposed' ? twice.text : '';
		expect(text.startsWith(first.trimEnd())).toBe(true);
		expect(judge(shell('npm install'), text)).toBe('allow always');
		expect(judge(shell('npm install ./b.tgz'), text)).toBe('allow always');
	});

	it('does not exist when the repository cannot override the question', () => {
		expect(propose(shell('eval "$X"'))).toMatchObject({
			kind: 'none',
			why: expect.stringContaining('always requires approval'),
		});
	});

	it('does not exist when nothing can be appended to the file', () => {
		expect(propose(shell('npm install'), 'rules: [{ name: a, tools: [comment], action: allow }]\n')).toMatchObject({
			kind: 'none',
			why: expect.stringContaining('by hand'),
		});
	});
});

describe('the patterns of a standing approval', () => {
	const allows = (lines: string) => `rules:\n  - name: loose\n${lines}\n    action: allow\n`;

	it.each([
		['everything', "    tools: [shell_exec]\n    command_patterns: ['.*']"],
		['an empty pattern', "    tools: [shell_exec]\n    command_patterns: ['']"],
		['any program', "    effects: [exec, delete, network]\n    command_patterns: ['^\\w+']"],
		['any path', "    effects: [delete]\n    path_patterns: ['.*']"],
		['any effect', "    effects: [delete]\n    effect_patterns: ['.*']"],
	])('may not allow %s', (_what, lines) => {
		expect(errorOf(() => loadStanding(allows(lines)))).toMatchObject({
			code: 'bad-policy',
			message: expect.stringMatching(/allows too much: .*always\.yml:2/),
		});
	});

	it.each(['git status', '^git log|git status', '(^git log|git status)', '(?i)git status', '(^git )?status'])(
		'may not match after another program: `%s`',
		(pattern) => {
			expect(
				errorOf(() => loadStanding(allows(`    tools: [shell_exec]\n    command_patterns: ['${pattern}']`))),
			).toMatchObject({ code: 'bad-policy', message: expect.stringMatching(/anywhere in a command.*always\.yml:2/) });
		},
	);

	it.each(['^git status$', '^(git log|git status)$', '^git log$|^git status$', '(?:^git log|^git [s|x]tatus)$'])(
		'may be `%s`',
		(pattern) => {
			const text = allows(`    tools: [shell_exec]\n    command_patterns: ['${pattern}']`);
			expect(loadStanding(text).rules).toHaveLength(1);
		},
	);
});
