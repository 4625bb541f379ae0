import type { SyntaxNode } from 'unbash';
import type { Run } from './analysis.ts';
import { splitterFor } from './fold.ts';
import type { Invocation } from './program.ts';
import { limits, type State, separatorsOf } from './state.ts';
import { constant, type Stream, type Word } from './word.ts';

type Assigned = readonly (readonly [string, readonly Word[]])[];

/** What `read` puts into its variables, where the line that it gets is known. */
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
		return fed.names.length === 1 && names.length === 1 && only !== undefined ? [[names[0] ?? '', [only]]] : [];
	}
	const [line] = fed.text?.split('\n') ?? [];
	const separators = separatorsOf(state);
	if (line === undefined || separators === undefined || (line.includes('\\') && !has('-r'))) return [];
	if (array !== undefined) return array.known ? [[array.text, fields(line, separators).map(constant)]] : [];
	return assignFields(line, separators, names);
}

function fields(line: string, separators: string): readonly string[] {
	return line.split(splitterFor(separators)).filter((field) => field !== '');
}

/** One field for each name; the last one gets the rest of the line as it stands. */
function assignFields(line: string, separators: string, names: readonly string[]): Assigned {
	const splitter = splitterFor(separators);
	let rest = trim(line, separators);
	return names.map((name, i) => {
		const match = i === names.length - 1 ? null : splitter.exec(rest);
		const value = match === null ? rest : rest.slice(0, match.index);
		rest = match === null ? '' : rest.slice(match.index + match[0].length);
		return [name, [constant(value)]] as const;
	});
}

function trim(line: string, separators: string): string {
	const blanks = [...separators].filter((one) => ' \t\n'.includes(one)).join('');
	return blanks === '' ? line : line.replace(new RegExp(`^[${blanks}]+|[${blanks}]+$`, 'g'), '');
}

/** The line that a loop over constant lines has for the next `read`; it gets it once. */
export function takeLine({ line }: Run): Stream | undefined {
	const next = line?.next;
	if (line !== undefined) line.next = undefined;
	return next;
}

/** Whether the clause of a loop is a single `read`. */
export function isReading(clause: SyntaxNode): boolean {
	const [first, ...others] = clause.type === 'CompoundList' ? clause.commands : [];
	return others.length === 0 && first?.command.type === 'Command' && first.command.name?.value === 'read';
}

/** The lines, or the names of files, that a loop reads one by one, where they are known and not too many. */
export function linesOf(stdin: Stream | undefined): readonly Stream[] | undefined {
	const lines = stdin?.names?.map((name) => ({ fetched: false, names: [name] })) ?? textLines(stdin?.text);
	return lines !== undefined && lines.length <= limits.alternatives ? lines : undefined;
}

function textLines(text: string | undefined): readonly Stream[] | undefined {
	const lines = text?.split('\n');
	if (lines?.at(-1) === '') lines.pop();
	return lines?.map((line) => ({ fetched: false, text: `${line}\n` }));
}
