import { splitterFor } from './fold.ts';
import type { Invocation } from './program.ts';
import { type State, separatorsOf } from './state.ts';
import { constant, type Stream, type Word } from './word.ts';

type Assigned = readonly (readonly [string, readonly Word[]])[];

/** What `read` puts into its variables, where the line that it gets is known. */
export function valuesRead(invocation: Invocation, fed: Stream, state: State): Assigned {
	const { operands, has, values } = invocation;
	if (has('-d', '-n', '-N', '-t', '-u', '-i') || operands.some((word) => !word.known)) return [];
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
