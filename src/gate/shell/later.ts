import type { Analysis, Run } from './analysis.ts';
import { payState } from './budget.ts';
import { fork, type State } from './state.ts';
import { isCount, remains, type Word } from './word.ts';

/** Records a command line that this shell runs at another time. */
export function noteLater(text: string, run: Run, { later }: Analysis): void {
	later.set(text, (later.get(text) ?? new Set()).add(run));
}

/**
 * Records the values of variables while a trap is set. Threat: a signal or `exit` runs the trap before the variables get other values:
 * `trap 'let x' USR1; x=$(cat file); kill -USR1 $$; x=1`.
 */
export function noteHeld({ state }: Run, { later, held }: Analysis): void {
	if (later.size === 0 || !payState(state.budget, state.variables.size)) return;
	for (const [name, value] of state.variables) if (!isCount(value) && !isPlainValue(value)) held.add(name);
}

function isPlainValue(value: readonly Word[] | undefined): boolean {
	return value?.every((word) => word.known && !/[[$`]/.test(word.text)) === true;
}

/**
 * Judges each trap with the state at its definition, with the state at the end of the line, and with the values that variables had in
 * between.
 */
export function runLater(end: Run, analysis: Analysis): void {
	for (const [text, runs] of [...analysis.later]) {
		for (const own of runs) {
			for (const state of new Set([own.state, end.state])) {
				runIn(fork(state), text, own, analysis);
				const before = asHeld(state, analysis);
				if (before !== undefined) runIn(before, text, own, analysis);
			}
		}
	}
}

function runIn(state: State, text: string, own: Run, analysis: Analysis): void {
	analysis.runText(text, { ...own, state, stdin: undefined, isUncertain: true });
}

/** Returns the state in which variables with an earlier uncertain value are still uncertain; undefined if there are none. */
function asHeld(state: State, { held }: Analysis): State | undefined {
	const names = [...held].filter(
		(name) => isCount(state.variables.get(name)) || isPlainValue(state.variables.get(name)),
	);
	if (names.length === 0) return undefined;
	const before = fork(state);
	for (const name of names) before.variables.set(name, remains(`$${name}`, state.variables.get(name)));
	return before;
}
