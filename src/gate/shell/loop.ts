import type { Run } from './analysis.ts';
import { forgetAll, fork, join, type State, sameWords } from './state.ts';
import type { Stream } from './word.ts';

/** Repeats a body until what is known at its beginning no longer changes. */
export function loop(body: (way: Run) => Stream, run: Run): Stream {
	const { state } = run;
	const way: Run = { ...run, isUncertain: true };
	const { hasJumped } = state;
	for (let i = 0; i < 4; i++) {
		const before = fork(state);
		const stream = body(way);
		join(state, before);
		state.hasJumped = hasJumped;
		if (isSame(state, before)) return stream;
	}
	forgetAll(state);
	return body(way);
}

function isSame(a: State, b: State): boolean {
	const names = [...a.variables.keys()];
	return (
		a.cwd === b.cwd &&
		a.positional === b.positional &&
		names.every((name) => b.variables.has(name) && sameWords(a.variables.get(name), b.variables.get(name)))
	);
}
