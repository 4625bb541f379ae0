import { configWrite, data, exec, type Finding, type Invocation, opaque, type Program, role } from '../../program.ts';
import { outputs, runsFile } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { fetches } from '../registries.ts';
import { outside } from './operands.ts';
import { pythonTool } from './python-tool.ts';
import { endings } from './rewrites.ts';
import { configured, given, widened } from './tool.ts';

/** Linters, formatters and type checkers for Python. */
export const pythonLinters = (): readonly Program[] => [...typeChecks(), ...formatters(), ...otherLinters()];

/** Judges an interpreter that an option names. The one in a virtual environment of the checkout is the project's own. */
function interpreters(it: Invocation, name: string): readonly Finding[] {
	const isOwn = ({ known, text }: Word) => known && /^(\.\/)?\.?v?env\/bin\/python[\d.]*$/.test(text);
	return it.values(name).flatMap((word) => (isOwn(word) ? [] : runsFile(word, it.scope)));
}

/** Switches of mypy, by the forms of their names. */
const mypySwitch =
	/^--((no|dis?allow|warn|show|hide|check|implicit|explicit|skip|allow|force|strict)-[a-z-]+|(no-)?(strict|pretty|incremental|sqlite-cache|extra-checks|local-partial-types|fast-module-lookup|ignore-missing-imports|ignore-errors|namespace-packages|cache-fine-grained|non-interactive|scripts-are-modules|stats))$/;

const typeChecks = (): readonly Program[] => [
	pythonTool('mypy', {
		onlyParses: true,
		options: {
			...data(
				'-p --package -m --module -c --command --python-version --platform --follow-imports --exclude --always-true --always-false --enable-error-code --disable-error-code --junit-format --python-executable --package-root --output --enable-incomplete-feature --untyped-calls-exclude --num-workers',
			),
			...role('flag', '-i --install-types'),
			...role('read', '--custom-typeshed-dir --custom-typing-module --shadow-file'),
			...role('code', '--cache-map'),
		},
		harmless: mypySwitch,
		argumentFiles: true,
		config: '--config-file',
		output:
			'--html-report --xml-report --txt-report --any-exprs-report --linecount-report --linecoverage-report --lineprecision-report --memory-xml-report --xslt-html-report --xslt-txt-report --cobertura-xml-report --junit-xml --cache-dir --timing-stats --line-checking-stats',
		also: (it) => [
			...interpreters(it, '--python-executable'),
			...(it.has('--install-types') ? [...fetches('python', it), exec(it, 'mypy --install-types')] : []),
		],
	}),
	pythonTool('pyright basedpyright', {
		onlyParses: true,
		options: {
			...data('--pythonversion --pythonplatform --level --threads --pythonpath --verifytypes'),
			...role('flag', '-w'),
			...role('read', '-p --project -t --typeshedpath -v --venvpath'),
		},
		flags:
			'--outputjson --warnings --stats --skipunannotated --watch --dependencies --ignoreexternal --writebaseline --gitlabcodequality',
		output: '--baselinefile',
		changes: given('--createstub --writebaseline'),
		also: (it) => interpreters(it, '--pythonpath'),
	}),
];

const lineOptions =
	'-l --line-length --include --exclude --extend-exclude --force-exclude -W --workers --style --max-line-length --skip';

const formatterFlags =
	'--diff --check-only --stdout --show-files --show-settings --fast --safe --preview --unstable --pyi --ipynb --skip-string-normalization -S --skip-magic-trailing-comma -C -x --skip-source-first-line --no-cache --atomic --float-to-top --force-sort-within-sections --skip-gitignore --gitignore --overwrite-in-place --trailing-comma --tc --up --use-parentheses --fgw --fss --sl --force-single-line-imports --case-sensitive --only-modified --om --resolve-all-configs --combine-as --ca -d -a -i -r -p -c -n -vv -m --recursive --in-place --check-diff --aggressive --experimental --exit-code --hang-closing --black --blank --non-strict --parallel';

/** A formatter that changes files, unless an option of `looks` makes it only check. */
const formatter = (name: string, looks: string, options: string): Program =>
	pythonTool(name, {
		onlyParses: true,
		options: data(`${lineOptions} ${options}`),
		flags: `${formatterFlags} ${looks}`,
		config: '--config --settings-file --settings',
		changes: (it) => !given(looks)(it),
		files: endings.python,
		also: (it) =>
			it
				.values('--include')
				.filter(({ known, text }) => !known || !text.split('|').every((one) => pythonEnd.test(one)))
				.map(({ text }) => opaque(`what is shown of \`${text}\``)),
	});

/** A regular expression for the endings of Python. Threat: any other expression may match `.env`, and a diff shows it. */
const pythonEnd = /\\\.(pyi?\??|ipynb)\)?\$?$/;

const formatters = (): readonly Program[] => [
	pythonTool('ruff', {
		onlyParses: true,
		options: data(
			'--select --ignore --extend-select --extend-ignore --fixable --unfixable --line-length --target-version --output-format --per-file-ignores --extend-per-file-ignores --exclude --extend-exclude --stdin-filename --config -c --range --color --extension --dummy-variable-rgx --ignore-noqa --direction --indent-style',
		),
		argumentFiles: true,
		flags:
			'--unsafe-fixes --show-fixes --no-fix --diff --preview --no-preview --no-cache -n --isolated --exit-zero -e --exit-non-zero-on-fix --exit-non-zero-on-format --add-noqa --statistics --show-files --show-settings --watch -w --force-exclude --no-force-exclude --respect-gitignore --no-respect-gitignore --fix-only --ignore-noqa -s --all',
		output: '-o --output-file --cache-dir',
		verbs: /^(check|format|rule|linter|version|help|analyze)$/,
		changes: (it) =>
			it.has('--fix', '--unsafe-fixes', '--add-noqa', '--fix-only') ||
			(it.operands[0]?.text === 'format' && !it.has('--check', '--diff')),
		files: `${endings.python},ipynb`,
		also: ruffSettings,
	}),
	formatter(
		'black',
		'--check --diff --code -c',
		'-t --target-version --code -c --required-version --stdin-filename --line-ranges',
	),
	formatter(
		'isort',
		'--check --check-only --diff -d -c --stdout --show-files --show-settings',
		'--profile -s --src --sp --settings-path -p -o -f -b --known-first-party --known-third-party --filename --jobs -j',
	),
	pythonTool('yapf autopep8 autoflake docformatter', {
		onlyParses: true,
		options: {
			...data(`${lineOptions} -e --select --ignore -a --wrap-summaries --wrap-descriptions --imports -j --jobs`),
			...role(
				'flag',
				'--remove-all-unused-imports --remove-unused-variables --remove-duplicate-keys --expand-star-imports --ignore-init-module-imports',
			),
		},
		flags: formatterFlags,
		config: '--config --global-config',
		changes: given('-i --in-place'),
		files: endings.python,
	}),
	pythonTool('pyupgrade reorder-python-imports add-trailing-comma', {
		onlyParses: true,
		options: data('--application-directories --unclassifiable-application-module'),
		harmless: /^--(py\d+-plus|keep-[a-z-]+|exit-zero-even-if-changed|diff-only)$/,
		changes: () => true,
		files: endings.python,
	}),
];

/** Judges settings on the command line: a file, or a single setting such as `cache-dir='x'`. */
function ruffSettings(it: Invocation): readonly Finding[] {
	return it.values('--config').flatMap((word) => {
		if (/^\s*((extend-)?include|extension)\b.*=/.test(word.text)) return [opaque('files that a setting adds')];
		const value = /^[^=]*=\s*["']?([^"']*)/.exec(word.text)?.[1];
		return value === undefined
			? [...outside([word], it), ...configured(word, 'ruff check', it)]
			: [...outputs(constant(value), it.scope), ...outside(namedIn(word.text, it), it)];
	});
}

/** Returns the paths in a setting. Threat: if the file that a setting extends is not TOML, ruff shows a line of it. */
function namedIn(text: string, { scope }: Invocation): readonly Word[] {
	const texts = [...text.matchAll(/["']([^"']+)["']/g)].map(([, value = '']) => value);
	return texts.map((value) => constant(value.replace(/^~(?=\/|$)/, scope.facts.home)));
}

/**
 * Judges codespell. Threat: it replaces words in a workflow with words from a dictionary in the checkout. With lines of context, it shows
 * most of a file in which a word of the dictionary occurs. It obeys no ignore files.
 */
function spelled(it: Invocation): readonly Finding[] {
	const isHidden = it.has('-H', '--check-hidden');
	const changes = it.has('-w', '--write-changes', '-i', '--interactive');
	const isShown = it.has('-A', '--after-context', '-B', '--before-context', '-C', '--context');
	return [
		...(isHidden && changes ? [configWrite('.github/**')] : []),
		...(isShown && (isHidden || it.has('-D', '--dictionary')) ? widened(it.operands, it) : []),
	];
}

/** Judges settings on the command line. Threat: yamllint shows a line of the file that they extend, if that file is not YAML. */
function settled({ text }: Word, it: Invocation): readonly Finding[] {
	const extended = [...text.matchAll(/\bextends["']?\s*:\s*["']?([^\s,"'}]+)/g)].map(([, path = '']) => constant(path));
	const chosen = /\b(yaml-files|ignore-from-file)\b/.test(text) ? [opaque(`files that \`${text}\` chooses`)] : [];
	return [...outside(extended, it), ...chosen];
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
const otherLinters = (): readonly Program[] => [
	pythonTool(
		'flake8 pycodestyle pydocstyle pyflakes bandit vulture interrogate radon xenon deptry refurb yamllint doc8',
		{
			onlyParses: true,
			options: {
				...data(
					'--max-line-length --select --ignore --exclude --format -f -j --jobs --extend-ignore --extend-select --extend-exclude --filename --per-file-ignores --max-complexity -d --disable -x -s -t -l -L -S --skip --severity-level --confidence-level -n --min-confidence --msg-template --enable-extensions --require-plugins --stdin-display-name --convention --add-ignore --add-select --match --match-dir --ignore-names --ignore-decorators --fail-under --max-absolute --max-modules --max-average --max-doc-length --indent-size --profile --python-version --known-first-party --ignore-path --offline-mode -w --warn-list --min --sort',
				),
				...role('script', '-R --rulesdir --load --stub'),
				...role('read', '-b --baseline'),
			},
			flags:
				'--count --statistics --show-source --benchmark --show-pep8 --doctests --exit-zero --isolated --disable-noqa --hang-closing -r --recursive -ll -lll -ii -iii -vv -vvv -qq --strict -a --average --total-average -nc -nb -i -m -p -e --sort-by-size --make-whitelist --no-warnings --list-files --parseable --offline --nocolor --show-relpath --enable-all --disable-all --ignore-init-method --ignore-module --ignore-nosec --no-ansi --explain --total',
			config: '-c --config --configfile --append-config --config-file --ini',
			output: '-o --output --output-file -O --generate-badge -g --json-output --sarif-file --cache-dir',
			changes: given('--fix --write'),
			also: (it) =>
				[
					...it.values('--filename').filter(({ text }) => !/^([\w*./-]*\.(pyi?|ya?ml),?)+$/.test(text)),
					// A regular expression. Threat: with `--source`, pydocstyle shows each file that it matches.
					...it.values('--match').filter(({ text }) => !/\\\.pyi?\$?$/.test(text) || text.includes('|')),
				]
					.map(({ text }) => opaque(`what is shown of \`${text}\``))
					.concat(it.values('-d').flatMap((word) => settled(word, it))),
		},
	),
	pythonTool('ansible-lint', {
		onlyParses: true,
		options: {
			...data('-x --skip-list -t --tags -w --warn-list -f --format --profile --exclude --enable-list --project-dir'),
			...role('script', '-R -r --rules-dir'),
		},
		config: '-c --config-file',
		output: '-i --ignore-file --sarif-file',
		flags: '-p --parseable --strict --offline --nocolor --show-relpath --list-rules -L -T --list-tags',
		changes: given('--fix --write'),
	}),
	pythonTool('codespell', {
		onlyParses: true,
		options: {
			...data(
				'-S --skip -L --ignore-words-list -i --interactive -q --quiet-level -r --regex -u --uri-ignore-words-list -A --after-context -B --before-context -C --context --builtin --ignore-regex --ignore-multiline-regex',
			),
			...role('read', '-I --ignore-words -D --dictionary -x --exclude-file'),
		},
		flags:
			'-w -s -H -f -c -d -e -h --write-changes --check-hidden --check-filenames --enable-colors --disable-colors --summary --count --hard-encoding-detection --stdin-single-line',
		config: '--config --toml',
		changes: given('-w --write-changes -i --interactive'),
		also: spelled,
	}),
	pythonTool('djlint', {
		onlyParses: true,
		options: data('--extension -e --ignore --exclude --extend-exclude --profile --indent --include'),
		flags:
			'--lint --reformat --require-pragma --preserve-leading-space --preserve-blank-lines --format-css --format-js --statistics --warn --use-gitignore',
		config: '--configuration',
		changes: given('--reformat'),
		files: endings.templates,
	}),
	pythonTool('sqlfluff', {
		options: data(
			'--dialect -d --templater -t --rules -r --exclude-rules -e --processes -p --format -f --annotation-level',
		),
		config: '--config',
		loads: '--library-path',
		output: '--write-output --persist-timing',
		flags:
			'--force --nofail --disable-noqa --show-lint-violations --nocolor --disable-progress-bar --bench --warn-unused-ignores --ignore-local-config',
		verbs: /^(lint|fix|format|parse|rules|dialects|version)$/,
		changes: (it) => /^(fix|format)$/.test(it.operands[0]?.text ?? ''),
		files: endings.sql,
	}),
	pythonTool('pylint', {
		options: {
			...data(
				'--disable --enable -d -e -j --jobs --fail-under --fail-on --msg-template --ignore --ignore-patterns --ignore-paths --max-line-length -s --source-roots --py-version --reports --recursive --persistent --score --good-names --bad-names --max-args --generated-members --msg-template --confidence',
			),
			...role('flag', '-E --errors-only --exit-zero --from-stdin --list-msgs --clear-cache-post-run -rn -ry'),
			...role(
				'code',
				'--load-plugins --init-hook --extension-pkg-allow-list --extension-pkg-whitelist --unsafe-load-any-extension',
			),
			...role('code:python', '--evaluation'),
			...role('write', '--spelling-private-dict-file'),
		},
		config: '--rcfile',
		loads: '-f --output-format',
		output: '--output --import-graph --ext-import-graph --int-import-graph',
		also: (it) => it.values('-f', '--output-format').flatMap((word) => outputs(word, it.scope)),
	}),
];
