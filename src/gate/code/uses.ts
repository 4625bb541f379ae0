import { environmentShown, opaque, type Scope, secret } from '../shell/program.ts';
import { contacts, deletes, listsNames, reads, readsBelow, runsFile, writes } from '../shell/roles.ts';
import { isSecretName } from '../shell/state.ts';
import { constant, spell, unknown, type Word } from '../shell/word.ts';
import type { Use } from './language.ts';
import { doubt, type Ground } from './reader.ts';
import { concat, marksOf, text, type Value, wordOf } from './value.ts';
import { deletesRest } from './walking.ts';

/** A shell that reads commands from its input. */
const bareShell =
	/^\s*(?:exec\s+)?(?:\/\S*\/)?(?:(?:ba|z|da|k|a|c|tc|fi)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?)(?:\s+-[il]+)*(?:\s*\d?[<>].*)?\s*$/;

/** Programs that print the answer of another machine. */
const fetcher = /^\s*(?:\/\S*\/)?(?:curl|wget|aria2c|httpie|http|fetch|lynx)\s/;

/** Judges the use of a value with the rules of the shell's analyser for paths, hosts and commands. */
export function useValue(use: Use, value: Value, cwd: Value | undefined, ground: Ground, scope: Scope): void {
	const marks = marksOf([value]);
	if (marks.unsure) doubt(ground, 'a value that is set more than once');
	if (value.isBytes && ground.language.name === 'javascript' && use !== 'data') doubt(ground, 'bytes that may change');
	if (marks.decoded && (use === 'shell' || use === 'code' || use === 'argv' || use === 'words'))
		ground.findings.push(opaque('decoded code: what is executed comes out of a decoding that cannot be followed'));
	if (value.options !== undefined) {
		for (const option of value.options) useValue(use, option, cwd, ground, scope);
		return;
	}
	if (value.items !== undefined && /^(read|read-tree|list|write|delete|delete-tree)$/.test(use)) {
		for (const item of value.items) useValue(use, item, cwd, ground, scope);
		return;
	}
	// A number is a file that is already open.
	if (value.isNumber && /^(read|write)$/.test(use)) return;
	const path = (): Word =>
		value.among !== undefined && ground.directory === undefined
			? namesOf(value.among)
			: wordOf(inDirectory(value, ground.directory));
	switch (use) {
		case 'data':
			return;
		case 'read':
			ground.findings.push(...reads(path(), scope));
			return;
		case 'read-tree':
			ground.findings.push(...readsBelow(path(), scope));
			return;
		case 'list':
			ground.listed.push(path());
			ground.findings.push(...(value.text === undefined ? listsNames(path(), scope) : reads(path(), scope)));
			return;
		case 'write':
			if (reachesGit(value)) doubt(ground, 'files that may be those of git');
			ground.findings.push(...writes(path(), scope));
			return;
		case 'delete':
		case 'delete-tree':
			if (value.text === undefined) ground.signs.deletesUnknown = true;
			// It is unknown which of the names in the folder are chosen.
			ground.findings.push(...deletes(isAnyName(value) ? wordOf({}) : path(), scope, use === 'delete-tree'));
			return;
		case 'script':
			if (/^(https?|ftps?):\/\//i.test(value.text ?? value.prefix ?? '')) {
				contact('url', value, ground, scope);
				ground.findings.push(opaque('fetched code: it runs code that comes from another machine'));
				return;
			}
			ground.findings.push(...runsFile(path(), scope));
			return;
		case 'directory':
			ground.directory = inDirectory(value, ground.directory);
			doubt(ground, 'a change of directory');
			return;
		case 'url':
		case 'host':
		case 'socket':
			contact(use, value, ground, scope);
			return;
		case 'variable':
			environment(value, ground);
			return;
		case 'shell':
			runLine(value, cwd, ground);
			return;
		case 'argv':
		case 'words':
			runWords(use, value, cwd, ground);
			return;
		case 'code':
			runCode(value, ground);
			return;
		case 'code-apart':
			ground.readApart(value.text ?? '');
	}
}

function isAnyName({ among }: Value): boolean {
	return among !== undefined && /(^|\/)\*+$/.test(among);
}

/** Endings of files that people write. Git's own files have other endings, or none. */
const ordinary =
	/\.(\w*(c|h|py|rb|rs|go|js|ts|java|cs|php|ex|ml)|\w*(css|sass|less|html?|xml|svg|md|rst|txt|adoc|json\w*|ya?ml|toml|ini|cfg|conf|csv|tsv|sql|proto|graphql|tf|lua|kts?|swift|scala|dart|zig|nim|hs|el|clj|vue|svelte|jsx|tsx|mjs|cjs|mdx|sh|bash|cc|cpp|cxx|hpp|hh|mm?|pyi|erb|tex|ipynb|rake|gradle|lock|snap|j2|jinja|tmpl|tpl|hbs))$/i;

/** Returns whether a pattern may reach git's files. Threat: a walk through all folders also goes into `.git`. */
function reachesGit({ among }: Value): boolean {
	return among !== undefined && /^(\.?\/)*\*\*|^(\/|\.\.).*\*\*/.test(among) && !ordinary.test(among);
}

/** Returns the files of a pattern. The list of a folder contains hidden files too, which a shell's pattern leaves out. */
function namesOf(among: string): Word {
	if (!isAnyName({ among })) return { ...constant(among), pattern: true };
	return { ...constant(among.replace(/\*+$/, '**')), pattern: true, whole: true };
}

function inDirectory(value: Value, directory: Value | undefined): Value {
	if (directory === undefined || value.text?.startsWith('/') || value.prefix?.startsWith('/')) return value;
	return concat(concat(directory, text('/'), false), value, false);
}

function contact(use: Use, value: Value, ground: Ground, scope: Scope): void {
	const host = value.items?.[0] ?? value;
	ground.signs.network = true;
	if (use === 'socket') ground.signs.socket = true;
	ground.findings.push(...contacts(wordOf(host), scope));
}

function environment(value: Value, ground: Ground): void {
	if (value.text !== undefined) {
		if (isSecretName(value.text)) ground.findings.push(secret(`$${value.text}`));
	} else if (value.prefix !== undefined) doubt(ground, 'a variable of the environment that cannot be known');
	else ground.findings.push(environmentShown);
}

/** Judges a command line, after a change of directory by the code or for this call. */
function runLine(value: Value, cwd: Value | undefined, ground: Ground): void {
	const directory = cwd === undefined ? ground.directory : inDirectory(cwd, ground.directory);
	if (value.text === undefined && value.prefix === undefined) ground.signs.runsUnknown = true;
	if (value.text === undefined && deletesRest(value.prefix ?? '')) ground.signs.deletesUnknown = true;
	if (value.text !== undefined && bareShell.test(value.text)) ground.signs.shell = true;
	const line = wordOf(value, 'a computed command line');
	if (fetcher.test(line.prefix)) ground.signs.network = true;
	if (value.text !== undefined) ground.judged.add(value.text);
	if (directory === undefined) ground.findings.push({ find: 'shell', source: line });
	else {
		const start = directory.text === undefined ? 'cd "$DIRECTORY"' : `cd ${spell(constant(directory.text))}`;
		const source = line.known ? { ...line, ...constant(`${start} && ${line.text}`), fetched: line.fetched } : line;
		ground.findings.push({ find: 'shell', source });
	}
}

/** Judges a program and its arguments. In some languages, a single string without arguments is a command line. */
function runWords(use: Use, value: Value, cwd: Value | undefined, ground: Ground): void {
	const items = (value.items ?? [value]).flatMap((item) => item.items ?? [item]).filter((item) => !item.entries);
	const [program] = items;
	if (program === undefined) return;
	if (use === 'words' && items.length === 1) {
		runLine(program, cwd, ground);
		return;
	}
	const words = items.map((item) => wordOf(item));
	if (!words.some((word) => !word.known)) ground.judged.add(words.map((word) => word.text).join(' '));
	if (fetcher.test(`${program.text} `)) ground.signs.network = true;
	const isUnknown = !words.every((word) => word.known);
	if (isUnknown && deletesRest(`${program.text} `)) ground.signs.deletesUnknown = true;
	if (isUnknown && program.text === undefined) ground.signs.runsUnknown = true;
	if (bareShell.test(words.map((word) => word.text).join(' '))) ground.signs.shell = true;
	if (cwd === undefined && ground.directory === undefined) {
		ground.findings.push({ find: 'command', words });
		return;
	}
	const line = words.map(spell).join(' ');
	runLine(!isUnknown ? text(line) : { prefix: program.text ?? '' }, cwd, ground);
	if (isUnknown) ground.findings.push({ find: 'command', words: [...words, unknown('an argument')] });
}

function runCode(value: Value, ground: Ground): void {
	if (value.fetched) ground.findings.push(opaque('fetched code: it runs code that comes from another machine'));
	if (value.text !== undefined) {
		ground.readCode(value.text);
		return;
	}
	ground.signs.runsUnknown = true;
	doubt(ground, 'code that is computed');
}
