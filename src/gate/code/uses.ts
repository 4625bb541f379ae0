import { environmentShown, opaque, runsFetchedCode, type Scope, secret } from '../shell/program.ts';
import { contacts, deletes, listsNames, reads, readsBelow, runsFile, writes } from '../shell/roles.ts';
import { isSecretName } from '../shell/state.ts';
import { constant, spell, unknown, type Word } from '../shell/word.ts';
import type { Use } from './language.ts';
import { type CodeReading, doubt } from './reader.ts';
import { concat, marksOf, text, type Value, withDots, wordOf } from './value.ts';
import { deletesRest } from './walking.ts';

/** A shell that reads commands from its input. */
const bareShell =
	/^\s*(?:exec\s+)?(?:\/\S*\/)?(?:(?:ba|z|da|k|a|c|tc|fi)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?)(?:\s+-[il]+)*(?:\s*\d?[<>].*)?\s*$/;

/** Programs that print the answer of another machine. */
const fetcher = /^\s*(?:\/\S*\/)?(?:curl|wget|aria2c|httpie|http|fetch|lynx)\s/;

/** Judges the use of a value with the rules of the shell's analyser for paths, hosts and commands. */
export function useValue(use: Use, value: Value, cwd: Value | undefined, reading: CodeReading, scope: Scope): void {
	const marks = marksOf([value]);
	if (marks.unsure) doubt(reading, 'a value that is set more than once');
	if (value.isBytes && reading.language.name === 'javascript' && use !== 'data')
		doubt(reading, 'bytes that may change');
	if (marks.decoded && (use === 'shell' || use === 'code' || use === 'argv' || use === 'words'))
		reading.findings.push(opaque('decoded code: what is executed comes out of a decoding that cannot be followed'));
	if (value.options !== undefined) {
		for (const option of value.options) useValue(use, option, cwd, reading, scope);
		return;
	}
	if (value.items !== undefined && /^(read|read-tree|list|write|delete|delete-tree)$/.test(use)) {
		// JavaScript turns a list into one text.
		if (reading.language.name === 'javascript') doubt(reading, 'a list in place of a text');
		for (const item of value.items) useValue(use, item, cwd, reading, scope);
		return;
	}
	if (value.among !== undefined && value.matchesDots === true) {
		const isOfSources = (use === 'write' ? ordinary : sources).test(value.among);
		const patterns = withDots(value.among, isOfSources);
		if (patterns === undefined) doubt(reading, 'files that may be hidden');
		for (const among of patterns ?? []) useValue(use, { ...value, among, matchesDots: false }, cwd, reading, scope);
		return;
	}
	// A number is a file that is already open.
	if (value.isNumber && /^(read|write)$/.test(use)) return;
	if (isOfPath(use)) usePath(use, value, reading, scope);
	else useText(use, value, cwd, reading, scope);
}

/** Uses of a value as the name of a file or folder. */
const ofPaths = ['read', 'read-tree', 'list', 'write', 'delete', 'delete-tree', 'script', 'directory'] as const;
type PathUse = (typeof ofPaths)[number];

function isOfPath(use: Use): use is PathUse {
	return ofPaths.some((one) => one === use);
}

function usePath(use: PathUse, value: Value, reading: CodeReading, scope: Scope): void {
	const path = (): Word =>
		value.among !== undefined && reading.directory === undefined
			? namesOf(value.among)
			: wordOf(inDirectory(value, reading.directory));
	switch (use) {
		case 'read':
			reading.findings.push(...reads(path(), scope));
			return;
		case 'read-tree':
			reading.findings.push(...readsBelow(path(), scope));
			return;
		case 'list':
			reading.listed.push(path());
			reading.findings.push(...(value.text === undefined ? listsNames(path(), scope) : reads(path(), scope)));
			return;
		case 'write':
			if (reachesGit(value)) doubt(reading, 'files that may be those of git');
			reading.findings.push(...writes(path(), scope));
			return;
		case 'delete':
		case 'delete-tree':
			if (value.text === undefined) reading.signs.deletesUnknown = true;
			// It is unknown which of the names in the folder are chosen.
			reading.findings.push(...deletes(isAnyName(value) ? wordOf({}) : path(), scope, use === 'delete-tree'));
			return;
		case 'script':
			if (/^(https?|ftps?):\/\//i.test(value.text ?? value.prefix ?? '')) {
				contact('url', value, reading, scope);
				reading.findings.push(runsFetchedCode);
				return;
			}
			reading.findings.push(...runsFile(path(), scope));
			return;
		case 'directory':
			reading.directory = inDirectory(value, reading.directory);
			doubt(reading, 'a change of directory');
	}
}

function useText(
	use: Exclude<Use, PathUse>,
	value: Value,
	cwd: Value | undefined,
	reading: CodeReading,
	scope: Scope,
): void {
	switch (use) {
		case 'data':
			return;
		case 'url':
		case 'host':
		case 'socket':
			contact(use, value, reading, scope);
			return;
		case 'variable':
			environment(value, reading);
			return;
		case 'shell':
			runLine(value, cwd, reading);
			return;
		case 'argv':
		case 'words':
			runWords(use, value, cwd, reading);
			return;
		case 'code':
			runCode(value, reading);
			return;
		case 'code-apart':
			reading.readApart(value.text ?? '');
	}
}

function isAnyName({ among }: Value): boolean {
	return among !== undefined && /(^|\/)\*+$/.test(among);
}

/** Endings of files that people write. Git's own files have other endings, or none. */
const ordinary =
	/\.(\w*(c|h|py|rb|rs|go|js|ts|java|cs|php|ex|ml)|\w*(css|sass|less|html?|xml|svg|md|rst|txt|adoc|json\w*|ya?ml|toml|ini|cfg|conf|csv|tsv|sql|proto|graphql|tf|lua|kts?|swift|scala|dart|zig|nim|hs|el|clj|vue|svelte|jsx|tsx|mjs|cjs|mdx|sh|bash|cc|cpp|cxx|hpp|hh|mm?|pyi|erb|tex|ipynb|rake|gradle|lock|snap|j2|jinja|tmpl|tpl|hbs))$/i;

/** Endings of files that contain no credentials, whatever their names begin with. */
const sources = /\.([cm]?[jt]sx?|py|go|rs|java|rb|php|md)$/;

/** Returns whether a pattern may reach git's files. Threat: a walk through all folders also goes into `.git`. */
function reachesGit({ among }: Value): boolean {
	return among !== undefined && /^(\.?\/)*\*\*|^(\/|\.\.).*\*\*/.test(among) && !ordinary.test(among);
}

/** Returns the files of a pattern. Unlike a shell's pattern, the list of a folder also contains hidden files. */
function namesOf(among: string): Word {
	if (!isAnyName({ among })) return { ...constant(among), pattern: true };
	return { ...constant(among.replace(/\*+$/, '**')), pattern: true, whole: true };
}

function inDirectory(value: Value, directory: Value | undefined): Value {
	if (directory === undefined || value.text?.startsWith('/') || value.prefix?.startsWith('/')) return value;
	return concat(concat(directory, text('/'), false), value, false);
}

function contact(use: Use, value: Value, reading: CodeReading, scope: Scope): void {
	const host = value.items?.[0] ?? value;
	reading.signs.network = true;
	if (use === 'socket') reading.signs.socket = true;
	reading.findings.push(...contacts(wordOf(host), scope));
}

function environment(value: Value, reading: CodeReading): void {
	if (value.text !== undefined) {
		if (isSecretName(value.text)) reading.findings.push(secret(`$${value.text}`));
	} else if (value.prefix !== undefined) doubt(reading, 'a variable of the environment that cannot be known');
	else reading.findings.push(environmentShown);
}

/** Judges a command line, after a change of directory by the code or for this call. */
function runLine(value: Value, cwd: Value | undefined, reading: CodeReading): void {
	const directory = cwd === undefined ? reading.directory : inDirectory(cwd, reading.directory);
	if (value.text === undefined && value.prefix === undefined) reading.signs.runsUnknown = true;
	if (value.text === undefined && deletesRest(value.prefix ?? '')) reading.signs.deletesUnknown = true;
	if (value.text !== undefined && bareShell.test(value.text)) reading.signs.shell = true;
	const line = wordOf(value, 'a computed command line');
	if (fetcher.test(line.prefix)) reading.signs.network = true;
	if (value.text !== undefined) reading.judged.add(value.text);
	if (directory === undefined) reading.findings.push({ find: 'shell', source: line });
	else {
		const start = directory.text === undefined ? 'cd "$DIRECTORY"' : `cd ${spell(constant(directory.text))}`;
		const source = line.known ? { ...line, ...constant(`${start} && ${line.text}`), fetched: line.fetched } : line;
		reading.findings.push({ find: 'shell', source });
	}
}

/** Judges a program and its arguments. In some languages, a single string without arguments is a command line. */
function runWords(use: Use, value: Value, cwd: Value | undefined, reading: CodeReading): void {
	const items = (value.items ?? [value]).flatMap((item) => item.items ?? [item]).filter((item) => !item.entries);
	const [program] = items;
	if (program === undefined) return;
	if (use === 'words' && items.length === 1) {
		runLine(program, cwd, reading);
		return;
	}
	const words = items.map((item) => wordOf(item));
	if (!words.some((word) => !word.known)) reading.judged.add(words.map((word) => word.text).join(' '));
	if (fetcher.test(`${program.text} `)) reading.signs.network = true;
	const isUnknown = !words.every((word) => word.known);
	if (isUnknown && deletesRest(`${program.text} `)) reading.signs.deletesUnknown = true;
	if (isUnknown && program.text === undefined) reading.signs.runsUnknown = true;
	if (bareShell.test(words.map((word) => word.text).join(' '))) reading.signs.shell = true;
	if (cwd === undefined && reading.directory === undefined) {
		reading.findings.push({ find: 'command', words });
		return;
	}
	const line = words.map(spell).join(' ');
	runLine(!isUnknown ? text(line) : { prefix: program.text ?? '' }, cwd, reading);
	if (isUnknown) reading.findings.push({ find: 'command', words: [...words, unknown('an argument')] });
}

function runCode(value: Value, reading: CodeReading): void {
	if (value.fetched) reading.findings.push(runsFetchedCode);
	if (value.text !== undefined) {
		reading.readCode(value.text);
		return;
	}
	reading.signs.runsUnknown = true;
	doubt(reading, 'code that is computed');
}
