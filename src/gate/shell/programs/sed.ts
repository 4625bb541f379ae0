import { looked } from '../carried.ts';

/** Files that a sed script reads and writes. */
export interface SedScript {
	readonly reads: readonly string[];
	readonly writes: readonly string[];
}

/** Command lines in a sed script: those of `e`, and what a substitution with the flag `e` makes of its line. */
export function sedCommandLines(whole: string): readonly string[] {
	const script = looked(whole);
	const executed = [...script.matchAll(/(?:^|[;{}\n])\s*(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/)?\s*!?\s*e\s+([^\n]+)/g)];
	const replaced = [
		...script.matchAll(
			/(?:^|[;{}\n\d$/])\s*s([^\w\s\\])((?:(?!\1)[^\\]|\\[\s\S])*)\1((?:(?!\1)[^\\]|\\[\s\S])*)\1[gpiIm0-9]*e/g,
		),
	];
	return [
		...executed.map((match) => match[1] ?? ''),
		...replaced.map((match) => (match[3] ?? '').replace(/\\(?=\W)/g, '')),
	];
}

/** Reads a sed script; undefined where it executes (`e`) or is not understood. Only the commands are read, not what they compute. */
export function scanSed(script: string): SedScript | undefined {
	const found = { reads: [] as string[], writes: [] as string[] };
	let at = 0;
	while (at < script.length) {
		const next = scanCommand(script, at, found);
		if (next === undefined || next <= at) return undefined;
		at = next;
	}
	return found;
}

const address =
	/(?:[\s;{}]*)(?:(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\.)*\/[IM]*|\\(?<a>[^\w\s\\])(?:(?!\k<a>)[^\\\n]|\\.)*\k<a>[IM]*)(?:\s*,\s*(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\.)*\/[IM]*|\\(?<b>[^\w\s\\])(?:(?!\k<b>)[^\\\n]|\\.)*\k<b>[IM]*))?)?\s*!?\s*/y;

function scanCommand(script: string, at: number, found: { reads: string[]; writes: string[] }): number | undefined {
	address.lastIndex = at;
	const begin = at + (address.exec(script)?.[0].length ?? 0);
	const command = script[begin];
	if (command === undefined) return script.length;
	const lineEnd = endOfLine(script, begin);
	if (command === 's' || command === 'y') return scanSubstitution(script, begin, found);
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

function scanSubstitution(script: string, begin: number, found: { writes: string[] }): number | undefined {
	const delimiter = script[begin + 1];
	if (delimiter === undefined || delimiter === '\\' || delimiter === '\n') return undefined;
	let at = begin + 2;
	for (let seen = 0; seen < 2; at++) {
		if (at >= script.length) return undefined;
		if (script[at] === '\\') at++;
		else if (script[at] === delimiter) seen++;
	}
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

function afterLabel(script: string, begin: number): number {
	return begin + (/^.[^\n;}]*/.exec(script.slice(begin))?.[0].length ?? 1);
}
