import { type Ecosystem, type Installation, type Toolset, way } from '../ecosystem.ts';
import { namesTool, pathOf } from '../project-texts.ts';
import type { SetupStep } from '../setup-steps.ts';
import type { ProjectFacts } from '../stack-facts.ts';

/** Java and Kotlin with Gradle or Maven. */
export const jvm: Ecosystem = {
	name: 'Java or Kotlin',
	marks: [[/^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/, 'Java or Kotlin']],
	toolsets: (project) => [
		...(project.has(/^(?:build|settings)\.gradle(?:\.kts)?$/) ? [gradle(project)] : []),
		...(project.names.has('pom.xml') ? [maven(project)] : []),
	],
};

const mavenCentral = ['repo.maven.apache.org', 'repo1.maven.org'];
/** The hosts of Gradle. gradle.org redirects a wrapper to GitHub, and the portal redirects a plugin to its storage. */
const gradleHosts = [
	...mavenCentral,
	'plugins.gradle.org',
	'plugins-artifacts.gradle.org',
	'services.gradle.org',
	'downloads.gradle.org',
	'github.com',
	'release-assets.githubusercontent.com',
];

/** Well-known package repositories, and the words by which a build file names them. */
const repositories: readonly (readonly [RegExp, readonly string[]])[] = [
	[/\bgoogle\(\)|maven\.google\.com/, ['dl.google.com', 'maven.google.com']],
	[/repo\.spring\.io/, ['repo.spring.io']],
	[/jitpack\.io/, ['jitpack.io']],
	[/central\.sonatype\.com|mavenCentral.*[sS]napshot/, ['central.sonatype.com']],
	[/oss\.sonatype\.org/, ['oss.sonatype.org']],
	[/repository\.apache\.org/, ['repository.apache.org']],
	[/maven\.fabricmc\.net/, ['maven.fabricmc.net']],
];

const buildFiles = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'pom.xml'] as const;

function hostsOf(project: ProjectFacts, usual: readonly string[]): readonly string[] {
	const text = buildFiles.map((name) => project.text(name)).join('\n');
	return [...usual, ...repositories.flatMap(([mark, hosts]) => (mark.test(text) ? hosts : []))];
}

const seconds = 900;

function gradle(project: ProjectFacts): Toolset {
	const program = project.names.has('gradlew') ? './gradlew' : 'gradle';
	const text = ([...buildFiles, 'gradle/libs.versions.toml'] as const).map((name) => project.text(name)).join('\n');
	// Multiplatform projects have no task `test`.
	const task = /kotlin[-.("]+multiplatform/.test(text) ? 'jvmTest' : 'test';
	// The dry run also downloads what tests need at run time. It exists since Gradle 8.3.
	const prepares = isGradleAtLeast(project, 8, 3) ? `${task} --test-dry-run` : 'testClasses';
	const setup: Installation = {
		run: `${program} --no-daemon ${prepares}`,
		hosts: hostsOf(project, gradleHosts),
		seconds,
	};
	return { name: 'Gradle', steps: [javaStep(project)], setup: [setup], tests: [way(`${program} --no-daemon ${task}`)] };
}

function isGradleAtLeast(project: ProjectFacts, major: number, minor: number): boolean {
	const told = gradleVersion(project);
	return told === undefined || told[0] > major || (told[0] === major && told[1] >= minor);
}

function gradleVersion(project: ProjectFacts): readonly [number, number] | undefined {
	const text = project.text('gradle/wrapper/gradle-wrapper.properties');
	const [, major, minor] = /gradle-(\d{1,3})\.(\d{1,3})/.exec(text) ?? [];
	return major === undefined ? undefined : [Number(major), Number(minor)];
}

function maven(project: ProjectFacts): Toolset {
	const program = `${project.names.has('mvnw') ? './mvnw' : 'mvn'} --batch-mode --quiet`;
	// Modules may need each other as packages, which `test` does not create.
	const phase = project.text('pom.xml').includes('<modules>') ? 'verify' : 'test';
	const hosts = hostsOf(project, mavenCentral);
	// Surefire downloads its test runner only if there are tests. The name of a missing method makes it start and run no test.
	const none = `-Dtest='*#none' -Dsurefire.failIfNoSpecifiedTests=false${phase === 'verify' ? ' -DskipITs' : ''}`;
	return {
		name: 'Maven',
		steps: [javaStep(project)],
		setup: [{ run: `${program} ${phase} ${none}`, hosts, seconds }],
		tests: [way(`${program} ${phase}`)],
	};
}

function javaStep(project: ProjectFacts): SetupStep {
	const file = (name: string): SetupStep => ({ tool: 'Java', with: { 'java-version-file': pathOf(project, name) } });
	if (/^\d[\w.+-]{0,20}\s*$/.test(project.text('.java-version'))) return file('.java-version');
	if (/^java=\d/m.test(project.text('.sdkmanrc'))) return file('.sdkmanrc');
	if (namesTool(project, 'java')) return file('.tool-versions');
	return { tool: 'Java', with: { 'java-version': String(javaVersion(project)) } };
}

/** The expressions that find the Java version in a build file. */
const javaMarks: readonly (readonly [file: RegExp, mark: RegExp])[] = [
	[
		/^pom\.xml$/,
		/<(?:maven\.compiler\.release|java\.version|release|maven\.compiler\.source|source|javaVersion)>\s*(?:1\.)?(\d{1,2})\s*</g,
	],
	[
		/gradle/,
		/(?:JavaLanguageVersion\.of\(\s*|jvmToolchain\(\s*|(?:source|target)Compatibility\s*=?\s*["']?(?:JavaVersion\.VERSION_)?(?:1[._])?)(\d{1,2})\b/g,
	],
];

/** The Java release for the build. It is at least the named one, and it can still compile for that release. */
function javaVersion(project: ProjectFacts): number {
	const named = buildFiles.flatMap((name) =>
		javaMarks
			.filter(([file]) => file.test(name))
			.flatMap(([, mark]) => [...project.text(name).matchAll(mark)].map(([, number]) => Number(number))),
	);
	if (named.length > 0) return releaseFor(Math.max(...named));
	// Older wrappers do not work with newer releases.
	if (project.names.has('pom.xml') || isGradleAtLeast(project, 8, 5)) return 21;
	return isGradleAtLeast(project, 7, 3) ? 17 : 11;
}

function releaseFor(named: number): number {
	if (named > 17) return named;
	return named === 6 ? 11 : 17;
}
