import type { Facts } from '../../core/index.ts';
import { constant, type Stream, type Word } from './word.ts';

/** What a shell knows while it runs: variables, functions, the working directory. Cheap to copy, because branches are judged apart. */
export interface State {
	/** Absolute; undefined when it cannot be known. */
	cwd: string | undefined;
	/** Assigned in this command line. `undefined` as value: assigned, but the value is not known. */
	readonly variables: Map<string, readonly Word[] | undefined>;
	/** `$1`, `$2`…; undefined when they cannot be known. */
	positional: readonly Word[] | undefined;
	/** What is open for reading under a number above 2. */
	readonly descriptors: Map<string, Stream>;
	/** Prints each command before it runs (`set -x`), so that no program keeps a secret to itself. */
	traces: boolean;
	/** A `return` or `break` may have skipped what follows: assignments no longer make a value certain. */
	hasJumped: boolean;
}

/** Bounds the work of one call, however deeply commands are nested. */
export interface Budget {
	commands: number;
	depth: number;
}

export const limits = { commands: 1_500, depth: 24, characters: 1_000_000, openers: 2_000, alternatives: 64 } as const;

/** The state in which a command line begins. */
export function initialState(cwd: string): State {
	const variables = new Map([['0', [constant('bash')]]]);
	return { cwd, variables, descriptors: new Map(), positional: [], hasJumped: false, traces: false };
}

/** A copy, for what a subshell or a branch does. */
export function fork(state: State): State {
	return { ...state, variables: new Map(state.variables), descriptors: new Map(state.descriptors) };
}

/** What is certain after either of two ways was taken: what they disagree on is not known. */
export function join(state: State, other: State): void {
	state.hasJumped ||= other.hasJumped;
	state.traces ||= other.traces;
	if (state.cwd !== other.cwd) state.cwd = undefined;
	if (state.positional !== other.positional) state.positional = undefined;
	for (const [number, stream] of other.descriptors) if (stream.fetched) state.descriptors.set(number, stream);
	for (const name of new Set([...state.variables.keys(), ...other.variables.keys()])) {
		if (!sameWords(state.variables.get(name), other.variables.get(name))) state.variables.set(name, undefined);
	}
}

/** Copies what is certain in one state into another. */
export function adopt(state: State, other: State): void {
	state.cwd = other.cwd;
	state.hasJumped = other.hasJumped;
	state.traces ||= other.traces;
	state.positional = other.positional;
	state.variables.clear();
	for (const [name, words] of other.variables) state.variables.set(name, words);
	for (const [number, stream] of other.descriptors) state.descriptors.set(number, stream);
}

/** What a builtin changed outlives the command; the assignments before it do not. */
export function keepChanges(from: State, to: State, temporary: ReadonlySet<string>): void {
	to.cwd = from.cwd;
	for (const [name, value] of from.variables) if (!temporary.has(name)) to.variables.set(name, value);
}

/** Sets a variable; after a jump it is only one of the values that it may have. */
export function setVariable(state: State, name: string, value: readonly Word[] | undefined): void {
	state.variables.set(name, state.hasJumped ? undefined : value);
}

/** Nothing that was assigned is certain any more. */
export function forgetAll(state: State): void {
	state.cwd = undefined;
	state.positional = undefined;
	for (const name of state.variables.keys()) state.variables.set(name, undefined);
}

/** Whether two values are certainly the same. */
export function sameWords(a: readonly Word[] | undefined, b: readonly Word[] | undefined): boolean {
	if (a === b) return true;
	if (a === undefined || b === undefined || a.length !== b.length) return false;
	return a.every((word, i) => word.known && b[i]?.known === true && word.text === b[i]?.text);
}

/** The characters at which the shell splits words; undefined when they cannot be known. */
export function separatorsOf({ variables }: State): string | undefined {
	if (!variables.has('IFS')) return ' \t\n';
	const [word] = variables.get('IFS') ?? [];
	return word?.known === true && !word.pattern ? word.text : undefined;
}

const secretName =
	/(^|_)(TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|PASS|PASSPHRASE|CREDENTIALS?|APIKEY|PRIVATE_KEY|API_KEY|ACCESS_KEY|SIGNING_KEY|DEPLOY_KEY|ENCRYPTION_KEY|SSH_KEY|AUTH|PAT|DSN)(_|$)|(TOKEN|SECRET|PASSWORD|APIKEY|_KEY)$|^(DATABASE_URL|ACTIONS_ID_TOKEN_REQUEST_URL)$/;

/** Whether a variable's name says that it holds a secret. */
export function isSecretName(name: string): boolean {
	return secretName.test(name.toUpperCase());
}

/** Well-known variables of the environment whose values the gate knows. */
export function environmentValue(name: string, facts: Facts, state: State): string | undefined {
	if (name === 'HOME') return facts.home;
	if (name === 'PWD') return state.cwd;
	if (name === 'IFS') return separatorsOf(state);
	if (name === 'GITHUB_WORKSPACE') return facts.root;
	return undefined;
}
