import type { Run } from './analysis.ts';
import { forgetAll, fork, join, jumps, type State, sameWords } from './state.ts';
import type { Stream } from './word.ts';

/** Repeats a body until what is known at its beginning no longer changes. */
export function loop(body: (way: Run) => Stream, run: Run): Stream {
	const { state } = run;
	const way: Run = { ...run, isUncertain: true };
	const { jump } = state;
	for (let i = 0; i < 4; i++) {
		const before = fork(state);
		const stream = body(way);
		join(state, before);
		leaveLoop(state, jump);
		if (isSame(state, before)) return stream;
	}
	forgetAll(state);
	const stream = body(way);
	leaveLoop(state, jump);
	return stream;
}

/** What a `break` skipped ends with its loop; what a `return` skipped does not. */
export function leaveLoop(state: State, jumpBefore: number): void {
	if (state.jump === jumps.loop) state.jump = jumpBefore;
}

function isSame(a: State, b: State): boolean {
	const names = [...a.variables.keys()];
	return (
		a.cwd === b.cwd &&
		a.cwdOnFailure === b.cwdOnFailure &&
		a.positional === b.positional &&
		a.jump === b.jump &&
		names.every((name) => b.variables.has(name) && sameWords(a.variables.get(name), b.variables.get(name)))
	);
}
