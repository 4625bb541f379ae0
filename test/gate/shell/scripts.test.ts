import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeShell, files as usual } from '../support.ts';

const files: Readonly<Record<string, string>> = {
	...usual,
	'go.mod': 'module x\n',
	'scripts/reset.sh': '#!/bin/bash\nset -e\necho resetting\nrm -rf ~/*\n',
	'scripts/reset': '#!/bin/sh\nrm -rf ~/*\n',
	'scripts/plain': 'rm -rf ~/*\n',
	'scripts/outer.sh': '#!/bin/sh\ncd "$(dirname "$0")/.."\n./scripts/reset.sh\n',
	'scripts/nested.sh': '#!/bin/sh\nbash scripts/outer.sh\n',
	'scripts/given.sh': '#!/bin/sh\nrm -rf "$1"\n',
	'scripts/ci.sh': '#!/usr/bin/env bash\nset -euo pipefail\ngo vet ./...\ngo test ./...\n',
	'scripts/all.sh': '#!/bin/sh\nset -e\nbash scripts/ci.sh\nsource scripts/lib.sh\ngreet\n',
	'scripts/lib.sh': 'greet() { echo hi; }\n',
	'scripts/clean.sh': 'rm -rf dist\n',
	'scripts/setup.sh': '#!/bin/sh\nsudo apt-get install -y jq\n',
	'scripts/disk.sh': 'dd if=/dev/zero of=/dev/sda\n',
	'scripts/hook.sh': 'cp x .git/hooks/pre-commit\n',
	'scripts/loop.sh': '#!/bin/sh\n./scripts/loop.sh\n',
	'scripts/odd': '#!/tmp/bash\ngo test ./...\n',
	'scripts/any.sh': '"$@"\n',
	'wipe.py': 'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))\n',
	'spells.py': 'cases = ["rm -rf ~", "cat .env"]\nrun(cases)\n',
	'wipe.js': 'require("child_process").execSync("rm -rf ~/*")\n',
	'wipe.rb': 'system("rm -rf ~")\n',
	'wipe.pl': '#!/usr/bin/perl\nsystem("rm -rf ~");\n',
	wipe: '#!/usr/bin/env python3\nimport shutil\nshutil.rmtree("/")\n',
	Makefile: [
		'DIR := $(HOME)',
		'RM = rm -rf',
		'test:\n\tgo test ./...',
		'wipe:\n\trm -rf ~/*',
		'set:\n\t$(RM) $(DIR)',
		'home:\n\trm -rf $(HOME)',
		'before: wipe\n\techo ok',
		'lines: other \\\n  wipe\n\techo',
		'script:\n\t./scripts/reset.sh',
		'again:\n\t$(MAKE) wipe',
		'inline: ; rm -rf ~',
		'given:\n\trm -rf $(WHAT)',
		'%.wiped:\n\trm -rf ~/',
		'include common.mk',
	].join('\n'),
	'common.mk': 'common:\n\trm -rf /\n',
	'own.mk': 'all:\n\trm -rf ~\n',
	'shell.mk': 'X := $(shell rm -rf ~)\nall:\n\techo\n',
	'sub/Makefile': 'wipe:\n\trm -rf ~\n',
};
const facts = aWorkspace({ readText: (path) => files[path] });
const outcomeOf = (line: string, changed: readonly string[] = []) =>
	judgeShell(line, { facts: { ...facts, changedInRun: (path) => changed.includes(path) } }).decision;

describe('a script file that is run', () => {
	it.each([
		...['./scripts/reset.sh', 'scripts/reset.sh', '/checkouts/repo/scripts/reset.sh', './scripts/reset'],
		...['source scripts/reset.sh', '. ./scripts/reset.sh', 'bash scripts/reset.sh', 'sh -e ./scripts/reset.sh'],
		...['bash scripts/plain', './scripts/plain', 'cd scripts && ./reset.sh', 'zsh scripts/reset.sh'],
		...['bash < scripts/reset.sh', 'cat scripts/reset.sh | bash', 'eval "$(cat scripts/reset.sh)"'],
		...['bash <(cat scripts/reset.sh)', 'bash -c "$(< scripts/reset.sh)"', 'bash --rcfile scripts/reset.sh -i'],
		...['nohup ./scripts/reset.sh', 'timeout 5 bash scripts/reset.sh', 'find . -exec ./scripts/reset.sh \\;'],
		...['./scripts/outer.sh', 'bash scripts/nested.sh', 'bash scripts/given.sh ~', './scripts/given.sh /'],
		...['python wipe.py', 'python3 -u wipe.py', './wipe', 'node wipe.js', 'ruby wipe.rb', 'perl wipe.pl', './wipe.pl'],
		...['bash scripts/disk.sh', 'bash scripts/hook.sh'],
		...['python3 < wipe.py', 'cat wipe.js | node', 'cp scripts/reset.sh x.sh; bash x.sh'],
	])('is blocked when its text is dangerous: %s', (line) => {
		expect(outcomeOf(line)).toBe('block');
	});

	it.each([
		...['bash scripts/ci.sh', 'sh scripts/ci.sh', './scripts/ci.sh', 'bash -eu scripts/ci.sh', 'bash scripts/all.sh'],
		...['source scripts/lib.sh && greet', 'ls && bash scripts/ci.sh 2>&1 | tail', 'time ./scripts/ci.sh'],
	])('is allowed when its commands are allowed: %s', (line) => {
		expect(outcomeOf(line)).toBe('allow');
	});

	it.each([
		...['bash scripts/clean.sh', './scripts/setup.sh', './scripts/loop.sh', './scripts/odd', 'bash scripts/none.sh'],
		...['python spells.py', 'zsh scripts/ci.sh', 'bash -i scripts/ci.sh', 'bash -O extglob scripts/ci.sh'],
		...['bash scripts/any.sh rm -rf src', 'git checkout topic && bash scripts/ci.sh', './tool; bash scripts/ci.sh'],
		...['sed -i s/a/b/ scripts/ci.sh && bash scripts/ci.sh', 'bash scripts/ci.sh > scripts/ci.sh'],
		...['go() { rm -rf src; }; export -f go; bash scripts/ci.sh', 'PATH=./x:$PATH bash scripts/ci.sh'],
	])('is asked about in %s', (line) => {
		expect(outcomeOf(line)).toBe('confirm');
	});

	it('asks when this run changed it, and counts all its effects', () => {
		expect(outcomeOf('bash scripts/ci.sh', ['scripts/ci.sh'])).toBe('confirm');
		expect(outcomeOf('bash scripts/all.sh', ['scripts/ci.sh'])).toBe('confirm');
		expect(outcomeOf('./scripts/setup.sh', ['scripts/setup.sh'])).toBe('block');
	});

	it('shows effects beyond the checkout at a high risk', () => {
		expect(judgeShell('./scripts/setup.sh', { facts })).toMatchObject({ decision: 'confirm', risk: 'high' });
	});

	it('is not trusted when only its beginning was read', () => {
		const beginning = Array.from({ length: 180 }, (_, i) => `echo ${'$((1+2)) '.repeat(6)}${i}`).join('\n');
		const own = { ...facts, readText: (path: string) => (path === 'a.sh' ? `${beginning}\nls src\n` : undefined) };
		expect(judgeShell('bash a.sh', { facts: own }).decision).toBe('confirm');
	});

	it('asks when the line runs too many scripts to read', () => {
		const long = Array.from({ length: 20 }, (_, i) => [`${i}.sh`, 'true a b c\n'.repeat(150)] as const);
		const many = { ...facts, readText: (path: string) => new Map<string, string>(long).get(path) };
		const verdict = judgeShell(long.map(([path]) => `bash ${path}`).join(';'), { facts: many });
		expect(verdict.decision).toBe('confirm');
		const whys = verdict.effects.flatMap((effect) => (effect.kind === 'opaque' ? [effect.why] : []));
		expect(whys).toContain('the command line takes too much work to be inspected whole');
	});
});

describe('makefiles', () => {
	it.each([
		...['make wipe', 'gmake wipe', 'make set', 'make home', 'make before', 'make lines', 'make script', 'make again'],
		...['make inline', 'make x.wiped', 'make common', 'make -C sub wipe', 'cd sub && make wipe', 'make test wipe'],
		...['make -f own.mk', 'make --file=own.mk all', 'make -f shell.mk', 'make given WHAT=/', 'make test DIR=x wipe'],
	])('block the dangerous recipe of %s', (line) => {
		expect(outcomeOf(line)).toBe('block');
	});

	it('leave decisions about other targets unchanged', () => {
		expect(outcomeOf('make test')).toBe('allow');
		expect(outcomeOf('make given')).toBe('confirm');
	});
});

describe('files that the same line has written', () => {
	it.each([
		`cat > x.py <<'E'\nimport shutil, os\nshutil.rmtree(os.path.expanduser("~"))\nE\npython x.py`,
		`echo "require('child_process').execSync('rm -rf ~')" > a.js && node a.js`,
		`printf 'rm -rf ~\\n' > a.py.sh; sh a.py.sh`,
		`echo 'import os; os.system("rm -rf ~")' | tee y.py && python3 y.py`,
		`echo 'system("rm -rf ~")' > z.rb && ruby z.rb`,
		`echo 'system("rm -rf ~");' > z.pl && perl z.pl`,
		`cat <<'E' > r.php\n<?php system("rm -rf ~"); \nE\nphp r.php`,
		`printf 'all:\\n\\trm -rf ~\\n' > Makefile && make all`,
		`printf 'all:\\n\\trm -rf ~\\n' > w.mk && make -f w.mk`,
		`printf '#!/usr/bin/env python3\\nimport shutil\\nshutil.rmtree("/")\\n' > t && chmod +x t && ./t`,
		`printf 'import shutil\\nshutil.rmtree("/")\\n' > sub/x.py; cd sub; python x.py`,
		`printf 'rm -rf ' > a.sh; echo '~' >> a.sh; bash a.sh`,
		`echo 'rm -rf ~' > a; mv a b; bash b`,
	])('are blocked when their text is dangerous: %s', (line) => {
		expect(outcomeOf(line)).toBe('block');
	});

	it('are asked about when they are harmless', () => {
		expect(outcomeOf('echo "print(1)" > x.py && python x.py')).toBe('confirm');
	});
});
