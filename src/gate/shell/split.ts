/** Blank characters in `IFS`. A run of them is one separator. */
const blanks = ' \t\n';

/** Builds fields as the shell splits words. A run of blanks is one separator; any other separator ends its own field. */
export interface Splitter<T> {
	/** Adds text that is split. */
	readonly split: (text: string, make: (text: string) => T) => void;
	/** Adds a part that is never split, even if it is empty. */
	readonly whole: (part: T) => void;
	/** Ends the current field. */
	readonly end: () => void;
	readonly fields: readonly T[][];
}

export function createSplitter<T>(separators: string): Splitter<T> {
	const fields: T[][] = [];
	let isOpen = false;
	let endedByBlank = false;
	const whole = (part: T) => {
		if (isOpen) fields.at(-1)?.push(part);
		else fields.push([part]);
		isOpen = true;
		endedByBlank = false;
	};
	const separate = (isBlank: boolean) => {
		if (!isBlank && !isOpen && !endedByBlank) fields.push([]);
		if (isBlank) endedByBlank ||= isOpen;
		else endedByBlank = false;
		isOpen = false;
	};
	const split = (text: string, make: (text: string) => T) => {
		let start = 0;
		for (let i = 0; i <= text.length; i++) {
			const one = text[i];
			const isSeparator = one !== undefined && separators.includes(one);
			if (one !== undefined && !isSeparator) continue;
			if (i > start) whole(make(text.slice(start, i)));
			if (isSeparator) separate(blanks.includes(one));
			start = i + 1;
		}
	};
	const end = () => {
		isOpen = false;
		endedByBlank = false;
	};
	return { split, whole, end, fields };
}

/** Returns the fields of a text. */
export function fieldsOf(text: string, separators: string): readonly string[] {
	const splitter = createSplitter<string>(separators);
	splitter.split(text, (field) => field);
	return splitter.fields.map((parts) => parts.join(''));
}

/**
 * Returns the fields that `read` assigns to its names. The last field gets the rest of the line, without the blanks around it. If the rest
 * is only one field, a separator at its end is removed too.
 */
export function fieldsForNames(line: string, separators: string, count: number): readonly string[] {
	const own = [...separators].filter((one) => blanks.includes(one)).join('');
	let rest = trimBlanks(line, own);
	const fields: string[] = [];
	while (fields.length < count - 1) {
		const at = [...rest].findIndex((one) => separators.includes(one));
		if (at < 0) break;
		const field = [...rest].slice(0, at).join('');
		rest = afterSeparator(rest.slice(field.length), own, separators);
		fields.push(field);
	}
	const all = fieldsOf(rest, separators);
	fields.push(all.length <= 1 ? (all[0] ?? '') : rest);
	return Array.from({ length: count }, (_, i) => fields[i] ?? '');
}

/**
 * Returns the text after the separator at its beginning. A separator is a run of blanks, or one other character with the blanks around it.
 */
function afterSeparator(text: string, own: string, separators: string): string {
	const trimmed = trimStart(text, own);
	const first = [...trimmed][0];
	const isOther = first !== undefined && separators.includes(first);
	return isOther ? trimStart(trimmed.slice(first.length), own) : trimmed;
}

function trimStart(text: string, blanksOf: string): string {
	let start = 0;
	while (start < text.length && blanksOf.includes(text[start] ?? '')) start++;
	return text.slice(start);
}

function trimBlanks(text: string, blanksOf: string): string {
	let end = text.length;
	while (end > 0 && blanksOf.includes(text[end - 1] ?? '')) end--;
	return trimStart(text.slice(0, end), blanksOf);
}
