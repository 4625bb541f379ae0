import { posix } from 'node:path';
import { mayNameCredential } from '../../../sensitive.ts';
import { data, effect, exec, type Finding, type Invocation, opaque, type Program, role } from '../../program.ts';
import { beyondIgnored, runsFile, writes } from '../../roles.ts';
import { alternativesOf } from '../../tool-patterns.ts';
import { isRef } from '../../unlisted.ts';
import { constant, type Word } from '../../word.ts';
import { fetches } from '../registries.ts';
import { nodeTool } from './node-tool.ts';
import { overwritten } from './overwritten.ts';
import { endings } from './rewrites.ts';
import { configured, given } from './tool.ts';

const tscFlags =
	'--noEmit --strict --pretty --watch -w --incremental -i --skipLibCheck --skipDefaultLibCheck --esModuleInterop --allowJs --checkJs --declaration -d --declarationMap --emitDeclarationOnly --sourceMap --inlineSourceMap --inlineSources --noEmitOnError --isolatedModules --isolatedDeclarations --resolveJsonModule --listFiles --listFilesOnly --listEmittedFiles --explainFiles --extendedDiagnostics --diagnostics --traceResolution --showConfig --build -b --clean --dry --force -f --noErrorTruncation --noUnusedLocals --noUnusedParameters --noImplicitAny --noImplicitReturns --noImplicitThis --noImplicitOverride --noFallthroughCasesInSwitch --strictNullChecks --strictFunctionTypes --downlevelIteration --experimentalDecorators --emitDecoratorMetadata --composite --preserveWatchOutput --noUncheckedIndexedAccess --exactOptionalPropertyTypes --allowSyntheticDefaultImports --forceConsistentCasingInFileNames --all --init --removeComments --importHelpers --verbatimModuleSyntax --erasableSyntaxOnly --noCheck --stopBuildOnErrors --stripInternal --allowImportingTsExtensions --noResolve -h';
const tsOutputs = '--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile';

/** Returns the settings file of a project. If the compiler gets a folder, it reads the `tsconfig.json` in that folder. */
function settingsIn(word: Word): Word {
	if (!word.known || /\.json$/.test(word.text)) return word;
	return { ...word, ...constant(`${word.text.replace(/\/+$/, '')}/tsconfig.json`) };
}

/**
 * Reports patterns that may match ignored files. Threat: with `--ignore-path`, the tool uses another ignore file instead of the usual ones,
 * so `'**\/*'` also matches ignored files.
 */
function unignored(it: Invocation): readonly Finding[] {
	const ignoring = it.values('--ignore-path');
	if (ignoring.length === 0 || ignoring.some(({ text }) => /^(\.\/)?\.gitignore$/.test(text))) return [];
	const wide = it.operands.filter(({ text }) =>
		alternativesOf(text).some((one) => mayNameCredential(posix.basename(one))),
	);
	return wide.map(({ text }) => opaque(`ignored files that \`${text}\` matches`));
}

/** Linters and checkers for Node. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const nodeLinters = (): readonly Program[] => [
	nodeTool('tsc vue-tsc', {
		options: {
			...data(
				'--target -t --module -m --lib --jsx --moduleResolution --types --locale --moduleDetection --baseUrl --typeRoots --customConditions --jsxImportSource --newLine',
			),
			...role('flag', tscFlags),
			...role('read', '-p --project --rootDir'),
		},
		output: tsOutputs,
		argumentFiles: true,
		onlyParses: true,
		home: 'tsconfig.json',
		also: (it) => [
			...[...it.values('-p', '--project'), ...(it.has('-b', '--build') ? it.operands : [])].flatMap((word) =>
				configured(settingsIn(word), it.name, it),
			),
			...overwritten(it.values('--outDir', '--declarationDir'), it),
			// Without a folder for the output, it is written beside the sources.
			...(it.has('--allowJs') && !it.has('--noEmit', '--outDir', '--outFile') ? overwritten(it.operands, it) : []),
			...(it.has('--init') ? writes(constant('tsconfig.json'), it.scope) : []),
			...(it.words.some((word) => /^-{1,2}init$/i.test(word.text) && word.text !== '--init')
				? [opaque('an option in another spelling')]
				: []),
		],
	}),
	nodeTool('eslint', {
		options: {
			...data(
				'--flag --fix-type --stdin-filename --report-unused-disable-directives-severity --report-unused-inline-configs --concurrency --suppress-rule --ext --max-warnings --rule --env --global --ignore-pattern --cache-strategy --rulesdir --resolve-plugins-relative-to',
			),
		},
		config: '-c --config',
		flags:
			'--fix-dry-run --cache --no-cache --no-eslintrc --eslintrc --no-inline-config --report-unused-disable-directives --no-error-on-unmatched-pattern --exit-on-fatal-error --print-config --debug --stdin --init --env-info --no-ignore --no-config-lookup --no-warn-ignored --pass-on-no-patterns --pass-on-unpruned-suppressions --suppress-all --prune-suppressions --stats -h',
		loads: '--parser --plugin -f --format',
		output: '-o --output-file --cache-location --cache-file',
		home: 'eslint.config.js eslint.config.mjs eslint.config.ts .eslintrc.json .eslintrc.js .eslintrc.cjs .eslintrc.yml',
		changes: given('--fix --init'),
		files: endings.scripts,
		also: (it) => [
			...it.values('--rulesdir', '--resolve-plugins-relative-to').flatMap((word) => runsFile(word, it.scope)),
			// Findings that the linter shall ignore from now on.
			...(it.has('--suppress-all', '--suppress-rule', '--prune-suppressions')
				? writes(constant('eslint-suppressions.json'), it.scope)
				: []),
			// Each of these options starts the newest version of another package.
			...(it.has('--init', '--mcp', '--inspect-config') ? [...fetches('node', it), exec(it, 'npx @eslint')] : []),
		],
	}),
	nodeTool('biome', {
		options: data(
			'--max-diagnostics --diagnostic-level --reporter --colors --since --only --skip --stdin-file-path --indent-style --indent-width --line-width --line-ending --quote-style --jsx-quote-style --quote-properties --semicolons --trailing-commas --arrow-parentheses --reason --files-max-size',
		),
		flags:
			'--apply --apply-unsafe --unsafe --staged --changed --no-errors-on-unmatched --error-on-warnings --json --json-pretty --suppress --format-with-errors --profile-rules',
		config: '--config-path',
		output: '--reporter-file --log-file --log-path',
		verbs: /^(check|lint|ci|format|rage|explain)$/,
		// `--suppress` writes a comment above each finding.
		changes: given('--write --fix --apply --apply-unsafe --suppress'),
		files: endings.web,
		onlyParses: true,
		home: 'biome.json biome.jsonc',
	}),
	nodeTool('prettier', {
		options: data(
			'--parser --tab-width --print-width --log-level --loglevel --ignore-path --stdin-filepath --end-of-line --config-precedence --cache-strategy --trailing-comma --prose-wrap --arrow-parens --quote-props --html-whitespace-sensitivity --embedded-language-formatting --object-wrap --range-start --range-end',
		),
		flags:
			'-w -c -l -u --list-different --no-config --no-editorconfig --no-semi --single-quote --jsx-single-quote --ignore-unknown --cache --no-error-on-unmatched-pattern --no-plugin-search --find-config-path --file-info --support-info --bracket-spacing --no-bracket-spacing --bracket-same-line --use-tabs --insert-pragma --require-pragma --with-node-modules --debug-check --experimental-ternaries --vue-indent-script-and-style',
		config: '--config',
		loads: '--plugin --plugin-search-dir',
		output: '--cache-location',
		changes: given('--write -w'),
		files: endings.web,
		also: unignored,
		home: '.prettierrc .prettierrc.json prettier.config.js',
	}),
	nodeTool('stylelint', {
		options: data('--ignore-path -i --ip --ignore-pattern --max-warnings --mw --cache-strategy --stdin-filename'),
		flags:
			'--cache --allow-empty-input --aei --report-needless-disables --rd --report-invalid-scope-disables --report-descriptionless-disables --disable-default-ignores --di --stdin --print-config --ignore-disables --id --no-validate',
		config: '-c --config',
		loads: '--custom-syntax --custom-formatter -f --formatter --config-basedir',
		output: '-o --output-file --cache-location',
		changes: given('--fix'),
		files: endings.styles,
	}),
	nodeTool('markdownlint markdownlint-cli2', {
		options: data('-i --ignore -p --ignore-path --enable --disable'),
		flags: '--dot -d -s -j -f --stdin --json --no-globs --format',
		config: '-c --config',
		loads: '-r --rules',
		output: '-o --output',
		changes: given('--fix -f'),
		files: endings.markdown,
		home: '.markdownlint.json .markdownlint.yaml .markdownlint-cli2.yaml',
	}),
	nodeTool('cspell', {
		options: {
			...data('--locale --language-id --words-only --exclude -e --root -r --dictionary'),
			...role('list', '--file-list'),
		},
		flags:
			'--no-progress --no-summary --show-suggestions --show-context --unique -u --dot --gitignore --no-gitignore --cache --no-must-find-files --fail-fast --issues-only --relative --debug --show-perf-summary --legacy --words-only',
		config: '-c --config',
		loads: '--reporter',
		output: '--cache-location',
		acts: /^(init|link|add|cache)$/,
		// With `--dot`, cspell also shows words of hidden files.
		also: (it) => (it.has('--dot') ? beyondIgnored(constant('.'), it.scope) : []),
		home: 'cspell.json .cspell.json',
	}),
	nodeTool('knip', {
		options: data('--workspace -W --include --exclude --max-issues --fix-type --tags'),
		flags:
			'--production --strict --no-progress --no-exit-code --no-gitignore --debug --dependencies --exports --files --include-libs --include-entry-exports --isolate-workspaces --cache --no-config-hints --treat-config-hints-as-errors --performance --format',
		config: '-c --config',
		loads: '--reporter --preprocessor',
		changes: given('--fix'),
		also: (it) => (it.has('--allow-remove-files') ? [effect({ kind: 'delete', path: '**', recursive: true })] : []),
		folders: '--directory --tsConfig -t',
		files: `${endings.scripts},json`,
	}),
	nodeTool('commitlint', {
		options: {
			...data('--from -f --to -t --help-url -H'),
			// commitlint prints the text that it checks.
			...role('read', '--edit -e'),
			// A file that a variable names, and options of git.
			...role('code', '--env -E --git-log-args'),
		},
		flags: '-c -l --last -V --strict --from-last-tag -s --print-config',
		config: '-g --config',
		folders: '-d --cwd',
		loads: '-x --extends -o --format -p --parser-preset --plugins',
		also: (it) =>
			it
				.values('-f', '-t')
				.filter((word) => !isRef(word))
				.map(({ text }) => opaque(`the commit \`${text}\``)),
	}),
	nodeTool('tslint', {
		options: data('-e --exclude'),
		flags: '--force --outputAbsolutePaths --quiet --test',
		config: '-c --config -p --project',
		loads: '-r --rules-dir -s --formatters-dir -t --format',
		output: '-o --out',
		changes: given('--fix -i --init'),
		files: endings.scripts,
	}),
	nodeTool(
		'oxlint depcheck madge publint attw ts-prune tsd type-coverage ls-lint htmlhint textlint standard xo svelte-check redocly spectral size-limit jscpd',
		{
			options: data(
				'--tsconfig --workspace -W --format --threshold -D --deny -A --allow --include -e --env --exclude --extensions --ignores --ignore --ignore-dirs --ignore-path --ignore-pattern --ignore-patterns --depends --ts-config --threads --max-warnings --max-problems --compiler-warnings --diagnostic-sources --fail-severity -F --at-least --ignore-files --min-lines --min-tokens --max-size --skip-rule --global --level --pattern',
			),
			flags:
				'--json --circular --summary -s --orphans --leaves --warning --no-spinner --deny-warnings --import-plugin --jest-plugin --vitest-plugin --react-plugin --react-perf-plugin --jsx-a11y-plugin --nextjs-plugin --promise-plugin --node-plugin --vue-plugin --jsdoc-plugin --type-aware --no-ignore --disable-nested-config --strict --prettier --space --fail-on-warnings --no-tsconfig --preserveWatchOutput --generate-ignore-file --fail-on-unmatched-globs --detail --cache --no-cache --is --skip-missing --ignore-bin-package --gitignore -g --nocolor --dry-run --warn --fix-suggestions --fix-dangerously',
			config: '-c --config',
			loads:
				'-r --rules --rulesdir --reporter --reporters --preprocessor --plugin --plugins --formatter -f -x --extends',
			output: '-o --output --output-file --out --image -i --cache-location --save-bundle --history-file',
			changes: given('--fix --write --fix-suggestions --fix-dangerously --update'),
			files: endings.scripts,
			acts: /^(init|migrate|link|push|publish|login|build-docs|preview-docs|bundle|split|join)$/,
			folders: '--workspace',
			also: (it) => [
				...it.values('--js-plugins').flatMap((word) => runsFile(word, it.scope)),
				...(it.name === 'oxlint' && it.has('--init') ? writes(constant('.oxlintrc.json'), it.scope) : []),
				...(it.name === 'oxlint' && it.has('--suppress-all', '--prune-suppressions')
					? writes(constant('oxlint-suppressions.json'), it.scope)
					: []),
				// The package comes from a registry.
				...(it.name === 'attw' && it.has('-p', '--from-npm') ? fetches('node', it) : []),
				...(it.has('--clean-dir', '--save-bundle') ? [opaque('a folder that is cleaned')] : []),
			],
		},
	),
];
