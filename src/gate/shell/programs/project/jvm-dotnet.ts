import { definitionOf } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../../program.ts';
import { pathOf, writes } from '../../roles.ts';
import { constant } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { fetches } from '../registries.ts';
import { areProjectKinds, configured, cutShort, outputs, outside, tool } from './tool.ts';

/** A build's own properties, but for those that name a JVM, an agent or a class to load. */
const harmlessProperty =
	/^-?[DP]?(?!.*(agent|jvmarg|java\.home|classpath|class\.path|init|exec\.|script|executable|toolchain|url|repo|host|boot|override|basedir|directory))[\w.-]+(=(?![/~]|.*\.\.)[\w.,:*#/ -]*)?$/i;

const gradleTasks =
	/^(clean|test|check|build|assemble\w*|classes|\w+Classes|compile\w*|lint\w*|\w*detekt\w*|ktlintCheck|spotless\w*Check|spotlessCheck|checkstyle\w*|pmd\w*|spotbugs\w*|jacoco\w*|jar|javadoc|dokka\w*|tasks|projects|properties|help|dependencies|dependencyInsight|verify\w*|integrationTest|functionalTest|\w+Test|test\w+|koverVerify|koverHtmlReport|apiCheck|buildHealth|ktlint)$/;
const mavenGoals =
	/^(clean|validate|initialize|generate-\w+|process-[\w-]+|compile|test-compile|test|prepare-package|package|pre-integration-test|integration-test|verify|(surefire|failsafe|checkstyle|spotbugs|pmd|spotless|jacoco|enforcer|compiler|license|javadoc|sortpom|formatter|fmt|revapi|animal-sniffer)(-maven-plugin)?:(check|test|integration-test|verify|report|compile|testCompile|enforce|validate|javadoc|spotbugs|checkstyle|pmd)|dependency:(tree|analyze|list|resolve)|help:(effective-pom|describe|evaluate|active-profiles)|versions:display-[\w-]+)$/;

export const jvmTools = (): readonly Program[] => [
	rows('gradle', {
		input: 'data',
		options: {
			...data(
				'-P --project-prop -D --system-prop -x --exclude-task --tests --console --warning-mode --max-workers --dependency-verification --configuration --dependency -p --project-dir --priority',
			),
			...role('script', '-I --init-script -b --build-file -c --settings-file -g --gradle-user-home --include-build'),
			...role('read', '--project-cache-dir'),
		},
		also: (it) =>
			taskRunner(it, {
				tasks: gradleTasks,
				files: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
			}),
	}),
	rows('mvn mvnd', {
		input: 'data',
		options: {
			...data(
				'-P --activate-profiles -D --define -pl --projects -rf --resume-from -T --threads -l --log-file --color -f --file',
			),
			...role('script', '-s --settings -gs --global-settings --toolchains'),
		},
		also: (it) => taskRunner(it, { tasks: mavenGoals, files: ['pom.xml'] }),
	}),
	rows('sbt ant lein', {
		input: 'data',
		options: {
			...data('-D --client --no-colors'),
			...role('script', '-f -file -buildfile -lib -logger -listener -propertyfile -J -java-home --java-home -sbt-jar'),
		},
		also: (it) =>
			taskRunner(it, {
				tasks:
					/^(.*\/)?(test|compile|Test|testOnly|testQuick|scalafmtCheck\w*|doc|check|build|clean|lint|javac)( .*)?$/,
				files: ['build.sbt', 'build.xml', 'project.clj'],
			}),
	}),
	tool('javac kotlinc scalac groovyc', {
		home: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
		options: {
			...data(
				'-cp -classpath --class-path -sourcepath --source-path -source -target --release -encoding --module-path -p -proc',
			),
			...role('code', '-processor -processorpath --processor-path --processor-module-path'),
		},
		output: '-d -s -h',
		also: (it) =>
			it.words
				.filter((word) => /^(-J|-Xplugin|-Xcompiler-plugin|-Xbootclasspath|@|-script|-e$|-expression$)/.test(word.text))
				.map((word) => opaque(`what \`${word.text}\` loads`))
				.concat(
					it.words.flatMap((word, i) =>
						/^-e(xpression)?$/.test(it.words[i - 1]?.text ?? '') ? [{ find: 'code', source: word }] : [],
					),
				),
	}),
	tool('ktlint detekt checkstyle scalafmt google-java-format swiftlint swiftformat', {
		home: ['.editorconfig', 'detekt.yml', '.scalafmt.conf', '.swiftlint.yml', '.swiftformat'],
		options: {
			...data('--reporter --relative --baseline --input -f --format --lines'),
			...role('script', '-R --ruleset --plugins'),
		},
		config: '-c --config --editorconfig',
		output: '-o --output --report -r',
		acts: /^(installGit\w+|autocorrect|generate\w+)$/,
		changes: (it) =>
			it.has('-F', '--fix', '-i', '--replace', '--auto-correct', '-ac') ||
			(/^(scalafmt|swiftformat)$/.test(it.name) && !it.has('--test', '--check', '--lint', '--list', '--dryrun')),
	}),
	rows('dotnet', {
		input: 'data',
		options: {
			...data(
				'-c --configuration -f --framework -v --verbosity --filter --collect -l --logger -r --runtime --results-directory --property -p --os --arch --severity --include --exclude --blame-hang-timeout --maxcpucount -m',
			),
			...data('-o --output -d --diag -s --settings --artifacts-path'),
			...role('script', '--test-adapter-path'),
			...role('code', '--environment --source --add-source --configfile'),
		},
		also: dotnet,
	}),
];

/** Gradle, Maven and their like: every task must be a test, check or build; properties may name what is loaded. */
function taskRunner(
	it: Invocation,
	{ tasks, files }: { readonly tasks: RegExp; readonly files: readonly string[] },
): readonly Finding[] {
	if (it.operands.length === 0) return it.has('--version', '--help', '-h', '--status') ? [] : [exec(it)];
	const script = [it.name, ...it.operands.map((word) => word.text)].join(' ');
	const definedIn = definitionOf(it.scope, files);
	const isMoved = it
		.values('-p', '--project-dir')
		.some((word) => it.name === 'gradle' && (!word.known || /^\/|\.\./.test(word.text)));
	const areOwn = areProjectKinds(it.operands, (task) =>
		tasks.test(task.replace(/^:?([\w.-]+:)*(?=\w+$)/, it.name === 'gradle' ? '' : '$&')),
	);
	if (!areOwn || definedIn === undefined || isMoved) return [exec(it, script)];
	const isGradle = it.name === 'gradle';
	const properties = [
		...it.values('-D', '--define', '--system-prop'),
		...(isGradle ? it.values('-P', '--project-prop') : []),
	];
	return [
		...ownTool(it, { script, definedIn }),
		...properties
			.filter((word) => !harmlessProperty.test(word.text))
			.map((word) => opaque(`what the property \`${word.text}\` loads`)),
		...(isGradle ? [] : it.values('-f', '--file').flatMap((word) => configured(word, script, it))),
		...it.values('-l', '--log-file').flatMap((word) => outputs(word, it)),
		...cutShort(it, isGradle ? ['--project-dir'] : ['--file', '--define', '--log-file']),
		// Maven takes long names with one dash, too.
		...it.words
			.filter((word) => !isGradle && /^-(file|settings|global|define|log|t(?!p))/.test(word.text))
			.map((word) => opaque(`what \`${word.text}\` stands for`)),
		...(it.has('--scan') ? [network('scans.gradle.com')] : []),
	];
}

const dotnetProperty =
	/^(Configuration|Platform|Version\w*|TreatWarningsAsErrors|WarningLevel|WarningsAsErrors|NoWarn|TargetFramework|CollectCoverage|CoverletOutput\w*|Threshold\w*|Exclude\w*|Include|DebugType|ContinuousIntegrationBuild|RestoreLockedMode|Deterministic|SelfContained|RuntimeIdentifier|EnforceCodeStyleInBuild|RunAnalyzers)=[\w.,;%/"\\ -]*$/i;

function dotnet(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	if (verb === undefined)
		return it.has('--info', '--list-sdks', '--list-runtimes', '--version', '--help', '-h') ? [] : [exec(it)];
	const definedIn = definitionOf(it.scope, ['global.json', 'Directory.Build.props', 'Directory.Build.targets']);
	if (/^(restore|add|tool|nuget|workload|new|publish|pack|push)$/.test(name))
		return [...fetches('dotnet', it), exec(it, `dotnet ${name}`)];
	const isListing = name === 'list' && !it.has('--outdated', '--vulnerable', '--deprecated');
	if (!(isListing || /^(test|build|format|clean|msbuild)$/.test(name)) || definedIn === undefined)
		return [exec(it, `dotnet ${name}`)];
	const script = `dotnet ${name}`;
	const odd = it.words.filter(
		(word) =>
			/^([-/]t(arget)?:|@|[-/]l(ogger)?:|[-/](dl|distributedlogger|noAutoRsp)|-[ae]$|\/\w+:)/i.test(word.text) &&
			!/^\/p:/.test(word.text),
	);
	const projects = rest
		.filter((word) => /\.(\w*proj|slnx?|slnf)$/.test(word.text))
		.flatMap((word) => pathOf(word, it.scope) ?? []);
	return [
		...ownTool(it, { script, definedIn }),
		...projects.filter((path) => !path.startsWith('/')).flatMap((path) => ownTool(it, { script, definedIn: path })),
		...[
			...odd,
			...propertiesOf(it)
				.filter((text) => !dotnetProperty.test(text))
				.map(constant),
		].map((word) => opaque(`what \`${word.text}\` loads`)),
		...it.values('-s', '--settings').flatMap((word) => configured(word, script, it)),
		...it.values('-o', '--output', '-d', '--diag', '--results-directory').flatMap((word) => outputs(word, it)),
		...(name === 'format' && !it.has('--verify-no-changes') ? writes(constant('.'), it.scope) : []),
		...outside(
			rest.filter((word) => !/^\/p:/.test(word.text)),
			it,
		),
	];
}

/** `-p:A=b;C=d`, `/p:A=b`, `--property:A=b`, `-property A=b`. */
function propertiesOf({ words }: Invocation): readonly string[] {
	return words.flatMap((word, i) => {
		const attached = /^(?:--?|\/)p(?:roperty)?[:=](.*)$/i.exec(word.text)?.[1];
		const next = /^--?p(roperty)?$/i.test(word.text) ? words[i + 1]?.text : undefined;
		return (attached ?? next)?.split(';') ?? [];
	});
}
