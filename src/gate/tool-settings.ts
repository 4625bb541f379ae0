import { anyOf } from './any-of.ts';
import { lazy } from './lazy.ts';

/** Settings that tools read although no command names them, and that can start a program. The patterns match a path in lower case. */
export const settingsOfTools = (): readonly RegExp[] => [
	// Other services that build and test.
	/(^|\/)\.(gitea|forgejo|gitlab|circleci|buildkite|woodpecker|drone|semaphore|tekton|teamcity|zuul\.d|azure-pipelines|azuredevops|builds)(\/|$|\.)/,
	/(^|\/)([^/]*\.?gitlab-ci[^/]*|\.(build|prow|zuul|packit)|\.?(travis|appveyor|cirrus|wercker|circle|codeship-[^/]*)|bitbucket-pipelines|cloudbuild|buildspec|codefresh|codemagic|bitrise|apprunner|\.?snapcraft)\.ya?ml$/,
	/(^|\/)(azure-pipelines[^/]*\.ya?ml|jenkinsfile([.-][^/]*)?|[^/]+\.jenkinsfile|\.cirrus\.star|bors\.toml)$/,
	// Editors, and the files that prepare a machine for them.
	/(^|\/)\.(devcontainer|gitpod|idx)(\/|$|\.)/,
	/(^|\/)\.(idea|zed|fleet|nova|helix|vim|nvim|run|vs|theia)\//,
	/(^|\/)(\.replit|\.(n?vim|gvim|ex|lvim)rc|_n?vimrc|\.nvim\.lua|\.local\.vimrc|\.vimspector\.json|\.dir-locals(-2)?\.el|\.ycm_extra_conf\.py|\.clangd|[^/]+\.(code-workspace|sublime-project))$/,
	// Files that shells, interpreters and debuggers read when they start here.
	/(^|\/)(\.envrc|\.(gdb|lldb|r)init|\.(pdb|pry|irb|curl|wget|psql|sqlite|screen)rc|\.rprofile|\.renviron|renv\/activate\.r|\.ghci|\.ocamlinit|\.envrc\.[^/]+|\.tmux\.conf|\.user\.ini)$/,
	/(^|\/)((site|user)customize\.py|[^/]+\.pth|\.?mise(\.[^/]+)?\.toml)$/,
	/(^|\/)\.(config\/(mise|direnv|nvim|vim|zed|helix)|mise|ipython|jupyter)(\/|$)/,
	// Settings of build tools. The build files themselves are not listed, because a person runs them by name.
	/(^|\/)(\.(cargo|mvn)(\/|$|\.)|\.bazelrc|\.bazeliskrc|\.bazelversion|\.buckconfig|tools\/bazel$|([^/]+\.)?init\.gradle(\.kts)?$|init\.d\/[^/]+\.gradle)/,
	/(^|\/)(\.yarn\/(releases|plugins)\/|\.pnp\.[^/]*$)/,
];

/**
 * Installed tools, and scripts that start such tools (`gradlew`). The project's own commands run both. Also more startup files of
 * interpreters.
 */
const installed = (): readonly RegExp[] => [
	/(^|\/)(node_modules\/\.bin|\.?v?env\/(bin|scripts)|vendor\/bin)\/./,
	/(^|\/)((gradlew|mvnw)(\.bat|\.cmd)?|gradle\/wrapper\/[^/]+|\.bundle\/config|\.(sbt|jvm)opts|user\.bazelrc)$/,
	/(^|\/)\.(erlang|iex\.exs|sbclrc|clisprc|guile|octaverc|perldb|proverc|gemrc|ackrc|gdbearlyinit|duckdbrc|bash_aliases|zlogout|xprofile|xinitrc|xsession(rc)?|pam_environment)$/,
	// Hooks of git, and servers and commands that agents start.
	/(^|\/)(\.?lefthook(-local)?\.(ya?ml|toml|json)|\.overcommit\.yml|\.huskyrc[^/]*|prek\.toml|captainhook\.json|\.?simple-git-hooks\.[^/]+|\.(lefthook|trunk|git-hooks)\/.*)$/,
	/(^|\/)(\.vscode\/mcp\.json|\.?mcp\.json|\.?opencode\.jsonc?|\.aider\.conf\.yml|\.(windsurf|roo|kiro|opencode|amazonq|continue)\/.*)$/,
];

const obeyed = lazy(() => anyOf([...settingsOfTools(), ...installed()].map(({ source }) => source)));

/**
 * Returns whether tools take settings from a file of the checkout, or run it, although no command names it. False for texts and pictures.
 */
export function isObeyedByTools(path: string): boolean {
	const lower = path.toLowerCase();
	return obeyed().test(lower) && !/\.(md|rst|txt|png|svg)$/.test(lower);
}
