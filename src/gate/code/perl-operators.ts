import { behind, chooserOf, open, type Pass, type Step, to } from './perl-pass.ts';
import * as words from './perl-words.ts';
import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** Returns whether an operator comes next, and not a value. */
export function isOperatorNext(it: Pass, i: number): boolean {
	const token = it.tokens[i];
	if (token === undefined) return false;
	if (it.state === 'operator') return true;
	const isMarkBetween = token.kind === 'mark' && !/^[[({]$/.test(token.text) && words.infix.has(token.text);
	const isWordBetween = token.kind === 'word' && words.between.has(token.text) && !isMark(it.tokens[i + 1], '=>');
	if (it.state === 'first') return !isBehindHandle(it, i, token);
	if (it.state === 'imported') return isWordBetween || (isMarkBetween && /^[=>|^]/.test(token.text)) || isDot(it, i);
	if (it.state === 'one')
		return isWordBetween || (isMarkBetween && /^([=>|^?:!]|&&|\/\/|\.\.)/.test(token.text)) || isDot(it, i);
	return it.state !== 'statement' && it.mayEnd && isWordBetween && token.text !== 'x';
}

function isDot({ tokens }: Pass, i: number): boolean {
	return isMark(tokens[i], '.') && tokens[i + 1]?.kind !== 'number';
}

/** Returns whether a value comes after the name of an open file, as in `print $file "x"`. */
function isBehindHandle(it: Pass, i: number, token: Token): boolean {
	if (!words.choosing.has(chooserOf(it, i - 1) ?? '')) return false;
	if (token.kind === 'text') return token.form === 'string';
	if (token.kind === 'variable') return /^[$@]/.test(token.text);
	return token.kind === 'word' && !words.between.has(token.text);
}

/** Reads a token in a place where only an operator is allowed. */
export function operatorStep(it: Pass, i: number, token: Token): Step {
	const { text } = token;
	const wasFirst = it.state === 'first';
	if (token.kind === 'word') return words.between.has(text) ? to(it, 'value', i + 1) : `${text} behind a value`;
	if (token.kind !== 'mark') return 'a value behind a value';
	const next = it.tokens[i + 1];
	const before = it.tokens[i - 1];
	if (wasFirst && token.spaced && next?.spaced === false && /^[-+*%&<./?]/.test(text)) return 'a value, or an operator';
	if (text === '[' || text === '{') return subscript(it, i, token);
	if (/^[)\]}]$/.test(text)) return closeStep(it, i, text);
	if (text === ';') return endStatement(it, i);
	if (text === ',' || text === '=>') return to(it, 'value', i + 1, true);
	if (text === '->') return to(it, '->', i + 1);
	if (text === '++' || text === '--') {
		const isVariable = before?.kind === 'variable' || isMark(before, '}') || isMark(before, ']');
		return isVariable && !(wasFirst && token.spaced) ? to(it, 'operator', i + 1) : `\`${text}\``;
	}
	return words.infix.has(text) ? to(it, 'value', i + 1) : `\`${text}\``;
}

export function endStatement(it: Pass, i: number): Step {
	const open = it.opens.at(-1);
	if (open?.bracket === 'head') return to(it, 'value', i + 1, true);
	return open === undefined || (open.close === '}' && open.bracket !== 'index' && open.bracket !== 'hash')
		? to(it, 'statement', i + 1, true)
		: '`;` in brackets';
}

/** Reads a subscript: `$a[0]`, `$h{a}`, `@a[0, 1]`, `(1, 2)[0]`. After one subscript, the next one belongs to a reference. */
function subscript(it: Pass, i: number, token: Token): Step {
	const before = it.tokens[i - 1];
	const isClosed = isMark(before, '}') || isMark(before, ']');
	if (token.spaced && !isMark(before, '}')) return 'a bracket behind a value';
	const isVariable = before?.kind === 'variable' && /^(?:[$@](?!#)[A-Za-z_]|\$\+$)/.test(before.text);
	const isSlice = isMark(before, ')') && token.text === '[';
	if (!isClosed && !isVariable && !isSlice) return 'a bracket behind a value';
	return openSubscript(it, i, token.text);
}

export function openSubscript(it: Pass, i: number, text: string): Step {
	const isName = text === '{' && it.tokens[i + 1]?.kind === 'word' && isMark(it.tokens[i + 2], '}');
	if (isName) return to(it, 'operator', i + 3);
	return open(it, text, 'index', 'value', i + 1);
}

export function closeStep(it: Pass, i: number, text: string): Step {
	const closed = it.opens.pop();
	if (closed?.close !== text) return `\`${text}\` that closes nothing`;
	const state = behind[closed.bracket];
	// In `map { … }, @list`, the braces made a table.
	if (closed.bracket === 'list-block' && isMark(it.tokens[i + 1], ',')) return to(it, 'operator', i + 1);
	return to(it, state, i + 1, state === 'statement');
}
