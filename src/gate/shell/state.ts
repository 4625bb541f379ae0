import type { Facts } from '../../core/index.ts';
import { type Attributes, copyAttributes, joinAttributes, noAttributes } from './attributes.ts';
import { type Budget, payState } from './budget.ts';
import { countOf } from './count-of.ts';
import { constant, countsWord, isNumber, oneOf, remains, type Stream, unknown, type Word } from './word.ts';

/** How far a `break`, a `return` or an error may have skipped what follows. */
export const jumps = { none: 0, loop: 1, function: 2, all: 3 } as const;

/** What a shell knows while it runs: variables, functions, the working directory. Cheap to copy, because branches are judged apart. */
export interface State {
	/** Absolute; undefined when it cannot be known. */
	cwd: string | undefined;
	/** Where the shell still is if a `cd` failed: what follows is judged in both places. */
	cwdOnFailure: string | undefined;
	/** Assigned in this command line. `undefined` as value: assigned, but the value is not known. */
	readonly variables: Map<string, readonly Word[] | undefined>;
	readonly attributes: Attributes;
	/** `$1`, `$2`…; undefined when they cannot be known. */
	positional: readonly Word[] | undefined;
	/** What they may be where they were set in this command line and can no longer be told apart. */
	formerly: readonly Word[];
	/** What is open for reading under a number above 2. */
	readonly descriptors: Map<string, Stream>;
	/** Prints each command before it runs (`set -x`), so that no program keeps a secret to itself. */
	traces: boolean;
	/** Messages of errors may go where the output goes: `exec 2>&1`. */
	mixesErrors: boolean;
	/** One of `jumps`; above none assignments no longer make a value certain. */
	jump: number;
	/** What work on it may still cost. */
	readonly budget: Budget;
}

export const limits = {
	characters: 1_000_000,
	openers: 2_000,
	alternatives: 64,
	list: 2_000,
} as const;

/** The state in which a command line begins. */
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

/** A copy, for what a subshell or a branch does. Where nothing is left to be spent, no work follows, and the state stands for its copy. */
export function fork(state: State): State {
	if (!payState(state.budget, state.variables.size + state.descriptors.size)) return state;
	return {
		...state,
		variables: new Map(state.variables),
		descriptors: new Map(state.descriptors),
		attributes: copyAttributes(state.attributes),
	};
}

/** What a shell that is started by this one knows: it gets only what is exported, and splits as ever. */
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

/** What is certain after either of two ways was taken: what they disagree on is not known. */
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

/** Copies what is certain in one state into another. */
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

/** What a builtin changed outlives the command; the assignments before it do not. */
export function keepChanges(from: State, to: State, temporary: ReadonlySet<string>): void {
	const before = fork(to);
	adopt(to, from);
	for (const name of temporary) {
		if (before.variables.has(name)) to.variables.set(name, before.variables.get(name));
		else to.variables.delete(name);
		if (!before.attributes.exported.has(name)) to.attributes.exported.delete(name);
	}
}

/** The shell sets these by itself, whatever is assigned to them. */
const ownNames =
	/^(_|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\w+|PPID|E?UID|GROUPS|FUNCNAME|DIRSTACK|PIPESTATUS|HIST\w+|COLUMNS|LINES|OPTIND|OPTARG|BASH\w*|COPROC\w*|COMP_\w+)$/;

/** Sets a variable; after a jump, and for what the shell converts, it is only one of the values that it may have. */
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
	// An assignment that fails skips the rest of its line.
	if (state.attributes.frozen.has(name)) state.jump = jumps.all;
}

/** Whether a variable keeps what is assigned to it as it is. */
export function isPlain({ attributes }: State, name: string): boolean {
	return !attributes.converted.has(name) && !attributes.frozen.has(name) && !ownNames.test(name);
}

/** Sets a variable that is no list; of a list only the first element would change. */
export function setScalar(state: State, name: string, value: readonly Word[] | undefined): void {
	if (state.attributes.lists.has(name)) setElement(state, name, value);
	else setVariable(state, name, value);
}

/**
 * Sets one of the words of a list: which ones it has is no longer known, but that one of them was fetched or is a secret is. Numbers
 * beside numbers in a list with keys stay what arithmetic may read.
 */
export function setElement(state: State, name: string, value: readonly Word[] | undefined, key?: Word): void {
	const before = state.variables.get(name);
	const isPublic = key === undefined || (key.secrets.length === 0 && !key.fetched);
	const isCounting = isPublic && state.attributes.keyed.has(name) && isNumber(before) && isNumber(value);
	// A key is shown by `${!m[@]}`.
	const words = [...(before ?? []), ...(value ?? []), ...(key === undefined ? [] : [key])];
	if (isCounting) state.variables.set(name, [countsWord]);
	else state.variables.set(name, remains(`$${name}`, words));
	if (state.attributes.references.has(name)) tellReferences(state, words);
	if (state.attributes.frozen.has(name)) state.jump = jumps.all;
}

/** What a variable holds; of references only what none of their names has lost since. */
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

/** A reference, and what it names, may hold what any of them was given. */
function tellReferences({ attributes, variables }: State, given: readonly Word[]): void {
	for (const name of attributes.references)
		variables.set(name, remains(`$${name}`, [...given, ...(variables.get(name) ?? [])]));
}

/** Nothing that was assigned is certain any more. */
export function forgetAll(state: State): void {
	state.cwd = undefined;
	state.cwdOnFailure = undefined;
	losePositional(state);
	forgetVariables(state);
}

/** Which of the positional parameters is which is no longer known, only what they were and what else they may be. */
export function losePositional(state: State, others: readonly Word[] = []): void {
	state.formerly = distinct(state.formerly, [...(state.positional ?? []), ...others]);
	state.positional = undefined;
}

function distinct(some: readonly Word[], more: readonly Word[]): readonly Word[] {
	if (some === more || more.length === 0) return some;
	const all = [...new Set([...some, ...more])];
	return all.length > limits.list ? [unknown('$@')] : all;
}

/** No variable is certain any more. */
export function forgetVariables(state: State): void {
	for (const [name, value] of state.variables) state.variables.set(name, remains(`$${name}`, value));
	state.attributes.exported.clear();
}

/** What is open under a number; where that is not known, or the shell chose it, what is open under any. */
export function openedUnder(number: string, { descriptors }: State): Stream | undefined {
	const exact = descriptors.get(number);
	if (exact !== undefined || descriptors.size === 0) return exact;
	const all = [...descriptors.values()];
	const held = all.flatMap((stream) => stream.held ?? []).join('\n');
	return { fetched: all.some((stream) => stream.fetched), ...(held !== '' && { held }) };
}

/** The home directory as the shell sees it now. */
export function homeOf({ variables }: State, facts: Facts): string | undefined {
	if (!variables.has('HOME')) return facts.home;
	const [word] = variables.get('HOME') ?? [];
	return word?.known === true && !word.pattern ? word.text : undefined;
}

/** Whether two values are certainly the same. */
export function sameWords(a: readonly Word[] | undefined, b: readonly Word[] | undefined): boolean {
	if (a === b) return true;
	if (a === undefined || b === undefined || a.length !== b.length) return false;
	const isSame = (one: Word, two: Word | undefined) =>
		(one.known && two?.known === true && one.text === two.text) || (one.counts === true && two?.counts === true);
	return a.every((word, i) => isSame(word, b[i]));
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

/** Whether a text that stands alone is spelled as such a variable is: a word in small letters is any key. */
export function isSecretVariable(text: string): boolean {
	return /^[A-Za-z_]\w*$/.test(text) && /[A-Z_]/.test(text) && isSecretName(text);
}

/** Well-known variables of the environment whose values the gate knows. */
export function environmentValue(name: string, facts: Facts, state: State): string | undefined {
	if (name === 'HOME') return homeOf(state, facts);
	if (name === 'PWD') return state.cwdOnFailure === undefined ? state.cwd : undefined;
	if (name === 'IFS') return separatorsOf(state);
	if (name === 'GITHUB_WORKSPACE') return facts.root;
	return undefined;
}
