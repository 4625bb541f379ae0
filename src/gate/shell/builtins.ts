import { posix } from 'node:path';
import type { Invocation, Program } from './program.ts';
import { valuesRead } from './read-line.ts';
import {
	forgetAll,
	forgetVariables,
	homeOf,
	isPlain,
	jumps,
	limits,
	openedUnder,
	type State,
	setScalar,
	setVariable,
} from './state.ts';
import { constant, elementAt, fetchedWord, type Stream, type Word } from './word.ts';

/** What a builtin is told beside its arguments: what the next `read` gets, and what its row says that it prints. */
export interface BuiltinContext {
	readonly row: Program | undefined;
	readonly fed: Stream | undefined;
}

/** What builtins change in the shell itself: the directory, variables, positional parameters. */
export function applyBuiltin(invocation: Invocation, state: State, context: BuiltinContext): void {
	const { name, operands } = invocation;
	if (name === 'cd' || name === 'pushd') changeDirectory(invocation, state);
	if (name === 'popd') goTo(undefined, state);
	if (name === 'shift') shiftPositional(invocation, state);
	if (name === 'set') applySet(invocation, state);
	if (name === 'unset') for (const word of operands) unset(word, state);
	if (/^(return|break|continue)$/.test(name)) state.jump = Math.max(state.jump, reachOf(invocation));
	noteAttributes(invocation, state);
	if (/^(read|mapfile|readarray|getopts|let|declare|local|typeset|export|readonly|printf|wait)$/.test(name)) {
		forgetAssigned(invocation, state);
	}
	if (name === 'printf') printInto(invocation, state, context);
	if (name === 'read') readInto(invocation, state, context);
	if (/^(mapfile|readarray)$/.test(name)) readLines(invocation, state, context);
}

/** How far a jump goes: `break 2` leaves more than the loop that the gate looks at. */
function reachOf({ name, operands }: Invocation): number {
	return name !== 'return' && (operands.length === 0 || operands[0]?.text === '1') ? jumps.loop : jumps.function;
}

function unset(word: Word, state: State): void {
	const name = /^\w+/.exec(word.prefix)?.[0];
	if (!word.known || name === undefined) forgetVariables(state);
	else setVariable(state, name, name === word.text && isPlain(state, name) ? [] : undefined);
}

/** `declare -i`, `readonly`, `export`: what a name is beside its value. */
function noteAttributes({ name, words, has, values }: Invocation, { attributes }: State): void {
	const named = words.flatMap((word) => /^\w+/.exec(word.prefix)?.[0] ?? []);
	const note = (set: Set<string>) => {
		for (const one of named) set.add(one);
	};
	if (name === 'read' || name === 'mapfile' || name === 'readarray') {
		if (name !== 'read' || values('-a').length > 0) note(attributes.lists);
		return;
	}
	if (!/^(declare|local|typeset|export|readonly)$/.test(name)) return;
	if (has('-i', '-u', '-l', '-c', '-n', '-A')) note(attributes.converted);
	if (has('-A')) note(attributes.keyed);
	else for (const one of named) attributes.keyed.delete(one);
	if (has('-i')) note(attributes.integers);
	if (has('-a', '-A')) note(attributes.lists);
	if (name === 'readonly' || has('-r')) note(attributes.frozen);
	if ((name === 'export' && !has('-n')) || has('-x')) note(attributes.exported);
	if (words.some((word) => word.text.startsWith('+'))) for (const one of named) attributes.exported.delete(one);
}

/** What is read or computed is not known; the value of a plain declaration is assigned after this. */
function forgetAssigned({ name, words, values }: Invocation, state: State): void {
	if (name === 'printf') {
		for (const word of values('-v')) forgetNamed(word, state);
		return;
	}
	// A word that is not known may assign any variable.
	if (words.some((word) => !/^\w+=/.test(word.prefix) && !word.known)) forgetAll(state);
	// Arithmetic has told what `let` assigns.
	if (name === 'let') return;
	for (const word of words) {
		if (/^(export|readonly)$/.test(name) && !word.text.includes('=')) continue;
		// Of a declaration only its name is assigned, not what stands in its value.
		const isDeclared = /^(declare|typeset|export|local|readonly)$/.test(name) && word.text.includes('=');
		const assigned = isDeclared ? word.text.slice(0, word.text.indexOf('=')) : word.text;
		for (const [variable] of assigned.matchAll(/[A-Za-z_]\w*/g)) state.variables.set(variable, undefined);
	}
	if (name === 'read') state.variables.set('REPLY', undefined);
	if (name === 'mapfile' || name === 'readarray') state.variables.set('MAPFILE', undefined);
}

function forgetNamed(word: Word, state: State): void {
	const name = /^\w+/.exec(word.prefix)?.[0];
	if (word.known && name !== undefined) state.variables.set(name, undefined);
	else forgetVariables(state);
}

/** `printf -v name format…` */
function printInto(invocation: Invocation, state: State, { row }: BuiltinContext): void {
	const [target] = invocation.values('-v');
	const isSettled = target?.known === true && invocation.words.every((word) => word.either !== true);
	const text = isSettled ? row?.prints?.(invocation) : undefined;
	if (target === undefined || !/^\w+$/.test(target.text)) return;
	const isFetched = invocation.words.some((word) => word.fetched);
	if (text !== undefined) setScalar(state, target.text, [constant(text)]);
	else if (isFetched) setScalar(state, target.text, [fetchedWord(target.text)]);
}

function readInto(invocation: Invocation, state: State, context: BuiltinContext): void {
	const fed = openedBy(invocation, state) ?? context.fed;
	if (fed === undefined) return;
	const isList = invocation.values('-a').length > 0;
	for (const [name, words] of valuesRead(invocation, fed, state))
		(isList ? setVariable : setScalar)(state, name, words);
	if (!fed.fetched) return;
	noteFetched(invocation, 'REPLY', state);
}

/** `-u 3`: what is open under that number. */
function openedBy({ values }: Invocation, state: State): Stream | undefined {
	const [number] = values('-u');
	return number === undefined ? undefined : openedUnder(number.text, state);
}

/** What was read came from another machine, whichever of the names got it. */
function noteFetched({ operands, values }: Invocation, name: string, state: State): void {
	const names = [...operands, ...values('-a', '-t')].map((word) => word.text);
	for (const one of names.length === 0 ? [name] : names) state.variables.set(one, [fetchedWord(one)]);
}

/** `mapfile -t name < <(…)`: a list of the lines, or of the names of files. */
function readLines(invocation: Invocation, state: State, context: BuiltinContext): void {
	const { operands, has, values } = invocation;
	const fed = openedBy(invocation, state) ?? context.fed;
	if (fed?.fetched === true) noteFetched(invocation, 'MAPFILE', state);
	// `-t` takes a value of `read` only.
	const name = operands[0] ?? values('-t')[0];
	if (name?.known !== true || fed === undefined || has('-d', '-n', '-O', '-s', '-u', '-C')) return;
	const lines = fed.text === '' ? [] : fed.text?.replace(/\n$/, '').split('\n').map(constant);
	const words = fed.names ?? (has('-t') ? lines : undefined);
	if (words !== undefined) setVariable(state, name.text, words);
}

function changeDirectory(invocation: Invocation, state: State): void {
	const { cwd: before, cwdOnFailure } = state;
	const after = directoryAfter(invocation, state);
	goTo(after, state);
	if (after === undefined || after === before || canEnter(after, invocation, before)) return;
	state.variables.set('OLDPWD', undefined);
	// It fails, unless this command line has made the directory before.
	state.cwdOnFailure = before;
	if (before === undefined || cwdOnFailure !== undefined) goTo(undefined, state);
}

/** Every directory that `..` leads out of must be there, too. */
function canEnter(after: string, { operands, scope: { facts } }: Invocation, before: string | undefined): boolean {
	if (facts.isDirectory === undefined) return true;
	const text = operands[0]?.text ?? '';
	if (text === '' || text === '-') return facts.isDirectory(after);
	const components = text.startsWith('/') ? [] : (before ?? '/').split('/');
	let at = '/';
	for (const component of [...components, ...text.split('/')]) {
		if (component === '..' && !facts.isDirectory(at)) return false;
		at = posix.join(at, component);
	}
	return facts.isDirectory(at);
}

function goTo(directory: string | undefined, state: State): void {
	const before = state.cwd;
	const isCertain = before !== undefined && state.cwdOnFailure === undefined;
	state.cwd = directory;
	state.cwdOnFailure = undefined;
	state.variables.delete('PWD');
	setVariable(state, 'OLDPWD', isCertain ? [constant(before)] : undefined);
}

function directoryAfter({ name, operands, scope, has }: Invocation, state: State): string | undefined {
	const [target] = operands;
	if (state.jump !== jumps.none || state.variables.has('CDPATH')) return undefined;
	if (target === undefined) return name === 'cd' ? absolute(homeOf(state, scope.facts)) : undefined;
	if (!target.known || target.pattern || operands.length > 1) return undefined;
	if (target.text === '-' && name === 'cd') return oldDirectory(state);
	if (name === 'pushd' && (has('-n') || /^[-+]/.test(target.text))) return undefined;
	if (target.text.startsWith('/')) return posix.normalize(target.text);
	return state.cwd === undefined || state.cwdOnFailure !== undefined ? undefined : posix.join(state.cwd, target.text);
}

function absolute(path: string | undefined): string | undefined {
	return path?.startsWith('/') === true ? posix.normalize(path) : undefined;
}

function oldDirectory(state: State): string | undefined {
	const [word] = state.variables.get('OLDPWD') ?? [];
	return word?.known === true && !word.pattern ? absolute(word.text) : undefined;
}

function shiftPositional({ operands }: Invocation, state: State): void {
	const count = operands[0]?.text ?? '1';
	const isKnown = /^(0|[1-9]\d{0,3})$/.test(count) && operands[0]?.known !== false && operands.length < 2;
	const list = state.positional;
	const isCertain = isKnown && list !== undefined && elementAt(list, Number(count) - 1) !== 'any';
	// More than there are is an error that shifts nothing.
	if (isCertain) setPositional(state, Number(count) > list.length ? list : list.slice(Number(count)));
	else state.positional = undefined;
}

function setPositional(state: State, list: readonly Word[]): void {
	state.positional = state.jump === jumps.none && list.length <= limits.list ? list : undefined;
}

function applySet({ words, operands }: Invocation, state: State): void {
	const dashes = words.findIndex((word) => word.known && word.text === '--');
	if (words.slice(0, dashes < 0 ? undefined : dashes).some(mayTrace)) state.traces = true;
	const isFirst = words.slice(0, Math.max(dashes, 0)).every((word, i) => isOptionOfSet(words[i - 1], word));
	if (dashes >= 0 && isFirst) setPositional(state, words.slice(dashes + 1));
	else if (operands.length > 0) state.positional = undefined;
}

function mayTrace({ text, known, prefix }: Word): boolean {
	return /^-[a-uwyz]*[vx]/.test(text) || /^(xtrace|verbose)$/.test(text) || (!known && prefix === '');
}

function isOptionOfSet(before: Word | undefined, { known, text }: Word): boolean {
	return known && (/^[-+]./.test(text) || /^[-+]\w*o$/.test(before?.text ?? ''));
}
