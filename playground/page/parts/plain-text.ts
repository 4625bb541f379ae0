/** Escape sequences of terminals: colours, cursor moves, titles and links. */
const sequences =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
	/\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])|\u009b[0-?]*[ -/]*[@-~]/g;
/** Characters that are invisible, or that change the order of the others. */
const unseen = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a text by others without the escape sequences of terminals. Other invisible characters are spelled out as `\u{…}`. */
export function plainText(text: string): string {
	return text.replace(/\r\n/g, '\n').replace(sequences, '').replace(unseen, spelledOut);
}

/** Returns a text by others as one line of at most `length` characters. */
export function plainLine(text: string, length = 160): string {
	const line = plainText(text).replace(/\s+/g, ' ').trim();
	return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

function spelledOut(character: string): string {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
