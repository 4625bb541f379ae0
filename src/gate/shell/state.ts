import type { Facts } from '../../core/index.ts';
import { type Attributes, copyAttributes, joinAttributes, noAttributes } from './attributes.ts';
import { type Budget, payState } from './budget.ts';
import { countOf } from './count-of.ts';
import { constant, countsWord, isNumber, oneOf, remains, type Stream, unknown, type Word } from './word.ts';

/** How much of the following code a `break`, a `return` or an error may have skipped. */
export const jumps = { none: 0, loop: 1, function: 2, all: 3 } as const;

/**
 * The state of a running shell: variables, options, working directory. Copies must be cheap, because each branch is judged with its own
 * copy.
 */
export interface State {
	/** Absolute path; undefined if the gate does not know it. */
	cwd: string | undefined;
	/** The directory if a `cd` failed. The commands after the `cd` are judged in both directories. */
	cwdOnFailure: string | undefined;
	/** Variables that this command line assigns. The value `undefined` means: assigned, but unknown. */
	readonly variables: Map<string, readonly Word[] | undefined>;
	readonly attributes: Attributes;
	/** `$1`, `$2`…; undefined if unknown. */
	positional: readonly Word[] | undefined;
	/** All possible values of the positional parameters, if the gate no longer knows which parameter has which value. */
	formerly: readonly Word[];
	/** The streams that are open for reading, by file descriptor. */
	readonly descriptors: Map<string, Stream>;
	/** The shell prints each command before it runs (`set -x`), so the arguments of every program are visible. */
	traces: boolean;
	/** Error messages may go to the output: `exec 2>&1`. */
	mixesErrors: boolean;
	/** One of `jumps`. Above `none`, an assignment may be skipped, so it no longer makes a value certain. */
	jump: number;
	/** The budget that copies and comparisons of this state use. */
	readonly budget: Budget;
}

export const limits = {
	characters: 1_000_000,
	openers: 2_000,
	alternatives: 64,
	list: 2_000,
} as const;

/** Creates the state at the start of a command line. */
export function initialState(cwd: string | undefined, budget: Budget): State {
	const variables = new Map([['0', [constant('bash')]]]);
	const attributes = noAttributes();
	const around = {
		cwdOnFailure: undefined,
		positional: [],
		formerly: [],
		jump: jumps.none,
		traces: false,
		mixesErrors: false,
	};
	return { budget, cwd, variables, attributes, descriptors: new Map(), ...around };
}

/** Returns a copy for a subshell or a branch. If the budget is spent, returns the state itself, because no work follows. */
export function fork(state: State): State {
	if (!payState(state.budget, state.variables.size + state.descriptors.size)) return state;
	return {
		...state,
		variables: new Map(state.variables),
		descriptors: new Map(state.descriptors),
		attributes: copyAttributes(state.attributes),
	};
}

/** Returns the state of a shell that this shell starts. That shell gets only exported variables, and the default `IFS`. */
export function childOf(state: State): State {
	const child: State = { ...fork(state), attributes: noAttributes(), jump: jumps.none };
	const { exported, lists } = state.attributes;
	for (const name of state.variables.keys()) {
		if (name === '0' || (exported.has(name) && !lists.has(name))) continue;
		child.variables.set(name, remains(`$${name}`, state.variables.get(name)));
	}
	for (const name of exported) child.attributes.exported.add(name);
	for (const name of state.attributes.shared) child.attributes.shared.add(name);
	child.variables.delete('IFS');
	return child;
}

/** Merges two states after either of two branches has run. Values that differ become unknown. */
export function join(state: State, other: State): void {
	if (state === other || !payState(state.budget, 2 * (state.variables.size + other.variables.size))) return;
	state.jump = Math.max(state.jump, other.jump);
	state.traces ||= other.traces;
	state.mixesErrors ||= other.mixesErrors;
	joinDirectories(state, other);
	if (state.positional !== other.positional) losePositional(state, other.positional);
	state.formerly = distinct(state.formerly, other.formerly);
	for (const [number, stream] of other.descriptors) {
		const fetched = stream.fetched || state.descriptors.get(number)?.fetched === true;
		state.descriptors.set(number, { ...stream, fetched });
	}
	for (const name of new Set([...state.variables.keys(), ...other.variables.keys()])) {
		const [mine, others] = [state.variables.get(name), other.variables.get(name)];
		if (sameWords(mine, others) && state.variables.has(name) && other.variables.has(name)) continue;
		const doubtful = remains(`$${name}`, [...(mine ?? []), ...(others ?? [])]);
		state.variables.set(name, countOf(name, state.variables, other.variables) ?? doubtful);
	}
	joinAttributes(state.attributes, other.attributes);
}

function joinDirectories(state: State, { cwd, cwdOnFailure }: State): void {
	const mine = state.cwdOnFailure;
	const isSame = mine === undefined || cwdOnFailure === undefined || mine === cwdOnFailure;
	if (state.cwd !== cwd || !isSame) state.cwd = undefined;
	state.cwdOnFailure = state.cwd === undefined ? undefined : (mine ?? cwdOnFailure);
}

/** Replaces the values of one state by those of another, including the unknown ones. If `traces` or `mixesErrors` was set, it stays set. */
export function adopt(state: State, other: State): void {
	if (state === other || !payState(state.budget, other.variables.size)) return;
	state.cwd = other.cwd;
	state.cwdOnFailure = other.cwdOnFailure;
	state.jump = other.jump;
	state.traces ||= other.traces;
	state.mixesErrors ||= other.mixesErrors;
	state.positional = other.positional;
	state.formerly = other.formerly;
	state.variables.clear();
	for (const [name, words] of other.variables) state.variables.set(name, words);
	for (const [number, stream] of other.descriptors) state.descriptors.set(number, stream);
	for (const key of Object.keys(noAttributes()) as (keyof Attributes)[]) {
		state.attributes[key].clear();
		for (const name of other.attributes[key]) state.attributes[key].add(name);
	}
}

/** Keeps the changes of a builtin, but not the temporary assignments before the command. */
export function keepChanges(from: State, to: State, temporary: ReadonlySet<string>): void {
	const before = fork(to);
	adopt(to, from);
	for (const name of temporary) {
		if (before.variables.has(name)) to.variables.set(name, before.variables.get(name));
		else to.variables.delete(name);
		if (!before.attributes.exported.has(name)) to.attributes.exported.delete(name);
	}
}

/** Variables that the shell sets itself, whatever a command assigns to them. */
const ownNames =
	/^(_|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\w+|PPID|E?UID|GROUPS|FUNCNAME|DIRSTACK|PIPESTATUS|HIST\w+|COLUMNS|LINES|OPTIND|OPTARG|BASH\w*|COPROC\w*|COMP_\w+)$/;

/** Sets a variable. The value stays uncertain after a jump, and if the shell converts the value. */
export function setVariable(state: State, name: string, value: readonly Word[] | undefined): void {
	const holds = isPlain(state, name) && (value?.length ?? 0) <= limits.list;
	const isNumberStill = holds && isNumber(value) && isNumber(state.variables.get(name));
	const isCertain = holds && state.jump === jumps.none;
	const doubtful = remains(`$${name}`, value);
	state.variables.set(
		name,
		isCertain ? value : isNumberStill ? [oneOf([...(value ?? []), ...(state.variables.get(name) ?? [])])] : doubtful,
	);
	if (state.attributes.references.has(name)) tellReferences(state, value ?? []);
	// A failed assignment skips the rest of its line.
	if (state.attributes.frozen.has(name)) state.jump = jumps.all;
}

/** Returns whether a variable keeps an assigned value unchanged. */
export function isPlain({ attributes }: State, name: string): boolean {
	return !attributes.converted.has(name) && !attributes.frozen.has(name) && !ownNames.test(name);
}

/** Sets a variable as a single value. For an array, only one element changes. */
export function setScalar(state: State, name: string, value: readonly Word[] | undefined): void {
	if (state.attributes.lists.has(name)) setElement(state, name, value);
	else setVariable(state, name, value);
}

/**
 * Sets one element of an array. The array then becomes unknown. The gate remembers only which secrets it contains, and whether a text in it
 * was fetched. An associative array with only numbers stays safe for arithmetic.
 */
export function setElement(state: State, name: string, value: readonly Word[] | undefined, key?: Word): void {
	const before = state.variables.get(name);
	const isPublic = key === undefined || (key.secrets.length === 0 && !key.fetched);
	const isCounting = isPublic && state.attributes.keyed.has(name) && isNumber(before) && isNumber(value);
	// `${!m[@]}` shows the keys.
	const words = [...(before ?? []), ...(value ?? []), ...(key === undefined ? [] : [key])];
	if (isCounting) state.variables.set(name, [countsWord]);
	else state.variables.set(name, remains(`$${name}`, words));
	if (state.attributes.references.has(name)) tellReferences(state, words);
	if (state.attributes.frozen.has(name)) state.jump = jumps.all;
}

/**
 * Returns the value of a variable. If the variable is a reference, and any reference or its target has an unknown value, returns only the
 * secrets of the known values, and whether they were fetched.
 */
export function wordsHeld({ attributes: { references }, variables }: State, name: string): readonly Word[] | undefined {
	const held = variables.get(name);
	if (!references.has(name)) return held;
	const all = [...references].map((one) => variables.get(one));
	return all.includes(undefined)
		? remains(
				`$${name}`,
				all.flatMap((words) => words ?? []),
			)
		: held;
}

/** Makes the values of all references and their targets uncertain, because each of them may now have any of the given values. */
function tellReferences({ attributes, variables }: State, given: readonly Word[]): void {
	for (const name of attributes.references)
		variables.set(name, remains(`$${name}`, [...given, ...(variables.get(name) ?? [])]));
}

/** Makes every value and the directory uncertain. */
export function forgetAll(state: State): void {
	state.cwd = undefined;
	state.cwdOnFailure = undefined;
	losePositional(state);
	forgetVariables(state);
}

/** Makes the positional parameters unknown. Keeps all values that they may have. */
export function losePositional(state: State, others: readonly Word[] = []): void {
	state.formerly = distinct(state.formerly, [...(state.positional ?? []), ...others]);
	state.positional = undefined;
}

function distinct(some: readonly Word[], more: readonly Word[]): readonly Word[] {
	if (some === more || more.length === 0) return some;
	const all = [...new Set([...some, ...more])];
	return all.length > limits.list ? [unknown('$@')] : all;
}

/** Makes every variable uncertain. */
export function forgetVariables(state: State): void {
	for (const [name, value] of state.variables) state.variables.set(name, remains(`$${name}`, value));
	state.attributes.exported.clear();
}

/** Returns the stream of a file descriptor. If the number is unknown, returns one stream with the marks of all open streams. */
export function openedUnder(number: string, { descriptors }: State): Stream | undefined {
	const exact = descriptors.get(number);
	if (exact !== undefined || descriptors.size === 0) return exact;
	const all = [...descriptors.values()];
	const held = all.flatMap((stream) => stream.held ?? []).join('\n');
	return { fetched: all.some((stream) => stream.fetched), ...(held !== '' && { held }) };
}

/** Returns the current value of the home directory; undefined if unknown. */
export function homeOf({ variables }: State, facts: Facts): string | undefined {
	if (!variables.has('HOME')) return facts.home;
	const [word] = variables.get('HOME') ?? [];
	return word?.known === true && !word.pattern ? word.text : undefined;
}

/**
 * Returns whether two values agree word by word. Two words agree if they have the same known text, or if both are marked as a number or
 * empty (`counts`).
 */
export function sameWords(a: readonly Word[] | undefined, b: readonly Word[] | undefined): boolean {
	if (a === b) return true;
	if (a === undefined || b === undefined || a.length !== b.length) return false;
	const isSame = (one: Word, two: Word | undefined) =>
		(one.known && two?.known === true && one.text === two.text && one.child === two.child) ||
		(one.counts === true && two?.counts === true);
	return a.every((word, i) => isSame(word, b[i]));
}

/** Returns the characters at which the shell splits words; undefined if unknown. */
export function separatorsOf({ variables }: State): string | undefined {
	if (!variables.has('IFS')) return ' \t\n';
	const [word] = variables.get('IFS') ?? [];
	return word?.known === true && !word.pattern ? word.text : undefined;
}

const secretName =
	/(^|_)(TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|PASS|PASSPHRASE|CREDENTIALS?|APIKEY|PRIVATE_KEY|API_KEY|ACCESS_KEY|SIGNING_KEY|DEPLOY_KEY|ENCRYPTION_KEY|SSH_KEY|AUTH|PAT|DSN)(_|$)|(TOKEN|SECRET|PASSWORD|APIKEY|_KEY)$|^(DATABASE_URL|ACTIONS_ID_TOKEN_REQUEST_URL)$/;

/** Returns whether the name of a variable suggests that it contains a secret. */
export function isSecretName(name: string): boolean {
	return secretName.test(name.toUpperCase());
}

/**
 * Returns whether a text is the name of a secret-looking variable. A word such as `token` is not counted: without a capital or `_`, it may
 * be a key of any object.
 */
export function isSecretVariable(text: string): boolean {
	return /^[A-Za-z_]\w*$/.test(text) && /[A-Z_]/.test(text) && isSecretName(text);
}

/** Returns the values of well-known environment variables. */
export function environmentValue(name: string, facts: Facts, state: State): string | undefined {
	if (name === 'HOME') return homeOf(state, facts);
	if (name === 'PWD') return state.cwdOnFailure === undefined ? state.cwd : undefined;
	if (name === 'IFS') return separatorsOf(state);
	if (name === 'GITHUB_WORKSPACE') return facts.root;
	return undefined;
}
