import { data, exec, type Finding, type Invocation, opaque, type Program, role } from '../../program.ts';
import { nodeTool } from './node-tool.ts';
import { executed } from './operands.ts';
import { endings } from './rewrites.ts';
import { given } from './tool.ts';

/** Options of all runners that name modules which run in addition to the tests. */
export const runnerLoads =
	'-r --require --import --loader --experimental-loader --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testRunner --transform --runner --resolver --preset --testEnvironment --env --environment --watchPlugins --snapshotSerializers --testSequencer --testResultsProcessor --reporters --reporter -R --file --coverage.customProviderModule --typecheck.checker --pool --before --after --dependencyExtractor --filter --coverageReporters --coverage.reporter --coverage-map';

/** Options of a runner that name a module. */
const moduleOptions =
	'--diff --sequence.sequencer --snapshotEnvironment --snapshotResolver --browser.provider --runtime --prettierPath --testSequencer';
/** Options that decide which code a name means, or which files are code or tests. */
const nodeCode =
	'--haste --modulePaths --moduleDirectories --moduleNameMapper --moduleFileExtensions --browser.commands --browser.orchestratorScripts --testMatch --testRegex --alias --include --typecheck.include --benchmark.include';
export const scripts = /\.[cm]?[jt]sx?$/;

/** Options whose value is executed as a command line, or passed to Node as options. */
export const runnerCode = role(
	'code',
	'--node-option -n --node-arg --node-args --node-arguments --execArgv --poolOptions --opts',
);

const usual = '--bail --timeout --retry --shard --project --maxWorkers --testTimeout --testNamePattern -t';
const outputs =
	'--outputFile --outputFile.json --outputFile.junit --outputFile.html --outputFile.blob --outputJson --coverageDirectory --output-file --output-dir --attachmentsDir';
const snapshotFlags = '-u --update --updateSnapshot --update-snapshots --snapshot';

/** Runners that find tests by their names. Each has its own table, because the same letter means something else to each of them. */
export const testRunners = (): readonly Program[] => [
	runner('vitest', {
		choices: `${usual} --mode --exclude --minWorkers --hookTimeout --teardownTimeout --slowTestThreshold --sequence.seed --sequence.hooks --coverage.provider --coverage.include --coverage.exclude --coverage.thresholds.lines --coverage.thresholds.functions --coverage.thresholds.branches --coverage.thresholds.statements --maxConcurrency --browser.name --testPathPattern`,
		harmless: /^--changed=\w[\w./@{}~^-]*$/,
		flags: `--run --changed --watch -w --coverage --coverage.enabled --coverage.all --passWithNoTests --allowOnly --hideSkippedTests --no-file-parallelism --fileParallelism --logHeapUsage --isolate --no-isolate --globals --dom --typecheck --typecheck.only --expandSnapshotDiff --disableConsoleIntercept --printConsoleTrace --clearScreen --includeTaskLocation --sequence.shuffle --sequence.concurrent --json ${snapshotFlags}`,
	}),
	runner('jest', {
		choices: `${usual} -w --testPathPattern --testPathPatterns --testPathIgnorePatterns --modulePathIgnorePatterns --transformIgnorePatterns --watchPathIgnorePatterns --coveragePathIgnorePatterns --collectCoverageFrom --coverageThreshold --coverageProvider --selectProjects --ignoreProjects --changedSince --seed --maxConcurrency --openHandlesTimeout --notifyMode --workerIdleMemoryLimit`,
		flags: `--watch --watchAll --coverage --collectCoverage --ci --runInBand -i --no-cache --cache --clearCache --json --listTests --showConfig --onlyChanged -o --onlyFailures -f --lastCommit --findRelatedTests --passWithNoTests -b --forceExit --detectOpenHandles --detectLeaks --expand -e --errorOnDeprecated --logHeapUsage --noStackTrace --randomize --resetMocks --restoreMocks --clearMocks --resetModules --runTestsByPath --testLocationInResults --useStderr --injectGlobals --workerThreads --changedFilesWithAncestor ${snapshotFlags}`,
	}),
	runner('ava', {
		choices: '-T --timeout -m --match -c --concurrency',
		flags: `-s --serial --fail-fast --tap --no-worker-threads -w --watch ${snapshotFlags}`,
		executesOperands: scripts,
	}),
	runner('tap', {
		choices: `${usual} -j --jobs -g --grep -b`,
		flags: `--only --disable-coverage --allow-incomplete-coverage --allow-empty-coverage --no-coverage --show-full-coverage --passes ${snapshotFlags}`,
		executesOperands: scripts,
		output: '-o',
	}),
];

interface RunnerSpec {
	/** Options with a value that only choose a behaviour. */
	readonly choices: string;
	readonly flags: string;
	readonly harmless?: RegExp;
	readonly executesOperands?: RegExp;
	/** More options that name an output file. */
	readonly output?: string;
}

function runner(name: string, { choices, flags, output = '', ...spec }: RunnerSpec): Program {
	return nodeTool(name, {
		options: { ...data(choices), ...role('code', nodeCode), ...runnerCode },
		flags,
		config: name === 'ava' ? '--config' : '-c --config --workspace',
		loads: `${runnerLoads} ${moduleOptions}`,
		folders: '--dir --root --rootDir --roots --projects',
		output: `${outputs} ${output}`.trim(),
		empties: '--coverage.reportsDirectory --cacheDirectory --cache.dir',
		acts: /^(init|plugin|build|config|dump-config|versions)$/,
		changes: given(snapshotFlags),
		files: endings.snapshots,
		...spec,
		also: (it) => [
			...byPath(it),
			// jest asks questions, and writes a configuration.
			...(it.has('--init') ? [exec(it, `${it.name} --init`)] : []),
			...it.options.flatMap(({ name }) => (/exec-?argv/i.test(name) ? [opaque('options of Node')] : [])),
		],
		home: 'vitest.config.ts vitest.config.js vite.config.ts jest.config.js jest.config.ts',
	});
}

/** Judges files that are named by their paths. The runner executes them as tests, whatever their names are. */
function byPath(it: Invocation): readonly Finding[] {
	const named = it.has('--runTestsByPath') ? [...it.operands, ...it.values('--runTestsByPath')] : [];
	return executed(named, it, scripts);
}
