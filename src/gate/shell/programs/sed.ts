import { looked } from '../carried.ts';

/** Files that a sed script reads and writes. */
export interface SedScript {
	readonly reads: readonly string[];
	readonly writes: readonly string[];
}

/** Returns the command lines in a sed script: the arguments of `e`, and the lines that a substitution with the flag `e` makes. */
export function sedCommandLines(whole: string): readonly string[] {
	const script = looked(whole);
	// A label ends at a blank, and the next command may come directly after it.
	const executed = [
		...script.matchAll(
			/(?:^|[;{}\n]|[:btT]\s*[^\s;}]+(?=\s))\s*(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/)?\s*!?\s*e\s+([^\n]+)/g,
		),
	];
	const replaced = [
		...script.matchAll(
			/(?:^|[;{}\n\d$/]|[:btT]\s*[^\s;}]+(?=\s))\s*s([^\w\s\\])((?:(?!\1)[^\\]|\\[\s\S])*)\1((?:(?!\1)[^\\]|\\[\s\S])*)\1[gpiIm0-9]*e/g,
		),
	];
	return [
		...executed.map((match) => match[1] ?? ''),
		...replaced.map((match) => (match[3] ?? '').replace(/\\(?=\W)/g, '')),
	];
}

/** How a version of sed reads a script. Versions differ in whether a slash in brackets ends a pattern. */
interface Dialect {
	/** Matches an address and all characters that may come before and after it. */
	readonly address: RegExp;
	/** Matches brackets in which a delimiter does not end the pattern. Undefined if this version has no such brackets. */
	readonly brackets: RegExp | undefined;
}

/** Matches `[^/]`, `[]a-z]` and `[[:alpha:]/]`. Versions differ in brackets that end after a backslash, so such brackets do not match. */
const bracketed = String.raw`\[\^?\]?(?:\[[:.=][^\]\n]*?[:.=]\]|[^\]\n\\]|\\[^\]\n])*\]`;

const old: Dialect = { address: addressOf(String.raw`[^/\\\n]`, String.raw`[^\\\n]`), brackets: undefined };
const recent: Dialect = {
	address: addressOf(String.raw`${bracketed}|[^/\\\n[]`, String.raw`${bracketed}|[^\\\n[]`),
	brackets: new RegExp(bracketed, 'y'),
};

/** Returns a pattern for an address: a pattern between slashes or other characters, a number, or two of these. */
function addressOf(plain: string, other: string): RegExp {
	const pattern = (name: string) =>
		String.raw`\/(?:${plain}|\\.)*\/[IM]*|\\(?<${name}>[^\w\s\\[])(?:(?!\k<${name}>)(?:${other})|\\.)*\k<${name}>[IM]*`;
	const second = String.raw`(?:\s*,\s*(?:[+~]?\d+|\$|${pattern('b')}))?`;
	return new RegExp(String.raw`(?:[\s;{}]*)(?:(?:\d+(?:~\d+)?|\$|${pattern('a')})${second})?\s*!?\s*`, 'y');
}

/**
 * Reads a sed script. Returns undefined if the script executes a command (`e`) or is not understood. Only the commands are read, not their
 * results. Threat: in `s/[/]/ a/e`, a newer sed sees a line that is executed, and an older sed a text that is added.
 */
export function scanSed(script: string): SedScript | undefined {
	const found = scanAs(old, script);
	if (found === undefined || !script.includes('[')) return found;
	const also = scanAs(recent, script);
	if (also === undefined) return undefined;
	return {
		reads: [...new Set([...found.reads, ...also.reads])],
		writes: [...new Set([...found.writes, ...also.writes])],
	};
}

function scanAs(dialect: Dialect, script: string): SedScript | undefined {
	const found = { reads: [] as string[], writes: [] as string[] };
	let at = 0;
	while (at < script.length) {
		const next = scanCommand(script, at, found, dialect);
		if (next === undefined || next <= at) return undefined;
		at = next;
	}
	return found;
}

function scanCommand(
	script: string,
	at: number,
	found: { reads: string[]; writes: string[] },
	dialect: Dialect,
): number | undefined {
	const { address } = dialect;
	address.lastIndex = at;
	const begin = at + (address.exec(script)?.[0].length ?? 0);
	const command = script[begin];
	if (command === undefined) return script.length;
	const lineEnd = endOfLine(script, begin);
	if (command === 's' || command === 'y') return scanSubstitution(script, begin, found, dialect);
	if ('pdDqQ=nNgGhHxPlzF{}'.includes(command))
		return begin + 1 + (/^\s*\d*/.exec(script.slice(begin + 1, lineEnd))?.[0].length ?? 0);
	if ('bt:T#'.includes(command)) return command === '#' ? lineEnd + 1 : afterLabel(script, begin);
	if ('aic'.includes(command)) return endOfText(script, lineEnd) + 1;
	const file = script.slice(begin + 1, lineEnd).trim();
	if (command === 'w' || command === 'W') found.writes.push(file);
	else if (command === 'r' || command === 'R') found.reads.push(file);
	else return undefined;
	return lineEnd + 1;
}

function scanSubstitution(
	script: string,
	begin: number,
	found: { writes: string[] },
	{ brackets }: Dialect,
): number | undefined {
	const delimiter = script[begin + 1];
	if (delimiter === undefined || delimiter === '\\' || delimiter === '\n') return undefined;
	let at = begin + 2;
	for (let seen = 0; seen < 2; at++) {
		if (at >= script.length) return undefined;
		// No version of sed has a plain line break there.
		if (script[at] === '\n') return undefined;
		if (script[at] === '\\') at++;
		else if (script[at] === delimiter) seen++;
		else if (seen === 0 && script[at] === '[' && brackets !== undefined && script[begin] === 's') {
			brackets.lastIndex = at;
			const kept = brackets.exec(script)?.[0];
			if (kept === undefined) return undefined;
			at += kept.length - 1;
		}
	}
	return afterFlags(script, at, found);
}

function afterFlags(script: string, at: number, found: { writes: string[] }): number | undefined {
	const flags = /^[gpiIm0-9]*/.exec(script.slice(at))?.[0] ?? '';
	const after = script[at + flags.length];
	if (after === 'e') return undefined;
	if (after !== 'w') return after === undefined || /[\s;}]/.test(after) ? at + flags.length + 1 : undefined;
	const lineEnd = endOfLine(script, at);
	found.writes.push(script.slice(at + flags.length + 1, lineEnd).trim());
	return lineEnd + 1;
}

/** Returns the end of a text. After a backslash, the text continues in the next line. */
function endOfText(script: string, lineEnd: number): number {
	let end = lineEnd;
	while (end < script.length && isContinued(script, end)) end = endOfLine(script, end + 1);
	return end;
}

/** Returns whether an odd number of backslashes comes before a position. */
function isContinued(script: string, end: number): boolean {
	let from = end;
	while (script[from - 1] === '\\') from--;
	return (end - from) % 2 === 1;
}

function endOfLine(script: string, at: number): number {
	const end = script.indexOf('\n', at);
	return end < 0 ? script.length : end;
}

/**
 * Returns the position after a label. A label ends at a blank: `:a e id` is a label and a command. In some versions, a closing brace is
 * part of the defined name. The text after it is then not known, and the result is undefined.
 */
function afterLabel(script: string, begin: number): number | undefined {
	const label = /^.[^\S\n]*[^\s;}]*/.exec(script.slice(begin))?.[0] ?? '';
	const end = begin + label.length;
	return script[begin] === ':' && script[end] === '}' ? undefined : end;
}
