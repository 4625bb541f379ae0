import { environmentShown, type Finding, type Invocation, opaque, type Program, rows, secret } from '../program.ts';
import { credentialsIn, pathOf, reads, writes } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { isThere } from '../unlisted.ts';
import { constant, holdsNames, type Word } from '../word.ts';

/** Describes how a program such as jq reads its words. */
interface Syntax {
	/** Options that take a value. */
	readonly valued: RegExp;
	/** Verbs that may come before the filter. */
	readonly verbs?: RegExp;
	/** Options that write the result into the files. */
	readonly inPlace: readonly string[];
	/** Whether an option, followed by this word, means that the filter is in a file. */
	readonly fromFile: (option: string, next: string) => boolean;
}

const ofJq: Syntax = {
	valued: /^(--indent|-\w*L|--library-path|--from|--to)$/,
	inPlace: [],
	// Threat: the letter `f` may be anywhere in the word: `-nfr .env` shows the file in an error message.
	fromFile: (option) => /^-(?!-).*f|^--from-file/.test(option),
};

const ofYq: Syntax = {
	valued:
		/^(-\w*L|--library-path|-I|--indent|-p|--input-format|-o|--output-format|-s|--split-exp|--split-exp-file|--front-matter|-f|--expression|-w|--width|--(xml|csv|tsv|lua|properties|shell)-[\w-]+)$/,
	verbs: /^(e|eval|ea|eval-all)$/,
	inPlace: ['-i', '--inplace', '--in-place'],
	fromFile: (option, next) =>
		/^--from-file/.test(option) ||
		(/^-(?!-)\w*f/.test(option) && !/f=?(extract|process)$/.test(option) && !/^(extract|process)$/.test(next)),
};

/** Filters for JSON and YAML. */
export const jq = (): readonly Program[] => [
	filter('jq gojq', ofJq),
	filter('jaq', { ...ofJq, inPlace: ['-i', '--in-place'] }),
	rows('yq', { input: 'data', also: (it) => [...filtered(it, ofYq), ...loads(it)], decodes: isDecoding }),
];

function filter(names: string, syntax: Syntax): Program {
	return rows(names, {
		input: 'data',
		also: (it) => filtered(it, syntax),
		prints: (it) => printed(it, syntax),
		decodes: isDecoding,
	});
}

function isDecoding({ words }: Invocation): boolean {
	return words.some((word) => decoding.test(word.text));
}

/** Options with two values. For `--rawfile` and similar options, the second value is a file. */
const pairs = /^--(arg|argjson|slurpfile|rawfile|argfile)$/;
const files = /^--(slurpfile|rawfile|argfile)$/;

interface Filter {
	/** The filter on the command line, or undefined if the filter is in a file. */
	readonly filter: Word | undefined;
	/** The file that contains the filter. */
	readonly program: Word | undefined;
	readonly files: readonly Word[];
	/** Folders in which jq searches for modules. */
	readonly libraries: readonly Word[];
}

function readFilter(it: Invocation, syntax: Syntax): Filter {
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
		const isFile = syntax.fromFile(word.text, next?.text ?? '');
		if (isFile) isInFile = true;
		// Some versions treat the rest of the word as the file.
		const [, attached] = /^-(?!-)[A-Za-z]*?f(.+)$/.exec(word.text) ?? [];
		if (isFile && attached !== undefined) found.push(constant(attached));
		if (/^--from-file=/.test(word.text)) operands.unshift(constant(word.text.slice('--from-file='.length)));
		if (pairs.test(word.text)) {
			if (files.test(word.text) && second !== undefined) found.push(second);
			i += 2;
		} else if (!isFile && syntax.valued.test(word.text)) {
			if (/^(-\w*L|--lib)/.test(word.text) && next !== undefined) libraries.push(next);
			if (/expression$/.test(word.text) && next !== undefined) operands.unshift(next);
			if (/-file$/.test(word.text) && next !== undefined) found.push(next);
			i += 1;
		} else if (!word.prefix.startsWith('-') || word.text === '-') operands.push(word);
	}
	const [first, ...rest] = operands.slice(syntax.verbs?.test(operands[0]?.text ?? '') === true ? 1 : 0);
	if (isInFile) return { filter: undefined, program: first, files: [...found, ...rest], libraries };
	return { filter: first, program: undefined, files: [...found, ...rest], libraries };
}

function filtered(it: Invocation, syntax: Syntax): readonly Finding[] {
	const read = readFilter(it, syntax);
	const verb = it.has(...syntax.inPlace) ? writes : reads;
	const held = read.program === undefined ? undefined : readInCheckout(read.program, it);
	const text = [read.filter?.text ?? held ?? '', ...read.files.map((word) => word.text).filter(isFilterLike)].join(
		'\n',
	);
	return [
		...(read.program === undefined ? [] : filterFile(read.program, held, it)),
		...(read.filter !== undefined && (!read.filter.known || holdsNames(read.filter))
			? [opaque('a filter that cannot be known')]
			: []),
		...environmentIn(text),
		...modules(text, read, it),
		...read.files.flatMap((word) => verb(word, it.scope)),
	];
}

/**
 * Returns whether a word looks like a filter. Threat: after an option with a value that is not known here, as in `-Po json`, the filter
 * seems to be a file.
 */
function isFilterLike(text: string): boolean {
	return /[|("]|^\$ENV/.test(text);
}

function readInCheckout(file: Word, { scope }: Invocation): string | undefined {
	const path = pathOf(file, scope);
	return path === undefined || path.startsWith('/') ? undefined : scope.facts.readText(path);
}

/** Judges a filter in a file. It can show the environment, like a filter on the command line. */
function filterFile(file: Word, text: string | undefined, { scope }: Invocation): readonly Finding[] {
	const path = pathOf(file, scope);
	return [
		...reads(file, scope),
		...(text === undefined ? [opaque(`what the filter in \`${file.text.slice(0, 120)}\` shows`)] : []),
		...(path === undefined ? [] : [{ find: 'executes' as const, path }]),
	];
}

/** Filters that show only the names of the variables, or how many there are. */
const onlyNames = /^\s*(env|\$ENV)\s*\|\s*(keys|keys_unsorted|length)(\s*\|\s*(length|sort|\.\[\])|\[\])?\s*$/;

/**
 * Reports the variables that a filter shows: all of them, unless each is named. A comment that ends with a backslash goes on in the next
 * line, but not in every version.
 */
function environmentIn(filter: string): readonly Finding[] {
	if (onlyNames.test(filter)) return [];
	if (/#[^\n]*(\\\r?\n|\r)/.test(filter)) return [environmentShown];
	// jq allows blanks and comments between `$` and the name.
	const code = withoutTexts(filter).replace(/\$\s+/g, '$');
	const uses = code.matchAll(
		/(?:(?<![.\w$])(?:env|strenv|envsubst)|\$ENV)\b(?!\s*:)(?:\.(\w+)|\(\s*(\w+)\s*\)|\[\s*"(\w+)"\s*\])?/g,
	);
	return [...uses].flatMap(([whole, ...names]) => {
		const name = names.find((one) => one !== undefined);
		// The words in parentheses after `envsubst` are its options.
		if (name === undefined || whole.startsWith('envsubst')) return [environmentShown];
		return isSecretName(name) ? [secret(`$${name}`)] : [];
	});
}

/**
 * Returns a filter without its comments and strings. A string in brackets stays, because it may be a key. Code inside a string also stays.
 */
function withoutTexts(filter: string): string {
	let code = '';
	// For each string around the current code: the number of open parentheses in that code.
	const depths: number[] = [];
	for (let at = 0; at < filter.length; ) {
		const char = filter[at] ?? '';
		const depth = depths.at(-1);
		if (char === '#') {
			const end = filter.indexOf('\n', at);
			at = end < 0 ? filter.length : end;
			continue;
		}
		if (char === '(' && depth !== undefined) depths.push((depths.pop() ?? 0) + 1);
		if (char === ')' && depth !== undefined) depths.push((depths.pop() ?? 0) - 1);
		const goesOn = char === ')' && depth === 1;
		if (goesOn) depths.pop();
		if (char !== '"' && !goesOn) {
			code += char;
			at++;
			continue;
		}
		const [text = '', end = ''] = /^(?:[^"\\]|\\[^(])*("|\\\(|$)/.exec(filter.slice(at + 1)) ?? [];
		const isKey = char === '"' && end === '"' && /^\s*\]/.test(filter.slice(at + 1 + text.length));
		code += isKey ? `"${text}` : end === '\\(' ? ' (' : ' ""';
		if (end === '\\(') depths.push(1);
		at += 1 + text.length;
	}
	return code;
}

/** Judges modules. `import "a" as $a;` reads `a.json`, or runs `a.jq`, in one of the folders for modules. */
function modules(text: string, { libraries }: Filter, { scope }: Invocation): readonly Finding[] {
	const isLoading = /(?<![\w.$@])(?:import|include)\b(?!\s*:)/.test(withoutTexts(text));
	if (!isLoading) return [];
	const named = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '');
	const searched = [...text.matchAll(/\bsearch"?\s*:\s*"([^"]*)"/g)].map((match) => match[1] ?? '');
	const folders = ['', ...[...searched, ...libraries.map((word) => word.text)].map((folder) => `${folder}/`)];
	const paths = folders.flatMap((folder) => named.map((name) => constant(`${folder}${name}.json`)));
	return [opaque('a filter that loads modules'), ...paths.flatMap((word) => reads(word, scope))];
}

/**
 * Judges functions of the `yq` that is not based on jq. It loads files by name and writes several files. Threat: `eval(.x)` runs code from
 * the data, such as `strenv(GITHUB_TOKEN)`.
 */
function loads(it: Invocation): readonly Finding[] {
	const text = it.words.map((word) => word.text).join('\n');
	const named = [...text.matchAll(/\bload(?:_\w+)?\s*\(\s*"([^"]*)"/g)].map((match) => constant(match[1] ?? ''));
	const isFar =
		/\b(load(_\w+)?|eval|system)\s*\(/.test(text) || it.words.some((word) => /^(-s|--split-exp)/.test(word.text));
	return [
		...filesAsFilter(it),
		...(isFar ? [opaque('a filter that reads or writes files of its own')] : []),
		...named.flatMap((word) => reads(word, it.scope)),
	];
}

/**
 * Judges words that may be the filter or a file. This yq treats its first operand as a file if such a file exists. Threat: an option that
 * is not known here may take no value, so any word before the filter may be this file.
 */
function filesAsFilter(it: Invocation): readonly Finding[] {
	const { filter, files } = readFilter(it, ofYq);
	const verb = it.has(...ofYq.inPlace) ? writes : reads;
	const isOnly = files.length === 0;
	const own = filter !== undefined && isPathLike(filter) && (isOnly || isThere(filter, it.scope)) ? [filter] : [];
	const others = it.words.filter((word) => word !== filter && !files.includes(word) && isPathLike(word));
	return [...own.flatMap((word) => verb(word, it.scope)), ...credentialsIn(others, it.scope)];
}

function isPathLike({ text }: Word): boolean {
	return /^[\w./~@+-]*\w[\w./~@+-]*$/.test(text) && !text.startsWith('-');
}

const decoding = /@base64d|@base32d|\bimplode\b/;
const constantFilter = /^\s*("(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")\s*(\|\s*@base64d\s*)?$/;

/** Returns the output of a filter that is a single string, decoded if the filter decodes it. Otherwise returns undefined. */
function printed(it: Invocation, syntax: Syntax): string | undefined {
	const { filter, files: given } = readFilter(it, syntax);
	const [, json, decodes] = constantFilter.exec(filter?.text ?? '') ?? [];
	const isPlain = filter?.known === true && given.length === 0 && it.options.every(({ name }) => /^-[nrj]$/.test(name));
	if (json === undefined || !isPlain || !it.has('-n') || !it.has('-r', '-j')) return undefined;
	// jq accepts a control character in a string; JSON does not.
	const text: unknown = JSON.parse(json.replace(/\p{Cc}/gu, (one) => JSON.stringify(one).slice(1, -1)));
	if (typeof text !== 'string') return undefined;
	return `${decodes === undefined ? text : Buffer.from(text, 'base64').toString()}\n`;
}
