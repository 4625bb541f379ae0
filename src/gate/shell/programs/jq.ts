import { environmentShown, type Finding, type Invocation, opaque, type Program, rows } from '../program.ts';
import { reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Filters of JSON and YAML. */
export const jq = (): readonly Program[] => [
	rows('jq gojq jaq', {
		input: 'data',
		also: filtered,
		prints: printed,
		decodes: ({ words }) => words.some((word) => decoding.test(word.text)),
	}),
	rows('yq', {
		input: 'data',
		also: (it) => [...filtered(it), ...loads(it)],
		decodes: ({ words }) => words.some((word) => decoding.test(word.text)),
	}),
];

/** How many values an option takes; the last one of `--rawfile` and its like is a file. */
const pairs = /^--(arg|argjson|slurpfile|rawfile|argfile)$/;
const files = /^--(slurpfile|rawfile|argfile)$/;
const singles = {
	jq: /^(--indent|-L|--library-path)$/,
	yq: /^(-I|--indent|-p|--input-format|-o|--output-format|-s|--split-exp|--split-exp-file|--front-matter|--expression)$/,
} as const;

interface Filter {
	/** The program that is given; undefined when a file holds it. */
	readonly filter: Word | undefined;
	readonly files: readonly Word[];
	/** Folders in which modules are looked for. */
	readonly libraries: readonly Word[];
}

function readFilter(it: Invocation): Filter {
	const operands: Word[] = [];
	const found: Word[] = [];
	const libraries: Word[] = [];
	let isInFile = false;
	for (let i = 0; i < it.words.length; i++) {
		const word = it.words[i];
		if (word === undefined) break;
		const [next, second] = [it.words[i + 1], it.words[i + 2]];
		if (word.text === '--') {
			operands.push(...it.words.slice(i + 1));
			break;
		}
		if (/^-\w*f$|^--from-file/.test(word.text)) isInFile = true;
		if (pairs.test(word.text)) {
			if (files.test(word.text) && second !== undefined) found.push(second);
			i += 2;
		} else if (singles[it.name === 'yq' ? 'yq' : 'jq'].test(word.text)) {
			if (/^(-L|--lib)/.test(word.text) && next !== undefined) libraries.push(next);
			if (/exp$|expression$/.test(word.text) && next !== undefined) operands.unshift(next);
			i += 1;
		} else if (!word.prefix.startsWith('-') || word.text === '-') operands.push(word);
	}
	const verbs = it.name === 'yq' && /^(e|eval|ea|eval-all)$/.test(operands[0]?.text ?? '') ? 1 : 0;
	const [filter, ...rest] = operands.slice(verbs);
	if (isInFile) return { filter: undefined, files: [...found, ...operands], libraries };
	return { filter, files: [...found, ...rest], libraries };
}

function filtered(it: Invocation): readonly Finding[] {
	const read = readFilter(it);
	const text = read.filter?.text ?? '';
	const verb = it.name === 'yq' && it.has('-i', '--inplace') ? writes : reads;
	const shows = /((^|[^.\w$])(env|strenv|envsubst)|\$ENV)\b(?!\s*:)/.test(text);
	return [
		...(shows ? [environmentShown] : []),
		...modules(text, read, it),
		...read.files.flatMap((word) => verb(word, it.scope)),
	];
}

/** `import "a" as $a;` reads `a.json`, or runs `a.jq`, of one of the folders for modules. */
function modules(text: string, { libraries }: Filter, { scope }: Invocation): readonly Finding[] {
	const named = [...text.matchAll(/\b(?:import|include)\s+"([^"]*)"/g)].map((match) => match[1] ?? '');
	if (named.length === 0) return [];
	const searched = [...text.matchAll(/\bsearch"?\s*:\s*"([^"]*)"/g)].map((match) => match[1] ?? '');
	const folders = ['', ...[...searched, ...libraries.map((word) => word.text)].map((folder) => `${folder}/`)];
	const paths = folders.flatMap((folder) => named.map((name) => constant(`${folder}${name}.json`)));
	return [opaque('a filter that loads modules'), ...paths.flatMap((word) => reads(word, scope))];
}

/** The other `yq` loads files by name and splits into files. */
function loads(it: Invocation): readonly Finding[] {
	const text = it.words.map((word) => word.text).join('\n');
	const named = [...text.matchAll(/\bload(?:_\w+)?\(\s*"([^"]*)"/g)].map((match) => constant(match[1] ?? ''));
	const isFar = /\bload(_\w+)?\(/.test(text) || it.words.some((word) => /^(-s|--split-exp)/.test(word.text));
	const shows = /\b(env|strenv)\(|\benvsubst\b/.test(text);
	return [
		...(isFar ? [opaque('a filter that reads or writes files of its own')] : []),
		...named.flatMap((word) => reads(word, it.scope)),
		...(shows ? [environmentShown] : []),
	];
}

const decoding = /@base64d|@base32d|\bimplode\b/;
const constantFilter = /^\s*("(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")\s*(\|\s*@base64d\s*)?$/;

/** A filter that is one text, and that text decoded. */
function printed(it: Invocation): string | undefined {
	const { filter, files: given } = readFilter(it);
	const [, json, decodes] = constantFilter.exec(filter?.text ?? '') ?? [];
	const isPlain = filter?.known === true && given.length === 0 && it.options.every(({ name }) => /^-[nrj]$/.test(name));
	if (json === undefined || !isPlain || !it.has('-n') || !it.has('-r', '-j')) return undefined;
	const text: unknown = JSON.parse(json);
	if (typeof text !== 'string') return undefined;
	return `${decodes === undefined ? text : Buffer.from(text, 'base64').toString()}\n`;
}
