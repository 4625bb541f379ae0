import { definitionOf } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, network, type Program, role, rows } from '../../program.ts';
import { contacts, outputs, reads, runsFile, writes } from '../../roles.ts';
import { isThere } from '../../unlisted.ts';
import { constant } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { namedInText as named } from '../taken-in.ts';
import { endings } from './rewrites.ts';
import { chosenCredentials, given, type ToolSpec, tool, widened } from './tool.ts';

/** Linters for shell scripts, configurations, containers and texts. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const linters = (): readonly Program[] => [
	rows('shellcheck', {
		input: 'data',
		options: {
			...data(
				'-f --format -e --exclude -i --include -s --shell -S --severity -o --enable -P --source-path -W --wiki-link-count -C',
			),
			...role('read', '--rcfile'),
			...role('flag', '-x --external-sources -a --check-sourced --list-optional --norc --color -V --version --help'),
		},
		operands: 'read',
		onlyListed: true,
		also: (it) => (it.has('-x', '--external-sources') ? named(sourcing, it) : []),
	}),
	tool('shfmt', {
		onlyParses: true,
		home: ['.editorconfig'],
		options: data('-i --indent -ln --language-dialect --filename'),
		flags:
			'-l -w -d -s -f -p -mn -bn -ci -sr -kp -fn --list --diff --write --simplify --minify --binary-next-line --case-indent --space-redirects --func-next-line --find --to-json --posix --keep-padding --apply-ignore',
		changes: given('-w --w --write'),
		files: endings.shell,
	}),
	tool('actionlint', {
		onlyParses: true,
		home: ['.github/actionlint.yaml', '.github/actionlint.yml'],
		options: { ...data('-format -ignore -stdin-filename'), ...role('script', '-shellcheck -pyflakes') },
		flags: '-color -no-color -oneline -verbose -debug -version',
		config: '-config-file',
		also: (it) => (it.has('-init-config') ? writes(constant('.github/actionlint.yaml'), it.scope) : []),
	}),
	...checkers(),
	tool('kubeconform kubeval', {
		onlyParses: true,
		home: ['kustomization.yaml', 'Chart.yaml'],
		options: data('-kubernetes-version -skip -reject -n -ignore-filename-pattern -v -d --directories'),
		flags: '-strict -summary -verbose -ignore-missing-schemas -exit-on-error -debug --strict --ignore-missing-schemas',
		output: '-cache -output -o',
		also: (it) => (it.words.some((word) => /^--?schema-location/.test(word.text)) ? [network('what it names')] : []),
	}),
	rows('semgrep', {
		input: 'data',
		options: {
			...data(
				'--config -c -f --exclude --include -e --pattern -l --lang --severity --timeout -j --metrics --baseline-commit --exclude-rule --max-target-bytes --timeout-threshold --max-memory --max-lines-per-finding --max-chars-per-line --jobs',
			),
			...role(
				'flag',
				'--error --no-error --quiet -q --verbose -v --debug --json --sarif --text --junit-xml --emacs --vim --gitlab-sast --gitlab-secrets --no-git-ignore --strict --dryrun -d --autofix -a --no-rewrite-rule-ids --disable-version-check --oss-only --skip-unknown-extensions --force-color --time --dataflow-traces --validate --test --no-autofix',
			),
			...role(
				'output',
				'-o --output --text-output --json-output --sarif-output --junit-xml-output --gitlab-sast-output --gitlab-secrets-output --emacs-output --vim-output',
			),
		},
		also: semgrep,
	}),
	rows('protoc', {
		input: 'data',
		argumentFiles: true,
		options: {
			...data('-I --proto_path'),
			...role(
				'flag',
				'--experimental_allow_proto3_optional --include_imports --include_source_info --retain_options --print_free_field_numbers --fatal_warnings --deterministic_output',
			),
			...role('output', '-o --descriptor_set_out --dependency_out'),
			...role('script', '--plugin'),
		},
		harmless: /^--(\w+_out=.*|\w+_opt=[\w=]+|error_format=\w+)$/,
		also: protoc,
	}),
];

/** Files that a script sources. shellcheck also shows lines of those files. */
const sourcing = /^(?:[^#\n]*?[;&|]|)\s*(?:\.|source)\s+([^\s;&|]+)|#\s*shellcheck\s+source=(\S+)/gm;

/** Judges protoc. An option such as `--go_out=options:folder` writes below the folder. */
function protoc(it: Invocation): readonly Finding[] {
	const folders = it.words.flatMap((word) => {
		const folder = /^--\w+_out=(?:.*:)?(.+)$/.exec(word.text)?.[1];
		return folder === undefined ? [] : [{ ...word, ...constant(folder), known: word.known }];
	});
	return [...own(it, 'protoc', ['buf.yaml']), ...folders.flatMap((word) => outputs(word, it.scope))];
}

const checkers = (): readonly Program[] => [
	checker(
		'hadolint jsonlint selene luacheck vale editorconfig-checker ec checkmake vint protolint tflint kube-linter checkov statix hlint',
		{ changes: given('-w --write --write-changes -i --in-place --fix') },
	),
	checker('typos', {
		changes: given('-w --write-changes'),
		widens: '--no-ignore --no-ignore-dot --no-ignore-vcs --no-ignore-parent --no-ignore-global --words --identifiers',
	}),
	checker('buf', { changes: given('-w --write'), files: endings.proto, also: bufModules }),
	checker('djhtml', { changes: (it) => !it.has('--check', '-c'), files: endings.templates }),
	checker('stylua', { changes: (it) => !it.has('--check', '-c'), files: endings.lua }),
	checker('nixfmt', { changes: (it) => !it.has('--check', '-c'), files: endings.nix }),
	checker('taplo', {
		changes: (it) => /^(fmt|format)$/.test(it.operands[0]?.text ?? '') && !it.has('--check'),
		files: endings.toml,
	}),
	checker('ormolu fourmolu', { changes: isInPlace, files: endings.haskell }),
	checker('ocamlformat', { changes: isInPlace, files: endings.ocaml }),
	checker('yamlfmt', { changes: (it) => !it.has('-lint', '-dry', '-print_conf'), files: 'yaml,yml' }),
	checker('elm-format', { changes: (it) => !it.has('--validate'), files: 'elm' }),
	{ ...checker('perltidy', { changes: given('-b'), files: 'pl,pm,t' }), freeSpelling: true },
	checker('cmake-format', { changes: isInPlace, files: 'cmake,txt' }),
];

function isInPlace(it: Invocation): boolean {
	return it.has('-i', '--in-place', '--inplace') || it.values('--mode', '-m').some(({ text }) => text === 'inplace');
}

/** A checker or formatter for configurations, containers or texts. `spec` says when it changes files. */
function checker(names: string, { also, ...spec }: Pick<ToolSpec, 'changes' | 'files' | 'also' | 'widens'>): Program {
	return tool(names, {
		onlyParses: true,
		home: ['package.json', '.editorconfig', 'buf.yaml', '.tflint.hcl', '.vale.ini'],
		options: {
			...data(
				'--ignore --format -f --failure-threshold --exclude --only --against --glob --minAlertLevel --framework --check --skip-check --filter --kubernetes-version --mode -m --stdin-filepath --stdin --require-label --trusted-registry --error --warning --info --style --locale --error-format --path --exclude-path --type --call-module-type --disable-rule --enable-rule --minimum-failure-severity --var --skip-path --syntax --std --globals --include --option -t -j --search-depth --search --globs -g',
			),
			...role('script', '--plugin --formatter --external-checks-dir'),
		},
		flags:
			'--init -a -b -i -s -r -w -d -se -st -n --diff --dry-run --no-fail --strict-labels --files --no-check-filenames --no-check-files --hidden --brief --force-exclude --sort --type-list --isolated --disable-symlinks --exit-code --no-exit --no-wrap --recursive --force --compact --soft-fail --verify --search-parent-directories --respect-ignores --allow-hidden --check-idempotence --no-cabal --in-place --inplace --validate --yes --write-changes --codes --ranges --no-summary --no-global --only-warnings -lint -dry -verbose -fix -dry-run -ignore-defaults',
		config: '-c --config --config-file',
		folders: '-d --directory --chdir',
		output: '-o --output --output-file --output-file-path --create-baseline --report',
		acts: /^(sync|push|mod|dep|generate|registry|curl|login|lsp|fix|install|beta|studio)$/,
		...spec,
		also: (it) => [
			...(it.words.some((word) => /:\/\//.test(word.text)) ? [network('what it names')] : []),
			// A template of vale can print the environment.
			...it.values('--output').flatMap((word) => (/\.tmpl$/.test(word.text) ? runsFile(word, it.scope) : [])),
			...(it.has('--init', '--bc-api-key', '--external-checks-git') ? [network('what it downloads')] : []),
			...(also?.(it) ?? []),
		],
	});
}

/** Judges the inputs of buf. A name with a host is a module of a registry, or a git repository. */
function bufModules(it: Invocation): readonly Finding[] {
	const [, ...inputs] = it.operands;
	return [...inputs, ...it.values('--against', '--path')]
		.filter((word) => /^([\w.-]+@)?[\w-]+(\.[\w-]+)+[:/]/.test(word.prefix) && !isThere(word, it.scope))
		.flatMap((word) => contacts(word, it.scope));
}

function own(it: Invocation, script: string, files: readonly string[]): readonly Finding[] {
	const definedIn = definitionOf(it.scope, files);
	return definedIn === undefined ? [exec(it, script)] : ownTool(it, { script, definedIn });
}

function semgrep(it: Invocation): readonly Finding[] {
	const [verb] = it.operands;
	if (/^(ci|login|publish|install-semgrep-pro|logout)$/.test(verb?.text ?? ''))
		return [exec(it, `semgrep ${verb?.text}`)];
	const configs = it.values('--config', '-c', '-f');
	const isRemote =
		configs.length === 0
			? !it.has('-e', '--pattern')
			: configs.some((word) => /^(p|r|s)\/|^auto$|:\/\//.test(word.text));
	const places = verb?.text === 'scan' ? it.operands.slice(1) : it.operands;
	return [
		...own(it, 'semgrep', ['.semgrep.yml']),
		...(places.length === 0 ? [constant('.')] : places).flatMap((word) => reads(word, it.scope)),
		...(isRemote ? [] : configs.flatMap((word) => reads(word, it.scope))),
		...chosenCredentials(it),
		// Threat: a pattern such as `$X` matches every line, and semgrep shows the lines that match.
		...(it.has('--no-git-ignore') ? widened(places, it) : []),
		...(isRemote ? [network('semgrep.dev')] : []),
		...(it.has('--autofix', '-a') ? writes(constant('.'), it.scope) : []),
	];
}
