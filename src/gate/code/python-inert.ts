import { names } from './language.ts';
import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** Modules whose functions give no value that opens, runs, sends or connects anything. */
const modules = names(`
	__future__ abc bisect calendar cmath collections collections.abc copy dataclasses datetime decimal enum fractions functools graphlib hashlib
	heapq itertools json math numbers operator pprint random re statistics string struct sys textwrap time typing typing_extensions unicodedata`);

/** Functions of the language itself that give such a value, or that run code which may import other modules. */
const opening = names('open eval exec compile getattr setattr globals locals vars builtins breakpoint');

/**
 * Returns whether all values of the code are data or objects of its own classes. Threat: `x.unlink()` deletes a file if `x` is a path of the
 * library. In code that gets no such value, only a method of the code itself can have that name.
 */
export function isInert(tokens: readonly Token[]): boolean {
	return tokens.every((token, i) => {
		const inner = (token.parts ?? []).filter((part) => part !== undefined && typeof part !== 'string');
		if (!inner.every(isInert)) return false;
		if (token.kind !== 'word') return true;
		const before = tokens[i - 1];
		const isMember = isMark(before, '.') || (before?.kind === 'word' && before.text === 'def');
		if (!isMember && (opening.has(token.text) || /^__(import|builtins|loader|spec)__$/.test(token.text))) return false;
		if (token.text === 'import') return isFrom(tokens, i) || importsInert(tokens, i + 1);
		return token.text !== 'from' || !startsStatement(before) || modules.has(dotted(tokens, i + 1));
	});
}

function startsStatement(before: Token | undefined): boolean {
	return before === undefined || before.kind === 'end' || isMark(before, ';') || isMark(before, ':');
}

/** Returns whether an `import` belongs to a `from`, which names the module. */
function isFrom(tokens: readonly Token[], at: number): boolean {
	let i = at - 1;
	while (tokens[i]?.kind === 'word' && tokens[i]?.text !== 'from' ? true : isMark(tokens[i], '.')) i--;
	return tokens[i]?.kind === 'word' && tokens[i]?.text === 'from' && startsStatement(tokens[i - 1]);
}

/** Returns whether `import a, b.c as d` names only such modules. */
function importsInert(tokens: readonly Token[], from: number): boolean {
	const end = tokens.findIndex((token, i) => i >= from && (token.kind === 'end' || isMark(token, ';')));
	const words = tokens.slice(from, end < 0 ? tokens.length : end);
	const starts = words.flatMap((_, i) => (i === 0 || isMark(words[i - 1], ',') ? [i] : []));
	return words.length > 0 && starts.every((i) => modules.has(dotted(words, i)));
}

function dotted(tokens: readonly Token[], from: number): string {
	let name = tokens[from]?.kind === 'word' ? (tokens[from]?.text ?? '') : '';
	for (let i = from + 1; isMark(tokens[i], '.'); i += 2) name += `.${tokens[i + 1]?.text ?? ''}`;
	return name;
}
