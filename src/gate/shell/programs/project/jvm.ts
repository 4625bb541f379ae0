import { definitionAt, definitionOf } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../../program.ts';
import { outputs } from '../../roles.ts';
import { obeysHere } from '../here.ts';
import { ownTool } from '../project-script.ts';
import { processors } from './annotation-processors.ts';
import { classReaders } from './class-readers.ts';
import { pinnedByGradle } from './gradle-pins.ts';
import { askedOfMaven, evaluatedByMaven } from './maven-expressions.ts';
import { endings, rewrites } from './rewrites.ts';
import { areProjectKinds, configured, cutShort, given, type ToolSpec, tool } from './tool.ts';

/** Properties of a build, except those that name a JVM, an agent or a class to load. */
const harmlessProperty =
	/^-?[DP]?(?!.*(agent|jvm(arg|=)|java\.home|classpath|class\.path|init|exec\.|script|executable|toolchain|url|repo|host|boot|override|basedir|directory))[\w.-]+(=(?![/~]|.*\.\.)[\w.,:*#/ +-]*)?$/i;

/** Settings of the build tools themselves. An unknown setting may name a folder of scripts, or a program. */
const ownSettings =
	/^-?[DP]?(org\.gradle\.(?!(daemon|parallel|caching|configureondemand|configuration-cache|console|logging|warning|workers|vfs|welcome|priority|continue|debug)\b)|gradle\.|sbt\.(?!(color|ci|supershell|log|task|turbo|server|offline|progress|io)\b)|maven\.(home|conf|ext|user|multiModule|repo)|systemProp\.|user\.(home|dir)|java\.(?!awt\.headless|net\.))|^-?[DP]?[\w.-]*\b(home|paths?)=/i;

/** Properties that let a plugin print what it would write into a file. */
const shownOutput = /^(output|outputFile)=\/dev\/(stdout|stderr|null)$/;

/** Names of properties and endings of values that make a plugin of a build load code. */
const loading = /^[\w.-]*(doclet|plugin|taglet|processor|extension|artifact)[\w.-]*=|\.(jar|class|so|js|groovy)$/i;

const gradleTasks =
	/^(clean|test|check|build|assemble\w*|classes|\w+Classes|compile\w*|lint\w*|\w*detekt\w*|ktlintCheck|spotless\w*Check|spotlessCheck|checkstyle\w*|pmd\w*|spotbugs\w*|jacoco\w*|jar|javadoc|dokka\w*|tasks|projects|help|dependencies|dependencyInsight|verify\w*|allTests|(boot|shadow|fat|uber|sources|javadoc|test)Jar|installDist|assembleDist|distZip|distTar|integrationTest|functionalTest|\w+Test|test\w+|koverVerify|koverHtmlReport|apiCheck|buildHealth|ktlint)$/;
const mavenGoals =
	/^(clean|validate|initialize|generate-\w+|process-[\w-]+|compile|test-compile|test|prepare-package|package|pre-integration-test|integration-test|verify|(surefire|failsafe|checkstyle|spotbugs|pmd|spotless|jacoco|enforcer|compiler|license|javadoc|sortpom|formatter|fmt|revapi|animal-sniffer)(-maven-plugin)?:(check|test|integration-test|verify|report|compile|testCompile|enforce|validate|javadoc|spotbugs|checkstyle|pmd)|dependency:(tree|analyze|list)|help:(effective-pom|describe|evaluate|active-profiles)|versions:display-[\w-]+)$/;

const gradleFlags =
	'-q -i -d -w -s -S -t -a -m -u --quiet --info --debug --warn --stacktrace --full-stacktrace --daemon --no-daemon --parallel --no-parallel --build-cache --no-build-cache --configuration-cache --no-configuration-cache --continue --no-continue --continuous --dry-run --offline --rerun-tasks --rerun --refresh-dependencies --scan --no-scan --profile --configure-on-demand --no-configure-on-demand --watch-fs --no-watch-fs --status --all --no-rebuild --fail-fast --test-dry-run';
const mavenFlags =
	'-q -B -o -e -X -U -am -amd -N -nsu -ntp -V -v -fae -ff -fn -C -c --batch-mode --no-transfer-progress --offline --quiet --errors --debug --update-snapshots --also-make --also-make-dependents --non-recursive --fail-at-end --fail-fast --fail-never --show-version --strict-checksums --lax-checksums --raw-streams';

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const jvmTools = (): readonly Program[] => [
	rows('gradle', {
		input: 'ignored',
		options: {
			...data(
				'-P --project-prop -D --system-prop -x --exclude-task --tests --console --warning-mode --max-workers --dependency-verification --configuration --dependency -p --project-dir --priority --update-locks',
			),
			...role('flag', gradleFlags),
			// Gradle writes checksums or keys into files that later builds trust.
			...role('code', '-M --write-verification-metadata -F --export-keys'),
			...role('script', '-I --init-script -b --build-file -c --settings-file -g --gradle-user-home --include-build'),
			...role('output', '--project-cache-dir'),
		},
		also: (it) =>
			taskRunner(it, {
				isGradle: true,
				tasks: gradleTasks,
				formats: /^(spotless\w*Apply|\w*ktlint\w*Format|format(Kotlin|Java)?|scalafmt(All)?|googleJavaFormat)$/,
				files: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
			}),
	}),
	rows('mvn mvnd', {
		input: 'judged',
		options: {
			...data('-P --activate-profiles -D --define -pl --projects -rf --resume-from -T --threads --color -f --file'),
			...role('flag', mavenFlags),
			...role('output', '-l --log-file'),
			...role('script', '-s --settings -gs --global-settings --toolchains'),
		},
		also: (it) =>
			taskRunner(it, {
				isGradle: false,
				tasks: mavenGoals,
				formats:
					/^(com\.[\w.]+:)?(spotless(-maven-plugin)?:apply|fmt(-maven-plugin)?:format|formatter:format|sortpom:sort)$/,
				files: ['pom.xml'],
			}),
	}),
	rows('sbt ant lein', {
		input: 'code',
		options: {
			...data('-D'),
			...role(
				'flag',
				'-v -d -e -k -p -q -S -batch -debug -emacs -keep-going -no-colors --no-colors --client -noinput -projecthelp -quiet -silent -verbose',
			),
			...role(
				'script',
				'-f -file -buildfile -lib -logger -listener -propertyfile -J -java-home --java-home -sbt-jar --addPluginSbtFile -addPluginSbtFile',
			),
		},
		also: (it) =>
			taskRunner(it, {
				isGradle: false,
				formats: /^(.*\/)?(scalafmt|scalafmtAll|scalafmtSbt)$/,
				tasks:
					/^(.*\/)?(test|compile|Test|testOnly|testQuick|scalafmtCheck\w*|doc|check|build|clean|lint|javac)( [\w.*"/][\w.*"/-]*)*( -- -[zn] "?[\w. ]+"?)?$/,
				files: ['build.sbt', 'build.xml', 'project.clj'],
			}),
	}),
	...classReaders(),
	tool('javac kotlinc scalac groovyc', {
		home: ({ scope }) => definitionAt(scope, ['pom.xml', 'build.gradle', 'build.gradle.kts']),
		options: {
			...data(
				'-cp -classpath --class-path -sourcepath --source-path -source -target --release -encoding --module-path -p -proc -jvm-target -language-version -api-version -module-name',
			),
			...role('code', '-processor -processorpath --processor-path --processor-module-path'),
		},
		argumentFiles: true,
		onlyParses: true,
		flags:
			'-nowarn -parameters -deprecation -feature -unchecked -no-stdlib -no-reflect -include-runtime -progressive -verbose',
		harmless:
			/^(-X(lint|doclint)(:[\w,/-]+)?|-W[\w-]+(:[\w,-]+)?|-g(:[a-z,]+)?|-proc:(none|only|full)|-implicit:\w+|-X(diags|pkginfo|prefer):\w+|-Xmax(errs|warns)|-Xjvm-default=[\w-]+|-Xexplicit-api=\w+|-opt-in=[\w.]+|-Xfatal-warnings|--enable-preview)$/,
		output: '-d -s -h -Xstdout',
		also: (it) =>
			it.words
				.filter((word) =>
					/^(-J|-Xplugin|-Xcompiler-plugin|-Xbootclasspath|-Xprofile|-script|-e$|-expression$)/.test(word.text),
				)
				.map((word) => opaque(`what \`${word.text}\` loads`))
				.concat(processors(it))
				.concat(
					it.words.flatMap((word, i) =>
						/^-e(xpression)?$/.test(it.words[i - 1]?.text ?? '') ? [{ find: 'code', source: word }] : [],
					),
				),
	}),
	sourceLinter('ktlint', {
		options: {
			...data('--limit --code-style --log-level -l --color-name --disabled_rules --stdin-path'),
			...role('script', '-R --ruleset'),
		},
		flags: '--relative -F --format --patterns-from-stdin --stdin --experimental',
		output: '--reporter --baseline --output -o',
		also: (it) =>
			it
				.values('--reporter')
				.filter(({ text }) => text.includes('artifact='))
				.map(({ text }) => opaque(`what \`${text}\` loads`)),
		acts: /^(installGit\w+|generate\w+)$/,
		changes: given('-F --format'),
	}),
	sourceLinter('detekt', {
		options: data(
			'--input -i --excludes -ex --includes -in --base-path -bp --jvm-target --language-version --fail-on-severity --max-issues',
		),
		flags: '--all-rules --parallel --build-upon-default-config -dd --disable-default-rulesets --auto-correct -ac',
		output: '-r --report -b --baseline',
		loads: '-p --plugins --classpath -cp',
		changes: given('--auto-correct -ac --create-baseline -cb --generate-config -gc'),
	}),
	sourceLinter('checkstyle', {
		options: { ...data('-f -e -x -w -s'), ...role('read', '-p') },
		output: '-o',
		changes: () => false,
	}),
	sourceLinter('google-java-format', {
		options: data('--lines -lines --offset --length --assume-filename'),
		flags:
			'-n --dry-run --set-exit-if-changed --aosp -a -r -i --replace --skip-sorting-imports --skip-removing-unused-imports',
		changes: given('-i -r --replace'),
	}),
	sourceLinter('scalafmt', {
		options: data('--mode --exclude --assume-filename --diff-branch'),
		flags: '-i --test --list --debug --git --diff --non-interactive --stdin --stdout',
		changes: (it) => !it.has('--test', '--check', '--list', '--stdin', '--stdout', '--diff', '--version'),
	}),
	sourceLinter('swiftlint', {
		files: endings.swift,
		options: data('--reporter --only-rule --path'),
		flags:
			'--strict --lenient --no-cache --use-alternative-excluding --force-exclude --progress --enable-all-rules --format --autocorrect',
		output: '--output --cache-path --write-baseline',
		acts: /^(generate-docs|reporters|docs)$/,
		changes: given('--fix --autocorrect --format'),
	}),
	sourceLinter('swiftformat', {
		files: endings.swift,
		options: {
			...data('--rules --disable --enable --swiftversion --exclude --indent --stdinpath --reporter'),
			...role('list', '--filelist'),
		},
		flags: '--lint --dryrun --dry-run --strict --test',
		output: '--output --report --cache --write-config',
		changes: (it) => !it.has('--test', '--lint', '--dryrun', '--dry-run', '--inferoptions'),
	}),
];

/** A linter or formatter for sources in JVM languages or Swift. */
function sourceLinter(name: string, spec: Omit<ToolSpec, 'home'>): Program {
	return tool(name, {
		home: ['.editorconfig', 'detekt.yml', '.scalafmt.conf', '.swiftlint.yml', '.swiftformat'],
		config: '-c --config --editorconfig',
		files: endings.jvm,
		argumentFiles: true,
		onlyParses: true,
		...spec,
	});
}

interface Runner {
	readonly isGradle: boolean;
	/** Tasks that test, check or build. */
	readonly tasks: RegExp;
	/** Tasks that reformat the sources. */
	readonly formats: RegExp;
	readonly files: readonly string[];
}

/** Judges Gradle, Maven and similar tools. Every task must be a test, check or build. Properties may name code to load. */
function taskRunner(it: Invocation, { isGradle, tasks, formats, files }: Runner): readonly Finding[] {
	if (it.operands.length === 0) {
		// Maven and sbt take options for Java from files of the current folder.
		const first = isGradle ? [] : obeysHere(it);
		return it.has('--version', '--help', '-h', '--status') ? first : [exec(it)];
	}
	const script = [it.name, ...it.operands.map((word) => word.text)].join(' ');
	// Maven stops if the current folder has no `pom.xml`.
	const [only, ...others] = files;
	const definedIn =
		only !== undefined && others.length === 0 ? definitionAt(it.scope, [only]) : definitionOf(it.scope, files);
	const isMoved =
		isGradle && it.values('-p', '--project-dir').some((word) => !word.known || /^\/|\.\./.test(word.text));
	const bare = (task: string) => (isGradle ? task.replace(/^:?([\w.-]+:)*(?=\w+$)/, '') : task);
	const isOwn = (task: string) => (tasks.test(task) && !(isGradle && doesMore(task))) || formats.test(task);
	const areOwn = areProjectKinds(it.operands, (task) => isOwn(bare(task)));
	if (!areOwn || definedIn === undefined || isMoved) return [exec(it, script)];
	const isFormat = it.operands.some(({ text }) => formats.test(bare(text)));
	return [
		...ownTool(it, { script, definedIn }),
		...(isFormat ? rewrites([], `${endings.jvm},${endings.web}`, it.scope) : []),
		...runnerProperties(it, isGradle),
		...debugging(it, isGradle),
		...askedOfMaven(it),
		...(isGradle ? pinnedByGradle(it) : []),
		...(it.has('--refresh-dependencies', '-U', '--update-snapshots') ? [network('a registry of packages')] : []),
		...(isGradle ? [] : it.values('-f', '--file').flatMap((word) => configured(word, script, it))),
		...cutShort(it, isGradle ? ['--project-dir'] : ['--file', '--define']),
		// Maven also accepts long names with one dash.
		...it.words
			.filter((word) => !isGradle && /^-(file|settings|global|define|log|t(?!p))/.test(word.text))
			.map((word) => opaque(`what \`${word.text}\` stands for`)),
		...(it.has('--scan') ? [network('scans.gradle.com')] : []),
	];
}

/** Returns whether a task also runs, deploys or deletes something, by its name: `compileAndRun`, `verifyAndDeploy`, `dropDatabaseTest`. */
function doesMore(task: string): boolean {
	return task
		.split(/(?=[A-Z])/)
		.some((part) => /^(run|deploy|publish|push|upload|migrate|seed|drop|destroy|delete|purge|wipe)$/i.test(part));
}

/** Judges properties of a build. They may name code to load, or files to write. */
function runnerProperties(it: Invocation, isGradle: boolean): readonly Finding[] {
	const given = [
		...it.values('-D', '--define', '--system-prop'),
		...(isGradle ? it.values('-P', '--project-prop') : []),
	];
	const properties = given.filter(({ text }) => !shownOutput.test(text));
	const odd = properties.filter(
		({ text }) => !harmlessProperty.test(text) || ownSettings.test(text) || loading.test(text),
	);
	return [
		...properties.flatMap(({ text }) => evaluatedByMaven(text)),
		...odd.map((word) => opaque(`what the property \`${word.text}\` loads`)),
		...properties.filter((word) => !odd.includes(word)).flatMap((word) => outputs(word, it.scope)),
	];
}

/** Reports debug output. Threat: that of Gradle, and of Maven's resources plugin, lists environment variables and passwords. */
function debugging(it: Invocation, isGradle: boolean): readonly Finding[] {
	const isSet = it.values('-D', '--system-prop').some(({ text }) => /^org\.gradle\.logging\.level=debug$/i.test(text));
	const isDebug = it.has('--debug', isGradle ? '-d' : '-X') || (isGradle && isSet);
	return isDebug ? [opaque('a debug output, which may list the environment')] : [];
}
