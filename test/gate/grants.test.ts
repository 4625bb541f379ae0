import { describe, expect, it } from 'vitest';
import type { Grant, JsonObject, Mode } from '../../src/core/index.ts';
import { loadPolicy } from '../../src/gate/loading.ts';
import { aContext, aGate, aPolicy, judgeShell, judgeTool, outcome, shipped } from './support.ts';

const by = { id: 1, login: 'maintainer' };
const write = ['file_write', { path: 'src/a.ts', content: 'x' }] as const;

describe('modes (leashd, Safety Pipeline)', () => {
	it.each<[Mode, string, JsonObject, string]>([
		['default', 'file_write', { path: 'a', content: '' }, 'confirm writes-files'],
		['edit', 'file_write', { path: 'a', content: '' }, 'allow mode: edit'],
		['edit', 'Edit', { file_path: 'a' }, 'allow mode: edit'],
		['edit', 'file_write', { path: '.github/workflows/a.yml', content: '' }, 'confirm writes-configuration'],
		['edit', 'file_write', { path: '.env', content: '' }, 'block credential-write'],
		['edit', 'file_write', { path: '../a', content: '' }, 'block outside-root'],
		['edit', 'shell_exec', { command: 'touch a' }, 'allow mode: edit'],
		['edit', 'shell_exec', { command: 'rm a' }, 'confirm deletes-files'],
		['auto', 'shell_exec', { command: 'touch a' }, 'allow mode: auto'],
		['auto', 'shell_exec', { command: 'rm -rf .git' }, 'block delete-git'],
		['auto', 'shell_exec', { command: 'cat .env' }, 'block secret-read'],
		['plan', 'file_write', { path: 'a', content: '' }, 'block mode: plan'],
		['plan', 'shell_exec', { command: 'npm test' }, 'block mode: plan'],
		['plan', 'shell_exec', { command: 'git commit -m x' }, 'block mode: plan'],
		['plan', 'shell_exec', { command: 'eval "$X"' }, 'block mode: plan'],
		['plan', 'open_pull_request', { title: 'a', body: 'b' }, 'block mode: plan'],
		['plan', 'comment', { body: 'x' }, 'allow own-thread'],
		['plan', 'shell_exec', { command: 'ls' }, 'allow read-checkout'],
	])('%s: %s %j [seeds 27, 28]', (mode, name, args, expected) => {
		expect(outcome(judgeTool(name, args, { mode }))).toBe(expected);
	});

	it('a granted mode replaces the mode of the run', () => {
		expect(outcome(judgeTool(...write, { mode: 'plan', grants: [{ kind: 'mode', mode: 'edit' }] }))).toBe(
			'allow mode: edit',
		);
	});

	const named = `rules:
  - name: legal
    effects: [write]
    paths: ['legal/**']
    action: require_approval
    approvers: ['@octo-org/legal']
`;

	it.each<[Mode, string]>([
		['edit', 'confirm writes-files'],
		['auto', 'allow mode: auto'],
	])('mode %s and a rule with approvers: %s', (mode, expected) => {
		const gate = aGate({ policies: [...shipped, aPolicy(named)] });
		const call = { id: 'c', name: 'file_write', args: { path: 'legal/terms.md', content: 'x' } };
		expect(outcome(gate.judge(call, aContext({ mode })))).toBe(expected);
	});

	describe('a rule that the repository wrote', () => {
		const text = named.replace(/ {4}approvers.*\n/, '').replace("['legal/**']", "['legal/**', 'src/**']");
		const own = loadPolicy(text, 'team.yml', { isOwn: true });
		const gate = aGate({ policies: [...shipped, own] });
		const judged = (path: string, mode: Mode, grants: readonly Grant[] = []) =>
			gate.judge({ id: 'c', name: 'file_write', args: { path, content: 'x' } }, aContext({ mode, grants }));

		it.each<Mode>(['default', 'edit', 'auto'])('asks in mode %s, and changes nothing else', (mode) => {
			const verdict = judged('src/a.ts', mode);
			expect(verdict.decision).toBe('confirm');
			expect(verdict.matches.map(({ rule }) => rule)).toContain('legal');
			expect(judged('docs/a.md', mode).decision).toBe(mode === 'default' ? 'confirm' : 'allow');
		});

		it('asks in mode edit, but the same rule in a shipped policy does not', () => {
			const other = aGate({ policies: [...shipped, loadPolicy(text, 'team.yml')] });
			const verdict = other.judge(
				{ id: 'c', name: 'file_write', args: { path: 'src/a.ts', content: 'x' } },
				aContext({ mode: 'edit' }),
			);
			expect(outcome(verdict)).toBe('allow mode: edit');
		});

		it('is answered by a grant for its rule, for the tool or for everything', () => {
			const rule: Grant = { kind: 'tool', tool: 'file_write', rule: 'legal', by };
			expect(outcome(judged('src/a.ts', 'edit', [rule]))).toBe(
				'allow mode: edit, file_write under legal, by @maintainer',
			);
			expect(judged('src/a.ts', 'edit', [{ ...rule, rule: 'another' }]).decision).toBe('confirm');
			expect(judged('src/a.ts', 'edit', [{ kind: 'tool', tool: 'file_write', by }]).decision).toBe('allow');
			expect(judged('src/a.ts', 'edit', [{ kind: 'blanket', by }]).decision).toBe('allow');
		});

		it("does not appear as the repository's own in the matches", () => {
			expect(JSON.stringify(judged('src/a.ts', 'edit'))).not.toContain('isOwn');
		});
	});

	it('do not answer what a pattern asks about', () => {
		const gate = aGate({ skills: [{ file: 's', danger: [], confirm: ['a\\.ts'] }] });
		const verdict = gate.judge({ id: 'c', name: write[0], args: write[1] }, aContext({ mode: 'edit' }));
		expect(outcome(verdict)).toBe('confirm confirm_patterns: a\\.ts');
	});
});

describe('grants', () => {
	const tool: Grant = { kind: 'tool', tool: 'shell_exec', rule: 'writes-files', by };

	it('turn confirm into allow for the same tool and rule, and the verdict says so [seeds 28]', () => {
		const verdict = judgeShell('touch a', { grants: [tool] });
		expect(outcome(verdict)).toBe('allow shell_exec under writes-files, by @maintainer');
		expect(verdict.matches.map(({ stage, decision }) => [stage, decision])).toEqual([
			['policy', 'confirm'],
			['grant', 'allow'],
		]);
	});

	it.each([
		['npm ci', 'default', 'allow setup'],
		['npm ci', 'auto', 'allow setup'],
		['rm b; eval "$X"', 'default', 'allow setup'],
		['npm ci && rm -rf /', 'default', 'block outside-root'],
		['cat .env', 'auto', 'block secret-read'],
		['ls', 'default', 'allow read-checkout'],
	] as const)('allow setup commands unless they are forbidden: %s, %s', (command, mode, expected) => {
		const verdict = judgeShell(command, { mode, grants: [{ kind: 'setup' }] });
		expect(outcome(verdict)).toBe(expected);
		if (expected !== 'allow setup') return;
		expect(verdict.matches.filter((match) => match.decision === 'confirm').length).toBeGreaterThan(0);
		expect(verdict.matches.at(-1)).toMatchObject({ stage: 'grant', rule: 'setup', decision: 'allow' });
	});

	it.each([
		['touch a; rm b', 'confirm writes-files'],
		['rm b', 'confirm deletes-files'],
		['touch .git/x', 'block write-into-git'],
	])('do not cover %s', (command, expected) => {
		expect(outcome(judgeShell(command, { grants: [tool] }))).toBe(expected);
	});

	it('do not cover another tool [seeds 28]', () => {
		expect(outcome(judgeTool(...write, { grants: [tool] }))).toBe('confirm writes-files');
	});

	it('for everything cover every confirm and no block [seeds 27]', () => {
		const grants: Grant[] = [{ kind: 'blanket', by }];
		expect(judgeShell('touch a; rm b; curl x', { grants }).decision).toBe('allow');
		expect(judgeShell('sudo ls', { grants }).decision).toBe('block');
	});

	it('do not appear in the verdict when nothing asked', () => {
		expect(judgeShell('ls', { grants: [{ kind: 'blanket', by }] }).matches.map(({ stage }) => stage)).toEqual([
			'policy',
		]);
	});
});
