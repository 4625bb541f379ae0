import type { Finding, Invocation } from '../../program.ts';
import { writes } from '../../roles.ts';
import { constant } from '../../word.ts';

/** Judges options of Gradle that rewrite files of the project, which pin its dependencies. */
export function pinnedByGradle(it: Invocation): readonly Finding[] {
	const isPinning = it.has('--write-locks', '--update-locks');
	const isVerifying = it.has('--export-keys', '-M', '--write-verification-metadata');
	return [
		...(isPinning ? writes(constant('gradle.lockfile'), it.scope) : []),
		...(isVerifying ? writes(constant('gradle/verification-metadata.xml'), it.scope) : []),
	];
}
