import type { SyntaxNode } from 'unbash';
import type { Run } from './analysis.ts';
import type { Invocation } from './program.ts';
import { fieldsForNames, fieldsOf } from './split.ts';
import { limits, type State, separatorsOf } from './state.ts';
import { constant, listingOf, type Stream, type Word } from './word.ts';

type Assigned = readonly (readonly [string, readonly Word[]])[];

/** Returns the values that `read` assigns, if its line is known. */
export function valuesRead(invocation: Invocation, fed: Stream, state: State): Assigned {
	const { operands, has, values } = invocation;
	if (
		has('-n', '-N', '-t', '-u', '-i') ||
		(has('-d') && fed.names === undefined) ||
		operands.some((word) => !word.known)
	)
		return [];
	const [array] = values('-a');
	const names = operands.length === 0 ? ['REPLY'] : operands.map((word) => word.text);
	if (fed.names !== undefined) {
		const [only] = fed.names;
		return fed.names.length === 1 && names.length === 1 && only !== undefined
			? [[names[0] ?? '', [{ ...only, many: only.chosen !== true, ...listingOf(only, 'lines') }]]]
			: [];
	}
	const [line] = fed.text?.split('\n') ?? [];
	const separators = separatorsOf(state);
	if (line === undefined || separators === undefined || (line.includes('\\') && !has('-r'))) return [];
	if (array !== undefined) return array.known ? [[array.text, fieldsOf(line, separators).map(constant)]] : [];
	const fields = names.length === 1 && operands.length === 0 ? [line] : fieldsForNames(line, separators, names.length);
	return names.map((name, i) => [name, [constant(fields[i] ?? '')]]);
}

/** Returns the line that the next `read` gets in a loop over constant lines. Each line is returned once. */
export function takeLine({ line }: Run): Stream | undefined {
	const next = line?.next;
	if (line !== undefined) line.next = undefined;
	return next;
}

/** Returns whether the condition of a loop is a single `read`. */
export function isReading(clause: SyntaxNode): boolean {
	const [first, ...others] = clause.type === 'CompoundList' ? clause.commands : [];
	if (others.length > 0 || first?.command.type !== 'Command' || first.command.name?.value !== 'read') return false;
	// With any other option, `read` may not read exactly one line.
	return first.command.redirects.length === 0 && first.command.args.every(({ text }) => /^(-[ers]*a?|\w+)$/.test(text));
}

/** Returns the lines or file names that a loop reads one by one; undefined if unknown or too many. */
export function linesOf(stdin: Stream | undefined): readonly Stream[] | undefined {
	const lines = stdin?.names?.map((name) => ({ fetched: false, names: [name] })) ?? textLines(stdin?.text);
	return lines !== undefined && lines.length <= limits.alternatives ? lines : undefined;
}

function textLines(text: string | undefined): readonly Stream[] | undefined {
	const lines = text?.split('\n');
	if (lines?.at(-1) === '') lines.pop();
	return lines?.map((line) => ({ fetched: false, text: `${line}\n` }));
}
