import type { Run } from './analysis.ts';
import { forgetAll, fork, join, jumps, type State, sameWords } from './state.ts';
import type { Stream } from './word.ts';

/** Judges a body repeatedly until the state at its start no longer changes. */
export function loop(body: (way: Run) => Stream, run: Run): Stream {
	const { state } = run;
	const way: Run = { ...run, isUncertain: true, mayRepeat: true };
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

/** Records that a loop ended. A `break` skips code only until the end of its loop, but a `return` also skips the code after the loop. */
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
