import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Programs that split a file into several files and choose their names. */
export const cutting = (): readonly Program[] => [
	rows('split', {
		input: 'data',
		options: {
			...data(
				'-l -b -n -a -C -t --lines --bytes --number --suffix-length --additional-suffix --line-bytes --separator',
			),
			...role('shell', '--filter'),
		},
		operands: ['read', 'data'],
		also: ({ operands, has, scope }) => (has('--filter', '--help') ? [] : writes(pieces(operands[1]), scope)),
	}),
	rows('csplit', {
		input: 'data',
		options: data('-f --prefix -b --suffix-format -n --digits'),
		operands: ['read', 'data'],
		also: splitNames,
	}),
];

/** Returns a pattern for the written files, whose names begin with a prefix. */
function pieces(prefix: Word | undefined, otherwise = 'x'): Word {
	return { ...(prefix ?? constant(otherwise)), text: `${prefix?.text ?? otherwise}*`, pattern: true };
}

/**
 * Judges `csplit`. The name of each file is a prefix, a number and a suffix. Threat: a suffix with a slash leads out of the folder, and
 * `%.0d` prints no number: `-f src/ --suffix='../.git/config%.0d'`.
 */
function splitNames({ values, scope }: Invocation): readonly Finding[] {
	const prefix = values('-f', '--prefix').at(-1);
	const suffixes = values('-b', '--suffix-format');
	if (suffixes.length === 0) return writes(pieces(prefix, 'xx'), scope);
	const begin = prefix ?? constant('xx');
	const named = suffixes.flatMap((suffix) =>
		['*', ''].map((number) => {
			const text = `${begin.text}${suffix.text.replace(/%[^a-z%]*[a-z]/gi, number)}`;
			return { ...constant(text), known: begin.known && suffix.known, pattern: number !== '' };
		}),
	);
	const leads = suffixes.some(({ known, text }) => !known || text.includes('/'));
	return [...(leads ? [opaque('a suffix that is a path')] : []), ...named.flatMap((word) => writes(word, scope))];
}
