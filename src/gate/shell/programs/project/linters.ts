import { definitionOf, isActing, isProjectKind } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../../program.ts';
import { contacts, pathOf, reads, writes } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { given, handedOn, tool } from './tool.ts';

const remote = (it: Invocation): readonly Finding[] =>
	it.words.some((word) => /:\/\//.test(word.text)) ? [network('what it names')] : [];

/** Linters of shells, configurations, containers and texts. */
export const linters = (): readonly Program[] => [
	rows('shellcheck', {
		input: 'data',
		options: {
			...data(
				'-f --format -e --exclude -i --include -s --shell -S --severity -o --enable -P --source-path -W --wiki-link-count -C',
			),
			...role('read', '--rcfile'),
		},
		operands: 'read',
	}),
	rows('shfmt', {
		input: 'data',
		options: data('-i --indent -ln --language-dialect --filename'),
		also: (it) =>
			it.has('-w', '--w', '--write')
				? targets(it).flatMap((word) => writes(word, it.scope))
				: it.operands.flatMap((word) => reads(word, it.scope)),
	}),
	tool('actionlint', {
		home: ['.github/actionlint.yaml', '.github/actionlint.yml'],
		options: { ...data('-format -ignore -stdin-filename'), ...role('script', '-shellcheck -pyflakes') },
		config: '-config-file',
		changes: given('-init-config'),
	}),
	tool(
		'hadolint jsonlint taplo stylua selene luacheck typos vale editorconfig-checker ec checkmake vint protolint buf tflint kube-linter checkov statix nixfmt djhtml hlint',
		{
			home: ['package.json', '.editorconfig', 'buf.yaml', '.tflint.hcl', '.vale.ini'],
			options: {
				...data(
					'--ignore --format -f --failure-threshold --exclude --output -o --only --against --glob --minAlertLevel --framework --check --skip-check -d --directory --chdir --filter --kubernetes-version',
				),
				...role('script', '--plugin --formatter --external-checks-dir'),
			},
			config: '-c --config --config-file',
			acts: /^(sync|push|mod|dep|generate|registry|curl|login|lsp|fix|install|beta|studio)$/,
			changes: (it) =>
				it.has('-w', '--write', '--write-changes', '-i', '--in-place', '--fix') ||
				(/^(stylua|nixfmt)$/.test(it.name) && !it.has('--check', '-c')) ||
				(it.name === 'taplo' && /^(fmt|format)$/.test(it.operands[0]?.text ?? '') && !it.has('--check')),
			also: (it) => [
				...remote(it),
				...(it.has('--init', '--bc-api-key', '--external-checks-git') ? [network('what it downloads')] : []),
			],
		},
	),
	rows('xmllint xsltproc xmlstarlet xmlcatalog', {
		input: 'data',
		options: {
			...data('--xpath --encode --maxmem --pretty --c14n --param --stringparam --maxdepth --maxvars'),
			...role('read', '--schema --relaxng --dtdvalid --schematron --path --pattern --postvalid'),
			...role('write', '-o -output --output --writesubtree'),
		},
		also: (it) => [
			...it.operands.filter((word) => !/:\/\//.test(word.text)).flatMap((word) => reads(word, it.scope)),
			...remote(it),
			...(it.has('--shell', '-shell') ? [opaque('a shell of its own')] : []),
			...entities(it),
		],
	}),
	tool('kubeconform kubeval', {
		home: ['kustomization.yaml', 'Chart.yaml'],
		options: data('-kubernetes-version -output -skip -reject -n -ignore-filename-pattern -v -o -d --directories'),
		also: (it) => (it.words.some((word) => /^--?schema-location/.test(word.text)) ? [network('what it names')] : []),
	}),
	rows('semgrep', {
		input: 'data',
		options: data(
			'--config -c -f --exclude --include -e --pattern -l --lang --severity -o --output --json-output --sarif-output --timeout -j --metrics',
		),
		also: semgrep,
	}),
	rows('protoc', {
		input: 'data',
		options: { ...data('-I --proto_path -o --descriptor_set_out'), ...role('script', '--plugin') },
		also: (it) => [
			...own(it, 'protoc', ['buf.yaml']),
			...it.words
				.filter((word) => /_out=.*([:=]|^)?(\/|\.\.)/.test(word.text))
				.map((word) => opaque(`where \`${word.text}\` writes`)),
		],
	}),
];

/** Options that put what a document names in its place, or load it beside. */
const including = /^--?(noent|dtdattr|loaddtd|valid|xinclude|noxincludenode|postvalid|nofixup-base-uris)$/;

/** A document names files that an option makes part of it: external entities, inclusions, a DTD. */
function entities(it: Invocation): readonly Finding[] {
	if (it.name !== 'xsltproc' && !it.words.some((word) => including.test(word.text))) return [];
	const texts = it.operands.map((word) => (word.text === '-' ? it.stdin?.text : textOf(word, it)));
	if (texts.includes(undefined)) return [opaque('a document that may name other files')];
	const text = texts.join('\n');
	const named = [
		...text.matchAll(/\b(?:SYSTEM|PUBLIC\s+["'][^"']*["'])\s+["']([^"']+)["']/g),
		...text.matchAll(/\b(?:href|schemaLocation)\s*=\s*["']([^"']+)["']/g),
	].map((match) => constant(match[1] ?? ''));
	return named.flatMap((word) => contacts(/^\w+:/.test(word.text) ? word : constant(`file:${word.text}`), it.scope));
}

function textOf(word: Word, { scope }: Invocation): string | undefined {
	const path = pathOf(word, scope);
	return path === undefined || path.startsWith('/') ? undefined : scope.facts.readText(path);
}

function targets({ operands }: Invocation) {
	return operands.length === 0 ? [constant('.')] : operands;
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
	return [
		...own(it, 'semgrep', ['.semgrep.yml']),
		...(isRemote ? [network('semgrep.dev')] : []),
		...(it.has('--autofix', '-a') ? writes(constant('.'), it.scope) : []),
		...it.values('-o', '--output').flatMap((word) => writes(word, it.scope)),
	];
}

/** Languages whose one tool tests, builds and more: the verb tells. */
const languages: readonly (readonly [string, RegExp, readonly string[]])[] = [
	['dart', /^(test|analyze|format)$/, ['pubspec.yaml']],
	['flutter', /^(test|analyze|build)$/, ['pubspec.yaml']],
	['swift', /^(test|build)$/, ['Package.swift']],
	['zig', /^(test|build|fmt|build-exe|build-lib|build-obj|ast-check|version|env)$/, ['build.zig']],
	['stack', /^(test|build)$/, ['stack.yaml']],
	['cabal', /^(test|build|check)$/, ['cabal.project']],
	['dune', /^(test|runtest|build|fmt)$/, ['dune-project']],
	['crystal', /^(spec|build|tool)$/, ['shard.yml']],
	['forge', /^(test|build|fmt|coverage|snapshot)$/, ['foundry.toml']],
	['hardhat', /^(test|compile|check|coverage)$/, ['hardhat.config.js', 'hardhat.config.ts']],
	['nim', /^(c|cpp|js|check)$/, ['nim.cfg']],
];

const formatChecks = ['--check', '--set-exit-if-changed', '--output', '--dry-run', '-n'];

export const otherLanguages = (): readonly Program[] =>
	languages.map(([name, verbs, files]) =>
		tool(name, {
			home: files,
			verbs,
			options: {
				...data(
					'-t --tags --tests --name --plain-name --filter -c --configuration --target --mt --match-test --match-contract -o --output -d --dart-define',
				),
				...role(
					'code',
					'-Xcc -Xlinker -Xswiftc -Xcxx --fork-url --rpc-url -f --ffi --ghc-options --with-compiler --run --passC --passL',
				),
				...role('read', '--package-path --root --project-file'),
			},
			also: (it) => [
				...handedOn(it.words.slice(1), `${name} ${it.operands[0]?.text}`, it),
				...(it.has('--ffi') ? [opaque('tests that start programs of the machine')] : []),
				...buildSteps(it, name),
				...(/^(format|fmt|tool)$/.test(it.operands[0]?.text ?? '') && !it.has(...formatChecks)
					? writes(constant('.'), it.scope)
					: []),
				...it.operands
					.slice(1, 2)
					.filter((word) => isActing(word.text) || /^(run|install)$/.test(word.text))
					.map(() => exec(it, `${name} build step`)),
			],
		}),
	);

/** A build's own step may do anything: only what it is called tells. */
function buildSteps(it: Invocation, name: string): readonly Finding[] {
	const [verb, step] = it.operands;
	const isFree = name === 'zig' && verb?.text === 'build' && step !== undefined && !isProjectKind(step.text);
	return isFree ? [exec(it, `zig build ${step.text}`)] : [];
}
