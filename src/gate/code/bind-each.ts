import { declaredNames } from './declared-names.ts';
import { isMark, peek, type Reader } from './reader.ts';
import type { Token } from './tokens.ts';
import type { Value } from './value.ts';

const iterates =
	/^\.(map|flatMap|forEach|filter|some|every|find|reduce|sort|each|flat_map|select|reject|each_with_index|filter_map|sum|count|any\?|all\?|sort_by|group_by|min_by|max_by|to_h|partition)$/;
const keeps = /^\.(filter|slice|sort|toSorted|reverse|toReversed|select|reject|uniq|sort_by|first|take|to_a)$/;

/** Returns the files of the list that a filter or a sort returns: at most those of the list before. */
export function keptEach(name: string, self: Value | undefined): Pick<Value, 'each'> {
	return self?.each !== undefined && keeps.test(name) ? { each: self.each } : {};
}

const release = (): void => undefined;

/**
 * For `files.map((f) => …)`, binds the parameter to one of the files while the gate reads the arguments of `map`. Returns a function
 * that ends the binding.
 */
export function bindEach(reader: Reader, { name, self }: Value): () => void {
	const { reading, tokens, at } = reader;
	const parameter = name !== undefined && iterates.test(name) && self?.each ? parameterAt(reader) : undefined;
	if (parameter === undefined || self?.each === undefined || reading.names.has(parameter)) return release;
	const inner = tokens.slice(at, at + 1_000);
	if (declaredNames(inner.slice(0, closing(inner)), reading.language).get(parameter) !== 2) return release;
	reading.names.set(parameter, self.each);
	return () => reading.names.delete(parameter);
}

/** Binds the parameter of a Ruby block to one of the files. It stays bound after the block, so no other variable may have its name. */
export function bindBlock(reader: Reader, { name, self }: Value): void {
	const { reading } = reader;
	const [open, bar, word] = [peek(reader), peek(reader, 1), peek(reader, 2)];
	if (self?.each === undefined || name === undefined || !iterates.test(name)) return;
	if (!(isMark(open, '{') || open?.text === 'do') || !isMark(bar, '|') || word?.kind !== 'word') return;
	const isOnce = (reading.declared.get(word.text) ?? 0) <= 2 && !reading.names.has(word.text);
	if (isOnce) reading.names.set(word.text, self.each);
}

/** Returns the parameter of `f =>`, `(f) =>` and `(f, i) =>`. */
function parameterAt(reader: Reader): string | undefined {
	const [first, second, third] = [peek(reader), peek(reader, 1), peek(reader, 2)];
	if (first?.kind === 'word' && isMark(second, '=>')) return first.text;
	const isListed = isMark(first, '(') && second?.kind === 'word' && (isMark(third, ')') || isMark(third, ','));
	return isListed ? second.text : undefined;
}

function closing(tokens: readonly Token[]): number {
	let depth = 0;
	const end = tokens.findIndex((token) => {
		if (token.kind !== 'mark') return false;
		if (/^[([{]$/.test(token.text)) depth++;
		return /^[)\]}]$/.test(token.text) && --depth < 0;
	});
	return end < 0 ? tokens.length : end;
}
