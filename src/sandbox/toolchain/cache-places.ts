/** A folder of downloaded packages below a home, and its content when the run begins. */
export interface CachePlace {
	/** The path relative to the home of every command. */
	readonly place: string;
	/**
	 * The folders of the job's home that are copied to the same relative path when the run begins. A folder is copied if the checkout has a
	 * file that `marks` matches. If left out, the cache begins empty.
	 */
	readonly begins?: readonly { readonly from: string; readonly marks: RegExp }[];
}

const jvm = /^(?:pom\.xml|build\.gradle(?:\.kts)?|build\.sbt|project\.clj|deps\.edn)$/;
const gradle = /^(?:gradlew|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?)$/;
const go = /^go\.(?:mod|work)$/;
const node = /^package\.json$/;
const python = /^(?:pyproject\.toml|setup\.(?:py|cfg)|requirements.*\.txt|Pipfile|tox\.ini)$/;
const deno = /^deno\.jsonc?$/;

/**
 * The folders where package managers store downloads by convention. They keep their content between the commands of one process. The rest
 * of a command's home is empty. None of these folders contains settings: `~/.m2/settings.xml`, `~/.gradle/init.d`, `~/.npmrc`,
 * `~/.cargo/config.toml` and `~/.config` are not kept.
 */
export const cachePlaces: readonly CachePlace[] = [
	{
		place: '.cache',
		begins: [
			{ from: '.cache/pip', marks: python },
			{ from: '.cache/uv', marks: python },
			{ from: '.cache/pypoetry/cache', marks: python },
			{ from: '.cache/pypoetry/artifacts', marks: python },
			{ from: '.cache/yarn', marks: node },
			{ from: '.cache/node/corepack', marks: node },
			{ from: '.cache/ms-playwright', marks: node },
			{ from: '.cache/Cypress', marks: node },
			{ from: '.cache/puppeteer', marks: node },
			{ from: '.cache/deno', marks: deno },
			{ from: '.cache/go-build', marks: go },
			{ from: '.cache/composer', marks: /^composer\.json$/ },
			{ from: '.cache/coursier', marks: jvm },
			{ from: '.cache/rebar3', marks: /^rebar\.config$/ },
		],
	},
	{ place: '.npm', begins: [{ from: '.npm/_cacache', marks: node }] },
	{ place: '.local/share/pnpm', begins: [{ from: '.local/share/pnpm/store', marks: /^pnpm-lock\.yaml$/ }] },
	{ place: '.yarn/berry', begins: [{ from: '.yarn/berry/cache', marks: /^\.yarnrc\.yml$/ }] },
	{ place: '.bun/install/cache', begins: [{ from: '.bun/install/cache', marks: /^bun\.lockb?$/ }] },
	{ place: '.local/share/uv' },
	{ place: '.local/share/virtualenvs' },
	{ place: '.cargo/registry', begins: [{ from: '.cargo/registry', marks: /^Cargo\.toml$/ }] },
	{ place: '.cargo/git' },
	{ place: 'go/pkg', begins: [{ from: 'go/pkg', marks: go }] },
	{ place: '.m2/repository', begins: [{ from: '.m2/repository', marks: jvm }] },
	{ place: '.m2/wrapper', begins: [{ from: '.m2/wrapper', marks: /^mvnw$/ }] },
	{ place: '.gradle/caches', begins: [{ from: '.gradle/caches', marks: gradle }] },
	{ place: '.gradle/wrapper', begins: [{ from: '.gradle/wrapper', marks: gradle }] },
	{ place: '.ivy2/cache' },
	{ place: '.sbt/boot' },
	{ place: '.nuget/packages', begins: [{ from: '.nuget/packages', marks: /\.(?:sln|slnx|csproj|fsproj)$/ }] },
	{ place: '.local/share/NuGet' },
	{ place: '.local/share/gem' },
	{ place: '.bundle/cache' },
	{ place: '.composer/cache' },
	{ place: '.hex/packages', begins: [{ from: '.hex/packages', marks: /^mix\.exs$/ }] },
	{ place: '.mix/archives', begins: [{ from: '.mix/archives', marks: /^mix\.exs$/ }] },
	{ place: '.mix/elixir', begins: [{ from: '.mix/elixir', marks: /^mix\.exs$/ }] },
	{ place: '.cabal/packages' },
	{ place: '.cabal/store' },
	{ place: '.pub-cache/hosted' },
	{ place: '.luarocks/lib' },
	{ place: '.luarocks/share' },
	{ place: 'perl5' },
];
