import { describe, expect, it } from 'vitest';
import { judgeShell, outcome } from '../../support.ts';
import { effectsOf } from './whys.ts';

describe('commands in git settings and options', () => {
	it.each([
		"git -c core.pager='rm -rf /' log",
		"git -c core.sshCommand='rm -rf /' fetch",
		"git -c core.fsmonitor='rm -rf /' status",
		"git -c diff.external='rm -rf /' diff",
		"git -c credential.helper='!rm -rf /' fetch",
		"git -c filter.x.clean='rm -rf /' add .",
		"git -c merge.x.driver='rm -rf /' merge topic",
		"git -c mergetool.x.cmd='rm -rf /' mergetool -t x",
		"git -c sequence.editor='rm -rf /' rebase -i HEAD~2",
		"git -c gpg.program='rm -rf /' commit -S -m x",
		"git -c uploadpack.packObjectsHook='rm -rf /' clone . /tmp/x",
		"git -c alias.x='!rm -rf /' x",
		"git clone -c core.pager='rm -rf /' https://e.example/a /tmp/a",
		"git ls-remote --upload-pack='rm -rf /' .",
		"git push --receive-pack='rm -rf /' origin topic",
		"git clone 'ext::rm -rf /' /tmp/a",
		"git fetch 'ext::sh -c rm% -rf% /'",
		"git push 'ext::rm -rf /' topic",
		"git -c url.'ext::rm -rf /'.insteadOf=x fetch x",
		"git grep -O'rm -rf /' foo",
		"git grep --open-files-in-pager='rm -rf /' foo",
		"git submodule foreach 'rm -rf /'",
		'git submodule foreach --recursive rm -rf /',
		'git bisect run rm -rf /',
		"git rebase -x 'rm -rf /' main",
		"git filter-branch --tree-filter 'rm -rf /' HEAD",
		"git difftool -y -x 'rm -rf /'",
		"git send-email --to-cmd='rm -rf /' a.patch",
		"git archive --remote=host:a --exec='rm -rf /' HEAD",
		"git config --global alias.x '!rm -rf /'",
		"git config core.pager 'rm -rf /'",
		'git remote add x "ext::rm -rf /"',
	])('are blocked when dangerous: %s', (command) => {
		expect(judgeShell(command).decision).toBe('block');
	});

	it.each([
		'git -c remote.origin.push=+refs/heads/main push',
		'git -c remote.origin.mirror=true push',
		'git -c push.default=matching push --force',
	])('are blocked when they push to a protected branch: %s', (command) => {
		expect(outcome(judgeShell(command))).toBe('block protected-branch');
	});

	it.each([
		'git log -p',
		'git -p log',
		'git diff --no-ext-diff',
		'git -c core.pager=cat log',
		'git -c core.editor=true commit -m x',
		'git -c color.ui=never log',
		'git submodule status',
		'git commit -m "git -c core.pager=\'rm -rf /\' log"',
	])('are allowed when harmless: `%s`', (command) => {
		expect(judgeShell(command).decision).toBe('allow');
	});
});

describe('variables that carry commands', () => {
	it.each([
		"GIT_PAGER='rm -rf /' git log",
		"PAGER='rm -rf /' git log",
		"GIT_EXTERNAL_DIFF='rm -rf /' git diff",
		"GIT_SSH_COMMAND='rm -rf /' git fetch",
		"EDITOR='rm -rf /' git commit",
		"export GIT_EDITOR='rm -rf /'; git commit",
		"GIT_SEQUENCE_EDITOR='rm -rf /' git rebase -i HEAD~2",
		"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0='rm -rf /' git log",
		'GIT_CONFIG_PARAMETERS="\'core.pager=rm -rf /\'" git log',
		"LESSOPEN='|rm -rf /' less a",
		"MANPAGER='rm -rf /' man ls",
		"BROWSER='rm -rf /' gh browse",
		"env PAGER='rm -rf /' git log",
		"PROMPT_COMMAND='rm -rf /' bash -i",
		"PS4='$(rm -rf /)' bash -x run.sh",
		"PS4='$(rm -rf /)'; set -x; ls",
		"BASH_ENV='$(rm -rf /)' bash run.sh",
		"RSYNC_RSH='rm -rf /' rsync a host:b",
		"npm_config_script_shell='rm -rf /' npm test",
		"CC='rm -rf /' make",
		"MAKEFLAGS='--eval=$(shell rm -rf /)' make",
		'LD_PRELOAD=./x.so ls',
		'LD_LIBRARY_PATH=/tmp/x ls',
		'LD_LIBRARY_PATH=/usr/lib:/tmp/x ls',
		'LD_LIBRARY_PATH=/usr/lib: ls',
		'LD_LIBRARY_PATH=/usr/lib/../../tmp ls',
		'LD_LIBRARY_PATH=$x:/usr/lib ls',
		'LD_PRELOAD=/usr/lib/x.so ls',
		'export LD_AUDIT=/tmp/x.so; ls',
		'env LD_PRELOAD=./x.so ls',
	])('are blocked when dangerous: %s', (command) => {
		expect(judgeShell(command).decision).toBe('block');
	});

	it.each(['LD_LIBRARY_PATH=/usr/local/lib ls', 'export LD_LIBRARY_PATH=/lib/x86_64-linux-gnu:$LD_LIBRARY_PATH'])(
		'%s asks, because the folders belong to the system',
		(command) => {
			expect(judgeShell(command).decision).toBe('confirm');
		},
	);

	it.each([
		'PAGER=cat ls',
		'GIT_PAGER= git log',
		'GIT_EDITOR=true git commit -m x',
		'GIT_EDITOR=: git commit -m x',
		'NODE_OPTIONS=--max-old-space-size=4096 npm test',
		'PYTHONPATH=src ls',
		'PYTHONPATH=.:src:$PYTHONPATH ls',
		'CC=gcc ls',
		'CI=1 FORCE_COLOR=0 npm test',
		'LD_PRELOAD= ls',
		'MAKEFLAGS=-j4 make test',
		"PS4='+ ' ls",
		'DOCKER_BUILDKIT=1 ls',
	])('are allowed when harmless: `%s`', (command) => {
		expect(judgeShell(command).decision).toBe('allow');
	});

	it.each([
		"GIT_SSH_COMMAND='ssh -o BatchMode=yes' git fetch",
		'PYTHONPATH=/tmp/x ls',
		'PYTHONPATH=../x ls',
		'NODE_OPTIONS="--require ./x.js" npm test',
	])('are asked about when unknown: `%s`', (command) => {
		expect(judgeShell(command).decision).toBe('confirm');
	});

	it('are opaque when a long value is almost harmless', () => {
		expect(
			effectsOf(
				`PYTHONPATH=${'a/'.repeat(2_000)}! MAKEFLAGS="${'j '.repeat(2_000)}!" NODE_OPTIONS="${' '.repeat(3_000)}x" ls`,
			),
		).toContain('opaque');
	});
});
