import type { Assignment } from 'unbash';
import { foldWord } from './fold.ts';
import type { Folding } from './piece.ts';
import { type State, setVariable } from './state.ts';
import { unknown, type Word } from './word.ts';

/** Carries an assignment out, as far as its value is known. */
export function assign(assignment: Assignment, folding: Folding, state: State): void {
	const { name, value, append, index } = assignment;
	if (index !== undefined) {
		state.variables.set(name, undefined);
		return;
	}
	const before = state.variables.get(name);
	const words =
		value.type === 'ArrayValue' ? value.elements.flatMap((e) => foldWord(e, folding)) : [folding.unsplit(value)];
	if (append !== true) setVariable(state, name, words);
	else if (value.type === 'ArrayValue' && before !== undefined) setVariable(state, name, [...before, ...words]);
	else setVariable(state, name, appended(before, words[0]));
}

/** `declare -n a=b`: `a` is another name of `b`. */
export function nameAnother({ name, value }: Assignment, folding: Folding, state: State): void {
	const named = value.type === 'ArrayValue' ? undefined : folding.unsplit(value);
	if (named?.known === true) state.variables.set(name, state.variables.get(named.text));
}

function appended(before: readonly Word[] | undefined, more: Word | undefined): readonly Word[] | undefined {
	const [first] = before ?? [];
	if (first === undefined || more === undefined || !first.known || !more.known) return [unknown(more?.text ?? '')];
	return [{ ...first, text: first.text + more.text, prefix: first.prefix + more.prefix }];
}
