import { type Node, stripComments } from 'jsonc-parser';
import type { JsonValue } from '../../core/index.ts';

/** A new entry of a list or an object: an element, or a property with its key. */
export interface NewEntry {
	readonly key?: string;
	readonly value: JsonValue;
}

/**
 * Adds an entry to a list or an object in a text. The entry comes before the last one, so no existing line changes. It is written like the
 * other entries: on separate lines, or on the same line. In an empty list or object, it is written on the same line.
 */
export function withEntry(text: string, container: Node, entry: NewEntry): string {
	const { at, isWithinLine, isFirst } = slotIn(text, container);
	const last = container.children?.at(-1);
	if (last === undefined) return spliced(text, at, at, inOneLine(entry, text));
	if (!isWithinLine) return spliced(text, at, at, `${inLines(entry, text, last)},`);
	const gap = /^\s*/.exec(text.slice(at))?.[0] ?? '';
	const after = isFirst && gap === '' && isSpaced(text) ? ' ' : '';
	return spliced(text, at, at, `${gap}${inOneLine(entry, text)},${after}`);
}

/**
 * Removes an element or a property: the inverse of {@link withEntry}. If the list or object becomes empty, it is removed, too, unless its
 * layout shows that it existed before. Undefined if nothing is left.
 */
export function withoutEntry(text: string, entry: Node): string | undefined {
	const container = entry.parent;
	if (container === undefined) return undefined;
	const siblings = container.children ?? [];
	if (siblings.length > 1) return withoutOneOf(text, siblings, siblings.indexOf(entry));
	if (staysEmpty(text, container, entry)) return spliced(text, startOfLineOf(text, entry), endOf(entry), '');
	return container.parent === undefined ? undefined : withoutEntry(text, container.parent);
}

/** Returns a value as text with several lines, for a file that has no other text. */
export function freshText(value: JsonValue): string {
	return `${JSON.stringify(value, undefined, 2)}\n`;
}

interface Slot {
	readonly at: number;
	readonly isWithinLine: boolean;
	/** Whether the entry comes directly after the opening bracket. */
	readonly isFirst: boolean;
}

/** Returns the position after the bracket or the comma before the last entry, and after the comment on that line. */
function slotIn(text: string, { offset, children = [] }: Node): Slot {
	const before = children.at(-2);
	const at = before === undefined ? offset + 1 : commaAfter(text, endOf(before)) + 1;
	const restOfLine = /^(?:[^\S\r\n]|\/\*.*?\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(text.slice(at));
	const isFirst = before === undefined;
	if (restOfLine === null || children.length === 0) return { at, isWithinLine: true, isFirst };
	return { at: at + restOfLine[0].length, isWithinLine: false, isFirst };
}

/** Returns the first comma from a position that is not in a comment. */
function commaAfter(text: string, from: number): number {
	return from + stripComments(text.slice(from), ' ').indexOf(',');
}

function inLines({ key, value }: NewEntry, text: string, neighbour: Node): string {
	const newline = text.includes('\r\n') ? '\r\n' : '\n';
	const indent = indentOf(text, neighbour.offset);
	const outer = indentOf(text, neighbour.parent?.offset ?? 0);
	const unit = indent.length > outer.length && indent.startsWith(outer) ? indent.slice(outer.length) : '  ';
	const written = JSON.stringify(value, undefined, unit).replaceAll('\n', newline + indent);
	return `${newline}${indent}${key === undefined ? '' : `${JSON.stringify(key)}: `}${written}`;
}

function inOneLine({ key, value }: NewEntry, text: string): string {
	const whole = JSON.stringify(key === undefined ? value : { [key]: value }, undefined, isSpaced(text) ? 1 : 0);
	// Strings in JSON contain no line break, so all line breaks are between values.
	const line = whole
		.replaceAll(/([[{])\n\s*/g, '$1')
		.replaceAll(/\n\s*([\]}])/g, '$1')
		.replaceAll(/\n\s*/g, ' ');
	return key === undefined ? line : line.slice(1, -1);
}

function isSpaced(text: string): boolean {
	return /":\s/.test(text) || !text.includes('":');
}

function withoutOneOf(text: string, siblings: readonly Node[], index: number): string {
	const [entry, before] = [siblings[index], siblings[index - 1]];
	if (entry === undefined) return text;
	const start = startOfLineOf(text, entry);
	if (index === siblings.length - 1 && before !== undefined) {
		const comma = commaAfter(text, endOf(before));
		return spliced(spliced(text, start, endOf(entry), ''), comma, comma + 1, '');
	}
	const end = commaAfter(text, endOf(entry)) + 1;
	const isWithinLine = start === entry.offset;
	const gap = isWithinLine ? (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0) : 0;
	return spliced(text, start, end + gap, '');
}

/**
 * Returns where the line of an entry begins, including the line break before it. If something else comes first on its line, returns the
 * entry itself.
 */
function startOfLineOf(text: string, { offset }: Node): number {
	const blank = /\r?\n[ \t]*$/.exec(text.slice(0, offset));
	return blank?.index ?? offset;
}

/**
 * Whether the list or object of this entry existed before, and was empty. The layout shows this: it contains a comment, or the entry
 * follows the bracket directly although the list or object has its own line.
 */
function staysEmpty(text: string, container: Node, entry: Node): boolean {
	const inside = [text.slice(container.offset + 1, entry.offset), text.slice(endOf(entry), endOf(container) - 1)];
	if (inside.join('').trim() !== '') return true;
	const { parent } = container;
	return inside[0] === '' && (parent === undefined || startOfLineOf(text, parent) !== parent.offset);
}

function indentOf(text: string, offset: number): string {
	const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
	return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function endOf({ offset, length }: Node): number {
	return offset + length;
}

function spliced(text: string, from: number, to: number, by: string): string {
	return text.slice(0, from) + by + text.slice(to);
}
