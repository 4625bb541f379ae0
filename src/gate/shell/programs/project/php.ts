import { definitionOf, isFormatKind, isProjectKind, nearFile } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../../program.ts';
import { runsFile } from '../../roles.ts';
import { constant } from '../../word.ts';
import { readsHere } from '../here.ts';
import { ownTool } from '../project-script.ts';
import { fetches } from '../registries.ts';
import { composerScript, isComposerCommand } from './composer-scripts.ts';
import { handedOn } from './handed-on.ts';
import { endings } from './rewrites.ts';
import { configured, given, tool } from './tool.ts';

const composerFiles = ['composer.json', 'phpunit.xml', 'phpunit.xml.dist', 'phpstan.neon', 'phpstan.neon.dist'];

/** Tools for PHP. */
export const phpTools = (): readonly Program[] => [
	tool('phpunit pest paratest phpspec behat infection simple-phpunit', {
		home: composerFiles,
		options: {
			...data(
				'--filter --group --exclude-group --testsuite --order-by --random-order-seed -p --processes --columns --colors --suite --test-suffix --exclude-testsuite --covers --uses --default-time-limit --repeat --coverage-filter --tags --name --lang --format -f --min --shard --min-msi --min-covered-msi --threads -j --mutators --git-diff-filter',
			),
			...role('script', '--bootstrap --prepend --extension --printer --loader --include-path'),
			...role('code', '-d'),
		},
		flags:
			'--testdox --debug --teamcity --parallel --ci --compact --bail --dirty --todos --retry --coverage --profile --mutate --strict --steps --stop-on-failure --dry-run -n --process-isolation --globals-backup --static-backup --strict-coverage --disallow-test-output --enforce-time-limit --reverse-list --list-tests --list-groups --list-suites --cache-result --do-not-cache-result --ignore-baseline --random-order --resolve-dependencies --coverage-text --type-coverage --only-covered --show-mutations',
		harmless: /^--(stop-on|fail-on|display|no|dont|do-not)-[a-z-]+$/,
		config: '-c --configuration --config',
		output:
			'--log-junit --log-teamcity --testdox-html --testdox-text --testdox-xml --coverage-html --coverage-clover --coverage-xml --coverage-php --coverage-cobertura --coverage-crap4j --coverage-openclover --cache-directory --cache-result-file --log-events-text --log-events-verbose-text --log-otr --logger-html --logger-github --logger-text --out -o',
		also: (it) =>
			it
				.values('--test-suffix')
				.filter(({ text }) => !text.split(',').every((one) => /\.(php|phpt)$/.test(one)))
				.map(({ text }) => opaque(`files with the ending ${text} as tests`)),
		executesOperands: /\.(php|phpt|feature)$/,
		acts: /^(init|bootstrap|describe|desc|generate:?\w*|g:\w+|console)$/,
		changes: given('--migrate-configuration --generate-baseline --update-snapshots'),
		files: `${endings.php},xml,dist`,
	}),
	codeception(),
	analyser('phpstan psalm deptrac', given('--alter --init --repair --fix -b --generate-baseline --update-baseline'), {
		also: (it) => (it.name === 'phpstan' && it.has('--fix', '--pro') ? [network('PHPStan Pro')] : []),
	}),
	analyser('phpmd', given('--generate-baseline --update-baseline'), { also: renders }),
	analyser('phpcs', () => false, sniffer),
	analyser('phpcbf', () => true, sniffer),
	tool('parallel-lint', {
		home: composerFiles,
		onlyParses: true,
		options: { ...data('-e -j --exclude'), ...role('script', '-p --git --syntax-error-callback') },
		flags:
			'-s -a --short --asp --blame --ignore-fails --no-progress --json --gitlab --checkstyle --show-deprecated --stdin',
	}),
	analyser('pint', (it) => !it.has('--test', '--bail')),
	analyser('php-cs-fixer rector', (it) => !it.has('--dry-run', '-n') && !isListing(it)),
	rows('composer', {
		input: 'handed',
		wraps: true,
		options: {
			...data('-d --working-dir'),
			...role(
				'flag',
				'-q --quiet -v --verbose -n --no-interaction --no-plugins --no-scripts --no-cache --ansi --no-ansi',
			),
		},
		also: composer,
	}),
];

const isListing = ({ operands }: Invocation): boolean => /^(check|list|describe)$/.test(operands[0]?.text ?? '');

/** How an analyser differs from the others. */
interface Extra {
	readonly flags?: string;
	readonly also: (it: Invocation) => readonly Finding[];
}

/** A linter or fixer for PHP. `changes` says whether a call changes files. */
function analyser(
	names: string,
	changes: (it: Invocation) => boolean,
	{ flags = '', also: more }: Extra = { also: () => [] },
): Program {
	return tool(names, {
		home: composerFiles,
		options: {
			...data(
				'--level -l --error-format --memory-limit --rules --output-format --threads --runtime-set --extensions --ignore -s --severity --path-mode --standard --tmp-file --instead-of --format --using-cache --allow-risky --parallel --basepath --encoding --tab-width --warning-severity --error-severity --diff --preset',
			),
			...role('script', '-a --autoload-file --bootstrap --plugin'),
			...role('write', '-b --generate-baseline --set-baseline'),
		},
		flags: `--no-progress --no-interaction -n --ansi --no-ansi --debug --xdebug --no-cache --show-info --stats --no-diff --dry-run --stop-on-violation --no-file-cache --no-reflection-cache --long-progress --dirty --test --bail --taint-analysis --clear-cache --pro --shepherd ${flags}`,
		config: '-c --configuration --config',
		folders: '-r --root',
		output: '--report-file --report --report-json --reportfile --cache-file --dump-taint-graph --graph-dump -o',
		acts: /^((fix:)?worker|bisect|init|list-rules|pro|clear-result-cache|list-files|self-?update|setup-ci|custom-rule)$/,
		changes,
		files: endings.php,
		also: (it) => [
			...it
				.values('--standard')
				.filter((word) => /[./]/.test(word.text) || !word.known)
				.flatMap((word) => configured(word, it.name, it)),
			...more(it),
			...(it.has('--pro', '--shepherd') ? [network('the service of the tool')] : []),
		],
	});
}

const sniffer: Extra = { flags: '-p -e -i -w', also: sniffs };

/** Settings that only choose what PHP_CodeSniffer shows, or for which versions it checks. */
const plainSettings =
	/^(ignore_(warnings|errors)_on_exit|testVersion|colors|severity|(error|warning)_severity|show_(warnings|progress)|quiet|report_width|encoding|tab_width|minimum(_supported)?_wp_version)$/;

/**
 * Judges PHP_CodeSniffer. It loads the code of a report from a path. Its settings may name folders with code, or a program. Its saved
 * settings apply to every project on the machine.
 */
function sniffs(it: Invocation): readonly Finding[] {
	const odd = it.values('--report').filter(({ text, known }) => !known || /[/\\]|\.php$/.test(text));
	return [
		...odd.flatMap((word) => runsFile(word, it.scope)),
		...it
			.values('--runtime-set')
			.filter(({ text }) => !plainSettings.test(text))
			.map(({ text }) => opaque(`what the setting \`${text}\` loads`)),
		...(it.has('--config-set', '--config-delete') ? [opaque('settings for every project on this machine')] : []),
	];
}

/** Judges the operands of PHPMD. The second is a format, or the name of a class that renders the report. The rules are names or files. */
function renders(it: Invocation): readonly Finding[] {
	const [, format, ...rules] = it.operands;
	const isOdd = format !== undefined && !/^(text|xml|json|html|ansi|github|gitlab|sarif|checkstyle)$/.test(format.text);
	return [
		...(isOdd ? [opaque(`what class \`${format.text}\` is`)] : []),
		...rules
			.flatMap((word) => word.text.split(',').map((text) => ({ ...word, ...constant(text), known: word.known })))
			.filter((word) => /[./]/.test(word.text) || !word.known)
			.flatMap((word) => configured(word, it.name, it)),
	];
}

/** Codeception. Its option `-o` changes any setting, such as the file that runs before the tests. */
const codeception = (): Program =>
	tool('codecept', {
		home: ['codeception.yml', 'codeception.dist.yml', ...composerFiles],
		options: {
			...data('-g --group -s --skip -x --skip-group --env --filter --seed --shard --grep'),
			...role('code', '-o --override'),
		},
		flags:
			'-f --fail-fast -d --debug --steps --no-exit --no-interaction -n --no-artifacts --no-rebuild --no-redirect --colors --no-colors --ansi --no-ansi --coverage --disable-coverage-php --report -vv -vvv',
		config: '-c --config',
		loads: '--ext --report-class',
		output:
			'--html --xml --phpunit-xml --coverage-html --coverage-xml --coverage-text --coverage-crap4j --coverage-cobertura --coverage-phpunit --samples',
		verbs: /^(run|dry-run|build|config:validate|gherkin:(snippets|steps)|list|help|)$/,
		executesOperands: /\.(php|phpt|feature)$/,
		changes: () => false,
	});

/** Names of PHP tools that `composer exec` and `vendor/bin/` start. */
export const phpToolNames = new Set([
	'phpunit',
	'pest',
	'paratest',
	'phpspec',
	'behat',
	'codecept',
	'infection',
	'simple-phpunit',
	'phpstan',
	'psalm',
	'phpcs',
	'phpmd',
	'deptrac',
	'phpcbf',
	'php-cs-fixer',
	'pint',
	'rector',
	'parallel-lint',
]);

function composer(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	if (verb === undefined) return it.words.length === 0 || it.has('--version', '-V', '--help', '-h') ? [] : [exec(it)];
	const isMoved = it.has('-d', '--working-dir');
	const file = isMoved ? undefined : nearFile(it.scope, ['composer.json']);
	const named = /^(run|run-script)$/.test(name) ? rest.find((word) => !word.text.startsWith('-')) : verb;
	const isDeclared = named?.known === true && file !== undefined && declaresScript(file.text, named.text);
	const isFree = named?.known === true && file === undefined && !isMoved && /^(test|run|run-script)$/.test(name);
	const script = named === verb ? `composer ${name}` : `composer run ${named?.text ?? ''}`;
	const definedIn = definitionOf(it.scope, ['composer.json']);
	if (definedIn === undefined || isMoved) return [exec(it, script)];
	if (/^(validate|check-platform-reqs|licenses)$/.test(name)) return ownTool(it, { script, definedIn });
	const { cwd } = it.scope;
	const read = isDeclared && cwd !== undefined ? composerScript(file, named.text, cwd) : undefined;
	// Threat: `composer install` runs the command of composer, even if a script has this name.
	const scripts = read === undefined || (named === verb && isComposerCommand(name)) ? [] : [read];
	if ((isDeclared || isFree) && named !== undefined && isProjectKind(named.text))
		return [...ownTool(it, { script, definedIn }), ...handedOn(rest, script, it), ...scripts];
	if (isDeclared && scripts.length > 0 && rest.every((word) => word === named)) {
		const mayFormat = isFormatKind(named.text);
		return [exec(it, script), { find: 'typed', program: script, definedIn: file.path, scripts, mayFormat }];
	}
	if (/^(show|info|depends|why|prohibits|why-not|suggests|help|about|list)$/.test(name)) return readsHere(it);
	const [called] = rest;
	if (name === 'exec' && called?.known === true && phpToolNames.has(called.text))
		return [{ find: 'command', words: rest }];
	return isDeclared || /^(run|run-script|test)$/.test(name)
		? [exec(it, script)]
		: [...fetches('php', it), exec(it, script)];
}

function declaresScript(text: string, name: string): boolean {
	const scripts = /"scripts"\s*:\s*\{([\s\S]*)/.exec(text)?.[1] ?? '';
	return scripts.includes(`"${name}"`);
}
