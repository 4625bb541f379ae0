import type { AndOr, SyntaxNode } from 'unbash';
import type { Run } from './analysis.ts';
import { fork, join, type State } from './state.ts';
import type { Stream } from './word.ts';

/** `a && b || c`: each command after the first one may or may not run. */
export function walkAndOr(node: AndOr, run: Run, walk: (node: SyntaxNode, run: Run) => Stream): Stream {
	const { state } = run;
	const inner: Run = { ...run, traits: [...run.traits, 'chain'] };
	let fetched = false;
	// After `cd x &&`, the shell is in `x`. After the chain, it may be in the old directory.
	let failed: { readonly cwd: string | undefined; readonly in: string | undefined } | undefined;
	// The states in which an `&&` may have stopped. The command after the next `&&` runs only if no earlier `&&` stopped.
	const ended: State[] = [];
	const rejoin = () => {
		for (const other of ended.splice(0)) join(state, other);
	};
	node.commands.forEach((command, i) => {
		if (node.operators[i - 1] === '||') rejoin();
		if (state.cwdOnFailure !== undefined && node.operators[i - 1] === '&&') {
			failed = { cwd: state.cwd, in: state.cwdOnFailure };
			state.cwdOnFailure = undefined;
		}
		if (node.operators[i - 1] === '||' && failed?.cwd === state.cwd) state.cwdOnFailure = failed?.in;
		const isWayOut = node.operators[i - 1] === '||' && leaves(command);
		const before = fork(state);
		fetched = walk(command, i > 0 ? { ...inner, isUncertain: true } : inner).fetched || fetched;
		if (node.operators[i - 1] === '&&') ended.push(before);
		else if (i > 0) join(state, before);
		if (isWayOut) state.cwdOnFailure = failed = undefined;
	});
	rejoin();
	if (failed !== undefined && failed.cwd === state.cwd) state.cwdOnFailure = failed.in;
	return { fetched };
}

/** After `cd x || exit`, the shell is certainly in `x`. */
function leaves(node: SyntaxNode): boolean {
	return node.type === 'Command' && node.name?.text === 'exit';
}
