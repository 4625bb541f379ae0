import { data, exec, type Program, role } from '../../program.ts';
import { writes } from '../../roles.ts';
import { constant } from '../../word.ts';
import { fetches } from '../registries.ts';
import { pythonTool } from './python-tool.ts';
import { given, outside } from './tool.ts';

/** Linters, formatters and type checks of the Python world. */
export const pythonLinters = (): readonly Program[] => [
	pythonTool('mypy', {
		options: {
			...data(
				'-p --package -m --module -c --command --python-version --platform --follow-imports --exclude --always-true --always-false --enable-error-code --disable-error-code',
			),
			...role('read', '--custom-typeshed-dir --custom-typing-module'),
			...role('script', '--python-executable'),
		},
		config: '--config-file',
		output:
			'--html-report --xml-report --txt-report --any-exprs-report --linecount-report --linecoverage-report --cobertura-xml-report --junit-xml --cache-dir',
		also: (it) => (it.has('--install-types') ? [...fetches('python', it), exec(it, 'mypy --install-types')] : []),
	}),
	pythonTool('ruff', {
		options: data(
			'--select --ignore --extend-select --fixable --line-length --target-version --output-format --per-file-ignores --exclude --stdin-filename --config -c --range',
		),
		output: '-o --output-file --cache-dir',
		verbs: /^(check|format|rule|linter|version|help|analyze)$/,
		changes: (it) =>
			it.has('--fix', '--unsafe-fixes', '--add-noqa', '--fix-only') ||
			(it.operands[0]?.text === 'format' && !it.has('--check', '--diff')),
		also: (it) =>
			it
				.values('--config')
				.filter((word) => !word.text.includes('='))
				.flatMap((word) => outside([word], it)),
	}),
	pythonTool('black isort yapf autopep8 autoflake docformatter', {
		options: data(
			'-l --line-length -t --target-version --include --exclude --extend-exclude --force-exclude --workers -W --code --profile --style --max-line-length --skip -s --src --sp --settings-path',
		),
		config: '--config --settings-file --settings',
		changes: (it) => {
			if (it.has('--check', '--check-only', '--diff', '-d', '--code')) return false;
			if (it.name === 'isort') return !it.has('-c');
			return it.name === 'black' ? !it.has('-c') : it.has('-i', '--in-place');
		},
	}),
	pythonTool(
		'flake8 pycodestyle pydocstyle pyflakes bandit vulture interrogate radon xenon deptry refurb codespell djlint sqlfluff yamllint doc8 ansible-lint',
		{
			options: {
				...data(
					'--max-line-length --select --ignore --exclude --format -f -j --jobs --extend-ignore --per-file-ignores --max-complexity -d --disable -x -s -t -l -L -S --skip --dialect --templater --severity-level -n --min-confidence --ignore-words-list',
				),
				...role('script', '-R --rulesdir'),
				...role('read', '-I --ignore-words -b --baseline'),
			},
			config: '-c --config --configfile --append-config --config-file',
			output: '-o --output --output-file',
			acts: /^(fix|format|render)$/,
			changes: given('-w --write-changes --fix --write --reformat'),
			also: (it) => (it.name === 'codespell' && it.has('-i') ? writes(constant('.'), it.scope) : []),
		},
	),
	pythonTool('pylint', {
		options: {
			...data(
				'--disable --enable -d -e -j --jobs --fail-under --msg-template --ignore --ignore-patterns --ignore-paths --max-line-length -s',
			),
			...role('code', '--load-plugins --init-hook'),
		},
		config: '--rcfile',
		loads: '-f --output-format',
		output: '--output',
	}),
	pythonTool('pyright basedpyright', {
		options: {
			...data('--pythonversion --pythonplatform --level --threads'),
			...role('script', '--pythonpath'),
			...role('read', '-p --project -t --typeshedpath -v --venvpath'),
		},
		changes: given('--createstub --writebaseline'),
	}),
];
