import { posix } from 'node:path';
import type { Invocation } from './program.ts';
import { forgetAll, type State, setVariable } from './state.ts';

/** What builtins change in the shell itself: the directory, variables, positional parameters. */
export function applyBuiltin(invocation: Invocation, state: State): void {
	const { name, operands } = invocation;
	if (name === 'cd' || name === 'pushd') state.cwd = directoryAfter(invocation, state);
	if (name === 'popd') state.cwd = undefined;
	if (name === 'shift') state.positional = undefined;
	if (name === 'set') applySet(invocation, state);
	if (name === 'unset') for (const word of operands) setVariable(state, word.text, []);
	if (/^(return|break|continue)$/.test(name)) state.hasJumped = true;
	if (/^(unset|read|mapfile|readarray|getopts|let|declare|local|typeset|export|readonly|printf)$/.test(name)) {
		forgetAssigned(invocation, state);
	}
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
		for (const [variable] of word.text.matchAll(/[A-Za-z_]\w*/g)) state.variables.set(variable, undefined);
	}
}

function directoryAfter({ name, operands, scope }: Invocation, state: State): string | undefined {
	const [target] = operands;
	if (state.hasJumped) return undefined;
	if (target === undefined) return name === 'cd' ? scope.facts.home : undefined;
	if (!target.known || target.pattern || target.text === '-' || operands.length > 1) return undefined;
	if (target.text.startsWith('/')) return posix.normalize(target.text);
	return state.cwd === undefined ? undefined : posix.join(state.cwd, target.text);
}

function applySet({ words, operands }: Invocation, state: State): void {
	const dashes = words.findIndex((word) => word.text === '--');
	if (dashes >= 0) state.positional = words.slice(dashes + 1);
	else if (operands.length > 0) state.positional = undefined;
}
