import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** What may stand next: a statement, a value, or an operator between two; or a word has just been read that takes values in its own way. */
export type State =
	| 'statement'
	| 'value'
	| 'operator'
	/** Behind a function that takes one value, several, those of a module, or a name of an open file. */
	| 'one'
	| 'list'
	| 'imported'
	| 'handle'
	/** Behind the first variable of a list: `print $file "x"`. */
	| 'first'
	/** Only this bracket may follow. */
	| '('
	| '{'
	| '->';

/** What a bracket is, which says what may stand behind its end. */
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
	/** No value need stand here: behind a comma, an opening bracket, or a function. */
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

/** The function whose first value stands at a place. */
export function chooserOf({ tokens }: Pass, i: number): string | undefined {
	const before = isMark(tokens[i - 1], '(') ? tokens[i - 2] : tokens[i - 1];
	return before?.kind === 'word' ? before.text : undefined;
}
