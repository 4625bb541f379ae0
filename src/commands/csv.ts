/**
 * A row of RFC 4180, without its line feed. A text that a spreadsheet would take for a formula gets an apostrophe before it: a journal holds
 * what models and strangers wrote.
 */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
	return `${cells.map(cellOf).join(',')}\r`;
}

/** What turns text round or steers a terminal, which a table is read in, too; `jsonl` keeps it as it was. */
const steering = /[^\P{Cc}\t\r\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

function cellOf(value: string | number | undefined): string {
	if (value === undefined) return '';
	if (typeof value === 'number') return String(value);
	// Full-width forms count as the plain ones in some programs, and leading space is cut off in others.
	const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(value);
	const shown = value.replace(steering, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
	const text = isFormula ? `'${shown}` : shown;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
