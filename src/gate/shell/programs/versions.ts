import { lazy } from '../../lazy.ts';
import type { Word } from '../word.ts';

/** Programs that do nothing else when called with `--version` or `--help`, one group a line. */
const known: readonly string[] = [
	'node nodejs npm npx deno bun pnpm yarn bunx pnpx corepack nvm fnm volta asdf mise',
	'python pip pip3 uv uvx poetry pdm hatch pipenv pipx rye conda',
	'cargo rustc rustup rustfmt rust-analyzer',
	'golangci-lint dlv java javac javap jshell kotlin kotlinc scala scalac groovy mvn mvnd gradle ant dotnet',
	'ruby gem bundle bundler rake rspec irb php composer perl',
	'lua luarocks julia R Rscript swift dart flutter ghc cabal stack nim crystal ocaml elixir mix iex',
	'make gmake cmake ctest ninja meson bazel bazelisk just task ccache pkg-config autoconf automake',
	'gcc g++ cc c++ clang clang++ gfortran ld as ar nm objdump gdb lldb valgrind clang-format clang-tidy cppcheck',
	'docker podman buildah nerdctl docker-compose kubectl helm minikube kind k9s kustomize skaffold terraform tofu packer vault consul pulumi ansible ansible-playbook ansible-lint vagrant aws gcloud az gh glab hub heroku fly flyctl vercel netlify wrangler doctl',
	'git git-lfs svn hg gpg gpg2 openssl',
	'psql mysql mariadb sqlite3 redis-cli redis-server mongosh mongo pg_dump',
	'curl wget rsync tar unzip zip gzip xz zstd jq yq rg fd bat tree ag sed awk gawk grep find xargs ffmpeg convert',
	'dd cat ls cp mv rm mkdir touch ln chmod chown head tail sort uniq wc cut tr tee stat du df date env timeout nice nohup',
	'bash zsh dash fish ksh tmux screen code vim nvim emacs nano',
	'tsc eslint biome prettier stylelint vitest jest mocha ava playwright cypress webpack vite rollup esbuild swc babel turbo nx lerna tsx ts-node next ng',
	'mypy ruff flake8 black isort pylint pyright bandit tox nox coverage pre-commit',
	'rubocop phpunit phpstan psalm php-cs-fixer',
	'ldd ldconfig dot pandoc tokei cloc scc hyperfine delta difft watchexec entr direnv starship zoxide lsd eza exa dust duf btop htop procs sd',
	'sqlfluff mkdocs sphinx-build doxygen typst pdflatex latexmk hugo jekyll zola gitleaks trufflehog trivy grype syft cosign act dagger earthly',
	'goreleaser gofumpt goimports buf grpcurl sqlc air wasm-pack wasmtime trunk cargo-nextest cross maturin sccache mold lld',
	'firebase vercel netlify wrangler sam cdk eksctl flyctl railway supabase stripe doctl linode-cli hcloud scw oci ibmcloud',
	'chromium google-chrome firefox chromedriver geckodriver qemu-system-x86_64 nix guix apptainer singularity lxc incus',
	'shellcheck shfmt yamllint actionlint hadolint xmllint tflint semgrep protoc buf',
];

/**
 * Words with which programs only print their version or their help. They must be the whole call. A short option is listed only if it is
 * documented to do nothing else. For example, `-v` makes `rake`, `ninja` and `ant` verbose, and `make version` is a target.
 */
export const versions: readonly (readonly [names: string, lines: string])[] = [
	[known.join(' '), '--version|--help'],
	['pytest', '--version|-V'],
	['fdisk sfdisk parted', '--help|--version|-V|-h'],
	['sgdisk', '--help|--version|-V'],
	['node nodejs npm npx bun deno pnpm yarn corepack', '-v'],
	['node nodejs npm npx bun deno pip pip3 cargo rustc rustup dotnet gem bundle composer php perl ruby', '-h'],
	['npm', '-l|help|version|version --json|run --help|test --help|install --help|exec --help'],
	['bun', 'help|--revision'],
	['deno', 'help|-V'],
	['python', '-V|-VV|-h'],
	['pip pip3 uv uvx poetry conda rye', '-V'],
	['cargo rustc rustup rustfmt', '-V|-vV|-Vv|--version --verbose'],
	['cargo', 'help|--list|test --help|build --help|check --help|clippy --help|fmt --help|run --help'],
	['rustup', 'help'],
	['go', 'version|help|help test|help build|help mod|tool compile -V'],
	['golangci-lint dlv', 'version'],
	['staticcheck', '-version'],
	['java javac javap kotlin kotlinc scala scalac ant', '-version|-help'],
	['mvn mvnd gradle', '-v'],
	['dotnet', '--info|--list-sdks|--list-runtimes'],
	['ruby gem bundle bundler php perl lua julia rspec groovy irb', '-v'],
	['php', '-m'],
	['perl rake composer', '-V'],
	['elixir mix iex make gmake meson', '-v'],
	['ghc cabal ccache', '-V'],
	['ocaml', '-version|-vnum'],
	['zig', 'version|help|env'],
	['gcc g++ cc c++ clang clang++ gfortran ld', '-v'],
	['gcc g++ cc c++ clang clang++ gfortran', '-dumpversion|-dumpmachine'],
	['docker podman', '-v|help|compose version|run --help|build --help|exec --help|compose --help'],
	[
		'kubectl',
		'version --client|version --client=true|version --client -o json|help|options|config current-context|config get-contexts',
	],
	['kubectl helm', 'completion bash|completion zsh|completion fish'],
	['helm minikube kind k9s kustomize skaffold', 'version|version --short|version --client|help'],
	['terraform tofu packer vault consul', '-version|version|-v|-help|-h'],
	['pulumi gcloud gh az git', 'version'],
	['pulumi gh az', 'help'],
	['git', '-v'],
	['openssl', 'version|version -a'],
	['sudo', '--version|-V|--help|-h'],
	['ffmpeg', '-hide_banner -version'],
	['ssh', '-V'],
	['psql mysql mariadb pg_dump curl wget rsync gzip xz zstd jq yq rg fd bat grep', '-V'],
	['sqlite3 ffmpeg', '-version'],
	['redis-server redis-cli', '-v'],
	['nginx', '-v|-V|-h'],
	['tsc eslint prettier stylelint vitest jest cypress webpack vite rollup tsx ts-node next', '-v|-h'],
	['mocha biome playwright swc babel', '-V'],
	['mypy ruff isort pre-commit', '-V'],
	['mypy black flake8 pylint bandit', '-h'],
	['ruff', 'version|help'],
	['rubocop psalm', '-v'],
	['rubocop phpstan php-cs-fixer shellcheck', '-V'],
	['yamllint hadolint tflint', '-v'],
	['actionlint shfmt', '-version'],
];

const namesByLine = lazy(() => {
	const all = versions.flatMap(([names, lines]) => lines.split('|').map((line) => ({ line, names: ` ${names} ` })));
	return Map.groupBy(all, ({ line }) => line);
});

/** The last words of these lines. Most commands end with another word, and need no further check. */
const lastWords = lazy(() => new Set([...namesByLine().keys()].map((line) => line.slice(line.lastIndexOf(' ') + 1))));

/** Package managers that print the help of each of their commands, and start no script of that name. */
const helpful = /^(npm|cargo|pip3?|uv|gem|brew|go|rustup)$/;

/** Returns whether a call only prints a version or a help text, and so has no effect. */
export function printsVersion(name: string, words: readonly Word[]): boolean {
	const last = words.at(-1);
	if (last === undefined || !lastWords().has(last.text)) return false;
	const isPlain = words.every((word) => word.known && !word.pattern && word.stream === undefined);
	if (!isPlain) return false;
	const [verb, asked] = words.map((word) => word.text);
	const isHelp = words.length === 2 && /^[a-z][a-z-]*$/.test(verb ?? '') && /^(-h|--help)$/.test(asked ?? '');
	if (isHelp && helpful.test(name)) return true;
	const lists = namesByLine().get(words.map((word) => word.text).join(' '));
	return lists?.some(({ names }) => names.includes(` ${name} `)) === true;
}
