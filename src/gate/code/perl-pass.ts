import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/**
 * The allowed next token: a statement, a value, or an operator between two values. Other states follow a word that takes values in its
 * own way.
 */
export type State =
	| 'statement'
	| 'value'
	| 'operator'
	/** After a function that takes one value, one that takes several, one of a module, or the name of an open file. */
	| 'one'
	| 'list'
	| 'imported'
	| 'handle'
	/** After the first variable of a list: `print $file "x"`. */
	| 'first'
	/** Only this bracket may follow. */
	| '('
	| '{'
	| '->';

/** The kind of a bracket. It decides which tokens may come after its end. */
export type Bracket = 'list' | 'head' | 'index' | 'hash' | 'block' | 'value-block' | 'list-block';

export interface Open {
	readonly close: string;
	readonly bracket: Bracket;
}

/** One pass over the tokens. */
export interface Pass {
	readonly tokens: readonly Token[];
	readonly isKnown: (name: string) => boolean;
	readonly own: ReadonlySet<string>;
	readonly opens: Open[];
	state: State;
	/** A value is optional here: after a comma, an opening bracket, or a function. */
	mayEnd: boolean;
}

export const behind: Readonly<Record<Bracket, State>> = {
	list: 'operator',
	head: '{',
	index: 'operator',
	hash: 'operator',
	block: 'statement',
	'value-block': 'operator',
	'list-block': 'value',
};

export type Step = number | string;

export function to(it: Pass, state: State, next: number, mayEnd = false): number {
	it.state = state;
	it.mayEnd = mayEnd;
	return next;
}

export function open(it: Pass, text: string, bracket: Bracket, state: State, next: number): number {
	it.opens.push({ close: text === '(' ? ')' : text === '[' ? ']' : '}', bracket });
	return to(it, state, next, true);
}

export function canEnd({ state, mayEnd }: Pass): boolean {
	return mayEnd || state === 'one' || state === 'imported' || state === 'handle';
}

/** Returns the function whose first value is at a position. */
export function chooserOf({ tokens }: Pass, i: number): string | undefined {
	const before = isMark(tokens[i - 1], '(') ? tokens[i - 2] : tokens[i - 1];
	return before?.kind === 'word' ? before.text : undefined;
}
