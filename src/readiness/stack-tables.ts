/** A file at the top of a checkout, by its name or the end of it, and what it says of the language. */
export const languageMarks: readonly (readonly [RegExp, string])[] = [
	[/^tsconfig(?:\.[\w-]+)?\.json$/, 'TypeScript'],
	[/^package\.json$/, 'JavaScript'],
	[/^(?:pyproject\.toml|setup\.py|setup\.cfg|requirements\.txt|Pipfile)$/, 'Python'],
	[/^go\.(?:mod|work)$/, 'Go'],
	[/^Cargo\.toml$/, 'Rust'],
	[/^(?:Gemfile|.*\.gemspec)$/, 'Ruby'],
	[/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, 'Java or Kotlin'],
	[/^composer\.json$/, 'PHP'],
	[/.\.(?:sln|slnx|csproj|fsproj)$/, '.NET'],
	[/^mix\.exs$/, 'Elixir'],
	[/^CMakeLists\.txt$/, 'C or C++'],
];

/** How a package manager is told from what it leaves, and what it needs. */
export interface ManagerRow {
	readonly name: string;
	readonly mark: RegExp;
	/** Installs exactly what the lock file names, into folders of the checkout that are ignored as a rule. */
	readonly install?: string;
	/** The registries that it, or the builds of this language, load from. */
	readonly hosts: readonly string[];
	/** How a program of the project is started. */
	readonly prefix?: string;
}

const npmHosts = ['registry.npmjs.org'];
const pypiHosts = ['pypi.org', 'files.pythonhosted.org'];

/**
 * The first row of an ecosystem that fits counts. A command of setup begins with an empty home, so one that installs there would leave nothing
 * behind: those have no `install`, and their registries are for commands that fetch while they build.
 */
export const managers: readonly (readonly ManagerRow[])[] = [
	[
		{
			name: 'pnpm',
			mark: /^pnpm-lock\.yaml$/,
			install: 'pnpm install --frozen-lockfile',
			hosts: npmHosts,
			prefix: 'pnpm exec',
		},
		{
			name: 'yarn',
			mark: /^yarn\.lock$/,
			install: 'yarn install --immutable',
			hosts: ['registry.yarnpkg.com', 'repo.yarnpkg.com'],
		},
		{ name: 'bun', mark: /^bun\.lockb?$/, install: 'bun install --frozen-lockfile', hosts: npmHosts, prefix: 'bunx' },
		{ name: 'npm', mark: /^(?:package-lock|npm-shrinkwrap)\.json$/, install: 'npm ci', hosts: npmHosts, prefix: 'npx' },
	],
	[
		{ name: 'uv', mark: /^uv\.lock$/, install: 'uv sync --frozen', hosts: pypiHosts, prefix: 'uv run' },
		{
			name: 'Poetry',
			mark: /^poetry\.lock$/,
			install: 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction',
			hosts: pypiHosts,
			prefix: 'poetry run',
		},
		{
			name: 'Pipenv',
			mark: /^Pipfile\.lock$/,
			install: 'PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev',
			hosts: pypiHosts,
			prefix: 'pipenv run',
		},
		{
			name: 'pip',
			mark: /^requirements\.txt$/,
			install: 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt',
			hosts: pypiHosts,
			prefix: '.venv/bin/python -m',
		},
	],
	[{ name: 'Go modules', mark: /^go\.(?:mod|work)$/, hosts: ['proxy.golang.org', 'sum.golang.org'] }],
	[{ name: 'Cargo', mark: /^Cargo\.toml$/, hosts: ['index.crates.io', 'static.crates.io'] }],
	[{ name: 'Bundler', mark: /^Gemfile$/, hosts: ['rubygems.org', 'index.rubygems.org'] }],
	[
		{
			name: 'Gradle',
			mark: /^build\.gradle(?:\.kts)?$/,
			hosts: ['repo.maven.apache.org', 'plugins.gradle.org', 'services.gradle.org'],
		},
		{ name: 'Maven', mark: /^pom\.xml$/, hosts: ['repo.maven.apache.org'] },
	],
	[
		{
			name: 'Composer',
			mark: /^composer\.lock$/,
			install: 'composer install --no-interaction --no-scripts',
			hosts: ['repo.packagist.org', 'api.github.com', 'codeload.github.com'],
		},
	],
	[{ name: 'NuGet', mark: /.\.(?:sln|slnx|csproj|fsproj)$/, hosts: ['api.nuget.org'] }],
];

/** What says that a checkout holds several packages: a file, or words in one. */
export const monorepoMarks: readonly { readonly file: RegExp; readonly holds?: RegExp; readonly kind: string }[] = [
	{ file: /^package\.json$/, holds: /"workspaces"\s*:/, kind: 'workspaces of package.json' },
	{ file: /^pnpm-workspace\.yaml$/, kind: 'pnpm workspaces' },
	{ file: /^go\.work$/, kind: 'a Go workspace' },
	{ file: /^Cargo\.toml$/, holds: /^[ \t]*\[workspace\]/m, kind: 'a Cargo workspace' },
	{ file: /^pyproject\.toml$/, holds: /^[ \t]*\[tool\.uv\.workspace\]/m, kind: 'a uv workspace' },
	{ file: /^(?:lerna|nx|turbo|rush)\.json$/, kind: 'a monorepo tool' },
];
