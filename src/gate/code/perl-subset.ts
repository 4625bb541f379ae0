import { closeStep, endStatement, isOperatorNext, openSubscript, operatorStep } from './perl-operators.ts';
import { canEnd, chooserOf, open, type Pass, type State, type Step, to } from './perl-pass.ts';
import * as words from './perl-words.ts';
import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/**
 * Returns why code is outside the part of Perl that the gate knows. Each token must be where Perl allows its kind. So if the tokenizer read
 * a token as a pattern, a string or a comment, Perl reads it in the same way. Threat: Perl reads a slash, a percent sign or a bracket by
 * the tokens before it. It has many more forms than people type in one line.
 */
export function outsidePerl(tokens: readonly Token[], isKnown: (name: string) => boolean): string | undefined {
	const own = new Set(tokens.flatMap((_, i) => definedAt(tokens, i)));
	for (const name of own) if (!/^[a-z]\w*$/.test(name) || isKnown(name)) return `a function named ${name}`;
	return pass(tokens, { isKnown, own }, 'statement');
}

function definedAt(tokens: readonly Token[], i: number): readonly string[] {
	const [token, name] = [tokens[i], tokens[i + 1]];
	return token?.kind === 'word' && token.text === 'sub' && name?.kind === 'word' ? [name.text] : [];
}

function pass(tokens: readonly Token[], known: Pick<Pass, 'isKnown' | 'own'>, state: State): string | undefined {
	const it: Pass = { ...known, tokens, opens: [], state, mayEnd: true };
	for (let i = 0; i < tokens.length; ) {
		const next = step(it, i);
		if (typeof next === 'string') return next;
		i = next;
	}
	const isWhole =
		it.opens.length === 0 && (/^(statement|operator|one|imported|handle|first)$/.test(it.state) || it.mayEnd);
	return isWhole ? undefined : 'code that ends too early';
}

/** Reads the token at a position. Returns the next position, or why the token is outside the known part. */
function step(it: Pass, i: number): Step {
	const token = it.tokens[i];
	if (token === undefined) return i + 1;
	for (const part of token.parts ?? []) {
		if (part === undefined || typeof part === 'string') continue;
		const why = pass(part, it, 'value');
		if (why !== undefined) return why;
	}
	if (isOperatorNext(it, i)) return operatorStep(it, i, token);
	if (it.state === 'first') it.state = 'value';
	if (token.kind === 'word') return wordStep(it, i, token.text);
	if (token.kind === 'mark') return markStep(it, i, token.text);
	const why = valueAt(it, i, token);
	if (why !== undefined) return why;
	const isFirst = /^(list|imported)$/.test(it.state) && token.kind === 'variable' && token.text.startsWith('$');
	return to(it, isFirst ? 'first' : 'operator', i + 1);
}

/** Returns whether a token may also begin an operator. After a word that is not part of Perl, it may begin a value or an operator. */
function isAmbiguous({ kind, text, form }: Token): boolean {
	if (kind === 'variable') return text.startsWith('%');
	if (kind === 'number') return text.startsWith('.');
	if (kind === 'text') return form === 'regex' || form === 'input';
	return kind === 'mark' && text !== '\\' && text !== '(';
}

function valueAt(it: Pass, i: number, token: Token): string | undefined {
	if (it.state === '(' || it.state === '{' || it.state === '->') return `\`${token.text}\` in a place of its own`;
	if ((it.state === 'imported' || it.state === 'handle') && isAmbiguous(token)) return 'a value, or an operator';
	if (token.kind !== 'variable') return undefined;
	if (!words.isPlainVariable(token.text)) return token.text;
	// In `map { … } %system`, Perl may read the braces as a hash. Then `%` is the modulo operator, and Perl calls `system`.
	if (token.text.startsWith('%') && isMark(it.tokens[i - 1], '}') && it.isKnown(token.text.slice(1))) return token.text;
	const isSorter = chooserOf(it, i) === 'sort' && token.text.startsWith('$');
	return isSorter ? 'a function by its name' : undefined;
}

/** Reads an operator or a bracket where a value or a statement may begin. */
function markStep(it: Pass, i: number, text: string): Step {
	const { state } = it;
	if (state === '->') return text === '[' || text === '{' ? openSubscript(it, i, text) : `\`->${text}\``;
	if (state === '(') return text === '(' ? open(it, text, 'list', 'value', i + 1) : 'a name that is not called';
	if (state === '{') return text === '{' ? open(it, text, 'block', 'statement', i + 1) : 'a block that does not begin';
	if (/^[)\]}]$/.test(text)) return canEnd(it) ? closeStep(it, i, text) : `\`${text}\` too early`;
	if (text === ';') return canEnd(it) ? endStatement(it, i) : '`;` too early';
	if (text === ',' || text === '=>') return canEnd(it) ? to(it, 'value', i + 1, true) : 'a comma';
	if (text === '(') return open(it, text, 'list', 'value', i + 1);
	if ((state === 'imported' || state === 'handle') && text !== '\\') return 'a value, or an operator';
	if (text === '[') return open(it, text, 'list', 'value', i + 1);
	if (text === '{') return braces(it, i);
	return words.prefix.has(text) ? to(it, 'value', i + 1) : `\`${text}\``;
}

function braces(it: Pass, i: number): Step {
	if (it.state === 'statement') return open(it, '{', 'block', 'statement', i + 1);
	return it.state === 'value' ? open(it, '{', 'hash', 'value', i + 1) : 'braces behind a function';
}

/** Reads a word where a value or a statement may begin. */
function wordStep(it: Pass, i: number, text: string): Step {
	const next = it.tokens[i + 1];
	if (it.state === '->') return method(it, i);
	if (it.state === '(' || it.state === '{') return `${text} in a place of its own`;
	if (isMark(next, '=>')) return to(it, 'operator', i + 1);
	if (isMark(next, '->')) return words.classes.has(text) ? to(it, 'operator', i + 1) : `a method of ${text}`;
	if (it.state === 'statement') {
		const read = statementStep(it, i, text);
		if (read !== undefined) return read;
	}
	if (words.declaring.has(text)) return to(it, 'value', i + 1);
	if ((text === 'do' || text === 'eval') && isMark(next, '{')) return open(it, '{', 'value-block', 'statement', i + 2);
	if (text === 'sub') return isMark(next, '{') ? open(it, '{', 'value-block', 'statement', i + 2) : 'a function';
	return functionStep(it, i, text);
}

function statementStep(it: Pass, i: number, text: string): Step | undefined {
	const next = it.tokens[i + 1];
	if (text === 'use') return useStep(it, i);
	if (text === 'sub' && next?.kind === 'word') return to(it, '{', i + 2);
	if (words.bodies.has(text)) return to(it, '{', i + 1);
	if (!words.heads.has(text)) return undefined;
	const from = /^for/.test(text) ? behindVariable(it, i + 1) : i + 1;
	return isMark(it.tokens[from], '(') ? open(it, '(', 'head', 'value', from + 1) : `${text} without brackets`;
}

/** `for my $x (…)` */
function behindVariable({ tokens }: Pass, from: number): number {
	const at = /^(my|our)$/.test(tokens[from]?.text ?? '') ? from + 1 : from;
	const variable = tokens[at];
	return variable?.kind === 'variable' && /^\$[A-Za-z_]\w*$/.test(variable.text) ? at + 1 : from;
}

/** Reads `use Module;` and the plain words that it imports. Threat: code after the name is executed, `use POSIX (system("id"))`. */
function useStep(it: Pass, i: number): Step {
	const { tokens } = it;
	let end = i + 2;
	while (tokens[end] !== undefined && !isMark(tokens[end], ';')) {
		const token = tokens[end];
		const isPlain = token?.kind === 'text' && (token.parts ?? []).every((part) => typeof part === 'string');
		if (!isPlain && token?.kind !== 'number' && !isMark(token, ',')) return 'what a module gets';
		end++;
	}
	return to(it, 'statement', end + 1, true);
}

/** Reads a method of a known class, or of the result of such a method. Threat: a string may name a class, `$x = "IO::File"`. */
function method(it: Pass, i: number): Step {
	const receiver = it.tokens[i - 2];
	const isCalled = isMark(it.tokens[i + 1], '(');
	const isClass = receiver?.kind === 'word' && (words.classes.has(receiver.text) || isMark(it.tokens[i - 3], '->'));
	const isChained = isMark(receiver, ')') && isMethodCall(it.tokens, i - 2);
	if (!isClass && !isChained) return 'a method of a value';
	return isCalled ? open(it, '(', 'list', 'value', i + 2) : to(it, 'operator', i + 1);
}

/** Returns whether a closing bracket ends a call of a method: `->new(…)`. */
function isMethodCall(tokens: readonly Token[], end: number): boolean {
	let depth = 0;
	for (let i = end; i > 0 && end - i < 200; i--) {
		if (isMark(tokens[i], ')')) depth++;
		if (isMark(tokens[i], '(') && --depth === 0) return tokens[i - 1]?.kind === 'word' && isMark(tokens[i - 2], '->');
	}
	return false;
}

/** Reads a function of the language, of a module, or of the code. It also reads the name of an open file. */
function functionStep(it: Pass, i: number, text: string): Step {
	const next = it.tokens[i + 1];
	if (it.state === 'imported' && words.between.has(text)) return `${text} behind a name`;
	if (/^(un)?pack$/.test(text) && !hasPlainForm(it, i + 1)) return 'a form of bytes';
	if (words.nothing.has(text))
		return to(it, 'operator', isMark(next, '(') && isMark(it.tokens[i + 2], ')') ? i + 3 : i + 1);
	if (isMark(next, '(') && (words.one.has(text) || words.list.has(text) || it.isKnown(text) || it.own.has(text)))
		return called(it, i, text);
	if (words.one.has(text)) return to(it, 'one', i + 1, true);
	if (isMark(next, '{') && (words.blocks.has(text) || words.moduleBlocks.has(text)))
		return open(it, '{', 'list-block', 'statement', i + 2);
	if (words.list.has(text)) return to(it, 'list', i + 1, true);
	if (/^[A-Z][A-Z\d]*$/.test(text)) return handle(it, i);
	if (it.own.has(text)) return to(it, '(', i + 1);
	return it.isKnown(text) ? to(it, 'imported', i + 1, true) : text;
}

/** Reads a call with parentheses. The first value of some functions may be a name: `print(STDERR "x")`, `sort(by_name @list)`. */
function called(it: Pass, i: number, text: string): Step {
	open(it, '(', 'list', 'value', i + 2);
	return words.list.has(text) ? to(it, 'list', i + 2, true) : i + 2;
}

/** Returns whether a format is plain. Threat: the letter `p` means an address in memory. */
function hasPlainForm({ tokens }: Pass, from: number): boolean {
	const [form, ...more] = (isMark(tokens[from], '(') ? tokens[from + 1] : tokens[from])?.parts ?? [];
	return typeof form === 'string' && more.length === 0 && !/p/i.test(form);
}

function handle(it: Pass, i: number): Step {
	const isChosen = /^(list|imported)$/.test(it.state) && /^(print|printf|say)$/.test(chooserOf(it, i) ?? '');
	return isChosen ? to(it, 'handle', i + 1, true) : to(it, 'operator', i + 1);
}
