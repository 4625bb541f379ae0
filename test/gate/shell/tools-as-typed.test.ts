import { describe, expect, test } from 'vitest';
import { aContext, aWorkspace, judgeShell } from '../support.ts';

const texts: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		workspaces: ['packages/*', 'tools'],
		scripts: { test: 'vitest run', build: 'tsc -p .' },
		devDependencies: { vitest: '*', typescript: '*', eslint: '*' },
	}),
	'packages/web/package.json': JSON.stringify({
		name: '@app/web',
		scripts: { test: 'vitest run', build: 'tsc -p .', lint: 'rm -rf ~', all: 'tsc --noEmit', serve: './server.sh' },
	}),
	'tools/package.json': JSON.stringify({ name: 'tools', scripts: { all: './run.sh' } }),
	'composer.json': JSON.stringify({
		scripts: {
			stan: 'phpstan analyse',
			all: ['@stan', '@php vendor/bin/phpunit', 'phpunit'],
			quality: ['@stan', 'phpunit'],
			deploy: ['@stan', './deploy.sh'],
			call: 'App\\Build::run',
			install: 'phpstan analyse',
			test: ['phpunit', 'rm -rf ~'],
			format: 'php-cs-fixer fix src',
			tidy: 'php-cs-fixer fix src',
		},
	}),
	'events/composer.json': '{"scripts":{"stan":"phpstan analyse","pre-command-run":"./x.sh"}}',
	'CMakeLists.txt': [
		'add_executable(fx_test tests/fx.cpp)',
		'add_library(fx src/fx.cpp)',
		'# add_executable(old x.cpp)',
		'add_executable(rare EXCLUDE_FROM_ALL x.cpp)',
		'add_executable(led x.cpp)',
		'add_dependencies(led deploy)',
		'add_custom_target(deploy COMMAND ./deploy.sh)',
	].join('\n'),
	'pom.xml': '<project/>',
	'pyproject.toml': '[tool.pytest]\n',
	'lib/__init__.py': '',
	'lib/core.py': 'import os\n\n\ndef f():\n    """\n    >>> f()\n    """\n    os.remove("x")\n',
	'lib/acts.py': 'import os\nos.remove("x")\n',
	'lib/joined.py': 'import os; os.remove("x")\n',
	'lib/loops.py': 'for x in range(3):\n    print(x)\n',
	'lib/__main__.py': 'x = 1\n',
	'scripts/core.py': 'x = 1\n',
};
const entries = (path: string) =>
	path.endsWith('/packages') ? [{ name: 'web', kind: 'folder' } as const, { name: 'x.md', kind: 'file' } as const] : [];
const decide = (line: string) =>
	judgeShell(line, aContext({ facts: aWorkspace({ readText: (path) => texts[path], entries }), mode: 'edit' }))
		.decision;

describe('a call of a project tool', () => {
	test.each([
		'npm test -- --run tests/a.test.ts',
		'npm test -- --coverage --run tests/a.test.ts',
		'pnpm test --run tests/a.test.ts',
		'npm run build --workspace=@app/web',
		'npm run build -w packages/web',
		'npm test -w @app/web -- --run tests/a.test.ts',
		'npm run all -w packages/web',
		'npm run missing -w packages/web --if-present',
		'composer run-script stan',
		'composer stan',
		'composer quality',
		'composer format',
		'composer all',
		'cmake --build build --target fx_test -- -k',
		'cmake --build build -t fx',
		'ninja -C build -t targets',
		'ninja -t commands all',
		'clang-tidy a.cpp -- -std=c++17 -Iinclude -DX=1',
		'mvn -o help:effective-pom -q -Doutput=/dev/stdout',
		'python -m doctest -v lib/core.py',
	])('runs without asking: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});

	test.each([
		'npm test -- --run scripts/a.js',
		'npm test -- --run tests/../scripts/a.js',
		'npm test -- --run /tmp/a.test.ts',
		'npm test -- --setupFiles tests/a.test.ts',
		'npm --run test run serve',
		'npm run serve -w packages/web',
		'npm run all -w packages/web -w tools',
		'npm run all -w tools -w packages/web',
		'npm run all --workspaces',
		'npm run all -w ../other',
		'npm run missing -w packages/web',
		'npm run all --workspac=packages/web',
		'npm run all -w packages/web --script-shell ./x',
		'npm config get proxy',
		'npm config get registry',
		'composer tidy',
		'composer deploy',
		'composer call',
		'composer install',
		'composer stan -- -c x.neon --autoload-file=x.php',
		'composer -d events stan',
		'cd events && composer stan',
		'cmake --build build --target deploy',
		'cmake --build build --target old',
		'cmake --build build --target rare',
		'cmake --build build --target led',
		'cmake --build build --target "$T"',
		'cmake --build build --target fx -- CXX=./x',
		'ninja -C build -t browse',
		'ninja -C build -t clean',
		'ninja -C build -t "$T"',
		'ninja -C /tmp/x -t targets',
		'clang-tidy a.cpp -- -Xclang -load -Xclang ./x.so',
		'clang-tidy a.cpp -- -fplugin=./x.so',
		'clang-tidy a.cpp -- -include /home/other/x.h',
		'clang-tidy a.cpp -load ./x.so -- -std=c++17',
		'mvn help:effective-pom -Doutput=/home/runner/x',
		'python -m doctest lib/acts.py',
		'python -m doctest lib/joined.py',
		'python -m doctest lib/loops.py',
		'python -m doctest lib/__main__.py',
		'python -m doctest scripts/core.py',
		'python -m doctest /tmp/lib/core.py',
		'python -m doctest docs/guide.md',
	])('asks: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		'npm run lint -w @app/web',
		'composer test',
		'npm run build -w packages/web -- --outDir .git/hooks',
		'npm config get registry _auth',
		'npm config get //registry.npmjs.org/:_authToken',
	])('is blocked if its text would be blocked: %s', (line) => {
		expect(decide(line)).toBe('block');
	});
});

describe('a search or a query', () => {
	test.each([
		"fd --type f --hidden --exclude .git 'ci\\.yml'",
		'fd -E .env name',
		"ack --js 'process\\.env' src",
		"ag --ts 'process\\.env' src",
		"sqlite3 -csv :memory: '.import data/a.csv t' 'select a from t'",
		"sqlite3 :memory: '.import --csv --skip 1 data/a.csv t' 'select a from t'",
		'csvcut -n data/a.csv',
		"sd 'a' 'b' src/x.ts",
	])('runs without asking: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});

	test.each([
		'fd --ignore-file /etc/x name',
		'fd --exclude .git name -x ./run.sh',
		'ack --pager=./x a src',
		"sqlite3 :memory: '.import \"|id\" t' 'select * from t'",
		"sqlite3 :memory: '.import |id t'",
		"sqlite3 :memory: '.import \"a\\056csv\" t' 'select * from t'",
		"sqlite3 a.db '.import data/a.csv t'",
		"sqlite3 :memory: '.import /home/other/a.csv t' 'select * from t'",
		'csvsql --query "select 1" a.csv',
		'csvclean a.csv',
	])('asks: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		"sqlite3 :memory: '.import .env t' 'select * from t'",
		'fd --ignore-file .env name',
		'fd -H -E .git env -x cat',
		'csvcut -c 1 .env',
		'sd a b .env',
		'sd a b /etc/hosts',
		'benchstat a=.env',
	])('is blocked if it reads a credential or writes outside the checkout: %s', (line) => {
		expect(decide(line)).toBe('block');
	});
});
