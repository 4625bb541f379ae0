import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const polyglot: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		scripts: { test: 'vitest run', lint: 'eslint .' },
		devDependencies: { vitest: '*', typescript: '*' },
	}),
	'pyproject.toml': '[tool.pytest.ini_options]\n[dependency-groups]\ndev = ["pytest", "ruff"]\n',
	'go.mod': 'module example\n',
	'Cargo.toml': '[package]\n',
	'pom.xml': '<project/>\n',
	'build.gradle': '\n',
	'composer.json': '{"scripts":{"test":"phpunit","deploy":"x"}}',
	Makefile: '.PHONY: test\ntest lint: deps\n\techo\ndeploy:\n\techo\n',
};

const workspaces: Readonly<Record<string, Facts>> = {
	'with every manifest': aWorkspace({ readText: (path) => polyglot[path] }),
	'without any': aWorkspace({ readText: () => undefined }),
};

const decide = (command: string, facts: Facts) => judgeShell(command, { facts }).decision;

describe.each(Object.entries(workspaces))('tools of a project %s', (_, facts) => {
	it.each([
		'npx vitest run --coverage',
		'npx tsc --noEmit -p tsconfig.json',
		'yarn vitest run src',
		'node --test "test/**/*.test.js"',
		'node_modules/.bin/eslint src --max-warnings 0',
		'prettier --check . && eslint . && tsc -b',
		'vite build',
		'pytest -x -q tests/unit --tb=short -n auto',
		'python3 -m pytest tests -k "not slow"',
		'python -m unittest discover -v',
		'ruff check . && ruff format --check .',
		'black --check --diff .',
		'mypy --strict src',
		'uv run --frozen pytest',
		'poetry run mypy src',
		'coverage run -m pytest && coverage report',
		'.venv/bin/python -m pytest',
		'go test -race -count=1 -run TestFoo ./pkg/...',
		'cd internal/x && go vet ./...',
		'gofmt -l . ; golangci-lint run',
		'cargo clippy --all-targets -- -D warnings',
		'cargo fmt --all -- --check',
		'./gradlew clean :app:testDebugUnitTest --tests "a.B"',
		'mvn -B -q verify -DskipTests',
		'dotnet test --no-build --logger "console;verbosity=detailed"',
		'bundle exec rspec spec/models',
		'vendor/bin/phpunit --filter testFoo',
		'php vendor/bin/phpstan analyse src',
		'mix format --check-formatted && mix test',
		'make -j4 test lint',
		'cmake -B build -DCMAKE_BUILD_TYPE=Debug && cmake --build build -j$(nproc) && ctest --test-dir build',
		'gcc -Wall -O2 -fopenmp -c foo.c -o foo.o',
		'shellcheck scripts/*.sh && bash -n scripts/build.sh',
		'terraform fmt -check -recursive',
		'PYTHONPATH=src CI=1 pytest -q 2>&1 | tail -20',
		'NODE_OPTIONS=--experimental-vm-modules timeout 300 npx vitest run',
	])('are allowed: %s', (command) => {
		expect(decide(command, facts)).toBe('allow');
	});

	it.each([
		'cd /elsewhere && pytest',
		'cd "$X" && cargo test',
		'vitest --globalSetup ./x.ts',
		'vitest --coverage.reportsDirectory=src',
		'jest --config \'{"globalSetup":"/tmp/x.js"}\'',
		'node --import ./x.mjs --test',
		'node test/a.js --test',
		'mocha ./deploy.js',
		'eslint --rulesdir /elsewhere .',
		'eslint --fix .',
		'tsc --outDir /srv/www',
		'rollup -p ./x.js',
		'npx eslint@latest .',
		'npx -y eslint .',
		'npx --package=x eslint .',
		'npx github:octokit/x',
		'pnpm dlx eslint@9',
		'uvx --from x pytest',
		'uv run --with x pytest',
		'pytest -p x',
		'pytest deploy.py',
		'pytest --override-ini=python_files=deploy.py',
		'pytest --basetemp=src',
		'mypy --config-fil=/elsewhere/x.ini src',
		'coverage run deploy.py',
		'tox -e release',
		'go test -exec ./x ./...',
		'go build -ldflags=-extld=./x .',
		'go env -w GOFLAGS=x',
		'go -C /elsewhere test ./...',
		'cargo test --config x',
		'cargo build --manifest-path /elsewhere/Cargo.toml',
		'./gradlew -I x.gradle test',
		'./gradlew test -Dorg.gradle.jvmargs=-javaagent:x.jar',
		'mvn verify deploy',
		'mvn -f /elsewhere/pom.xml test',
		'dotnet build -p:CustomBeforeMicrosoftCommonTargets=/x',
		'rubocop -A',
		'rspec ./deploy.rb',
		'phpunit --bootstrap x.php',
		'composer run deploy',
		'make deploy',
		'make test lint SHELL=./x',
		'make --eval "x:;rm a" test',
		'make -C /elsewhere test',
		'cmake -S /elsewhere -B build',
		'cmake -B build -DCMAKE_C_COMPILER_LAUNCHER=./x',
		'cmake --build build --target install',
		'ctest -S x.cmake',
		'gcc -fplugin=./x.so a.c',
		'gcc -o .git/hooks/pre-commit a.c',
		'bash -n +n x.sh',
		'PYTHONPATH=/elsewhere pytest',
		'DOTNET_STARTUP_HOOKS=./x.dll dotnet test',
	])('are not allowed: %s', (command) => {
		expect(decide(command, facts)).not.toBe('allow');
	});
});

describe('the output of a tool', () => {
	const committed = aWorkspace({ readText: (path) => (path === 'src/main.c' ? 'int x;' : undefined) });
	const made = { ...committed, changedInRun: (path: string) => path === 'src/main.c' };

	it('is allowed when no committed content is lost', () => {
		expect(decide('gcc a.c -o build/main', committed)).toBe('allow');
		expect(decide('gcc a.c -o src/main.c', made)).toBe('allow');
	});

	it('counts as a write when it replaces a committed file', () => {
		expect(decide('gcc a.c -o src/main.c', committed)).toBe('confirm');
	});
});
