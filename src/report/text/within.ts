const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/**
 * The longest character, in code units, that is kept whole. A longer character, such as a letter with very many accents, is cut in the
 * middle.
 */
const longestCharacter = 100;

/** Returns the beginning of a text, in whole characters as people see them. It ends with `…` if something is missing. */
export function cutTo(text: string, length: number): string {
	if (text.length <= length) return text.toWellFormed();
	const end = Math.max(0, length - 1);
	const near = text.slice(0, end + longestCharacter);
	const start = characters.segment(near).containing(end)?.index ?? end;
	const whole = end - start > longestCharacter ? end : start;
	return `${text.slice(0, whole).replace(/[\ud800-\udbff]$/, '')}…`.toWellFormed();
}

/** Returns as many of the newest lines as fit, and the number of the others. */
export function newestWithin(
	lines: readonly string[],
	{ room, most }: { readonly room: number; readonly most: number },
): { readonly shown: readonly string[]; readonly left: number } {
	let length = 0;
	const first = lines.findLastIndex((line, index) => {
		length += line.length + 1;
		return length > room || lines.length - index > most;
	});
	return { shown: lines.slice(first + 1), left: first + 1 };
}
