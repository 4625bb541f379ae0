import { posix } from 'node:path';
import type { Invocation, Program } from './program.ts';
import { valuesRead } from './read-line.ts';
import { forgetAll, type State, setVariable } from './state.ts';
import { constant, type Stream, unknown } from './word.ts';

/** What a builtin is told beside its arguments: what the next `read` gets, and what its row says that it prints. */
export interface BuiltinContext {
	readonly row: Program | undefined;
	readonly fed: Stream | undefined;
}

/** What builtins change in the shell itself: the directory, variables, positional parameters. */
export function applyBuiltin(invocation: Invocation, state: State, context: BuiltinContext): void {
	const { name, operands } = invocation;
	if (name === 'cd' || name === 'pushd') changeDirectory(invocation, state);
	if (name === 'popd') state.cwd = undefined;
	if (name === 'shift') shiftPositional(invocation, state);
	if (name === 'set') applySet(invocation, state);
	if (name === 'unset') for (const word of operands) setVariable(state, word.text, []);
	if (/^(return|break|continue)$/.test(name)) state.hasJumped = true;
	if (/^(unset|read|mapfile|readarray|getopts|let|declare|local|typeset|export|readonly|printf)$/.test(name)) {
		forgetAssigned(invocation, state);
	}
	if (name === 'printf') printInto(invocation, state, context);
	if (name === 'read') readInto(invocation, state, context);
	if (/^(mapfile|readarray)$/.test(name)) readLines(invocation, state, context);
}

/** What is read or computed is not known; the value of a plain declaration is assigned after this. */
function forgetAssigned({ name, words, values }: Invocation, state: State): void {
	if (name === 'unset') return;
	if (name === 'printf') {
		for (const word of values('-v')) state.variables.set(word.text, undefined);
		return;
	}
	// A word that is not known may assign any variable.
	if (words.some((word) => !/^\w+=/.test(word.prefix) && !word.known)) forgetAll(state);
	for (const word of words) {
		if (/^(export|local|readonly)$/.test(name) && !word.text.includes('=')) continue;
		// Of a declaration only its name is assigned, not what stands in its value.
		const isDeclared = /^(declare|typeset|export|local|readonly)$/.test(name) && word.text.includes('=');
		const assigned = isDeclared ? word.text.slice(0, word.text.indexOf('=')) : word.text;
		for (const [variable] of assigned.matchAll(/[A-Za-z_]\w*/g)) state.variables.set(variable, undefined);
	}
}

/** `printf -v name format…` */
function printInto(invocation: Invocation, state: State, { row }: BuiltinContext): void {
	const [target] = invocation.values('-v');
	const text = target?.known === true ? row?.prints?.(invocation) : undefined;
	if (target !== undefined && text !== undefined) setVariable(state, target.text, [constant(text)]);
}

function readInto(invocation: Invocation, state: State, { fed }: BuiltinContext): void {
	if (fed === undefined) return;
	for (const [name, words] of valuesRead(invocation, fed, state)) setVariable(state, name, words);
	if (!fed.fetched) return;
	for (const { text } of invocation.operands) state.variables.set(text, [{ ...unknown(text), fetched: true }]);
}

/** `mapfile -t name < <(…)`: a list of the lines, or of the names of files. */
function readLines({ operands, has, values }: Invocation, state: State, { fed }: BuiltinContext): void {
	// `-t` takes a value of `read` only.
	const name = operands[0] ?? values('-t')[0];
	if (name?.known !== true || fed === undefined || has('-d', '-n', '-O', '-s', '-u', '-C')) return;
	const lines = fed.text?.replace(/\n$/, '').split('\n').map(constant);
	const words = fed.names ?? (has('-t') ? lines : undefined);
	if (words !== undefined) setVariable(state, name.text, words);
}

function changeDirectory(invocation: Invocation, state: State): void {
	const before = state.cwd;
	state.cwd = directoryAfter(invocation, state);
	setVariable(state, 'OLDPWD', before === undefined ? undefined : [constant(before)]);
}

function directoryAfter({ name, operands, scope }: Invocation, state: State): string | undefined {
	const [target] = operands;
	if (state.hasJumped) return undefined;
	if (target === undefined) return name === 'cd' ? scope.facts.home : undefined;
	if (!target.known || target.pattern || operands.length > 1) return undefined;
	if (target.text === '-') return state.variables.get('OLDPWD')?.[0]?.text;
	if (target.text.startsWith('/')) return posix.normalize(target.text);
	return state.cwd === undefined ? undefined : posix.join(state.cwd, target.text);
}

function shiftPositional({ operands }: Invocation, state: State): void {
	const count = operands[0]?.text ?? '1';
	const isKnown = /^\d{1,4}$/.test(count) && operands[0]?.known !== false && !state.hasJumped;
	state.positional = isKnown ? state.positional?.slice(Number(count)) : undefined;
}

function applySet({ words, operands }: Invocation, state: State): void {
	if (words.some((word) => /^-[a-wyz]*x/.test(word.text) || word.text === 'xtrace')) state.traces = true;
	const dashes = words.findIndex((word) => word.text === '--');
	if (dashes >= 0) state.positional = words.slice(dashes + 1);
	else if (operands.length > 0) state.positional = undefined;
}
