import { data, opaque, type Program, role } from '../../program.ts';
import { runsFile } from '../../roles.ts';
import { nodeTool } from './node-tool.ts';
import { given } from './tool.ts';

const tsOutputs = '--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile';

/** Linters and checkers of the Node world. */
export const nodeLinters = (): readonly Program[] => [
	nodeTool('tsc vue-tsc', {
		options: {
			...data('--target -t --module -m --lib --jsx --moduleResolution --types'),
			...role('read', '-p --project --rootDir'),
		},
		output: tsOutputs,
		changes: given('--init'),
		home: 'tsconfig.json',
		also: (it) =>
			it.words.some((word) => /^-{1,2}init$/i.test(word.text) && word.text !== '--init')
				? [opaque('an option in another spelling')]
				: [],
		examples: {
			'tsc -p .': ['read .', 'exec.project tsc'],
			'tsc --noEmit': ['exec.project tsc'],
			'tsc --outDir dist': ['exec.project tsc'],
			'tsc --outDir /srv/www': ['exec.project tsc', 'write /srv/www'],
			'tsc -p /other': ['exec.project tsc', 'read /other'],
			'tsc -outdir .git': ['exec.project tsc', 'opaque'],
			'tsc --init': ['exec.project tsc', 'write .'],
		},
	}),
	nodeTool('eslint', {
		options: {
			...data(
				'--ext --max-warnings --rule --env --global --ignore-pattern --cache-strategy --rulesdir --resolve-plugins-relative-to',
			),
		},
		config: '-c --config',
		loads: '--parser --plugin -f --format',
		output: '-o --output-file --cache-location',
		home: 'eslint.config.js eslint.config.mjs eslint.config.ts .eslintrc.json .eslintrc.js .eslintrc.cjs .eslintrc.yml',
		changes: (it) => it.has('--fix', '--init'),
		also: (it) => it.values('--rulesdir', '--resolve-plugins-relative-to').flatMap((word) => runsFile(word, it.scope)),
		examples: {
			'eslint src': ['exec.project eslint'],
			'eslint --fix src': ['exec.project eslint', 'write src'],
			'eslint -c ./x.js .': ['exec x.js', 'exec.project eslint'],
			'eslint -c eslint.strict.config.js .': ['exec.project eslint'],
			'eslint --rulesdir ./rules src': ['exec rules', 'exec.project eslint'],
			'eslint -f ./x.js src': ['exec x.js', 'exec.project eslint'],
			'eslint /etc': ['read /etc', 'exec.project eslint'],
			'eslint --fix-dry-run src': ['exec.project eslint'],
		},
	}),
	nodeTool('biome', {
		options: data('--max-diagnostics --diagnostic-level --reporter --colors --since --only --skip --stdin-file-path'),
		config: '--config-path',
		verbs: /^(check|lint|ci|format|rage|explain)$/,
		changes: given('--write --fix --apply --apply-unsafe'),
		home: 'biome.json biome.jsonc',
		examples: {
			'biome check .': ['exec.project biome check'],
			'biome check --write src': ['exec.project biome check', 'write src'],
			'biome migrate --write': ['exec biome migrate'],
		},
	}),
	nodeTool('prettier', {
		options: data('--parser --tab-width --print-width --log-level --ignore-path --stdin-filepath --end-of-line'),
		config: '--config',
		loads: '--plugin',
		changes: given('--write -w'),
		home: '.prettierrc .prettierrc.json prettier.config.js',
		examples: {
			'prettier --check .': ['exec.project prettier'],
			'prettier -c src': ['exec.project prettier'],
			'prettier --write src': ['exec.project prettier', 'write src'],
			'prettier --plugin ./x.js .': ['exec x.js', 'exec.project prettier'],
		},
	}),
	nodeTool('stylelint', {
		options: data('--ignore-path -i --ip --max-warnings --mw --cache-location'),
		config: '-c --config',
		loads: '--custom-syntax --custom-formatter -f --formatter --config-basedir',
		output: '-o --output-file',
		changes: given('--fix'),
		examples: {
			'stylelint "**/*.css"': ['exec.project stylelint'],
			'stylelint --fix a.css': ['exec.project stylelint', 'write a.css'],
			'stylelint --custom-formatter ./x.js a.css': ['exec x.js', 'exec.project stylelint'],
		},
	}),
	nodeTool('markdownlint markdownlint-cli2', {
		options: data('-i --ignore -p --ignore-path --enable --disable'),
		config: '-c --config',
		loads: '-r --rules',
		output: '-o --output',
		changes: given('--fix -f'),
		home: '.markdownlint.json .markdownlint.yaml .markdownlint-cli2.yaml',
		examples: {
			'markdownlint README.md': ['exec.project markdownlint'],
			'markdownlint -f README.md': ['exec.project markdownlint', 'write README.md'],
			'markdownlint -r ./x.js .': ['exec x.js', 'exec.project markdownlint'],
		},
	}),
	nodeTool('cspell', {
		options: data('--locale --language-id --words-only --exclude -e --file-list --root -r'),
		config: '-c --config',
		loads: '--reporter',
		acts: /^(init|link|add|cache)$/,
		home: 'cspell.json .cspell.json',
		examples: { 'cspell "**/*.md"': ['exec.project cspell'], 'cspell link x': ['exec cspell link'] },
	}),
	nodeTool(
		'oxlint knip depcheck madge publint attw ts-prune tsd type-coverage ls-lint htmlhint textlint commitlint standard xo tslint svelte-check redocly spectral size-limit jscpd',
		{
			options: data('--tsconfig --workspace -W --from --to --format --threshold -D --deny -A --allow --include'),
			config: '-c --config',
			loads:
				'-r --rules --rulesdir --reporter --reporters --preprocessor --plugin --plugins --formatter -f -x --extends --parser-preset',
			output: '-o --output --output-file',
			changes: given('--fix --write --fix-suggestions --fix-dangerously --update'),
			acts: /^(init|migrate|link|push|publish|login|build-docs|preview-docs|bundle|split|join)$/,
			also: (it) => it.values('--js-plugins').flatMap((word) => runsFile(word, it.scope)),
			examples: {
				'oxlint src': ['exec.project oxlint'],
				knip: ['exec.project knip'],
				'knip --fix': ['exec.project knip', 'write .'],
				'oxlint --plugin ./x.js src': ['exec x.js', 'exec.project oxlint'],
				'redocly push a': ['exec redocly push'],
			},
		},
	),
];
