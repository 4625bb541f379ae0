import { data, type Invocation, type Program, role, rows } from '../program.ts';
import { reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Programs for tables, measurements and replacements that a usual system does not contain. */
export const filters = (): readonly Program[] => [
	table('csvcut', '-c --columns -C --not-columns'),
	table('csvgrep', '-c --columns -m --match -r --regex', '-f --file'),
	table('csvsort', '-c --columns'),
	table('csvlook', '--max-rows --max-columns --max-column-width --max-precision'),
	table('csvstat', '-c --columns --freq-count --max-precision --decimal-format -i --indent'),
	table('csvjson', '-i --indent -k --key --lat --lon --type --geometry --crs'),
	table(
		'csvformat',
		'-D --out-delimiter -Q --out-quotechar -U --out-quoting -P --out-escapechar -M --out-lineterminator',
	),
	table('csvjoin', '-c --columns'),
	table('csvstack', '-g --groups -n --group-name'),
	rows('benchstat', {
		input: 'data',
		options: {
			...role('flag', '-html --html -csv --csv -geomean --geomean -norange --norange'),
			...data(
				'-alpha --alpha -col --col -confidence --confidence -filter --filter -format --format -ignore --ignore -row --row -table --table -delta-test --delta-test -sort --sort -split --split',
			),
		},
		operands: 'read',
		also: (it) => it.operands.flatMap(afterLabel).flatMap((word) => reads(word, it.scope)),
	}),
	rows('sd', {
		input: 'data',
		wholeOptions: true,
		options: {
			...data('-n --max-replacements -f --flags'),
			...role('flag', '-p --preview -F --fixed-strings -s --string-mode -A --across'),
		},
		also: (it) => replaced(it).flatMap((word) => (isPreview(it) ? reads(word, it.scope) : writes(word, it.scope))),
	}),
];

const tableOptions =
	'-d --delimiter -q --quotechar -u --quoting -p --escapechar -z --maxfieldsize -e --encoding -L --locale --null-value --date-format --datetime-format -K --skip-lines -y --snifflimit';

/** A program of csvkit that reads tables and prints text. `csvclean`, `csvsql` and `in2csv` also write files, so they have no row. */
function table(name: string, valued: string, files?: string): Program {
	const options = { ...data(`${tableOptions} ${valued}`), ...(files === undefined ? {} : role('read', files)) };
	return rows(name, { input: 'data', options, operands: 'read' });
}

/** Returns the file after a label: `benchstat old=a.txt new=b.txt`. */
function afterLabel(word: Word): readonly Word[] {
	const path = /^[^=]*=(.+)$/s.exec(word.text)?.[1];
	return path === undefined ? [] : [{ ...word, ...constant(path), known: word.known }];
}

/** Returns the files in which sd replaces text. The first two operands are the pattern and its replacement. */
function replaced({ operands }: Invocation): readonly Word[] {
	return operands.slice(2);
}

function isPreview(it: Invocation): boolean {
	return it.has('-p', '--preview');
}
