import type { Scope } from '../shell/program.ts';
import type { Word } from '../shell/word.ts';
import type { Language, LanguageName } from './language.ts';
import { languages } from './languages.ts';
import { createReading, readCode } from './read-code.ts';
import { isMark } from './reader.ts';
import { type Token, tokenize } from './tokens.ts';

const maxCode = 2_000;
/** Tokens that make it unsure whether a call is reached, or how often. */
const flows = /^([{|?]|=>|&&|\|\||\?\?|->|<<)$/;

/** Returns the output of inline code that only prints constant strings. Undefined if that is not certain. */
export function printedBy(name: LanguageName, code: Word, scope: Scope): string | undefined {
	const language = languages[name];
	if (!code.known || code.stream !== undefined || code.text.length > maxCode) return undefined;
	const { tokens } = tokenize(code.text, language.grammar);
	if (!isStraight(tokens, language)) return undefined;
	const reading = createReading(language, scope);
	readCode(code.text, reading);
	const { printed, doubts, findings, modules } = reading;
	// This module prints when it is loaded.
	if (modules.has('this')) return undefined;
	if (doubts.length > 0 || findings.length > 0 || printed.length === 0) return undefined;
	if (printed.length > 1 && !onlyPrints(tokens, language)) return undefined;
	return printed.every((one) => one !== undefined) ? printed.join('') : undefined;
}

function isStraight(tokens: readonly Token[], language: Language): boolean {
	return tokens.every((token) => {
		const isWord = token.kind === 'word' && language.keywords.has(token.text);
		if (isWord && !language.transparent.has(token.text)) return false;
		if (token.kind === 'variable' && language.specials?.test(token.text) && !/^%?ENV$/.test(token.text)) return false;
		const inner = token.parts?.every(
			(part) => part !== undefined && (typeof part === 'string' || isStraight(part, language)),
		);
		return !(token.kind === 'mark' && flows.test(token.text)) && inner !== false;
	});
}

/** Returns whether nothing can fail after the first print. An error would leave the rest unprinted. */
function onlyPrints(tokens: readonly Token[], { prints = {} }: Language): boolean {
	const words = new Set(Object.keys(prints).flatMap((name) => [name, ...name.split('.')]));
	const isPrint = (token: Token): boolean =>
		(token.kind === 'word' || token.kind === 'variable') && words.has(token.text);
	return tokens.slice(tokens.findIndex(isPrint)).every((token) => {
		if (token.kind === 'end' || isPrint(token)) return true;
		if (token.kind === 'text') return token.parts?.every((part) => typeof part === 'string') === true;
		return ['(', ')', ',', ';', '.', ':'].some((mark) => isMark(token, mark));
	});
}
