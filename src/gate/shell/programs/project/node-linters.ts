import { data, exec, opaque, type Program, role } from '../../program.ts';
import { runsFile, writes } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { fetches } from '../registries.ts';
import { nodeTool } from './node-tool.ts';
import { endings } from './rewrites.ts';
import { configured, given } from './tool.ts';

const tsOutputs = '--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile';

/** The compiler takes a folder for the settings in it. */
function settingsIn(word: Word): Word {
	if (!word.known || /\.json$/.test(word.text)) return word;
	return { ...word, ...constant(`${word.text.replace(/\/+$/, '')}/tsconfig.json`) };
}

/** Linters and checkers of the Node world. */
export const nodeLinters = (): readonly Program[] => [
	nodeTool('tsc vue-tsc', {
		options: {
			...data('--target -t --module -m --lib --jsx --moduleResolution --types'),
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
			...(it.has('--init') ? writes(constant('tsconfig.json'), it.scope) : []),
			...(it.words.some((word) => /^-{1,2}init$/i.test(word.text) && word.text !== '--init')
				? [opaque('an option in another spelling')]
				: []),
		],
	}),
	nodeTool('eslint', {
		options: {
			...data(
				'--ext --max-warnings --rule --env --global --ignore-pattern --cache-strategy --rulesdir --resolve-plugins-relative-to',
			),
		},
		config: '-c --config',
		loads: '--parser --plugin -f --format',
		output: '-o --output-file --cache-location --cache-file',
		home: 'eslint.config.js eslint.config.mjs eslint.config.ts .eslintrc.json .eslintrc.js .eslintrc.cjs .eslintrc.yml',
		changes: given('--fix --init'),
		files: endings.scripts,
		also: (it) => [
			...it.values('--rulesdir', '--resolve-plugins-relative-to').flatMap((word) => runsFile(word, it.scope)),
			// Each of these starts the newest version of another package.
			...(it.has('--init', '--mcp', '--inspect-config') ? [...fetches('node', it), exec(it, 'npx @eslint')] : []),
		],
	}),
	nodeTool('biome', {
		options: data('--max-diagnostics --diagnostic-level --reporter --colors --since --only --skip --stdin-file-path'),
		config: '--config-path',
		output: '--reporter-file --log-file --log-path',
		verbs: /^(check|lint|ci|format|rage|explain)$/,
		changes: given('--write --fix --apply --apply-unsafe'),
		files: endings.web,
		onlyParses: true,
		home: 'biome.json biome.jsonc',
	}),
	nodeTool('prettier', {
		options: data('--parser --tab-width --print-width --log-level --ignore-path --stdin-filepath --end-of-line'),
		config: '--config',
		loads: '--plugin --plugin-search-dir',
		output: '--cache-location',
		changes: given('--write -w'),
		files: endings.web,
		home: '.prettierrc .prettierrc.json prettier.config.js',
	}),
	nodeTool('stylelint', {
		options: data('--ignore-path -i --ip --max-warnings --mw --cache-strategy --stdin-filename'),
		config: '-c --config',
		loads: '--custom-syntax --custom-formatter -f --formatter --config-basedir',
		output: '-o --output-file --cache-location',
		changes: given('--fix'),
		files: endings.styles,
	}),
	nodeTool('markdownlint markdownlint-cli2', {
		options: data('-i --ignore -p --ignore-path --enable --disable'),
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
		config: '-c --config',
		loads: '--reporter',
		output: '--cache-location',
		acts: /^(init|link|add|cache)$/,
		home: 'cspell.json .cspell.json',
	}),
	nodeTool('knip', {
		options: data('--tsConfig -t --workspace -W --include --exclude --max-issues --directory'),
		config: '-c --config',
		loads: '--reporter --preprocessor',
		changes: given('--fix'),
		files: `${endings.scripts},json`,
	}),
	nodeTool(
		'oxlint depcheck madge publint attw ts-prune tsd type-coverage ls-lint htmlhint textlint commitlint standard xo tslint svelte-check redocly spectral size-limit jscpd',
		{
			options: data(
				'--tsconfig --workspace -W --from --to --format --threshold -D --deny -A --allow --include --edit -e --env',
			),
			config: '-c --config',
			loads:
				'-r --rules --rulesdir --reporter --reporters --preprocessor --plugin --plugins --formatter -f -x --extends --parser-preset',
			output: '-o --output --output-file --out --image -i --cache-location --save-bundle --history-file',
			changes: given('--fix --write --fix-suggestions --fix-dangerously --update'),
			files: endings.scripts,
			acts: /^(init|migrate|link|push|publish|login|build-docs|preview-docs|bundle|split|join)$/,
			also: (it) => it.values('--js-plugins').flatMap((word) => runsFile(word, it.scope)),
		},
	),
];
