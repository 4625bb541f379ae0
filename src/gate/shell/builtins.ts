import { posix } from 'node:path';
import type { Invocation } from './program.ts';
import type { State } from './state.ts';

/** What builtins change in the shell itself: the directory, variables, positional parameters. */
export function applyBuiltin(invocation: Invocation, state: State): void {
	const { name, operands, words } = invocation;
	if (name === 'cd' || name === 'pushd') state.cwd = directoryAfter(invocation, state);
	if (name === 'popd') state.cwd = undefined;
	if (name === 'shift') state.positional = undefined;
	if (name === 'set') applySet(invocation, state);
	if (name === 'unset') for (const word of operands) state.variables.set(word.text, []);
	if (/^(read|mapfile|readarray|getopts|let|declare|local|typeset|export|readonly)$/.test(name)) {
		// What is read or computed is not known; a declaration's own value is assigned after this.
		for (const word of words)
			for (const [variable] of word.text.matchAll(/[A-Za-z_]\w*/g)) forget(variable, name, state);
	}
	if (name === 'printf') for (const word of invocation.values('-v')) state.variables.set(word.text, undefined);
}

function forget(variable: string, name: string, state: State): void {
	// `export X` changes nothing; `declare -n`, `read x` and `let x=1` do.
	if (!/^(export|local|readonly)$/.test(name)) state.variables.set(variable, undefined);
}

function directoryAfter({ operands, scope }: Invocation, state: State): string | undefined {
	const [target] = operands;
	if (target === undefined) return scope.facts.home;
	if (!target.known || target.pattern || target.text === '-' || operands.length > 1) return undefined;
	if (target.text.startsWith('/')) return posix.normalize(target.text);
	return state.cwd === undefined ? undefined : posix.join(state.cwd, target.text);
}

function applySet({ words, operands }: Invocation, state: State): void {
	const dashes = words.findIndex((word) => word.text === '--');
	if (dashes >= 0) state.positional = words.slice(dashes + 1);
	else if (operands.length > 0) state.positional = undefined;
}
