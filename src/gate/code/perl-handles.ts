import { isAssignment, isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** Functions that read from an open file, by default from the files in `@ARGV`. */
const reading = /^(readline|eof|getc|read|sysread)$/;
/** Functions after which a variable names an open file, or gets one. */
const takesFile =
	/^(open|opendir|sysopen|close|eof|readline|getc|read|sysread|binmode|print|printf|say|seek|tell|flock|fileno)$/;

/** Returns the tokens, including the tokens in strings. */
export function flat(tokens: readonly Token[]): readonly Token[] {
	return tokens.flatMap((token) => [
		token,
		...(token.parts ?? []).flatMap((part) => (part === undefined || typeof part === 'string' ? [] : flat(part))),
	]);
}

/** Returns whether code may read from the files in `@ARGV`. Threat: a text names an open file too, `$f = "ARGV"; <$f>`. */
export function readsArguments(all: readonly Token[]): boolean {
	return all.some((token, i) => {
		if (token.kind === 'word' && token.text === 'ARGV') return !isClosed(all, i);
		if (token.form === 'input') return !isOpened(token.text.slice(1, -1), all);
		if (token.kind !== 'word' || !reading.test(token.text) || isMark(all[i - 1], '->')) return false;
		const handle = isMark(all[i + 1], '(') ? all[i + 2] : all[i + 1];
		return !isOpened(handle?.text ?? '', all);
	});
}

/** Returns whether the name of an open file is only closed: `close ARGV if eof` counts the lines of each file. */
function isClosed(all: readonly Token[], i: number): boolean {
	return (isMark(all[i - 1], '(') ? all[i - 2] : all[i - 1])?.text === 'close';
}

/** Returns whether a name can only mean a file that the code opens. */
function isOpened(handle: string, all: readonly Token[]): boolean {
	if (/^[A-Z]\w*$/.test(handle)) return handle !== 'ARGV';
	if (!handle.startsWith('$')) return false;
	return all.every((token, i) => token.kind !== 'variable' || token.text !== handle || isOfFile(all, i));
}

/** Returns whether the variable at a position is where a function takes an open file, or is only declared. */
function isOfFile(all: readonly Token[], i: number): boolean {
	if (isAssignment(all[i + 1])) return false;
	const isDeclared = all[i - 1]?.text === 'my';
	const before = isDeclared ? all[i - 2] : all[i - 1];
	if (isDeclared && (before === undefined || before.kind === 'end' || /^[;{}]$/.test(before.text))) return true;
	const word = isMark(before, '(') || isMark(before, '{') ? all[i - (isDeclared ? 3 : 2)] : before;
	return word?.kind === 'word' && takesFile.test(word.text);
}
