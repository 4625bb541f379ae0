import { invocationOf, readArguments } from '../../arguments.ts';
import { findingsOf } from '../../by-role.ts';
import { definitionOf } from '../../declared.ts';
import { isFolder } from '../../is-folder.ts';
import {
	data,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	type Role,
	role,
	rows,
} from '../../program.ts';
import { runsFile, writes } from '../../roles.ts';
import { isRef, unlisted } from '../../unlisted.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { showsSources } from './coverage-data.ts';
import { nodeReports } from './node-reports.ts';
import { nodeDeclaration, nodeTool } from './node-tool.ts';
import { executed, namesTests, outside } from './operands.ts';
import { endings } from './rewrites.ts';
import { runnerCode, runnerLoads, scripts, testRunners } from './test-runners.ts';
import { commonFlags, configured, given, loaded, tool } from './tool.ts';

/** Options that name a file from which Node itself loads code, or names of libraries. */
const blobs =
	'--snapshot-blob --openssl-config --openssl-shared-config --build-snapshot-config --build-sea --experimental-sea-config --experimental-policy --icu-data-dir';
const coverageOptions = {
	...role(
		'flag',
		`${commonFlags} --all -a --check-coverage --no-clean --clean --skip-full --per-file -s --hook-run-in-context --cache --no-cache --instrument --source-map --exclude-after-remap --exclude-node-modules --allowExternal --100 --omit-relative --merge-async`,
	),
	...data('-x --exclude -n --include --lines --branches --functions --statements --src --extension -e'),
	...data('-r --reporter'),
	...role('script', '--require -i --nycrc-path --nycrcPath -c --config --cwd'),
	...role('output', '-o --reports-dir --report-dir --reportsDir --reportDir'),
	...role('empties', '-t --temp-directory --temp-dir --tempDirectory --tempDir --cache-dir --cacheDir'),
};

/** Test runners for Node, and programs that start them. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const nodeRunners = (): readonly Program[] => [
	...testRunners(),
	nodeTool('mocha', {
		options: {
			...data('-f --fgrep -g --grep --timeout -t --slow -s --spec --extension --ignore --retries -j --jobs --global'),
			...runnerCode,
		},
		flags:
			'-b -c -C -S -p -A -i -G -h -V --bail --exit --full-trace --forbid-only --forbid-pending --check-leaks --recursive --watch -w --parallel --no-parallel --no-timeouts --sort --inline-diffs --no-diff --async-only --allow-uncaught --dry-run --invert --delay --fail-zero --pass-on-failing-test-suite --posix-exit-codes --no-package --no-opts --list-interfaces --list-reporters',
		config: '--config --package',
		output: '-O --reporter-option --reporter-options',
		loads: `${runnerLoads} --ui -u ${blobs}`,
		executesOperands: scripts,
		// `mocha init` writes a page for browsers, with its files.
		acts: /^init$/,
		also: mocha,
		home: '.mocharc.json .mocharc.js .mocharc.yml .mocharc.cjs',
	}),
	browserRunner('playwright', {
		choices:
			'-g --grep --project --workers -j --shard --max-failures --repeat-each --grep-invert --trace --only-changed',
		config: '-c --config --tsconfig',
		also: (it) =>
			it
				.values('--only-changed')
				.filter((word) => !isRef(word))
				.map(({ text }) => opaque(`the commit \`${text}\``)),
	}),
	browserRunner('cypress', {
		choices: '-s --spec -k --key --group --tag',
		config: '-c --config -C --config-file',
		folders: '-P --project',
	}),
	browserRunner('wdio', {
		choices: '-s --spec --suite --exclude --bail -l --logLevel',
		config: '-c --config',
		loads: '-f --framework --autoCompileOpts',
		also: namedSettings,
	}),
	browserRunner('stryker', {
		choices:
			'-m --mutate --logLevel --fileLogLevel --concurrency --ignorePatterns --maxTestRunnerReuse --coverageAnalysis',
		config: '--tsconfigFile',
		loads: '--testRunner --plugins --appendPlugins --checkers --ignorers',
		commands: '-b --buildCommand',
		also: (it) => it.operands.slice(1).flatMap((word) => configured(word, it.name, it)),
	}),
	browserRunner('karma', { choices: '--log-level --timeout --retries', config: '-c --config', also: namedSettings }),
	rows('c8 nyc', {
		input: 'handed',
		options: coverageOptions,
		wraps: true,
		also: (it) => (isReport(it.words) ? reported(it) : [...reporters(it), { find: 'command', words: it.operands }]),
	}),
	rows('cross-env cross-env-shell', {
		input: 'handed',
		wraps: true,
		setsFirst: true,
		also: (it) => [{ find: 'command', words: [constant('env'), ...it.words] }],
	}),
	rows('tsx ts-node ts-node-esm vite-node esno', {
		input: 'code',
		options: {
			...role('code', '-e --eval -p --print'),
			...role('script', '-r --require --import --loader'),
			...data('-P --project --tsconfig'),
		},
		wraps: true,
		operands: 'script',
		also: (it) => (it.operands.length === 0 ? [exec(it)] : []),
	}),
];

/** How a runner of tests in a browser differs from others. */
interface BrowserRunner {
	/** Options with a value that only choose a behaviour. */
	readonly choices: string;
	readonly config: string;
	readonly loads?: string;
	readonly folders?: string;
	/** Options with a command line. */
	readonly commands?: string;
	readonly also?: (it: Invocation) => readonly Finding[];
}

function browserRunner(name: string, { choices, loads = '', commands, also, ...spec }: BrowserRunner): Program {
	return nodeTool(name, {
		options: {
			...data(`--retries --timeout --browser -b --browsers ${choices}`),
			...role('code', '--env -e'),
			...(commands === undefined ? {} : role('shell', commands)),
		},
		flags:
			'-u -x --update-snapshots --headed --headless --debug --list --last-failed --fully-parallel --forbid-only --ignore-snapshots --pass-with-no-tests --no-deps --e2e --component --no-exit --single-run --no-single-run --auto-watch --no-auto-watch --fail-on-empty-test-suite --watch --incremental --force --dryRunOnly',
		loads: `--reporter -r --reporters ${loads}`.trim(),
		empties: '--output --tempDirName',
		verbs: /^(test|run|verify|start|[\w./-]*conf[\w.]*)$/,
		output: '-o --reporter-options --reporterOptions',
		changes: given('-u --update-snapshots'),
		files: endings.snapshots,
		...spec,
		also: (it) => [
			...(it.has('--record', '-k', '--key') ? [exec(it, `${it.name} --record`)] : []),
			// A browser that is named by its path is started.
			...it
				.values('--browser', '-b', '--browsers')
				.filter(({ text }) => !/^[\w:,-]+$/.test(text))
				.flatMap((word) => runsFile(word, it.scope)),
			...(also?.(it) ?? []),
		],
	});
}

/** Judges the operands of these runners. Except for the verb, they are configuration files. */
function namedSettings(it: Invocation): readonly Finding[] {
	const script = `${it.name} ${it.operands[0]?.text ?? ''}`;
	return it.operands.filter(({ text }) => !/^(run|start)$/.test(text)).flatMap((word) => configured(word, script, it));
}

function otherFiles({ text }: Word): Finding {
	return opaque(`files in \`${text}\` that may be no tests`);
}

/** Judges files that an option names, and endings that make mocha execute more kinds of files. */
function mocha(it: Invocation): readonly Finding[] {
	const odd = it.values('--extension').filter(({ text }) => !/^\.?[cm]?[jt]sx?(,\.?[cm]?[jt]sx?)*$/.test(text));
	return [
		...executed(it.values('--spec'), it, scripts),
		// mocha executes all files in a folder.
		...it.operands.filter((word) => isFolder(word, it.scope) && !namesTests(word.text)).map(otherFiles),
		...odd.map(({ text }) => opaque(`files with the ending ${text} as code`)),
		// The debugger of Node runs commands from its input.
		...(/^(inspect|debug)$/.test(it.operands[0]?.text ?? '') ? [opaque('a debugger')] : []),
	];
}

/** Judges the format of a report, which can also be a module. */
function reporters(it: Invocation): readonly Finding[] {
	return it.values('-r', '--reporter').flatMap((word) => loaded(word, it));
}

/** Returns whether the call only makes a report, and starts no program. */
function isReport(words: readonly Word[]): boolean {
	const [verb] = readArguments(words, coverageOptions, true).operands;
	return verb === undefined || /^(report|check-coverage|merge)$/.test(verb.text);
}

/** Judges a call that makes a report. Its verb is followed by other options, and `merge` writes to the second folder or file. */
function reported(given: Invocation): readonly Finding[] {
	const definedIn = nodeDeclaration(given, given.name) ?? definitionOf(given.scope, ['package.json']);
	if (definedIn === undefined) return [exec(given)];
	const options: Readonly<Record<string, Role>> = coverageOptions;
	const it = invocationOf(given.name, given.words, readArguments(given.words, options, false), given);
	const [verb, , into] = it.operands;
	return [
		...ownTool(it, { script: it.name, definedIn }),
		...reporters(it),
		...it.options.flatMap(({ name, value }) =>
			value === undefined ? [] : findingsOf(options[name] ?? 'flag', value, it.scope),
		),
		...unlisted(it.words, { options }, it.scope),
		...(verb?.text === 'merge' ? writes(into ?? constant('coverage.json'), it.scope) : []),
		...outside(it.operands.slice(1), it),
		...(verb?.text === 'report' ? showsSources(it, it.values(...dataFolders), usualData(it)) : []),
	];
}

const dataFolders = ['-t', '--temp-directory', '--temp-dir', '--tempDirectory', '--tempDir'];
const usualData = ({ name }: Invocation): string => (name === 'nyc' ? '.nyc_output' : 'coverage/tmp');

/** Options of Node itself that write files: reports, profiles, traces, warnings, keys. */
const nodeOutputs =
	'--test-reporter-destination --cpu-prof-dir --cpu-prof-name --heap-prof-dir --heap-prof-name --diagnostic-dir --report-directory --report-dir --report-filename --redirect-warnings --trace-event-file-pattern --localstorage-file --tls-keylog';

const nodeFlags =
	'--test --test-only --test-force-exit --test-update-snapshots --experimental-test-coverage --experimental-strip-types --no-experimental-strip-types --experimental-transform-types --experimental-test-module-mocks --experimental-test-snapshots --experimental-test-isolation --no-warnings --warnings --enable-source-maps --trace-warnings --trace-uncaught --trace-deprecation --trace-exit --watch --expose-gc --expose_gc --throw-deprecation --pending-deprecation --no-deprecation --preserve-symlinks --experimental-vm-modules --experimental-sqlite --experimental-websocket --permission';

/** Rows for modes of Node itself. */
export const nodeModes = (): readonly Program[] => [
	rows('node nodejs', {
		input: 'ignored',
		when: isNodeTest,
		wholeOptions: true,
		options: {
			...data(
				`${nodeOutputs} -C --conditions --test-name-pattern --test-skip-pattern --test-reporter --test-concurrency --test-timeout --test-shard --test-coverage-include --test-coverage-exclude --env-file --env-file-if-exists --experimental-config-file -r --require --import --loader --experimental-loader --test-global-setup --title --unhandled-rejections --test-isolation --max-old-space-size --stack-trace-limit --test-coverage-lines --test-coverage-branches --test-coverage-functions ${blobs}`,
			),
			...role('flag', nodeFlags),
		},
		also: nodeTest,
	}),
];

const valued =
	/^(-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file(-if-exists)?|--test-[\w-]+|--(cpu|heap)-prof-\w+|--diagnostic-dir|--report-\w+|--redirect-warnings|--trace-event-file-pattern|--localstorage-file|--tls-keylog|--icu-data-dir|--title|--snapshot-blob|--openssl-(shared-)?config|--build-(snapshot-config|sea)|--experimental-(sea-config|policy))$/;

/** Returns whether `--test` is an option of Node itself. Words after a script belong to the script. */
function isNodeTest(words: readonly Word[]): boolean {
	const isValue = (i: number) => valued.test(words[i - 1]?.text ?? '');
	const first = words.findIndex((word, i) => !word.prefix.startsWith('-') && !isValue(i));
	const own = first < 0 ? words : words.slice(0, first);
	return (
		own.some(({ text }) => text === '--test') &&
		!own.some(({ text }) => /^(-\w*[ep]\w*|--eval.*|--print.*|--run.*)$/.test(text))
	);
}

const nodeTestTool = tool('node --test', {
	wholeOptions: true,
	home: (it) => definitionOf(it.scope, ['package.json']),
	loads: `-r --require --import --loader --experimental-loader --test-reporter --test-global-setup ${blobs}`,
	output: nodeOutputs,
	executesOperands: scripts,
	changes: given('--test-update-snapshots'),
	files: 'snapshot',
});

function nodeTest(it: Invocation): readonly Finding[] {
	const settings = it.values('--env-file', '--env-file-if-exists', '--experimental-config-file');
	// An environment file may contain options for Node itself.
	return [
		...(nodeTestTool.also?.({ ...it, name: 'node --test' }) ?? []),
		...nodeReports(it),
		...settings.flatMap((word) => runsFile(word, it.scope)),
	];
}
