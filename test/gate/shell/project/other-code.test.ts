import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const files: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		scripts: { test: 'vitest run', lint: 'eslint .' },
		devDependencies: { vitest: '*', eslint: '*', mocha: '*', jest: '*', prettier: '*', typescript: '*', tsx: '*' },
	}),
	'pyproject.toml': '[tool.pytest.ini_options]\n[tool.mypy]\n',
	'go.mod': 'module example.com/x\n',
	'Cargo.toml': '[package]\nname = "x"\n',
	'composer.json': '{}',
	Gemfile: '',
	LICENSE: '',
	'README.md': '',
	'x.js': '',
	'docs/x.txt': '',
	'docs/fmt': '',
};
const folders = ['docs', 'src', 'spec', 'test', 'tests'].map((name) => `/checkouts/repo/${name}`);
const facts: Facts = aWorkspace({
	readText: (path) => files[path.replace('/checkouts/repo/', '')],
	isDirectory: (path) => folders.includes(path),
	entries: (folder) => (folder === '/checkouts/repo/docs' ? [{ name: 'x.txt', kind: 'file' }] : []),
});
const decide = (line: string): string => judgeShell(line, { facts, mode: 'edit' }).decision;

describe('a text file that is run as a test', () => {
	it.each([
		'pytest docs/x.txt',
		'pytest docs/x.rst',
		'pytest README.md',
		'pytest docs/*.txt',
		'pytest docs/*',
		"pytest --doctest-glob='*.md'",
		'pytest --doctest-glob y.md docs',
		'python3 -m pytest docs/x.txt',
		'uv run pytest docs/x.txt',
		'coverage run -m pytest docs/x.txt',
		'python3 -m doctest README.md',
		'python3 -m doctest -v LICENSE',
		'python3 -m doctest -o ELLIPSIS docs/x.txt',
		'python3 -m doctest docs/*',
		'coverage run -m doctest README.md',
		'npx mocha LICENSE',
		'npx mocha README.md',
		'npx mocha docs/x.txt',
		'npx mocha x',
		'npx mocha "docs/*"',
		'npx mocha --spec LICENSE',
		'npx mocha --extension md docs',
		'node --test LICENSE',
		'node --test docs/x.txt',
		'npx jest --runTestsByPath LICENSE',
		'npx jest --moduleFileExtensions md',
		'rspec LICENSE',
		'rspec docs/x.txt',
		'rspec spec/support/run.rb',
		'rspec -P LICENSE',
		'rspec --pattern=docs/*.txt',
		'bundle exec rspec -PLICENSE',
		'cucumber docs/x.txt',
		'vendor/bin/phpunit LICENSE',
		'vendor/bin/phpunit --test-suffix=.txt docs',
		'deno test README.md',
		'deno test --doc',
		'deno test -A',
		'deno test --allow-all',
		'deno test --allow-run',
	])('is not allowed: %s', (line) => {
		expect(decide(line)).not.toBe('allow');
	});

	it.each([
		'pytest tests/test_a.py::test_b -x -q',
		'pytest --doctest-modules src',
		'pytest src tests/*',
		'python -m doctest tests/test_a.py',
		'npx mocha "test/**/*.spec.js" --reporter dot',
		'npx mocha test/unit --grep "x y"',
		'npx mocha --spec test/a.spec.js',
		'node --test test/a.test.js',
		'npx jest src/x --ci --silent',
		'bundle exec rspec spec/models/a_spec.rb:12',
		'bundle exec rspec spec/a_spec.rb[1:2] -fd',
		'bundle exec rspec -P "spec/**/*_spec.rb"',
		'bundle exec cucumber features/a.feature:3',
		'vendor/bin/phpunit tests/Unit',
		'deno test --allow-read --allow-env=FOO test/a_test.ts',
	])('is allowed when its name shows a test: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});

describe('an option of a test or a linter that names code', () => {
	it.each([
		'npx mocha -r x',
		'npx mocha -R x',
		'npx mocha --ui x',
		'npx mocha --snapshot-blob x',
		'npx mocha --openssl-config=x.cnf',
		'npx prettier --plugin=x --check .',
		'npm run lint -- -f docs/fmt',
		'npm run lint -- -f LICENSE',
		'npm run lint -- --format=LICENSE',
		'npm run lint -- --fix -f LICENSE',
		'pnpm lint -f LICENSE',
		'yarn lint -f LICENSE',
		'npm test -- --coverage.provider=custom --coverage.customProviderModule=./x.js',
		'npm test -- --coverage.customProviderModule x',
		'npm test -- --poolOptions.forks.execArgv=--require=./x.js',
		'npm test -- --pool-options.forks.exec-argv=--require=./x.js',
		'npm test -- --sequence.sequencer=./x.js',
		'npm test -- --diff=./x.js',
		'npm test -- --diff x',
		'npm test -- --snapshotSerializers ./x.js',
		'npm test -- --globalSetup x',
		'npm test -- --setupFiles x',
		'npm test -- --pool x',
		'npm test -- --config LICENSE',
		'npx vitest run --sequence.sequencer=./x.js',
		'npx vitest run --diff x',
		'npx vitest run --snapshotSerializers x',
		'npx vitest run --browser.provider=x',
		'npx vitest run --whatever=./x.js',
		'npx jest --haste \'{"hasteImplModulePath":"./x.js"}\'',
		'npx jest --runtime ./x.js',
		'npx jest --prettierPath LICENSE',
		'npx jest --moduleNameMapper \'{"a":"./x.js"}\'',
		'npx jest --globalSetup x',
		'npx jest --setupFiles x',
		'npx jest --testEnvironment x',
		'node --test --snapshot-blob x',
		'node --test --openssl-config=LICENSE',
		'node --test --experimental-sea-config x',
		'npx mocha init docs',
		'npx mocha init .git',
		'cargo clippy -- @README.md',
		'cargo clippy -- -D warnings @README.md',
		'cargo clippy -- --extern x=./libx.so',
		'cargo clippy -- -Zcodegen-backend=./x.so',
		'cargo clippy -- --sysroot x',
		'cargo clippy -- --sysroot=x',
		'cargo clippy -- -C linker=./x',
		'cargo fmt -- --config-path LICENSE',
		'bundle exec --gemfile=LICENSE rspec',
		'bundle exec --verbose --gemfile=Gemfile2 rspec',
		'bundle --gemfile=LICENSE exec rspec',
		'bundle check --gemfile=LICENSE',
	])('is not allowed: %s', (line) => {
		expect(decide(line)).not.toBe('allow');
	});

	it('is blocked when it writes a file of git', () => {
		expect(decide('cargo fmt -- --emit files .git/x.rs')).toBe('block');
		expect(decide('cargo clippy -- --emit=metadata=.git/x')).toBe('block');
	});

	it.each([
		'npm test -- --coverage -t "x y"',
		'npm test -- --coverage.reporter=text --pool=forks',
		'npm test -- src/a.test.ts --reporter=dot',
		'npm run lint -- --max-warnings 0',
		'npm run lint -- --fix --ext .ts,.tsx',
		'npm run lint -- -f json',
		'npx vitest run src/a.test.ts --reporter=dot',
		'npx vitest run --environment jsdom --coverage.include=src/**',
		'npx vitest run --poolOptions.forks.singleFork --changed=origin/main',
		'npx mocha -r tsx test/a.test.ts',
		'npx jest --coverage --testPathPattern=src/a --env=jsdom',
		'npx prettier --check "src/**/*.ts"',
		'cargo clippy --all-targets -- -D warnings -A clippy::all',
		'cargo fmt --all -- --check',
		'bundle exec rspec',
		'bundle list --name-only',
		'bundle info rails --path',
	])('is allowed when it names a choice or the project: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});

/** Threat: a debugger or a server of tests that is open to the net runs what anybody tells it. */
describe('a test that opens a port', () => {
	it.each([
		'node --test --inspect=0.0.0.0',
		'node --inspect=0.0.0.0 --test',
		'node --test --inspect-brk=10.0.0.1:1',
		'node --test --inspect-port=0.0.0.0:1',
		'npm test -- --inspect=0.0.0.0:9229',
		'npm test -- --inspect-brk=evil.example',
		'npx mocha --inspect=0.0.0.0',
		'npx vitest run --inspect-brk 0.0.0.0:1',
		'deno test --inspect=0.0.0.0:9229',
		'bun test --inspect=0.0.0.0:1',
		'npm test -- --api 0.0.0.0',
		'npm test -- --api.host=0.0.0.0',
		'npx vitest run --browser.api.host=0.0.0.0',
		'npm test -- --host',
	])('is asked about when others can reach it: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	it.each([
		'node --test --inspect',
		'node --test --inspect=127.0.0.1:9229',
		'node --test --inspect-brk=9229 test/a.test.js',
		'npm test -- --inspect=localhost:9229',
		'npm test -- --api 51204',
		'npm test -- --host 127.0.0.1',
	])('is allowed when only this machine can reach it: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});
