import { isActing } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../../program.ts';
import { constant } from '../../word.ts';
import { ownPython, pythonTool } from './python-tool.ts';
import { configured, cutShort, given, handedOn, outside } from './tool.ts';

/** Test runners of the Python world. */
export const pythonRunners = (): readonly Program[] => [
	pythonTool('pytest py.test', {
		options: {
			...data(
				'-k -m --maxfail --tb -n --numprocesses --cov --durations --timeout -W --log-level --log-cli-level --ignore --ignore-glob --deselect --import-mode --dist --capture --color --seed -r --junit-prefix --show-capture --verbosity',
			),
			...data('--rootdir --confcutdir'),
			...role('code', '--tx --rsyncdir --ssh'),
			...role('delete-tree', '--basetemp'),
			...data('-p -o --override-ini'),
		},
		config: '-c --config-file --cov-config',
		output: '--junitxml --junit-xml --html --report-log --log-file --json-report-file',
		executesOperands: true,
		wholeOptions: true,
		changes: given('--snapshot-update --inline-snapshot'),
		also: pytest,
	}),
	pythonTool('tox nox', {
		options: {
			...data(
				'-e -s -k -t -m --session --sessions --env --tags --keywords -p --parallel --python --pythons --extra-pythons --factor -q',
			),
			...role('code', '-x --override --default-venv-backend --force-venv-backend'),
			...role('read', '--workdir --root --envdir --toxworkdir'),
		},
		config: '-c --conf --noxfile -f',
		output: '--result-json --devenv',
		hasNoPaths: true,
		acts: /^(exec|e|devenv|d|quickstart|q|upgrade)$/,
		also: environments,
	}),
	rows('coverage', {
		input: 'data',
		options: { ...data('--rcfile --data-file'), ...role('write', '-o -d --directory') },
		subcommands: [
			rows('run', {
				input: 'data',
				options: data('--source --omit --include --rcfile --context --data-file --concurrency -m --source-pkg'),
				wraps: true,
				also: coverageRun,
			}),
			rows('report html xml json lcov combine erase debug annotate help', {
				input: 'data',
				options: data(
					'--rcfile --omit --include --fail-under -o -d --directory --data-file --precision --sort --format',
				),
				also: (it) => ownPython(it),
			}),
		],
	}),
];

function pytest(it: Invocation): readonly Finding[] {
	const plugins = it
		.values('-p')
		.filter((word) => !/^(no:[\w-]+|pytester|randomly|xdist|cov|asyncio|anyio|django)$/.test(word.text));
	const settings = it
		.values('-o', '--override-ini')
		.filter(
			(word) =>
				!/^(cache_dir|console_output_style|xfail_strict|junit_\w+|log_cli\w*|asyncio_mode)=[\w./-]*$/.test(word.text),
		);
	const posts = it.options.some(({ name }) => name === '--pastebin') ? [network('a pastebin')] : [];
	const roots = outside(it.values('--rootdir', '--confcutdir'), it);
	return [...roots, ...[...plugins, ...settings].map((word) => opaque(`what \`${word.text}\` loads`)), ...posts];
}

/** Environments and sessions are named for what they do. */
function environments(it: Invocation): readonly Finding[] {
	const end = it.words.findIndex((word) => word.text === '--');
	const handed = end < 0 ? [] : it.words.slice(end + 1);
	const named = [
		...it.values('-e', '-s', '--session', '--sessions', '--env', '-t', '--tags'),
		...(it.name === 'nox' ? it.operands.filter((word) => !handed.includes(word)) : []),
	];
	const acting = named.flatMap((word) => word.text.split(',')).find(isActing);
	return [...handedOn(handed, it.name, it), ...(acting === undefined ? [] : [exec(it, `${it.name} ${acting}`)])];
}

function coverageRun(it: Invocation): readonly Finding[] {
	const at = it.words.findIndex((word) => word.text === '-m');
	const words = at >= 0 ? it.words.slice(at) : it.operands;
	const settings = it.values('--rcfile').flatMap((word) => configured(word, 'coverage run', it));
	const cut = cutShort(it, ['--rcfile']);
	return words.length === 0 ? [] : [...settings, ...cut, { find: 'command', words: [constant('python'), ...words] }];
}
