import { isActing } from '../../declared.ts';
import { empties, isFolder } from '../../emptied.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../../program.ts';
import { outputs } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { showsSources } from './coverage-data.ts';
import { handedOn } from './handed-on.ts';
import { executed, foreign, isFile } from './operands.ts';
import { ownPython, pythonTool } from './python-tool.ts';
import { endings } from './rewrites.ts';
import { configured, cutShort, given } from './tool.ts';
import { warningClass } from './warning-classes.ts';

const pytestFlags =
	'--cov -x -s -l -h -V --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --sw-skip --stepwise-skip --collect-only --co --exitfirst --no-header --no-summary --disable-warnings --disable-pytest-warnings --strict --strict-markers --strict-config --pdb --trace --setup-show --setup-only --setup-plan --fixtures --fixtures-per-test --funcargs --markers --cache-show --cache-clear --runxfail --showlocals --no-showlocals --no-cov --no-cov-on-fail --cov-append --cov-branch --cov-reset --doctest-modules --doctest-continue-on-failure --doctest-ignore-import-errors --full-trace --reuse-db --create-db --nomigrations --no-migrations --migrations --randomly-dont-reorganize --randomly-dont-reset-seed --force-sugar --flake-finder --benchmark-only --benchmark-skip --benchmark-disable --benchmark-autosave --looponfail --keep-duplicates --continue-on-collection-errors --noconftest --trace-config --force-short-summary --forked --boxed --snapshot-update --inline-snapshot --force-regen --regen-all --gen-files --update-goldens --store-durations --asyncio-debug --mypy --ruff --ruff-format --pylint --black --isort --flake8 --hypothesis-show-statistics --testmon --testmon-noselect --testmon-nocollect --picked --memray --block-network --disable-socket --headed --runslow --run-slow --slow --integration --run-integration --random-order --snapshot-details';

/** Test runners for Python. */
export const pythonRunners = (): readonly Program[] => [
	pythonTool('pytest py.test', {
		options: {
			...data(
				'-k -m --maxfail --tb -n --numprocesses --durations --timeout -W --log-level --log-cli-level --ignore --ignore-glob --deselect --import-mode --dist --capture --color --seed -r --junit-prefix --show-capture --verbosity --log-format --log-date-format --log-file-level --log-file-mode --ds --dc --randomly-seed --pastebin --cov-context --cov-fail-under --durations-min --doctest-report --doctest-encoding --reruns --reruns-delay --only-rerun --count --flake-runs --benchmark-sort --benchmark-columns --benchmark-min-rounds --benchmark-name --benchmark-group-by --maxprocesses --max-worker-restart --maxschedchunk --asyncio-mode --hypothesis-seed --hypothesis-profile --hypothesis-verbosity --timeout-method --session-timeout --record-mode --vcr-record --assert --random-order-seed --tracing --video --screenshot --browser --splits --group --lfnf --last-failed-no-failures --code-highlight',
			),
			// pytest executes the examples after `>>>` in text files.
			...role('code', '--tx --rsyncdir --ssh --pdbcls --doctest-glob'),
			...role('delete-tree', '--basetemp'),
			...data('-p -o --override-ini'),
		},
		flags: pytestFlags,
		harmless: /^--cov=(?!\/|.*\.\.)[\w./-]*$/,
		config: '-c --config-file --cov-config',
		argumentFiles: true,
		output:
			'--junitxml --junit-xml --html --report-log --resultlog --result-log --log-file --json-report-file --csv --cov-report --durations-path --benchmark-json --benchmark-storage --pstats-dir --md-report-output --testmon-datafile',
		empties: '--output --alluredir',
		executesOperands: /\.py$/,
		folders: '--rootdir --confcutdir',
		wholeOptions: true,
		changes: renews,
		files: `ambr,json,yaml,yml,csv,txt,${endings.python}`,
		also: pytest,
	}),
	environmentRunner('tox', () => []),
	environmentRunner('nox', (it) => it.operands),
	rows('coverage', {
		input: 'data',
		options: data('--rcfile'),
		onlyListed: true,
		subcommands: [
			rows('run', {
				input: 'data',
				options: {
					...data('--source --omit --include --rcfile --context --concurrency -m --source-pkg --source-dirs'),
					...role('flag', '-a --append -p --parallel-mode --branch -L --pylib --timid --quiet -q'),
					...role('output', '--data-file --save-signal'),
				},
				wraps: true,
				also: coverageRun,
			}),
			rows('erase', {
				input: 'ignored',
				options: { ...data('--rcfile'), ...role('delete', '--data-file') },
				also: coverageReport,
			}),
			rows('report html xml json lcov combine debug annotate help', {
				input: 'ignored',
				options: {
					...data('--rcfile --omit --include --fail-under --precision --sort --format --contexts --title'),
					...role(
						'flag',
						'-i -m -q -a --ignore-errors --show-missing --skip-covered --no-skip-covered --skip-empty --quiet --pretty-print --keep --append --show-contexts',
					),
					...role('output', '-o -d --directory --data-file'),
				},
				also: coverageReport,
			}),
		],
	}),
];

/** Whether pytest writes the expected results anew: snapshots, files of a regression, recorded answers, durations. */
function renews(it: Invocation): boolean {
	const isRecording = it.values('--record-mode', '--vcr-record').some(({ text }) => text !== 'none');
	return isRecording || givenRenewal(it);
}

const givenRenewal = given(
	'--snapshot-update --inline-snapshot --force-regen --regen-all --gen-files --update-goldens --store-durations',
);

/** A tool that runs sessions of the project, each in its own environment. `named` returns the operands that name sessions. */
function environmentRunner(name: string, named: (it: Invocation) => readonly Word[]): Program {
	return pythonTool(name, {
		options: {
			...data(
				'-e -s -k -t -m --session --sessions --env --tags --keywords -p --parallel --python --pythons --extra-pythons --factor --skip-env --hashseed --colored --stderr-color --exit-and-dump-after --runner --reuse-venv --download-python',
			),
			...role(
				'flag',
				'-q -r -R -a -l -n -b -vv -vvv --recreate --skip-missing-interpreters --notest --parallel-live -o --parallel-no-spinner --no-recreate-pkg --listenvs --listenvs-all --skip-pkg-install --sitepackages --alwayscopy --showconfig --develop --fail-fast --reuse-existing-virtualenvs --stop-on-first-error --no-error-on-missing-interpreters --error-on-missing-interpreters --list --no-install --install-only --force-color --non-interactive --no-venv --no-list-dependencies',
			),
			...role('code', '-x --override --default-venv-backend --force-venv-backend'),
			...role('script', '--installpkg --discover --plugin'),
			...role('output', '--result-json --devenv --report --log-file'),
		},
		config: '-c --conf --noxfile -f',
		folders: '--root',
		empties: '--workdir --work-dir --toxworkdir --envdir',
		hasNoPaths: true,
		handsOn: true,
		acts: /^(exec|e|devenv|d|quickstart|q|upgrade)$/,
		also: (it) => environments(it, named),
	});
}

function pytest(it: Invocation): readonly Finding[] {
	const plugins = it
		.values('-p')
		.filter((word) => !/^(no:[\w-]+|pytester|randomly|xdist|cov|asyncio|anyio|django)$/.test(word.text));
	const settings = it
		.values('-o', '--override-ini')
		.filter(
			(word) =>
				!/^addopts=(\s*(-[qvsx]+|-r\w+|--tb=\w+|--no-(header|summary|cov)|--color=\w+))*\s*$|^(cache_dir|log_file|console_output_style|xfail_strict|junit_\w+|log_cli\w*|asyncio_mode)=[\w./-]*$/.test(
					word.text,
				),
		);
	// pytest imports the module of the settings.
	const imported = it
		.values('--ds', '--dc')
		.map(({ text }) => text)
		.filter((name) => isOwnModule(name, it));
	const posts = it.options.some(({ name }) => name === '--pastebin') ? [network('a pastebin')] : [];
	const files = settingsOf(it, /^(cache_dir|log_file)=/).flatMap((word) => outputs(word, it.scope));
	const isClearing = it.words.some(({ text }) => /^--cache-c/.test(text));
	return [
		...files,
		...(isClearing ? cacheFolders(it) : []),
		...[...plugins, ...settings].map((word) => opaque(`what \`${word.text}\` loads`)),
		...imported.map((name) => opaque(`what \`${name}\` imports`)),
		...it.values('-W', '--pythonwarnings').flatMap((word) => warningClass(word, it.scope)),
		...posts,
		...debugged(it),
	];
}

/** Returns whether the first part of a dotted name is a module or a package of the checkout. */
function isOwnModule(name: string, { scope }: Invocation): boolean {
	const [first = ''] = name.split('.');
	return isFile(`${first}.py`, scope) || isFolder(first, scope);
}

/** Reports a debugger with an input. Threat: it runs commands from the input: `pytest --trace < README.md`. */
function debugged(it: Invocation): readonly Finding[] {
	const isFed = it.stdin !== undefined && it.has('--pdb', '--pdbcls', '--trace');
	return isFed ? [opaque('a debugger that runs what it is fed')] : [];
}

/** Judges a cache folder that a setting names, because `--cache-clear` removes folders below it. */
function cacheFolders(it: Invocation): readonly Finding[] {
	const named = settingsOf(it, /^cache_dir=/).map(({ text }) => constant(text.slice('cache_dir='.length)));
	return named.flatMap((word) => empties(word, it.scope));
}

function settingsOf(it: Invocation, named: RegExp): readonly Word[] {
	return it.values('-o', '--override-ini').filter((word) => named.test(word.text));
}

/** Options of pytest that name code, settings or a place. Other tools have options with some of these names, too. */
const telling =
	/^(-[pcoW]|--(basetemp|cov-config|config-file|override-ini|rootdir|confcutdir|tx|rsyncdir|ssh|pdbcls|doctest-glob|ds|dc|pastebin|import-mode|alluredir))(?![\w-])|^-[pcoW]./;
/** Options of pytest that no environment manager takes for itself. */
const long =
	/^--(basetemp|cov-config|override-ini|rootdir|confcutdir|tx|rsyncdir|pdbcls|doctest-glob|pastebin)(?![\w-])/;

/** Judges words that probably reach pytest as its own. */
function asPytest(words: readonly Word[], names: RegExp): readonly Finding[] {
	if (!words.some(({ text }) => names.test(text))) return [];
	return [{ find: 'command', words: [constant('pytest'), ...words] }];
}

/** Judges the words of `hatch test`. It passes on the words after `--`, and options that it does not know. */
export function passedToPytest(words: readonly Word[]): readonly Finding[] {
	const end = words.findIndex(({ text }) => text === '--');
	const after = end < 0 ? [] : words.slice(end + 1);
	return [...asPytest(after, telling), ...asPytest(end < 0 ? words : words.slice(0, end), long)];
}

/** Judges environments and sessions by their names, which say what they do. */
function environments(it: Invocation, namedIn: (it: Invocation) => readonly Word[]): readonly Finding[] {
	const end = it.words.findIndex((word) => word.text === '--');
	const handed = end < 0 ? [] : it.words.slice(end + 1);
	const named = [
		...it.values('-e', '-s', '--session', '--sessions', '--env', '-t', '--tags'),
		...namedIn(it).filter((word) => !handed.includes(word)),
	];
	// The words of `-k` are evaluated as Python.
	const keywords = it.values('-k', '--keywords').filter(({ text }) => !/^[\w\s.-]*$/.test(text));
	const programs = it
		.values('-p', '-P', '--python', '--pythons', '--extra-pythons')
		.filter(({ text }) => !/^[\w.,-]*$/.test(text));
	const odd = [...keywords, ...programs].map(({ text }) => opaque(`what \`${text}\` starts`));
	const acting = named.flatMap((word) => word.text.split(',')).find(isActing);
	return [
		...odd,
		...handedOn(handed, it.name, it),
		...asPytest(handed, telling),
		...executed(filesAmong(handed), it, /\.py$/),
		...(acting === undefined ? [] : [exec(it, `${it.name} ${acting}`)]),
	];
}

function filesAmong(words: readonly Word[]): readonly Word[] {
	return words.filter(({ text }) => /^[^-].*\.py$/.test(text));
}

/** Judges a report of coverage. Its configuration may name plugins, which coverage loads. */
function coverageReport(it: Invocation): readonly Finding[] {
	const showing = /\b(html|annotate)$/.test(it.name) ? showsSources(it, it.values('--data-file'), '.coverage') : [];
	// `combine` deletes the data that it combines.
	const combined = /\bcombine$/.test(it.name) ? foreign(it.operands, it) : [];
	return [
		...combined,
		...ownPython(it),
		...it.values('--rcfile').flatMap((word) => configured(word, it.name, it)),
		...showing,
	];
}

function coverageRun(it: Invocation): readonly Finding[] {
	const at = it.words.findIndex((word) => word.text === '-m');
	const words = at >= 0 ? it.words.slice(at) : it.operands;
	const settings = it.values('--rcfile').flatMap((word) => configured(word, 'coverage run', it));
	const cut = cutShort(it, ['--rcfile']);
	return words.length === 0 ? [] : [...settings, ...cut, { find: 'command', words: [constant('python'), ...words] }];
}
