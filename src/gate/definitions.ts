import { anyOf } from './any-of.ts';
import { matchesComponent } from './shell/shell-pattern.ts';

/** Names of files that tell a build, a test runner or a linter which code to run. Most of them contain code or commands. */
const names = anyOf(
	[
		// Scripts, dependencies and settings of a project or a package in it.
		/^(package|composer|deno|project|angular|turbo|nx|lerna|global)\.jsonc?$/,
		/^(pyproject|cargo|tox|noxfile|foundry|bunfig|mise|pixi)\.(toml|ini|py)$|^(setup\.(py|cfg)|pipfile|build\.rs)$/,
		/^(pom\.xml|build\.xml|settings\.xml|(build|settings|init)\.gradle(\.kts)?|gradle\.properties|mix\.exs|rebar\.config|package\.swift|pubspec\.yaml|build\.zig|shard\.yml|stack\.yaml|dune(-project|-workspace)?|cabal\.project)$/,
		/^(gemfile|rakefile|justfile|taskfile\.ya?ml|guardfile|dangerfile)$/,
		/\.(gemspec|rake|cabal|sbt|bzl|mk|cmake|ninja|rsp|props|targets|csproj|fsproj|vbproj|sln|nuspec)$/,
		/^((gnu)?makefile|cmakelists\.txt|cmake(user)?presets\.json|meson\.build|meson_options\.txt|build(\.bazel)?|workspace(\.bazel)?|module\.bazel|nuget\.config)$/,
		// Settings of one tool: `.eslintrc.json`, `jest.config.js`, `karma.conf.js`, `phpunit.xml`.
		/^\.[\w-]+rc(\.[cm]?[jt]s|\.json5?|\.ya?ml|\.toml)?$/,
		/(^|[._-])(config|conf)([._-][\w-]+)*\.([cm]?[jt]sx?|json5?|ya?ml|php|rb|exs)$/,
		// Settings with code or commands, under the name of their tool.
		/^(knip|rector|ecs|castor|robofile|deploy|gulpfile|gruntfile|jakefile|wallaby|testem|nightwatch|ember-cli-build|vitest\.workspace)(\.[\w-]+)*\.([cm]?[jt]sx?|jsonc?|php)$|^\.pnpmfile\.[cm]?js$/,
		/^(fabfile|dodo|conanfile|conf)\.py$|^(wscript|sconstruct|sconscript|snakefile|earthfile|tiltfile|thorfile|steepfile|jakefile|gruntfile)$/,
		/^(mkdocs|grumphp|behat|phpspec|deptrac|\.rubocop|\.credo|\.pre-commit-hooks)\.(ya?ml|exs)$|^(captainhook|nodemon|typedoc|jasmine|cypress)\.jsonc?$|^(makefile|build)\.pl$|^mypy\.ini$/,
		/^(phpunit|psalm|phpstan|phpcs|infection|codeception|pytest|\.rspec|\.php-cs-fixer|\.golangci)(\.\w+)*\.(xml|neon|ya?ml|toml|json5?|ini|php|dist)$|^\.rspec$/,
	].map(({ source }) => source),
);

/** Files that are definitions because of their folders: wrappers and plugins of builds. */
const places = anyOf(
	[/(^|\/)(tools\/bazel|project\/[^/]+\.(scala|properties))$/, /(^|\/)\.(mvn|cargo|yarn|config)\/[^/]+$/].map(
		({ source }) => source,
	),
);

/** Folders of programs that a project calls by their paths. */
const programs = /(?:^|\/)(?:bin|node_modules\/\.bin)(?:\/([^/]+))?$/;

/**
 * Returns whether a project's tool may take instructions from the file, or is this file. `called` is the program as the command names it.
 */
export function mayDefine(path: string, called: string): boolean {
	const lower = path.toLowerCase();
	if (names.test(lower.slice(lower.lastIndexOf('/') + 1)) || places.test(lower)) return true;
	const [found, program] = programs.exec(path) ?? [];
	if (found === undefined || !called.includes('/')) return false;
	return program === undefined || matchesComponent(program, called.slice(called.lastIndexOf('/') + 1));
}
