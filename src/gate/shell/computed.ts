import type { Assignment } from 'unbash';
import { noteTables } from './aliases.ts';
import { type Analysis, addOpaque, type Run } from './analysis.ts';
import { compute, readText } from './arithmetic.ts';
import { isInteger } from './attributes.ts';
import type { Folding } from './piece.ts';
import type { Invocation, Row } from './program.ts';

/** Judges the subscripts of names that a builtin gets, because the shell evaluates them: `printf -v 'a[…]'`, `unset 'a[…]'`. */
export function readSubscripts(row: Row, { words, options }: Invocation, run: Run, analysis: Analysis): void {
	const named = [
		...options.flatMap(({ name, value }) => (value !== undefined && row.options?.[name] === 'name' ? [value] : [])),
		...(row.operands === 'name' ? words : []),
	];
	for (const { text } of named) {
		const subscript = /^\w+\[(.*)\]/s.exec(text)?.[1];
		if (subscript !== undefined) readText(subscript, run, analysis);
	}
}

/** Judges values that are assigned to number variables, and records assignments to `BASH_ALIASES` and `BASH_CMDS`. */
export function readAssigned(items: readonly Assignment[], folding: Folding, run: Run, analysis: Analysis): void {
	noteTables(items, folding, analysis);
	for (const { name, value } of items) {
		if (!isInteger(run.state.attributes, name)) continue;
		const words = value.type === 'ArrayValue' ? value.elements : [value];
		compute(
			words.map((word) => folding.unsplit(word)),
			run,
			analysis,
		);
	}
}

/** Judges the values of a loop whose variable is a number or a reference. */
export function readLooped(name: string, values: Parameters<typeof compute>[0], run: Run, analysis: Analysis): void {
	if (isInteger(run.state.attributes, name)) compute(values, run, analysis);
	if (run.state.attributes.references.has(name))
		addOpaque(analysis, name, 'a loop in which a reference (`declare -n`) points to one variable after another');
}
