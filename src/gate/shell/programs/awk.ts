import { fedScript } from '../origin.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { interprets, reads, writes } from '../roles.ts';
import { constant } from '../word.ts';
import { yieldsWhere } from '../yields.ts';
import { columnOfProcesses } from './every-process.ts';
import { numbersOf } from './numbered-lines.ts';
import { cutShort } from './project/tool.ts';

/** `awk` and its variants. Their first operand is code. */
export const awks = (): readonly Program[] => [
	rows('awk gawk mawk nawk', {
		input: 'data',
		options: {
			...data('-F --field-separator -v --assign'),
			...role('script', '-i --include -l --load -E --exec'),
			// `also` reads the program in the file.
			...data('-f --file'),
			...role('code:awk', '-e --source'),
		},
		also: (it) => [...awk(it), ...awkFiles(it), ...awkOptions(it)],
		yields: (it) => columnOfProcesses(it) ?? yieldsWhere([/^ -F ?= \{\s*print \$1;?\s*\}$/, 'names'])(it),
		lists: numbersOf(/^ -F ?: \{\s*print \$1;?\s*\}$/),
		decodes: ({ operands: [code] }) => code !== undefined && spellsText.test(code.text),
	}),
];

/** Code that makes text from numbers. Nobody can read such text before it is made. */
const spellsText = /printf?[\s(]*"[^"]*%c|\\(x[0-9a-f]{2}|[0-7]{3})/i;

/** Long options with a value. An abbreviated option may take the next word as its value, and then a later word is the program. */
const awkLong = ['--field-separator', '--assign', '--file', '--include', '--load', '--exec', '--source'];
/** Options that make awk write an additional file, or run a debugger. */
const awkWriting = ['--profile', '--pretty-print', '--dump-variables', '--gen-pot', '--debug'];

function awkOptions(it: Invocation): readonly Finding[] {
	const writes = it.has(...awkWriting) ? [opaque('what awk writes beside its output')] : [];
	return [...cutShort(it, [...awkLong, ...awkWriting]), ...writes];
}

/** Judges the files with programs. */
function awkFiles({ values, scope, stdin }: Invocation): readonly Finding[] {
	return values('-f', '--file').flatMap((word) => [
		...interprets(word, scope, { language: 'awk', words: [] }),
		...fedScript(word, stdin),
	]);
}

/** Judges awk. The first operand is the program, unless an option gives the program. */
function awk(it: Invocation): readonly Finding[] {
	const isGiven = it.has('-f', '--file', '-e', '--source', '-E', '--exec');
	const [program, ...rest] = it.operands;
	const files = (isGiven ? it.operands : rest).filter((word) => !/^[A-Za-z_]\w*=/.test(word.prefix));
	const sets = rest.map((word) => /^([A-Za-z_]\w*)=/.exec(word.prefix)?.[1]).filter((name) => name !== undefined);
	const code: readonly Finding[] =
		isGiven || program === undefined ? [] : [{ find: 'code', language: 'awk', source: program, start: { sets } }];
	return [...code, ...files.flatMap((word) => reads(word, it.scope)), ...dumped(it)];
}

/** Judges options of gawk that write a file whose name is attached. Also reports `-D` and mawk's `-W`, which run more than the program. */
function dumped(it: Invocation): readonly Finding[] {
	return it.words.flatMap((word) => {
		const file = /^(?:-[dop]|--(?:dump-variables|pretty-print|profile)=)(.+)/s.exec(word.text)?.[1];
		if (file !== undefined) return writes({ ...word, ...constant(file), known: word.known }, it.scope);
		return /^(-D|--debug|-W)/.test(word.text) ? [opaque(`what \`${word.text}\` runs`)] : [];
	});
}
