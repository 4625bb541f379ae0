/**
 * Returns a row in the format of RFC 4180, without its line feed. Threat: a journal contains texts of models and strangers, so a text
 * that a spreadsheet would read as a formula gets an apostrophe in front.
 */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
	return `${cells.map(cellOf).join(',')}\r`;
}

/**
 * Characters that reverse text or control a terminal. They are written as escapes, because people also read a table in a terminal. `jsonl`
 * keeps them unchanged.
 */
const steering = /[^\P{Cc}\t\r\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

function cellOf(value: string | number | undefined): string {
	if (value === undefined) return '';
	if (typeof value === 'number') return String(value);
	// Some programs treat full-width forms like the plain characters, and others remove leading spaces.
	const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(value);
	const shown = value.replace(steering, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
	const text = isFormula ? `'${shown}` : shown;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
