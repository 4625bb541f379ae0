import { isInteger } from './attributes.ts';
import type { BuiltinContext, Change, Invocation } from './program.ts';
import { valuesRead } from './read-line.ts';
import {
	forgetAll,
	forgetVariables,
	isPlain,
	isSecretName,
	jumps,
	limits,
	losePositional,
	openedUnder,
	type State,
	setScalar,
	setVariable,
} from './state.ts';
import {
	constant,
	countsWord,
	elementAt,
	fetchedWord,
	isNumber,
	listingOf,
	remains,
	type Stream,
	unknown,
	type Word,
} from './word.ts';

/** `return` leaves the function. */
export const leaveFunction: Change = (_, state) => jump(jumps.function, state);

/** `break` and `continue`. With a number above 1, they also leave loops that the gate does not track. */
export const leaveLoop: Change = ({ operands: [count] }, state) =>
	jump(count === undefined || count.text === '1' ? jumps.loop : jumps.function, state);

function jump(reach: number, state: State): void {
	state.jump = Math.max(state.jump, reach);
}

export const unsetNames: Change = ({ operands }, state) => {
	for (const word of operands) unset(word, state);
};

function unset(word: Word, state: State): void {
	const name = /^\w+/.exec(word.prefix)?.[0];
	if (!word.known || name === undefined) forgetVariables(state);
	else setVariable(state, name, name === word.text && isPlain(state, name) ? [] : undefined);
}

/** How a declaration changes its names, apart from the changes that its options make. */
interface Declaration {
	readonly exports?: boolean;
	readonly freezes?: boolean;
	/** A name without a value keeps its value. */
	readonly keeps?: boolean;
	/** Without a name, the command prints the read-only variables. */
	readonly lists?: boolean;
}

/**
 * Records the attributes that `declare`, `local`, `export` and `readonly` give to names. The values are unknown until they are assigned.
 */
export const declares =
	({ exports = false, freezes = false, keeps = false, lists = false }: Declaration): Change =>
	(invocation, state, { compute, expand, show }) => {
		const { words, has } = invocation;
		const { attributes } = state;
		if (has('-i')) compute(words.map(declaredValue));
		expand(words.filter((word) => isListText(word, has('-a', '-A'), state)).map(declaredValue));
		const named = words.flatMap((word) => /^\w+/.exec(word.prefix)?.[0] ?? []);
		const isListing = has('-a', '-A') && named.length === 0;
		const shown = isListing ? [...state.variables.keys()] : has('-p') ? named : [];
		show(shown.flatMap((one) => state.variables.get(one) ?? []));
		if (lists && named.length === 0) show([...attributes.frozen].flatMap((one) => frozenValue(one, state)));
		const note = (set: Set<string>) => {
			for (const one of named) set.add(one);
		};
		if (has('-i', '-u', '-l', '-c', '-n', '-A')) note(attributes.converted);
		if (has('-A')) note(attributes.keyed);
		else for (const one of named) attributes.keyed.delete(one);
		if (has('-i')) note(attributes.integers);
		if (has('-a', '-A')) note(attributes.lists);
		if (freezes || has('-r')) note(attributes.frozen);
		if ((exports && !has('-n')) || has('-x')) note(attributes.exported);
		if (words.some((word) => word.text.startsWith('+'))) for (const one of named) attributes.exported.delete(one);
		// A new associative array is empty, so its values are numbers until another value is assigned.
		const isEmpty = (name: string) => !state.variables.has(name) || isNumber(state.variables.get(name));
		const empty = has('-A') ? named.filter((one) => words.some(({ text }) => text === one) && isEmpty(one)) : [];
		// In `name=value`, only the name is assigned. Words in the value are not names.
		const declared = words.filter((word) => !keeps || word.text.includes('='));
		const kept = named.map((one) => [one, remains(`$${one}`, state.variables.get(one))] as const);
		forgetNames(
			words,
			declared.map((word) => word.text.replace(/=.*$/s, '')),
			state,
		);
		for (const [name, value] of kept) if (value !== undefined) state.variables.set(name, value);
		for (const one of empty) state.variables.set(one, [countsWord]);
	};

/** Returns the value of a read-only variable. If this line did not set the variable, its name decides whether the value is a secret. */
function frozenValue(name: string, { variables }: State): readonly Word[] {
	return variables.get(name) ?? (isSecretName(name) ? [{ ...unknown(`$${name}`), secrets: [name] }] : []);
}

/** Returns the value that a word of a declaration assigns, or the word itself if it assigns nothing. */
function declaredValue(word: Word): Word {
	const head = /^\w+\+?=/.exec(word.prefix)?.[0].length ?? 0;
	if (word.known) return { ...word, ...constant(word.text.slice(head)) };
	return { ...word, text: word.text.slice(head), prefix: word.prefix.slice(head) };
}

/**
 * Returns whether the text of a declaration becomes an array. The shell splits and expands it a second time: `declare -a "a=($x)"`.
 */
function isListText(word: Word, isList: boolean, { attributes }: State): boolean {
	const name = /^(\w+)\+?=/.exec(word.prefix)?.[1];
	if (name === undefined || word.isList === true) return false;
	if (!isList && !attributes.lists.has(name) && !attributes.keyed.has(name)) return false;
	const value = declaredValue(word);
	return value.prefix.startsWith('(') || (!value.known && value.prefix === '');
}

/** `getopts`, `wait -p`: every name in the words gets an unknown value. */
export const assignsNames: Change = ({ words }, state) =>
	forgetNames(
		words,
		words.map((word) => word.text),
		state,
	);

/** `let`: the words are arithmetic. */
export const computesNames: Change = (invocation, state, context) => {
	context.compute(invocation.words);
	// The judged arithmetic has already noted its assignments.
	forgetNames(invocation.words, [], state);
};

/** Makes the assigned names unknown. A plain declaration assigns its value later. */
function forgetNames(words: readonly Word[], assigned: readonly string[], state: State): void {
	// An unknown word may assign any variable.
	if (words.some((word) => !/^\w+=/.test(word.prefix) && !word.known)) forgetAll(state);
	for (const text of assigned)
		for (const [variable] of text.matchAll(/[A-Za-z_]\w*/g)) state.variables.set(variable, undefined);
}

/** `printf -v name format…` */
export const printsInto: Change = (invocation, state, { row, compute }) => {
	const targets = invocation.values('-v');
	if (targets.some((word) => isNumeric(word, state))) compute(invocation.operands);
	for (const word of targets) forgetNamed(word, state);
	const [target] = targets;
	const isSettled = target?.known === true && invocation.words.every((word) => word.either !== true);
	const text = isSettled ? row.prints?.(invocation) : undefined;
	if (target === undefined || !/^\w+$/.test(target.text)) return;
	const isFetched = invocation.words.some((word) => word.fetched);
	if (text !== undefined) setScalar(state, target.text, [constant(text)]);
	else if (isFetched) setScalar(state, target.text, [fetchedWord(target.text)]);
};

function forgetNamed(word: Word, state: State): void {
	const name = /^\w+/.exec(word.prefix)?.[0];
	if (word.known && name !== undefined) state.variables.set(name, undefined);
	else forgetVariables(state);
}

function isNumeric({ text }: Word, state: State): boolean {
	return isInteger(state.attributes, text.replace(/\[.*$/s, ''));
}

/** `read a b`, `read -a list` */
export const readsLine: Change = (invocation, state, context) => {
	const lists = invocation.values('-a');
	computeInput([...invocation.operands, ...lists], state, context);
	if (lists.length > 0) noteLists(invocation, state);
	assignsNames(invocation, state, context);
	state.variables.set('REPLY', undefined);
	const fed = openedBy(invocation, state) ?? context.fed;
	if (fed !== undefined) readInto(invocation, state, fed);
};

/** `mapfile -t list` */
export const readsLines: Change = (invocation, state, context) => {
	computeInput(invocation.operands, state, context);
	noteLists(invocation, state);
	assignsNames(invocation, state, context);
	state.variables.set('MAPFILE', undefined);
	readLines(invocation, state, context);
};

/** Judges the input as arithmetic, if it is assigned to a variable that is declared as a number. */
function computeInput(targets: readonly Word[], state: State, { fed, compute }: BuiltinContext): void {
	if (targets.some((word) => isNumeric(word, state)))
		compute(fed?.text === undefined ? undefined : [constant(fed.text)]);
}

function noteLists({ words }: Invocation, { attributes }: State): void {
	for (const word of words) {
		const name = /^\w+/.exec(word.prefix)?.[0];
		if (name !== undefined) attributes.lists.add(name);
	}
}

function readInto(invocation: Invocation, state: State, fed: Stream): void {
	const isList = invocation.values('-a').length > 0;
	for (const [name, words] of valuesRead(invocation, fed, state))
		(isList ? setVariable : setScalar)(state, name, words);
	if (!fed.fetched) return;
	noteFetched(invocation, 'REPLY', state);
}

/** `-u 3`: returns the stream of that file descriptor. */
function openedBy({ values }: Invocation, state: State): Stream | undefined {
	const [number] = values('-u');
	return number === undefined ? undefined : openedUnder(number.text, state);
}

/** Marks every name as text from another machine, because any of them may have received it. */
function noteFetched({ operands, values }: Invocation, name: string, state: State): void {
	const names = [...operands, ...values('-a')].map((word) => word.text);
	for (const one of names.length === 0 ? [name] : names) state.variables.set(one, [fetchedWord(one)]);
}

/** `mapfile -t name < <(…)`: assigns the lines or file names to an array. */
function readLines(invocation: Invocation, state: State, context: BuiltinContext): void {
	const { operands, has } = invocation;
	const fed = openedBy(invocation, state) ?? context.fed;
	if (fed?.fetched === true) noteFetched(invocation, 'MAPFILE', state);
	const [name] = operands;
	if (name?.known !== true || fed === undefined || has('-d', '-n', '-O', '-s', '-u', '-C')) return;
	const lines = fed.text === '' ? [] : fed.text?.replace(/\n$/, '').split('\n').map(constant);
	// A pattern means any number of lines, so the place of each line is unknown.
	const isLoose = fed.names?.some(({ pattern, many }) => pattern || many === true) === true;
	const names = fed.names?.map((word) => ({ ...word, ...listingOf(word, 'lines'), ...(isLoose && { many: true }) }));
	const words = names ?? (has('-t') ? lines : undefined);
	if (words !== undefined) setVariable(state, name.text, words);
}

/** `shift`, `shift 2` */
export const shiftsPositional: Change = ({ operands }, state) => {
	const count = operands[0]?.text ?? '1';
	const isKnown = /^(0|[1-9]\d{0,3})$/.test(count) && operands[0]?.known !== false && operands.length < 2;
	const list = state.positional;
	const isCertain = isKnown && list !== undefined && elementAt(list, Number(count) - 1) !== 'any';
	// A count above the length is an error and shifts nothing.
	if (isCertain) setPositional(state, Number(count) > list.length ? list : list.slice(Number(count)));
	else losePositional(state);
};

function setPositional(state: State, list: readonly Word[]): void {
	if (state.jump === jumps.none && list.length <= limits.list) state.positional = list;
	else losePositional(state, list);
}

/** `set -x`, `set -- a b` */
export const setsShell: Change = ({ words, operands }, state) => {
	const dashes = words.findIndex((word) => word.known && word.text === '--');
	if (words.slice(0, dashes < 0 ? undefined : dashes).some(mayTrace)) state.traces = true;
	const isFirst = words.slice(0, Math.max(dashes, 0)).every((word, i) => isOptionOfSet(words[i - 1], word));
	if (dashes >= 0 && isFirst) setPositional(state, words.slice(dashes + 1));
	else if (operands.length > 0) losePositional(state, operands);
};

/** `shopt -so xtrace` */
export const setsOptions: Change = ({ words }, state) => {
	if (words.some(mayTrace)) state.traces = true;
};

function mayTrace({ text, known, prefix }: Word): boolean {
	return /^-[a-uwyz]*[vx]/.test(text) || /^(xtrace|verbose)$/.test(text) || (!known && prefix === '');
}

function isOptionOfSet(before: Word | undefined, { known, text }: Word): boolean {
	return known && (/^[-+]./.test(text) || /^[-+]\w*o$/.test(before?.text ?? ''));
}
