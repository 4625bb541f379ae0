import { looked } from '../carried.ts';

/** Files that a sed script reads and writes. */
export interface SedScript {
	readonly reads: readonly string[];
	readonly writes: readonly string[];
}

/** Command lines in a sed script: those of `e`, and what a substitution with the flag `e` makes of its line. */
export function sedCommandLines(whole: string): readonly string[] {
	const script = looked(whole);
	// A label ends at a blank, and the next command may stand right behind it.
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

/** How a script is read: whether a slash in brackets ends a pattern depends on the version of sed. */
interface Dialect {
	/** What an address looks like, and all that may stand before and behind it. */
	readonly address: RegExp;
	/** Where brackets are closed that keep a delimiter; undefined where they keep none. */
	readonly brackets: RegExp | undefined;
}

/** `[^/]`, `[]a-z]`, `[[:alpha:]/]`. What ends behind a backslash differs, so that it is not understood. */
const bracketed = String.raw`\[\^?\]?(?:\[[:.=][^\]\n]*?[:.=]\]|[^\]\n\\]|\\[^\]\n])*\]`;

const old: Dialect = { address: addressOf(String.raw`[^/\\\n]`, String.raw`[^\\\n]`), brackets: undefined };
const recent: Dialect = {
	address: addressOf(String.raw`${bracketed}|[^/\\\n[]`, String.raw`${bracketed}|[^\\\n[]`),
	brackets: new RegExp(bracketed, 'y'),
};

/** A pattern between slashes, or between other signs; a number; two of these. */
function addressOf(plain: string, other: string): RegExp {
	const pattern = (name: string) =>
		String.raw`\/(?:${plain}|\\.)*\/[IM]*|\\(?<${name}>[^\w\s\\[])(?:(?!\k<${name}>)(?:${other})|\\.)*\k<${name}>[IM]*`;
	const second = String.raw`(?:\s*,\s*(?:[+~]?\d+|\$|${pattern('b')}))?`;
	return new RegExp(String.raw`(?:[\s;{}]*)(?:(?:\d+(?:~\d+)?|\$|${pattern('a')})${second})?\s*!?\s*`, 'y');
}

/**
 * Reads a sed script; undefined where it executes (`e`) or is not understood. Only the commands are read, not what they compute.
 * Threat: in `s/[/]/ a/e` the newer sed sees a line that is executed, the older one a text that is added.
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

/** A text goes on in the next line behind a backslash. */
function endOfText(script: string, lineEnd: number): number {
	let end = lineEnd;
	while (end < script.length && /(^|[^\\])(\\\\)*\\$/.test(script.slice(Math.max(0, end - 40), end)))
		end = endOfLine(script, end + 1);
	return end;
}

function endOfLine(script: string, at: number): number {
	const end = script.indexOf('\n', at);
	return end < 0 ? script.length : end;
}

/**
 * A label ends at a blank: `:a e id` is a label and a command. Some versions take a brace into the name that is defined, so that nobody can
 * tell what stands behind it.
 */
function afterLabel(script: string, begin: number): number | undefined {
	const label = /^.[^\S\n]*[^\s;}]*/.exec(script.slice(begin))?.[0] ?? '';
	const end = begin + label.length;
	return script[begin] === ':' && script[end] === '}' ? undefined : end;
}
