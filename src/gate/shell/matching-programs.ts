import type { Analysis, Run } from './analysis.ts';
import { knownNames } from './programs.ts';
import { patternMatcher } from './shell-pattern.ts';
import { fork } from './state.ts';
import { constant, type Word } from './word.ts';

/** `/bin/r? x`: every program that the gate knows and the pattern may name is judged. */
export function judgeMatching(pattern: string, args: readonly Word[], run: Run, analysis: Analysis): void {
	const matches = patternMatcher(pattern.replace(/^\/(usr\/(local\/)?)?s?bin\//, ''));
	const names = matches === undefined || /^[*?]+$/.test(pattern) ? [] : knownNames.filter((name) => matches(name));
	for (const name of names.slice(0, mostMatching)) {
		analysis.runWords([constant(name), ...args], { ...run, state: fork(run.state) });
	}
}

const mostMatching = 12;
