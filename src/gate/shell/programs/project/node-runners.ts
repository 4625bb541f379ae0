import { definitionOf } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, opaque, type Program, role, rows } from '../../program.ts';
import { runsFile } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { nodeDeclaration, nodeTool } from './node-tool.ts';
import { executed } from './operands.ts';
import { endings } from './rewrites.ts';
import { given, tool } from './tool.ts';

const runnerLoads =
	'-r --require --import --loader --experimental-loader --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testRunner --transform --runner --resolver --preset --testEnvironment --env --environment --watchPlugins --snapshotSerializers --testSequencer --testResultsProcessor --reporters --reporter -R --ui -u --file --coverage.customProviderModule --typecheck.checker --pool --before --after --dependencyExtractor --filter';

/** Options of a runner that name a module. */
const moduleOptions =
	'--diff --sequence.sequencer --snapshotEnvironment --snapshotResolver --browser.provider --runtime --prettierPath --testSequencer';
/** What decides which code a name stands for, or that a file is code. */
const nodeCode =
	'--haste --modulePaths --moduleDirectories --moduleNameMapper --moduleFileExtensions --browser.commands --browser.orchestratorScripts';
/** Files from which Node itself takes code, or the names of libraries. */
const blobs =
	'--snapshot-blob --openssl-config --openssl-shared-config --build-snapshot-config --build-sea --experimental-sea-config --experimental-policy --icu-data-dir';
const scripts = /\.[cm]?[jt]sx?$/;

/** What is executed as a command line or as options of Node's own. */
const runnerCode = role(
	'code',
	'--node-option -n --node-arg --node-args --node-arguments --execArgv --poolOptions --opts',
);

/** Test runners of the Node world, and what starts them. */
export const nodeRunners = (): readonly Program[] => [
	nodeTool('vitest jest ava tap', {
		options: {
			...data(
				'-t --testNamePattern --bail --maxWorkers -w --timeout -T --testTimeout --project --shard --match -m --retry --testPathPattern',
			),
			...role('code', nodeCode),
			...runnerCode,
		},
		config: '-c --config --workspace',
		loads: `${runnerLoads.replace(' -u', '').replace(' --ui', '')} ${moduleOptions}`,
		folders: '--dir --root --rootDir --roots --projects',
		output:
			'--outputFile --outputFile.json --outputFile.junit --outputFile.html --outputFile.blob --outputJson --coverageDirectory --output-file --output-dir --attachmentsDir',
		empties: '--coverage.reportsDirectory --cacheDirectory --cache.dir',
		acts: /^(init)$/,
		changes: given('-u --update --updateSnapshot --update-snapshots'),
		files: endings.snapshots,
		also: (it) => [
			...jest(it),
			...it.options.flatMap(({ name }) => (/exec-?argv/i.test(name) ? [opaque('options of Node')] : [])),
		],
		home: 'vitest.config.ts vitest.config.js vite.config.ts jest.config.js jest.config.ts',
	}),
	nodeTool('mocha', {
		options: {
			...data('-f --fgrep -g --grep --timeout -t --slow -s --spec --extension --ignore --retries -j --jobs'),
			...runnerCode,
		},
		config: '--config --package',
		output: '-O --reporter-option --reporter-options',
		loads: `${runnerLoads} ${blobs}`,
		executesOperands: scripts,
		// It makes a page for browsers, with its files.
		acts: /^init$/,
		also: mocha,
		home: '.mocharc.json .mocharc.js .mocharc.yml .mocharc.cjs',
	}),
	nodeTool('playwright cypress wdio stryker karma', {
		options: {
			...data('-g --grep --project --workers -j --retries --timeout --shard --spec -s --browser -b -P -k --key'),
			...role('code', '--env -e'),
		},
		config: '-c --config --config-file -C',
		loads: '--reporter -r --reporters',
		empties: '--output --tempDirName',
		verbs: /^(test|run|verify|start|[\w./-]*conf[\w.]*)$/,
		output: '-o --reporter-options --reporterOptions',
		changes: given('-u --update-snapshots'),
		files: endings.snapshots,
		also: (it) => (it.has('--record', '-k', '--key') ? [exec(it, `${it.name} --record`)] : []),
	}),
	rows('c8 nyc', {
		input: 'handed',
		options: {
			...data(
				'-r --reporter -x --exclude -n --include --check-coverage --lines --branches --functions --statements --src --extension -e',
			),
			...role('script', '--require -i --nycrc-path --nycrcPath -c --config --cwd'),
			...role('output', '-o --reports-dir --report-dir --reportsDir --reportDir'),
			...role('empties', '-t --temp-directory --temp-dir --tempDirectory --tempDir --cache-dir --cacheDir'),
		},
		wraps: true,
		also: (it) =>
			/^(report|check-coverage|merge|)$/.test(it.operands[0]?.text ?? '')
				? own(it)
				: [{ find: 'command', words: it.operands }],
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

/** Files that are named by an option, and endings by which a text becomes a test. */
function mocha(it: Invocation): readonly Finding[] {
	const odd = it.values('--extension').filter(({ text }) => !/^\.?[cm]?[jt]sx?(,\.?[cm]?[jt]sx?)*$/.test(text));
	return [
		...executed(it.values('--spec'), it, scripts),
		...odd.map(({ text }) => opaque(`files with the ending ${text} as code`)),
		// The debugger of Node runs what it is fed.
		...(/^(inspect|debug)$/.test(it.operands[0]?.text ?? '') ? [opaque('a debugger')] : []),
	];
}

/** Named by their paths, files are tests whatever they are called. */
function jest(it: Invocation): readonly Finding[] {
	const named = it.has('--runTestsByPath') ? [...it.operands, ...it.values('--runTestsByPath')] : [];
	return executed(named, it, scripts);
}

function own(it: Invocation): readonly Finding[] {
	const definedIn = nodeDeclaration(it, it.name) ?? definitionOf(it.scope, ['package.json']);
	return definedIn === undefined ? [exec(it)] : ownTool(it, { script: it.name, definedIn });
}

/** Options of Node's own by which it writes files: reports, profiles, traces, warnings, keys. */
const nodeOutputs =
	'--test-reporter-destination --cpu-prof-dir --cpu-prof-name --heap-prof-dir --heap-prof-name --diagnostic-dir --report-directory --report-dir --report-filename --redirect-warnings --trace-event-file-pattern --localstorage-file --tls-keylog';

/** Modes of Node itself. */
export const nodeModes = (): readonly Program[] => [
	rows('node nodejs', {
		input: 'ignored',
		when: isNodeTest,
		wholeOptions: true,
		options: {
			...data(
				`${nodeOutputs} -C --conditions --test-name-pattern --test-skip-pattern --test-reporter --test-concurrency --test-timeout --test-shard --test-coverage-include --test-coverage-exclude --env-file --env-file-if-exists --experimental-config-file -r --require --import --loader --experimental-loader --test-global-setup --title ${blobs}`,
			),
		},
		also: nodeTest,
	}),
];

const valued =
	/^(-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file(-if-exists)?|--test-[\w-]+|--(cpu|heap)-prof-\w+|--diagnostic-dir|--report-\w+|--redirect-warnings|--trace-event-file-pattern|--localstorage-file|--tls-keylog|--icu-data-dir|--title|--snapshot-blob|--openssl-(shared-)?config|--build-(snapshot-config|sea)|--experimental-(sea-config|policy))$/;

/** Whether Node itself is told to test: what stands behind a script is the script's. */
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
});

function nodeTest(it: Invocation): readonly Finding[] {
	const settings = it.values('--env-file', '--env-file-if-exists', '--experimental-config-file');
	// An environment may hold options of Node's own.
	return [
		...(nodeTestTool.also?.({ ...it, name: 'node --test' }) ?? []),
		...settings.flatMap((word) => runsFile(word, it.scope)),
	];
}
