import { posix } from 'node:path';
import { longestPath } from '../locate.ts';
import type { Change, Invocation } from './program.ts';
import { homeOf, jumps, type State, setVariable } from './state.ts';
import { constant, type Word } from './word.ts';

/** `cd`: without an operand, goes to the home directory; with `-`, to the previous directory. */
export const enterDirectory: Change = (invocation, state) => {
	const [target] = invocation.operands;
	if (!isPlainMove(invocation, state)) enter(undefined, invocation, state);
	else if (target === undefined) enter(absolute(homeOf(state, invocation.scope.facts)), invocation, state);
	else enter(target.text === '-' ? oldDirectory(state) : directoryAfter(target, state), invocation, state);
};

/** `pushd`: its options and `+1` rotate the stack, which the gate does not track. */
export const pushDirectory: Change = (invocation, state) => {
	const [target] = invocation.operands;
	const isTurned = target === undefined || invocation.has('-n') || /^[-+]/.test(target.text);
	const isFollowed = !isTurned && isPlainMove(invocation, state);
	enter(isFollowed ? directoryAfter(target, state) : undefined, invocation, state);
};

/** `popd`: the gate does not track the rest of the stack. */
export const leaveDirectory: Change = (_, state) => goTo(undefined, state);

/** The maximum depth of a folder. Each `cd` checks all folders of the path, so the time grows with the depth. */
const deepest = 64;

function enter(target: string | undefined, invocation: Invocation, state: State): void {
	const { cwd: before, cwdOnFailure } = state;
	const after = target !== undefined && target.split('/').length > deepest ? undefined : target;
	goTo(after, state);
	if (after === undefined || after === before || canEnter(after, invocation, before)) return;
	state.variables.set('OLDPWD', undefined);
	// The `cd` fails, unless this command line has created the directory before.
	state.cwdOnFailure = before;
	if (before === undefined || cwdOnFailure !== undefined) goTo(undefined, state);
}

/** Returns whether the directory exists, and each directory before a `..` too. */
function canEnter(after: string, { operands, scope: { facts } }: Invocation, before: string | undefined): boolean {
	if (facts.isDirectory === undefined) return true;
	const text = operands[0]?.text ?? '';
	if (text.length > longestPath) return false;
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

function directoryAfter({ text }: Word, state: State): string | undefined {
	if (text.startsWith('/')) return posix.normalize(text);
	return state.cwd === undefined || state.cwdOnFailure !== undefined ? undefined : posix.join(state.cwd, text);
}

/** Returns whether the command certainly runs and its target is known. */
function isPlainMove({ operands: [target, ...others] }: Invocation, state: State): boolean {
	const isSettled = state.jump === jumps.none && !state.variables.has('CDPATH');
	const isKnown = target === undefined || (target.known && !target.pattern);
	return isSettled && isKnown && others.length === 0;
}

function absolute(path: string | undefined): string | undefined {
	return path?.startsWith('/') === true ? posix.normalize(path) : undefined;
}

function oldDirectory(state: State): string | undefined {
	const [word] = state.variables.get('OLDPWD') ?? [];
	return word?.known === true && !word.pattern ? absolute(word.text) : undefined;
}
