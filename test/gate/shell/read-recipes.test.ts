import { describe, expect, test } from 'vitest';
import { aContext, aWorkspace, judgeShell } from '../support.ts';

const head = ['.PHONY: all test', 'all: lint test-go', 'lint:', '\truff check src'];
const files: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		scripts: {
			everything: 'eslint . && tsc --noEmit && vitest run',
			size: 'node scripts/size.js',
			ship: 'vitest run && rsync -a dist/ example.com:/srv',
			tidy: 'prettier --write src',
			hello: 'echo hello',
		},
		devDependencies: { eslint: '*', typescript: '*', vitest: '*', prettier: '*' },
	}),
	Makefile: [
		...head,
		'test-go:',
		'\t@go test ./...',
		'install: lint',
		'\tinstall -m 755 build/a /usr/local/bin/a',
		'everything: all \\',
		'\tinstall',
		'run: lint',
		'\t./bin/server',
	].join('\n'),
	'sub/Makefile': 'all:\n\tgo vet ./...\n',
	'asked/Makefile': 'ifdef CI\nother:\n\t./other.sh\nendif\nall:\n\tgo vet ./...\n',
	'first/Makefile': '$(NAME):\n\t./other.sh\nall:\n\tgo vet ./...\n',
	'goal/Makefile': '.DEFAULT_GOAL := run\nall:\n\tgo vet ./...\nrun:\n\t./other.sh\n',
	'prefix/Makefile': '.RECIPEPREFIX = >\nall: a\n\tgo vet ./...\n> ./other.sh\n',
	'own/Makefile': 'TOOL = go vet\nall: TOOL = ./other.sh\nall:\n\t$(TOOL) ./...\n',
	'bare/Makefile': '$(info $(shell ./x.sh))\nall:\n\tgo vet ./...\n',
	'later/Makefile': 'X = $(shell ./x.sh)\nY := $(X)\nall:\n\tgo vet ./...\n',
	'more/Makefile': 'X := a\nX += $(shell ./x.sh)\nall:\n\tgo vet ./...\n',
	'inner/Makefile': 'all:\n\t@echo $(subst a,b,$(shell ./x.sh))\n\tgo vet ./...\n',
	'tabbed/Makefile': 'X := $(shell\t./x.sh)\nall:\n\tgo vet ./...\n',
	'atonce/Makefile': 'X := $(shell ./x.sh)\nall:\n\tgo vet ./...\n',
	'extra/Makefile': '.EXTRA_PREREQS = run\nall:\n\tgo vet ./...\nrun:\n\t./x.sh\n',
	'version/Makefile': 'V := $(shell git describe --tags)\nall:\n\tgo vet ./...\n',
	'hidden/Makefile': 'all: a \\\n  $(MORE)\n\tgo vet ./...\n',
	'many/Makefile': `all: ${Array.from({ length: 40 }, (_, i) => `a${i}`).join(' ')}\n${Array.from(
		{ length: 40 },
		(_, i) => `a${i}:\n\t${i === 39 ? './other.sh' : 'go vet ./...'}\n`,
	).join('')}`,
	'go.mod': 'module x\n',
	'pyproject.toml': '[tool.ruff]\n',
};
const inMode = (mode: 'default' | 'edit', changed?: string) =>
	aContext({
		facts: aWorkspace({ readText: (path) => files[path], changedInRun: (path) => path === changed }),
		mode,
	});

describe('a recipe whose whole text only runs checks of the project', () => {
	test.each([
		'make',
		'make -j8',
		'make -j 4 -k all',
		'make all 2>&1 | tail -5',
		'make -n',
		'make -C sub',
		'make -C sub all',
		'make -C version',
		'cd sub && make',
		'make test-go GOFLAGS=-v',
		"make test-go GOFLAGS='-v -count=1'",
		'npm run everything',
		'yarn everything',
	])('runs without asking: %s', (line) => {
		expect(judgeShell(line, inMode('edit')).decision).toBe('allow');
		expect(judgeShell(line, inMode('default')).decision).toBe('allow');
	});

	test.each([
		['make', 'Makefile'],
		['npm run everything', 'package.json'],
	])('asks if this run changed the file: %s', (line, changed) => {
		expect(judgeShell(line, inMode('edit', changed)).decision).toBe('confirm');
	});
});

describe('a recipe that does more, or that the gate does not read completely', () => {
	test.each([
		'make run',
		'make all run',
		'make install',
		'make everything',
		'make missing',
		'make -f other.mk',
		'make -C /tmp/other',
		'make --eval "all: ; ./other.sh"',
		'make test-go GOFLAGS=-toolexec=./x',
		'make test-go GOFLAGS="$FLAGS"',
		"make test-go GOFLAGS='$(shell ./x)'",
		'make test-go SHELL=./x',
		'make test-go PATH=./bin',
		'make test-go MAKEFLAGS=-fother.mk',
		'make all LD_PRELOAD=./x.so',
		'make -C asked',
		'make -C first',
		'make -C goal',
		'make -C prefix',
		'make -C own',
		'make -C hidden',
		...['bare', 'later', 'more', 'inner', 'tabbed', 'atonce', 'extra'].map((folder) => `make -C ${folder} all`),
		'make -C sub -C ../../other all',
		'make all BASH_ENV=./x',
		'make -C many',
		'go() { ./x; }; make',
		'echo x > Makefile; make',
		'npm run size',
		'npm run ship',
		'npm run tidy',
		'npm run hello',
		'npm run everything -- --config ./x.js',
		'npm run everything --script-shell ./x',
	])('asks: %s', (line) => {
		expect(judgeShell(line, inMode('edit')).decision).toBe('confirm');
	});
});
