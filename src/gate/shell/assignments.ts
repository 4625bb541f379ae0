import type { Assignment, Command, Word as SyntaxWord } from 'unbash';
import type { Run } from './analysis.ts';
import { foldWord } from './fold.ts';
import { globbed } from './globs.ts';
import type { Folding } from './piece.ts';
import type { Finding, Scope } from './program.ts';
import { forgetVariables, type State, setElement, setScalar, setVariable } from './state.ts';
import { remains, unknown, type Word } from './word.ts';

/** Performs an assignment, as far as its value is known. */
export function assign(assignment: Assignment, folding: Folding, state: State): void {
	const { name, value, append, index } = assignment;
	const before = state.variables.get(name);
	if (index !== undefined) {
		state.attributes.lists.add(name);
		const given = value.type === 'ArrayValue' ? undefined : [folding.unsplit(value)];
		setElement(state, name, given, folding.unsplit(index));
	} else if (value.type === 'ArrayValue') {
		state.attributes.lists.add(name);
		const words = value.elements.flatMap((element) => foldWord(element, folding));
		// `([2]=x)` sets indexes and keys.
		const hasKeys = value.elements.some((element) => element.text.startsWith('['));
		const isLost = hasKeys || (append === true && (before === undefined || !state.variables.has(name)));
		if (isLost) setElement(state, name, words);
		else setVariable(state, name, append === true ? [...(before ?? []), ...words] : words);
	} else if (append === true) setScalar(state, name, appended(before, folding.unsplit(value)));
	else setScalar(state, name, [assigned(value, folding)]);
}

/** `export X=1`, `local X=1`: performs the assignments in the arguments of a declaration. */
export function assignDeclared(
	declared: readonly Assignment[],
	{ words, frozen, folding }: { words: readonly Word[]; frozen: ReadonlySet<string>; folding: Folding },
	{ state, calls }: Run,
): void {
	const isGlobal = words.some((word) => /^-\w*g/.test(word.text));
	const isNowhere = words[0]?.text === 'local' && calls.length === 0;
	const isAnother = words.some((word) => word.text === '-n');
	for (const item of declared) {
		// `readonly X=1` still assigns its value before it makes the variable read-only.
		const isFirst = state.attributes.frozen.has(item.name) && !frozen.has(item.name);
		if (isFirst) state.attributes.frozen.delete(item.name);
		assign(item, folding, state);
		if (isFirst) state.attributes.frozen.add(item.name);
		if (isGlobal || isNowhere) state.variables.set(item.name, undefined);
		else if (isAnother) nameAnother(item, folding, state);
	}
}

/** Applies `declare -n a=b`, which makes `a` another name of `b`. An assignment to `a` also changes `b`, so both become uncertain. */
function nameAnother({ name, value }: Assignment, folding: Folding, state: State): void {
	const named = value.type === 'ArrayValue' ? undefined : folding.unsplit(value);
	if (named?.known !== true) {
		forgetVariables(state);
		return;
	}
	const held = state.variables.get(named.text);
	for (const one of [name, named.text]) {
		state.attributes.converted.add(one);
		state.attributes.references.add(one);
		state.variables.set(one, held);
	}
}

/**
 * Returns the assigned value. It is unknown if it contains `:~`, because the shell expands this, or if it only begins like an array:
 * `x=(a)b`.
 */
function assigned(value: SyntaxWord, folding: Folding): Word {
	const word = folding.unsplit(value);
	return /:~|^\(/.test(value.text) ? { ...word, text: value.text, known: false, prefix: '' } : word;
}

function appended(before: readonly Word[] | undefined, more: Word): readonly Word[] | undefined {
	const [first] = before ?? [];
	if (first === undefined || !first.known || !more.known)
		return remains(more.text, [...(before ?? []), more]) ?? [unknown(more.text)];
	return [
		{
			...first,
			text: first.text + more.text,
			prefix: first.prefix + more.prefix,
			pattern: first.pattern || more.pattern,
		},
	];
}

/**
 * Returns the assignment and its value in `X=<(…) program`. The parser reads the stream as the program, but for the shell it is the value.
 */
export function misreadStream(node: Command, folding: Folding) {
	const assignment = node.prefix.at(-1);
	const [part] = node.name?.parts ?? [];
	if (assignment?.type !== 'Assignment' || part?.type !== 'ProcessSubstitution') return undefined;
	if (assignment.end !== node.name?.pos || node.name.text !== part.text) return undefined;
	const [value] = foldWord(node.name, folding);
	return value === undefined ? undefined : { assignment, value };
}

/** Returns the words of a command: its name and arguments. Leaves out a stream that the parser mistook for the name. */
export function wordsOf({ name, args }: Command, folding: Folding, isMisread: boolean): readonly Word[] {
	const words: Word[] = name === undefined || isMisread ? [] : foldWord(name, folding);
	if (name === undefined) return words;
	for (const item of args) for (const word of argument(item, folding)) words.push(word);
	return words;
}

/** Returns the words of an argument. For a declaration: one word with the name and the value. */
function argument(item: SyntaxWord | Assignment, folding: Folding): Word[] {
	if (item.type === 'Word') return foldWord(item, folding);
	const value = assignedValue(item, folding);
	if (value === undefined) return [{ ...unknown(item.text), prefix: `${item.name}=`, isList: true }];
	const head = `${item.name}=`;
	return [{ ...value, text: head + value.text, prefix: head + value.prefix }];
}

/** Returns the value of an assignment; undefined for an array. */
export function assignedValue(item: Assignment, folding: Folding): Word | undefined {
	return item.value.type === 'ArrayValue' ? undefined : folding.unsplit(item.value);
}

/** Returns findings about file names that an array gets: `a=(~/x/*)`. */
export function namesInLists(assignments: readonly Assignment[], folding: Folding, scope: Scope): readonly Finding[] {
	return assignments.flatMap(({ value }) =>
		value.type === 'ArrayValue'
			? globbed(
					value.elements.flatMap((element) => foldWord(element, folding)),
					scope,
				)
			: [],
	);
}
