import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;
const verdict = (command: string) => judgeShell(command).decision;

describe('copying a folder and the files below it', () => {
	it.each([
		`python3 -c "import shutil; shutil.copytree('.git','g')"; cat g/config`,
		`python3 -c "from pathlib import Path; Path('.git').copy('g')"`,
		`python3 -c "import os; os.symlink('.git','g')"`,
		`node -e "require('fs').cpSync('.git','g',{recursive:true})"`,
		`node -e "require('fs').promises.cp('.git','g',{recursive:true})"`,
		`node -e "require('fs').symlinkSync('.git','g')"`,
		`ruby -e "require 'fileutils'; FileUtils.cp_r('.git','g')"`,
		`perl -e 'symlink(".git","g")'`,
		`php -r 'symlink(".git","g");'`,
		'python3 -m tarfile -c x.tar .git',
		'python3 -m zipfile -c x.zip .git',
		'python3 -m zipapp .git -o x.pyz',
	])('is blocked: `%s`', (command) => {
		expect(inEdit(command)).toBe('block');
	});

	it.each([
		`python3 -c "import shutil; shutil.copytree('.','/tmp/g')"`,
		`node -e "require('fs').cpSync('src/..','g',{recursive:true})"`,
		'python3 -m tarfile -c x.tar .',
		'python3 -m zipfile -c x.zip .',
		'python3 -m zipapp . -o x.pyz',
	])('is asked about: `%s`', (command) => {
		expect(inEdit(command)).toBe('confirm');
	});

	it.each([
		`python3 -c "import shutil; shutil.copytree('src','lib')"`,
		`node -e "require('fs').cpSync('src','lib',{recursive:true})"`,
		'python3 -m zipfile -c x.zip src',
	])('is allowed: `%s`', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});

describe('patterns and searches that reach credentials', () => {
	it.each([
		"find . -name 'conf*' -exec cat {} +",
		'find . -name config -exec cat {} +',
		"find . -name '[cd]onfig' -exec cat {} +",
		"find . -iname 'CONF*' -exec cat {} +",
		"find . -regex '.*config' -exec cat {} +",
		"find . -name '*v' -exec cat {} ;",
		"find . -name '*v' | xargs cat",
		"find . -name '*m' -exec cat {} +",
		'rg --passthru x .',
		'rg --hidden --passthru x',
		'rg --hidden -C 99999 x',
		'grep -rC 9999 e .',
		"rg --hidden --no-ignore ''",
		"git log -p -- '*env*'",
		"git diff HEAD -- '*rc'",
		"git grep x -- '*env*'",
		"git format-patch -1 --stdout -- '*env*'",
		"git ls-files '*v' | xargs cat",
	])('ask when they may reach one: %s', (command) => {
		expect(verdict(command)).toBe('confirm');
	});

	it.each([
		'gzip -d .npmrc.gz',
		'gunzip .npmrc.gz',
		'xz -d .npmrc.xz',
		'bunzip2 .npmrc.bz2',
		'zcat .npmrc.gz',
		'brotli -d .npmrc.br',
		'cat .npmrc.bak',
		'cat .npmrc~',
		'cat .git/config.orig',
		'git format-patch -1 --stdout -- .env',
		"git log -p -- ':(top).npmrc'",
	])('are blocked when they reach one: %s', (command) => {
		expect(verdict(command)).toBe('block');
	});

	it.each([
		"find . -name '*.ts' -exec cat {} +",
		"find . -name '*.json' -exec cat {} +",
		"find . -name 'README*' | xargs cat",
		"find . -name 'tsconfig*.json' -exec cat {} +",
		"find . -name '*.config.js' -exec cat {} +",
		"find . -not -path './.git/*' -name 'conf*' -exec cat {} +",
		"find . -maxdepth 1 -name 'conf*' -exec cat {} +",
		"find . -name 'config*'",
		'rg -C 5 x',
		'rg --passthru x src/a.ts',
		"git log -p -- '*.ts'",
		"git log -p -- '*config*'",
		'git show :/fix',
		'git ls-files | xargs cat',
		'zcat access.log.gz',
		'cat .env.example.gz',
		'cat config.bak',
	])('are allowed when they reach none: %s', (command) => {
		expect(verdict(command)).toBe('allow');
	});
});

describe('a repository or folder that git creates', () => {
	it.each([
		"git init --bare b; printf '[core]\\n\\tfsmonitor=./x\\n' >> b/config; git -C b status",
		'git init --bare',
		'cd b && git init --bar',
		'git init --separate-git-dir=d w',
		"mkdir -p b/objects b/refs; git config -f b/config core.fsmonitor ./x; echo 'ref: refs/heads/main' > b/HEAD",
		'git worktree add .vscode x',
		'git worktree add .github/workflows x',
		'git clone . .vscode',
		'git archive HEAD | tar x -C .github',
		'git checkout-index --prefix=b/HE -- AD',
	])('is not allowed when tools may obey its files: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});

	it.each(['git init b', 'git worktree add wt x', 'git checkout-index -a --prefix=out/', 'mkdir -p b/objects b/refs'])(
		'is allowed when it is an ordinary folder: %s',
		(command) => {
			expect(inEdit(command)).toBe('allow');
		},
	);
});

describe('moving files onto a device', () => {
	it.each([
		'mv src/a.ts /dev/null',
		'mv -f a b /dev/full',
		'mv a //dev//null',
		'mv -t /dev/null a',
		'install a /dev/null',
		'ln -sf a /dev/null',
		'cp --remove-destination a /dev/null',
	])('is not allowed in mode edit: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});

	it.each(['mv a b', 'cp /dev/null a', 'cp a /dev/null', 'install /dev/null a', 'ln -sf /dev/null a', 'mv /tmp/b a'])(
		'does not include %s',
		(command) => {
			expect(inEdit(command)).toBe('allow');
		},
	);
});
