import { shellText } from './carried.ts';
import { type Finding, secret } from './program.ts';
import { isSecretName } from './state.ts';

const longest = 20_000;

/** Returns the effects of a makefile's text: the lines of its recipes, `$(shell …)`, and secrets in its variables. */
export function makefileFindings(text: string): readonly Finding[] {
	const read = text.slice(0, longest).replace(/\\\n/g, ' ');
	const recipes = [...read.matchAll(/^(?:\t|[^\t#\n=]*?:[^=\n][^;\n]*;|[^\t#\n=:]*:;)(.*)$/gm)].map(
		(match) => match[1] ?? '',
	);
	const shells = [...read.matchAll(/\$[({]shell\s+([^)}]*)[)}]/g)].map((match) => match[1] ?? '');
	const shown = [...read.matchAll(/(?<!\$)\$[({](\w+)[)}]/g)].map((match) => match[1] ?? '').filter(isSecretName);
	// Make may print the file that it reads.
	const files = [...read.matchAll(/\$[({]file\s*<\s*([^)}\s$]+)/g)].map((match) => `cat ${quoted(match[1] ?? '')}`);
	return [
		...[...recipes, ...shells].map((line) => shellText(recipeLine(line))),
		...files.map(shellText),
		...shown.map((name) => secret(`$${name}`)),
	];
}

function quoted(path: string): string {
	return path.startsWith('~') ? path.replace(/[^\w~./-]/g, '') : `'${path.replaceAll("'", '')}'`;
}

/** Returns a line of a recipe as the shell gets it: without make's prefixes, and with make's variables as environment variables. */
function recipeLine(line: string): string {
	return line
		.replace(/^[\s@+-]+/, '')
		.replace(/(?<!\$)\$[({](\w+)[)}]/g, '"$$$1"')
		.replaceAll('$$', '$');
}

const commands = /^(SHELL|CC|CXX|LD|AR|RM|INSTALL|MAKE|PYTHON|NODE|\w*(CMD|COMMAND|RUNNER|LAUNCHER|WRAPPER))$/;

/** Returns the effects of `NAME=value` on make's command line, which make expands. For some names, the value is a command. */
export function variableFindings(text: string): readonly Finding[] {
	const [, name = '', operator = '', value = ''] = /^([\w.]+)\s*([:?+!]*)=(.*)$/s.exec(text) ?? [];
	const isRun = operator.includes('!') || commands.test(name);
	return [...makeShell(value), ...(isRun ? [shellText(value)] : [])];
}

/** make runs `$(shell …)` when it reads the text. */
export function makeShell(text: string): readonly Finding[] {
	return [...text.matchAll(/\$[({]shell\s+([^)}]*)[)}]/g)].map((match) => shellText(match[1] ?? ''));
}
