import { expect } from 'vitest';
import type { Stack } from '../../src/readiness/index.ts';
import type { Files } from './stack-of.ts';

const script = '{ "scripts": { "build": "tsc", "test": "vitest \\"all\\"" }, "devDependencies": { "vitest": "1" } }';
const npm = ['registry.npmjs.org'];
const pypi = ['pypi.org', 'files.pythonhosted.org'];
const yarn = ['registry.yarnpkg.com', 'registry.npmjs.org', 'repo.yarnpkg.com'];
const crates = ['index.crates.io', 'static.crates.io'];
const gems = ['rubygems.org', 'index.rubygems.org'];
const central = ['repo.maven.apache.org', 'repo1.maven.org'];
const dryRun = (program: string) =>
	`${program} --batch-mode --quiet test -Dtest='*#none' -Dsurefire.failIfNoSpecifiedTests=false`;
const venv = "python3 -m venv .venv && echo '*' > .venv/.gitignore && ";
const node = (given: Readonly<Record<string, string>>) => ({ tool: 'Node.js', with: given }) as const;
const lts = node({ 'node-version': 'lts/*' });
const wrapper = (version: string) => ({
	gradlew: '',
	'gradle/wrapper/gradle-wrapper.properties': `distributionUrl=https\\://services.gradle.org/distributions/gradle-${version}-bin.zip\n`,
});

/** The files of a checkout, and the expected stack. */
export const stackRows: readonly (readonly [string, Files, Partial<Stack>])[] = [
	['nothing', {}, { languages: [], managers: [], setup: [], tests: [], steps: [] }],
	[
		'npm',
		{ 'package.json': script, 'package-lock.json': '', 'tsconfig.json': '' },
		{
			languages: ['TypeScript'],
			managers: ['npm'],
			setup: [{ run: 'npm ci', hosts: npm }],
			tests: ['npm test'],
			steps: [lts],
			unprepared: [],
		},
	],
	[
		'npm without a lock file',
		{ 'package.json': script },
		{ setup: [{ run: 'npm install --no-package-lock --no-audit --no-fund', hosts: npm }] },
	],
	['npm without dependencies', { 'package.json': '{}' }, { managers: ['npm'], setup: [], unprepared: [], tests: [] }],
	[
		'Node.js by .nvmrc',
		{ 'package.json': script, '.nvmrc': 'v20\n', '.node-version': '18' },
		{ steps: [node({ 'node-version-file': '.nvmrc' })] },
	],
	[
		'Node.js by engines with an upper limit',
		{ 'package.json': '{"engines":{"node":"^20"}}' },
		{ steps: [node({ 'node-version-file': 'package.json' })] },
	],
	['Node.js by engines without an upper limit', { 'package.json': '{"engines":{"node":">=18"}}' }, { steps: [lts] }],
	[
		'a test script that watches, next to one that ends',
		{ 'package.json': '{"scripts":{"test":"jest --watch","test:unit":"jest"},"dependencies":{"cypress":"1"}}' },
		{
			tests: ['npm run test:unit'],
			setup: [{ run: expect.anything(), hosts: expect.arrayContaining(['download.cypress.io']) }],
		},
	],
	[
		'a test program without a script',
		{ 'package.json': '{"devDependencies":{"jest":"1"}}' },
		{ tests: ['npx --no-install jest'] },
	],
	[
		'pnpm by packageManager',
		{
			'package.json': '{"packageManager":"pnpm@10.1.0","scripts":{"test":"x"}}',
			'package-lock.json': '',
			'pnpm-lock.yaml': '',
		},
		{ managers: ['pnpm'], choices: [], tests: ['pnpm test'], steps: [{ tool: 'pnpm', with: {} }, lts] },
	],
	[
		'pnpm by the format of its lock file',
		{ 'package.json': script, 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" },
		{
			setup: [{ run: 'pnpm install --frozen-lockfile', hosts: npm }],
			steps: [{ tool: 'pnpm', with: { version: '8' } }, lts],
		},
	],
	[
		'pnpm without a lock file',
		{ 'package.json': script, 'pnpm-workspace.yaml': 'packages: [a]\n' },
		{ setup: [{ run: 'pnpm install --no-lockfile', hosts: npm }], monorepo: 'pnpm workspaces' },
	],
	[
		'yarn, version 1',
		{ 'package.json': script, 'yarn.lock': '# yarn lockfile v1\n' },
		{ setup: [{ run: 'yarn install --frozen-lockfile', hosts: yarn }], steps: [lts] },
	],
	[
		'yarn by its lock file',
		{ 'package.json': script, 'yarn.lock': '__metadata:\n  version: 8\n' },
		{ setup: [{ run: 'yarn install --immutable', hosts: yarn }], steps: [lts, { tool: 'corepack' }] },
	],
	[
		'yarn in the checkout',
		{ 'package.json': script, 'yarn.lock': '', '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn.cjs\n' },
		{ setup: [{ run: 'yarn install --immutable', hosts: yarn }], steps: [lts] },
	],
	[
		'bun with its own test command',
		{ 'package.json': '{"dependencies":{"a":"1"}}', 'bun.lock': '' },
		{
			managers: ['bun'],
			setup: [{ run: 'bun install --frozen-lockfile', hosts: npm }],
			tests: ['bun test'],
			steps: [lts, { tool: 'bun', with: { 'bun-version': 'latest' } }],
		},
	],
	['bun with a script', { 'package.json': script, 'bun.lock': '' }, { tests: ['bun run test'] }],
	[
		'a script that tests nothing',
		{ 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
		{ tests: [], setup: [] },
	],
	[
		'Deno',
		{ 'deno.jsonc': '{\n// the tasks\n"tasks": { "test": "deno test" }, }' },
		{
			languages: ['Deno'],
			setup: [expect.objectContaining({ run: 'deno test --no-run --allow-all' }) as never],
			tests: ['deno task test'],
			steps: [{ tool: 'Deno', with: { 'deno-version': 'v2.x' } }],
		},
	],
	['Deno without a task', { 'deno.json': '{}' }, { tests: ['deno test --allow-all'] }],
	[
		'uv, with a group for tests',
		{
			'pyproject.toml': '[project]\n[dependency-groups]\ntests = ["pytest>=8"]\ndocs = []\n',
			'uv.lock': '',
			'.python-version': '3.12\n',
		},
		{
			languages: ['Python'],
			managers: ['uv'],
			setup: [{ run: 'uv sync --frozen --group tests', hosts: pypi }],
			tests: ['uv run --no-sync pytest'],
			steps: [{ tool: 'Python', with: { 'python-version-file': '.python-version' } }, { tool: 'uv' }],
		},
	],
	[
		'uv without a lock file',
		{ 'pyproject.toml': '[project]\n[tool.uv]\n' },
		{ managers: ['uv'], setup: [{ run: 'uv sync', hosts: pypi }] },
	],
	[
		'Poetry without a lock file',
		{ 'pyproject.toml': '[tool.poetry]\n[tool.poetry.group.dev.dependencies]\npytest = "*"\n' },
		{
			setup: [{ run: 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction', hosts: pypi }],
			tests: ['poetry run pytest'],
			steps: [{ tool: 'Python', with: { 'python-version': '3.13' } }, { tool: 'Poetry' }],
		},
	],
	[
		'PDM',
		{ 'pyproject.toml': '[project]\n', 'pdm.lock': '' },
		{ setup: [{ run: 'pdm install --frozen-lockfile', hosts: pypi }] },
	],
	[
		'Pipenv',
		{ Pipfile: '', 'Pipfile.lock': '' },
		{ setup: [{ run: 'PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev', hosts: pypi }] },
	],
	[
		'Hatch with test dependencies in its environments',
		{ 'pyproject.toml': '[project]\n[tool.hatch.envs.test]\ndependencies = ["pytest"]\n' },
		{ managers: ['Hatch'], tests: ['HATCH_DATA_DIR=~/.cache/hatch-data hatch run test:pytest'] },
	],
	[
		'pip',
		{ 'requirements.txt': '', 'conftest.py': '' },
		{
			managers: ['pip'],
			setup: [{ run: `${venv}.venv/bin/pip install -r requirements.txt pytest`, hosts: pypi }],
			tests: ['.venv/bin/python -m pytest'],
		},
	],
	[
		'pip with an extra for tests',
		{
			'pyproject.toml':
				'[project]\nclassifiers = ["Programming Language :: Python :: 3.12"]\n[project.optional-dependencies]\ntest = ["pytest"]\n',
		},
		{
			setup: [{ run: `${venv}.venv/bin/pip install -e '.[test]'`, hosts: pypi }],
			steps: [{ tool: 'Python', with: { 'python-version': '3.12' } }],
		},
	],
	[
		'pip with a dependency group for tests',
		{ 'pyproject.toml': '[project]\n[dependency-groups]\ntest = ["pytest"]\n', 'requirements-dev.txt': '' },
		{
			setup: [
				{ run: `${venv}.venv/bin/pip install --upgrade pip && .venv/bin/pip install -e . --group test`, hosts: pypi },
			],
		},
	],
	[
		'setup.py with requirements files',
		{ 'setup.py': '', 'requirements-dev.txt': 'pytest\n', 'tests/a.py': '' },
		{
			setup: [{ run: `${venv}.venv/bin/pip install -e . -r requirements-dev.txt`, hosts: pypi }],
			tests: ['.venv/bin/python -m pytest'],
		},
	],
	[
		'Python tests without pytest',
		{ 'setup.py': '', 'tests/a.py': '' },
		{ tests: ['.venv/bin/python -m unittest discover -s tests'] },
	],
	[
		'Python tests in a package',
		{ 'setup.py': '', 'tests/__init__.py': '' },
		{ tests: ['.venv/bin/python -m unittest discover -s tests -t .'] },
	],
	[
		'a make target, preferred to a test folder',
		{ 'setup.py': '', 'tests/a.py': '', Makefile: 'test:\n' },
		{ tests: ['make test'] },
	],
	['Django', { 'requirements.txt': 'django\n', 'manage.py': '' }, { tests: ['.venv/bin/python manage.py test'] }],
	[
		'nox alone',
		{ 'pyproject.toml': '[project]\n', 'noxfile.py': '' },
		{ tests: ['nox -R'], setup: [expect.anything() as never, { run: 'nox --install-only', hosts: pypi }] },
	],
	['a pyproject.toml for a linter', { 'pyproject.toml': '[tool.ruff]\n' }, { languages: [], setup: [], tests: [] }],
	[
		'Go',
		{ 'go.mod': 'module example.com/a\n\ngo 1.24\n\nrequire example.com/b v1.0.0\n' },
		{
			setup: [{ run: 'go mod download', hosts: ['proxy.golang.org', 'sum.golang.org', 'storage.googleapis.com'] }],
			tests: ['go test ./...'],
			steps: [{ tool: 'Go', with: { 'go-version-file': 'go.mod' } }],
		},
	],
	[
		'Go without dependencies',
		{ 'go.mod': 'module example.com/a\n' },
		{ setup: [], unprepared: [], steps: [{ tool: 'Go', with: { 'go-version': 'stable' } }] },
	],
	[
		'a Go workspace',
		{ 'go.work': 'go 1.24\n' },
		{ tests: ["go list -m -f '{{.Dir}}/...' | xargs go test"], monorepo: 'a Go workspace' },
	],
	[
		'a Cargo workspace',
		{ 'Cargo.toml': '[workspace]\n', 'Cargo.lock': '' },
		{
			languages: ['Rust'],
			setup: [{ run: 'cargo fetch --locked', hosts: crates }],
			tests: ['cargo test --workspace'],
			monorepo: 'a Cargo workspace',
			steps: [{ tool: 'Rust' }],
		},
	],
	[
		'Cargo without a lock file',
		{ 'Cargo.toml': '[package]\n' },
		{ setup: [{ run: 'cargo fetch', hosts: crates }], tests: ['cargo test'] },
	],
	[
		'Bundler with Rake',
		{ Gemfile: "ruby '3.3.5'\n", Rakefile: 'require "rake/testtask"\nRake::TestTask.new\n' },
		{
			setup: [{ run: 'bundle install', hosts: gems }],
			tests: ['bundle exec rake test'],
			steps: [{ tool: 'Ruby', with: { 'ruby-version': '3.3.5' } }],
		},
	],
	[
		'the default task of Rake',
		{ Gemfile: '', Rakefile: 'task default: [:all]\n', '.ruby-version': '3.3\n' },
		{ tests: ['bundle exec rake'], steps: [{ tool: 'Ruby', with: {} }] },
	],
	[
		'Rake alone, without setup',
		{ Rakefile: "task 'test' do\n" },
		{ tests: ['rake test'], setup: [], unprepared: ['Rake'] },
	],
	[
		'Maven, with its wrapper',
		{ 'pom.xml': '<java.version>21</java.version> repo.spring.io', mvnw: '' },
		{
			setup: [{ run: dryRun('./mvnw'), hosts: [...central, 'repo.spring.io'], seconds: 900 }],
			tests: ['./mvnw --batch-mode --quiet test'],
			steps: [{ tool: 'Java', with: { 'java-version': '21' } }],
		},
	],
	[
		'Maven with modules that may need each other',
		{ 'pom.xml': '<modules><module>a</module></modules>' },
		{
			setup: [{ run: `${dryRun('mvn').replace(' test ', ' verify ')} -DskipITs`, hosts: central, seconds: 900 }],
			tests: ['mvn --batch-mode --quiet verify'],
		},
	],
	[
		'Maven for an old release',
		{ 'pom.xml': '<maven.compiler.source>1.8</maven.compiler.source>' },
		{ steps: [{ tool: 'Java', with: { 'java-version': '17' } }] },
	],
	[
		'Gradle, with its wrapper',
		{ 'build.gradle.kts': 'java { toolchain { languageVersion = JavaLanguageVersion.of(25) } }', ...wrapper('9.1.0') },
		{
			setup: [expect.objectContaining({ run: './gradlew --no-daemon test --test-dry-run', seconds: 900 }) as never],
			tests: ['./gradlew --no-daemon test'],
			steps: [{ tool: 'Java', with: { 'java-version': '25' } }],
		},
	],
	[
		'an old Gradle',
		{ 'build.gradle': '', ...wrapper('7.2') },
		{
			setup: [expect.objectContaining({ run: './gradlew --no-daemon testClasses' }) as never],
			steps: [{ tool: 'Java', with: { 'java-version': '11' } }],
		},
	],
	[
		'Gradle next to Maven',
		{ 'pom.xml': '', 'build.gradle': '' },
		{
			managers: ['Gradle'],
			choices: [
				{
					id: 'manager of Java or Kotlin',
					about: 'manager',
					where: 'Java or Kotlin',
					options: ['Gradle', 'Maven'],
					taken: 'Gradle',
				},
			],
		},
	],
	[
		'Composer with a script',
		{ 'composer.json': '{"require":{"php":"~8.1.0 || ~8.3.0","ext-intl":"*"},"scripts":{"test":"phpunit"}}' },
		{
			setup: [expect.objectContaining({ run: 'composer install --no-interaction --no-progress' }) as never],
			tests: ['composer test'],
			steps: [{ tool: 'PHP', with: { 'php-version': '8.3', extensions: 'intl' } }],
		},
	],
	[
		'Composer with PHPUnit',
		{ 'composer.json': '{"require":{"php":"^8.1"}}', 'phpunit.xml.dist': '' },
		{ tests: ['vendor/bin/phpunit'], steps: [{ tool: 'PHP', with: {} }] },
	],
	[
		'.NET',
		{ 'a.sln': '', 'global.json': '{"sdk":{"version":"9.0.100"}}' },
		{
			setup: [{ run: 'dotnet restore', hosts: ['api.nuget.org'] }],
			tests: ['dotnet test'],
			steps: [{ tool: '.NET', with: { 'global-json-file': 'global.json' } }],
		},
	],
	[
		'.NET with several solutions',
		{ 'a.sln': '', 'b.sln': '', 'c; id.sln': '' },
		{
			setup: [expect.objectContaining({ run: 'dotnet restore a.sln' }) as never],
			tests: ['dotnet test a.sln'],
			choices: [expect.objectContaining({ options: ['NuGet with a.sln', 'NuGet with b.sln'] }) as never],
		},
	],
	[
		'Elixir by a version file',
		{ 'mix.exs': '', '.tool-versions': 'elixir 1.18\nerlang 27.0\n' },
		{
			setup: [expect.objectContaining({ run: expect.stringMatching(/&& mix deps\.get$/) }) as never],
			tests: ['mix test'],
			steps: [{ tool: 'Elixir', with: { 'version-file': '.tool-versions', 'version-type': 'strict' } }],
		},
	],
	[
		'Erlang with packages for its tests',
		{ 'rebar.config': '{profiles, [{test, [{deps, [meck]}]}]}.\n' },
		{
			languages: ['Erlang'],
			setup: [{ run: 'rebar3 as test get-deps', hosts: ['repo.hex.pm', 'builds.hex.pm', 'github.com'] }],
			tests: ['rebar3 eunit'],
			steps: [{ tool: 'Erlang', with: { 'otp-version': '28', 'rebar3-version': '3' } }],
		},
	],
	[
		'Erlang without packages, next to make',
		{ 'rebar.config': '{deps, []}.\n%% {deps, [meck]}.\n', Makefile: 'test:\n' },
		{ setup: [], unprepared: [], tests: ['rebar3 eunit'] },
	],
	[
		'Lua by LuaRocks',
		{ 'a-1.0-1.rockspec': '', 'spec/a_spec.lua': '' },
		{ languages: ['Lua'], setup: [], tests: ['busted'], steps: [{ tool: 'busted' }] },
	],
	['Lua without a rockspec', { '.busted': '' }, { tests: ['busted'], unprepared: [] }],
	['Ruby next to Lua', { rockspecs: '', Gemfile: '', 'spec/a_spec.rb': '' }, { tests: ['bundle exec rspec'] }],
	['CMake without tests', { 'CMakeLists.txt': 'project(a)\n# enable_testing()\n' }, { setup: [], tests: [] }],
	[
		'CMake with an ignored build folder',
		{ 'CMakeLists.txt': 'project(a)\nenable_testing()\n', '.gitignore': '/build/\n' },
		{
			setup: [],
			unprepared: [],
			tests: [
				'cmake -S . -B build && cmake --build build --parallel && ctest --test-dir build --output-on-failure --no-tests=error',
			],
		},
	],
	[
		'CMake that loads its dependencies',
		{ 'CMakeLists.txt': 'project(a)\nFetchContent_Declare(b)\n' },
		{ setup: [expect.objectContaining({ run: 'cmake -S . -B ~/.cache/cmake-build' }) as never] },
	],
	[
		'Perl',
		{ 'Makefile.PL': '', 't/a.t': '' },
		{ tests: ['prove -l -I ~/.cache/perl5/lib/perl5 -r t'], steps: [{ tool: 'cpanm' }] },
	],
	[
		'Perl with ignored build files',
		{ 'Makefile.PL': '', 't/a.t': '', '.gitignore': '/blib/\n/Makefile\n/pm_to_blib\n' },
		{ tests: ['perl Makefile.PL && make && prove -b -I ~/.cache/perl5/lib/perl5 -r t'] },
	],
	['make', { Makefile: 'all:\n\ntest: all\n\t./run\n' }, { tests: ['make test'], managers: [], unprepared: [] }],
	['make with `check` only', { Makefile: 'check:\n' }, { tests: ['make check'] }],
	['make without a test', { Makefile: 'test := 1\n' }, { tests: [] }],
	['just', { justfile: 'test *args: build\n  ./run\n' }, { tests: ['just test'], steps: [{ tool: 'just' }] }],
	['npm workspaces', { 'package.json': '{ "workspaces": ["a"] }' }, { monorepo: 'workspaces of package.json' }],
	[
		'two languages at the top',
		{ 'package.json': script, 'package-lock.json': '', Gemfile: '', 'spec/a_spec.rb': '' },
		{
			tests: ['npm test', 'bundle exec rspec'],
			setup: [
				{ run: 'npm ci', hosts: npm },
				{ run: 'bundle install', hosts: gems },
			],
		},
	],
	[
		'two folders',
		{
			'backend/pyproject.toml': '[project]\n',
			'backend/uv.lock': '',
			'frontend/package.json': script,
			'frontend/package-lock.json': '',
			'frontend/.nvmrc': '22',
			'docs/package.json': script,
		},
		{
			languages: ['JavaScript', 'Python'],
			setup: [
				{ run: 'cd backend && uv sync --frozen', hosts: pypi },
				{ run: 'cd frontend && npm ci', hosts: npm },
			],
			tests: ['cd frontend && npm test'],
			monorepo: 'several folders',
			steps: [
				{ tool: 'Python', with: { 'python-version': '3.13' } },
				{ tool: 'uv' },
				node({ 'node-version-file': 'frontend/.nvmrc' }),
			],
		},
	],
	[
		'packages without a workspace',
		{ 'packages/a/package.json': script, 'packages/a/pnpm-lock.yaml': '' },
		{ setup: [{ run: 'cd packages/a && pnpm install --frozen-lockfile', hosts: npm }] },
	],
	[
		'a workspace, whose packages are not separate projects',
		{
			'package.json': '{"workspaces":["packages/*"]}',
			'package-lock.json': '',
			'packages/a/package.json': script,
			'packages/a/package-lock.json': '',
		},
		{ setup: [{ run: 'npm ci', hosts: npm }], tests: [] },
	],
	[
		'mise instead of the setup actions for its tools',
		{ 'mise.toml': '[tools]\nnode = "22"\n', 'package.json': script, 'pyproject.toml': '[project]\n', 'uv.lock': '' },
		{ steps: [{ tool: 'mise' }, { tool: 'Python', with: { 'python-version': '3.13' } }, { tool: 'uv' }] },
	],
];
