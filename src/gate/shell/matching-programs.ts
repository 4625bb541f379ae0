import type { Analysis, Run } from './analysis.ts';
import { costs, pay } from './budget.ts';
import { knownNames } from './programs.ts';
import { patternMatcher } from './shell-pattern.ts';
import { fork } from './state.ts';
import { constant, type Word } from './word.ts';

/** `/bin/r? x`: every program that the gate knows and the pattern may name is judged. */
export function judgeMatching(pattern: string, args: readonly Word[], run: Run, analysis: Analysis): void {
	if (!pay(analysis.budget, costs.matching)) return;
	const matches = patternMatcher(pattern);
	const folders = pattern.startsWith('/') ? ['/bin/', '/usr/bin/', '/sbin/', '/usr/sbin/'] : [''];
	const isAny = matches === undefined || /^[*?]+$/.test(pattern);
	const names = isAny ? [] : knownNames().filter((name) => folders.some((folder) => matches(folder + name)));
	for (const name of names.slice(0, mostMatching)) {
		analysis.runWords([constant(name), ...args], { ...run, state: fork(run.state) });
	}
}

const mostMatching = 12;
