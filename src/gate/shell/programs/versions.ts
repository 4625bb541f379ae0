import type { Program } from '../program.ts';
import type { Word } from '../word.ts';

const ordinary = '--version|--help';

/** What makes programs only print their version or their help; arguments stand exactly so, with nothing beside them. */
const versions: readonly (readonly [names: string, lines: string])[] = [
	['node nodejs npm npx deno bun', `${ordinary}|-v|-h`],
	['npm', '-l|help|version|version --json|run --help|test --help|install --help|exec --help'],
	['bun deno', 'help|--revision|-V'],
	['pnpm yarn bunx pnpx corepack nvm fnm volta asdf mise', `${ordinary}|-v`],
	['python pip pip3 uv uvx poetry pdm hatch pipenv pipx rye conda', `${ordinary}|-V|-VV|-h`],
	[
		'cargo rustc rustup rustfmt cargo-clippy rust-analyzer',
		`${ordinary}|-V|-vV|-Vv|-h|help|--version --verbose|--list`,
	],
	['cargo', 'test --help|build --help|check --help|clippy --help|fmt --help|run --help'],
	['go', 'version|help|help test|help build|help mod'],
	['gofmt golangci-lint staticcheck dlv', `${ordinary}|version|-version`],
	['java javac javap jshell kotlin kotlinc scala scalac groovy', `${ordinary}|-version|-help|-h`],
	['mvn mvnd gradle ant sbt', `${ordinary}|-v|-V|-version|-h`],
	['dotnet', `${ordinary}|--info|--list-sdks|--list-runtimes|-h`],
	['ruby gem bundle bundler rake rspec irb', `${ordinary}|-v|-h|version`],
	['php composer', `${ordinary}|-v|-m|-h|-V`],
	['perl', '-v|-V|--version|--help'],
	[
		'lua luajit luarocks julia R Rscript swift dart flutter zig ghc cabal stack nim crystal ocaml erl',
		`${ordinary}|-v|-V|-h`,
	],
	['elixir mix iex', `${ordinary}|-v|help`],
	['zig', 'version|help|env'],
	[
		'make gmake cmake ctest ninja meson bazel bazelisk just task ccache pkg-config autoconf automake',
		`${ordinary}|-v|-V|-h|version`,
	],
	[
		'gcc g++ cc c++ clang clang++ gfortran ld as ar nm objdump gdb lldb valgrind',
		`${ordinary}|-v|-dumpversion|-dumpmachine`,
	],
	['clang-format clang-tidy cppcheck', ordinary],
	['docker podman buildah nerdctl docker-compose', `${ordinary}|-v|help|compose version`],
	['kubectl', 'version --client|version --client=true|version --client -o json|--help|help|options'],
	['helm minikube kind k9s kustomize skaffold', `version|${ordinary}|version --short|version --client|help`],
	['terraform tofu packer vault consul', `${ordinary}|-version|version|-v|-help|-h`],
	['pulumi', `version|${ordinary}|help`],
	['ansible ansible-playbook ansible-lint vagrant', `${ordinary}|-h`],
	['aws gcloud az gh glab hub heroku fly flyctl vercel netlify wrangler doctl', `${ordinary}|-v|-h`],
	['gh az', 'version|help'],
	['gcloud', 'version'],
	['git git-lfs svn hg', `${ordinary}|version|-v`],
	['gpg gpg2 openssl ssh-keygen', ordinary],
	['openssl', 'version|version -a'],
	['ssh', '-V'],
	['psql mysql mariadb sqlite3 redis-cli redis-server mongosh mongo pg_dump', `${ordinary}|-V|-version`],
	[
		'curl wget rsync nc tar unzip zip gzip xz zstd jq yq rg fd bat tree ag sed awk gawk grep find xargs ffmpeg convert',
		`${ordinary}|-V`,
	],
	['curl', '-V|-h'],
	[
		'dd cat ls cp mv rm mkdir touch ln chmod chown head tail sort uniq wc cut tr tee stat du df date env timeout nice nohup',
		ordinary,
	],
	['bash zsh dash fish ksh tmux screen', ordinary],
	['code vim nvim emacs nano', ordinary],
	['nginx', '-v|-V|-h'],
	[
		'tsc eslint biome prettier stylelint vitest jest mocha ava playwright cypress webpack vite rollup esbuild swc babel turbo nx lerna tsx ts-node next ng',
		`${ordinary}|-v|-V|-h`,
	],
	['pytest mypy ruff flake8 black isort pylint pyright bandit tox nox coverage pre-commit', `${ordinary}|-V|-h`],
	['ruff', 'version|help'],
	['rubocop phpunit phpstan psalm php-cs-fixer', `${ordinary}|-v|-V|-h`],
	['shellcheck shfmt yamllint actionlint hadolint xmllint tflint semgrep protoc buf', `${ordinary}|-V|-v|-version`],
];

const lines = new Map<string, Set<string>>();
for (const [names, texts] of versions) {
	for (const name of names.split(' ')) lines.set(name, new Set([...(lines.get(name) ?? []), ...texts.split('|')]));
}

function isVersion(name: string, words: readonly Word[]): boolean {
	const isPlain = words.length > 0 && words.every((word) => word.known && !word.pattern && word.stream === undefined);
	return isPlain && lines.get(name)?.has(words.map((word) => word.text).join(' ')) === true;
}

/** Programs that only print their version or their help: no effect at all. */
export const versionModes: readonly Program[] = [...lines.keys()].map((name) => ({
	names: [name],
	when: (words) => isVersion(name, words),
	examples: { [`${name} ${[...(lines.get(name) ?? [])][0]}`]: [] },
}));
