import type { Assignment } from 'unbash';
import { noteTables } from './aliases.ts';
import { type Analysis, addOpaque, type Run } from './analysis.ts';
import { compute, readText } from './arithmetic.ts';
import type { Folding } from './piece.ts';
import type { Invocation } from './program.ts';
import type { State } from './state.ts';
import { constant, type Stream } from './word.ts';

/** The shell computes what is assigned to these, as if they had been declared numbers. */
const ownNumbers = /^(RANDOM|OPTIND|HISTCMD)$/;

/** Whether a variable computes what is assigned to it. */
function isInteger({ attributes }: State, name: string): boolean {
	return attributes.integers.has(name) || ownNumbers.test(name);
}

const declaring = /^(declare|local|typeset|export|readonly)$/;

/** What a builtin computes of its arguments: `let x`, `declare -i x=y`, the subscripts of names. */
export function readComputed({ name, words, options, has }: Invocation, run: Run, analysis: Analysis): void {
	if (name === 'let' || (declaring.test(name) && has('-i'))) compute(words, run, analysis);
	const named = /^(printf|wait|test|\[)$/.test(name)
		? options.flatMap(({ value }) => value ?? [])
		: naming.test(name)
			? words
			: [];
	for (const { text } of named) {
		const subscript = /^\w+\[(.*)\]/s.exec(text)?.[1];
		if (subscript !== undefined) readText(subscript, run, analysis);
	}
}

const naming = /^(unset|read|declare|local|typeset|export|readonly)$/;

/** A number that is assigned computes its value; the shell's own tables make other programs of names. */
export function readAssigned(items: readonly Assignment[], folding: Folding, run: Run, analysis: Analysis): void {
	noteTables(items, folding, analysis);
	for (const { name, value } of items) {
		if (!isInteger(run.state, name)) continue;
		const words = value.type === 'ArrayValue' ? value.elements : [value];
		compute(
			words.map((word) => folding.unsplit(word)),
			run,
			analysis,
		);
	}
}

/** A number that `read`, `mapfile` or `printf -v` sets computes what it gets. */
export function readInput(invocation: Invocation, fed: Stream | undefined, run: Run, analysis: Analysis): void {
	const { name, operands, values } = invocation;
	const isPrinted = name === 'printf';
	if (!isPrinted && !/^(read|mapfile|readarray)$/.test(name)) return;
	const targets = isPrinted ? values('-v') : [...operands, ...values('-a', '-t')];
	if (!targets.some(({ text }) => isInteger(run.state, text.replace(/\[.*$/s, '')))) return;
	if (isPrinted) compute(operands, run, analysis);
	else if (fed?.text !== undefined) compute([constant(fed.text)], run, analysis);
	else addOpaque(analysis, name, 'a number is computed from what cannot be known');
}

/** The variable of a loop that is a number computes each value. */
export function readLooped(name: string, values: Parameters<typeof compute>[0], run: Run, analysis: Analysis): void {
	if (isInteger(run.state, name)) compute(values, run, analysis);
}
