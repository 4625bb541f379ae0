/** The UTC day of a time as `YYYY-MM-DD`, which is the name of its file. */
export function dayOf(at: string): string {
	return new Date(at).toISOString().slice(0, 10);
}

/** The UTC hour and minute of a time, `HH:MM`. */
export function minuteOf(at: string): string {
	return new Date(at).toISOString().slice(11, 16);
}

/** One line of at most `limit` characters. Threat: a line break in a model's text could begin a forged entry. */
export function oneLine(text: string, limit: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	const characters = [...line];
	return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Text as a code span. Backticks in the text cannot close it. */
export function codeSpan(text: string): string {
	const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
	return `${fence}${pad}${text}${pad}${fence}`;
}

/** Throws if the day is invalid. Threat: the day becomes a file name. */
export function requireDay(day: string): void {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new TypeError(`not a day: ${day}`);
}
