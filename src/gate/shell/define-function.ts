import { type Analysis, nothing, type Run } from './analysis.ts';
import { fork, join, jumps } from './state.ts';
import type { Stream } from './word.ts';

/** The most definitions of one name that are judged. */
const mostDefinitions = 16;

/** Defines a function. If two definitions are possible, a call judges both. */
export function defineFunction(name: string, judge: (call: Run) => Stream, run: Run, analysis: Analysis): Stream {
	const defined = analysis.functions.get(name);
	const isTooMany = (defined?.earlier ?? 0) >= mostDefinitions;
	if (isTooMany) analysis.budget.isPartial = true;
	const before = isTooMany ? undefined : defined;
	analysis.functions.set(name, {
		run: (call) => {
			const other = fork(call.state);
			before?.run({ ...call, state: other });
			const output = judge(call);
			if (before !== undefined) join(call.state, other);
			return output;
		},
		isUncertain: (run.isUncertain === true || run.state.jump !== jumps.none) && before?.isUncertain !== false,
		called: false,
		earlier: before === undefined ? 0 : before.earlier + 1,
	});
	return nothing;
}
