import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, heardAs, installFor } from '../support/hooked.ts';

let root: string;
beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), 'countersign-hook-'));
	spawnSync('git', ['init', '-q'], { cwd: root });
	for (const folder of ['src', '.cursor', 'node_modules/a']) mkdirSync(join(root, folder), { recursive: true });
	installFor(root, 'claude', 'codex', 'gemini');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The mode in which Claude Code asks least. */
const free = { permission_mode: 'acceptEdits' };
const tool = (tool_name: string, tool_input: object) => {
	const said = callAs('claude', root, { tool_name, tool_input, cwd: root, ...free });
	return [heardAs('claude', said), said.stderr] as const;
};

describe('an agent cannot switch off its own guard', () => {
	const guard = '.countersign/hooks/safety-guard.sh';
	it.each([
		...['rm -rf .claude', 'rm -r ./.claude/', 'rm -rf .claude/*', 'rm -rf .cl*', 'rm -rf .??*', 'rmdir .claude'],
		...['rm .claude/settings.json', 'unlink .claude/settings.local.json', 'cd .claude && rm settings.json'],
		...['rm -rf .countersign', 'rm -rf .countersign/hooks', 'rm .countersign/hooks/controls.json'],
		...['rm .countersign/seen', 'rm -r .countersign/shared', 'chmod -x .countersign/shared/safety-guard.sh'],
		...['rm -rf .gemini', 'rm .codex/hooks.json', 'rm -rf .codex', 'rm -rf .cursor', 'find .claude -delete'],
		...['find . -name settings.json -delete', "find . -name 'safety-*' -exec rm {} +", "bash -c 'rm -rf .claude'"],
		...['mv .claude .claude.bak', 'mv .claude/settings.json x', 'mv .countersign x', 'mv .codex old', 'mv x .gemini'],
		...['cp x .claude/settings.json', 'cp -r other .claude', 'rsync -a --delete other/ .claude/'],
		...['ln -sf /dev/null .claude/settings.json', 'ln -sfn other .claude', `ln -sf /bin/true ${guard}`],
		...[`chmod -x ${guard}`, `chmod 644 ${guard}`, 'chmod -R a-x .countersign', 'chmod -w,-x .claude'],
		...['cd .countersign/hooks && chmod -x safety-guard.sh', `sed -i s/2/0/ ${guard}`],
		...['sed -i /hooks/d .claude/settings.json', `perl -pi -e s/2/0/ ${guard}`, `truncate -s0 ${guard}`],
		...["echo '{}' > .claude/settings.json", "echo '{}' > .claude/settings.local.json", `: > ${guard}`],
		...["echo '{}' > .gemini/settings.json", "echo 'hooks = false' >> .codex/config.toml", 'tee .cursor/hooks.json'],
		...[
			'git checkout HEAD~1 -- .claude/settings.json',
			'git checkout -- .claude',
			'git restore .gemini',
			'git rm -rf .codex',
		],
		...[
			'git rm .claude/settings.json',
			'git mv .claude old',
			'git clean -fd .claude',
			'git clean -fdx',
			'git clean -fdX .',
		],
		...[
			'git clean -fdx .countersign',
			'git stash -u',
			'git stash push --all',
			'git stash -- .claude',
			"git stash -- ':/.claude'",
			"git checkout -- ':(top).claude/settings.json'",
			"git checkout HEAD~1 -- '*.json'",
			'git stash push -- .gemini',
		],
		...[
			'python3 -c "import os; os.remove(\'.claude/settings.json\')"',
			"node -e \"require('fs').rmSync('.claude',{recursive:true})\"",
		],
	])('the command %s is denied', (command) => {
		expect(tool('Bash', { command })).toEqual(['deny', expect.stringMatching(/gate-tampering|guard-removed/)]);
	});

	it.each([
		...['.claude/settings.json', '.claude/settings.local.json', guard, '.countersign/hooks/controls.json'],
		...['.countersign/seen', '.countersign/shared/safety-guard.sh', '.countersign/shared/controls.json'],
		...['.countersign/hooks/log.jsonl', '.countersign/.gitignore', '.gemini/settings.json', '.codex/hooks.json'],
		...['.codex/config.toml', '.cursor/hooks.json', '.claude/hooks/a.sh', 'src/../.claude/settings.json'],
	])('a file tool cannot change %s', (path) => {
		const refused = ['deny', expect.stringContaining('gate-tampering')];
		expect(tool('Write', { file_path: join(root, path), content: '{}' })).toEqual(refused);
		expect(tool('Edit', { file_path: path, old_string: 'a', new_string: 'b' })).toEqual(refused);
		expect(tool('MultiEdit', { file_path: path, edits: [] })).toEqual(refused);
	});

	it('Gemini CLI and Codex are denied in the same way', () => {
		const gemini = (tool_name: string, tool_input: object) => callAs('gemini', root, { tool_name, tool_input });
		const codex = (tool_name: string, tool_input: object) => callAs('codex', root, { tool_name, tool_input });
		for (const said of [
			gemini('run_shell_command', { command: 'rm -rf .gemini' }),
			gemini('write_file', { file_path: '.claude/settings.json', content: '{}' }),
			codex('Bash', { command: 'mv .codex x' }),
			codex('apply_patch', {
				command: '*** Begin Patch\n*** Delete File: .countersign/hooks/controls.json\n*** End Patch',
			}),
		])
			expect([said.status, said.stderr]).toEqual([2, expect.stringMatching(/gate-tampering|guard-removed/)]);
	});
});

describe('commands that leave the guard alone', () => {
	it.each([
		...[
			'cat .claude/settings.json',
			`grep -n node .countersign/hooks/safety-guard.sh`,
			'ls -la .claude .countersign/hooks',
		],
		...[
			'git diff -- .claude',
			'git log --oneline -- .codex/hooks.json',
			'git add .claude/settings.json',
			'git switch -c x',
		],
		...["git commit -m 'rm -rf .claude'", 'git stash', 'echo "rm -rf .claude"'],
	])('%s passes', (command) => {
		expect(tool('Bash', { command })).toEqual(['pass', '']);
	});

	it.each([
		...[
			'rm -rf .claude/commands',
			'rm -rf */node_modules',
			'find . -name __pycache__ -exec rm -rf {} +',
			'git clean -fd',
		],
		...[
			'git checkout -- src',
			"git checkout -- '*.ts'",
			'git checkout -- *',
			'git restore src/a.ts',
			'git reset --hard',
			'chmod -x .husky/pre-commit',
		],
	])('%s needs approval', (command) => {
		expect(tool('Bash', { command })).toEqual(['ask', '']);
	});
});
