import { consume } from './consume.ts';
import { isMark, type Reader } from './reader.ts';
import type { Token } from './tokens.ts';
import { marksOf, type Value } from './value.ts';

const maxItems = 500;

/**
 * Reads `chr(c) for c in (114, 109)`, and judges its effects for each item. Returns the items if all of them are constant. Otherwise
 * returns undefined, and the position of the reader stays unchanged.
 */
export function readComprehension(reader: Reader, close: string | undefined): Value | undefined {
	const { reading, tokens, at } = reader;
	if (reading.language.name !== 'python' || (close !== ')' && close !== ']')) return undefined;
	const loop = next(tokens, at, (token) => token.text === 'for');
	const [name, keyword] = [tokens[loop + 1], tokens[loop + 2]];
	if (loop <= at || name?.kind !== 'word' || keyword?.text !== 'in' || reading.names.has(name.text)) return undefined;
	const end = next(tokens, loop + 3, (token) => /^(for|if|async|,)$/.test(token.text));
	if (isMark(tokens[end], close) || tokens[end]?.text === 'if') {
		const made = readEach(reader, { name: name.text, loop, end });
		if (made !== undefined) return made;
	}
	if (!isMark(tokens[end], close)) return undefined;
	const list = readSlice(reader, loop + 3, end);
	const options = list?.items ?? [...(list?.text ?? '')].map((one): Value => ({ text: one }));
	const isConstant = options.every((option) => option.text !== undefined);
	if (!isConstant || options.length === 0 || options.length > maxItems) return undefined;
	const items: Value[] = [];
	for (const option of options) {
		reading.names.set(name.text, option);
		const item = readSlice(reader, at, loop);
		if (item?.text !== undefined && item.decoded !== true) items.push(item);
	}
	reading.names.delete(name.text);
	if (items.length < options.length) return undefined;
	reader.at = end;
	return { ...marksOf([list ?? {}, ...items]), items };
}

interface Loop {
	readonly name: string;
	readonly loop: number;
	/** The position where the list ends. */
	readonly end: number;
}

/** Reads `p.name for p in root.glob('*.py') if p.stem`. The variable is one of the files. */
function readEach(reader: Reader, { name, loop, end }: Loop): Value | undefined {
	const { reading, tokens, at } = reader;
	const close = next(tokens, end, (token) => /^(for|async|,)$/.test(token.text));
	if ((reading.declared.get(name) ?? 0) > 2 || !/^[)\]]$/.test(tokens[close]?.text ?? '')) return undefined;
	const list = readSlice(reader, loop + 3, end);
	if (list?.each === undefined) return undefined;
	reading.names.set(name, { ...list.each, ...(list.unsure && { unsure: true }) });
	const item = readSlice(reader, at, loop);
	const condition = end === close ? {} : readSlice(reader, end + 1, close);
	reading.names.delete(name);
	if (item === undefined || condition === undefined) return undefined;
	for (const value of [item, condition]) consume(value, reading);
	reader.at = close;
	return { ...marksOf([list, item]), ...(item.among !== undefined && { each: item }) };
}

/** Returns the position of the next matching token outside of inner brackets, or of the closing bracket. Returns -1 if there is neither. */
function next(tokens: readonly Token[], from: number, matches: (token: Token) => boolean): number {
	let depth = 0;
	for (let i = from; i < tokens.length && i - from < 2_000; i++) {
		const token = tokens[i];
		if (token === undefined || token.kind === 'text') continue;
		if (depth === 0 && matches(token)) return i;
		if (token.kind !== 'mark') continue;
		if (/^[([{]$/.test(token.text)) depth++;
		else if (/^[)\]}]$/.test(token.text) && --depth < 0) return i;
	}
	return -1;
}

function readSlice({ parse, reading, tokens, depth }: Reader, from: number, to: number): Value | undefined {
	const inner: Reader = { parse, reading, tokens: tokens.slice(from, to), at: 0, depth: depth + 1, isNested: true };
	const value = parse.element(inner);
	return inner.at === inner.tokens.length ? value : undefined;
}
