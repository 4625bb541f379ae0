/** A link that every markdown reader understands in the same way. A code span inside it appears as a NUL. */
const plainLink = /(?<!!)\[[^[\]\\<&$]*\]\([\w:/.?#=%~+,-]*\)/g;
/** Characters that may begin a construct which contains a backtick: links, escapes, HTML, entities, formulas. */
const opener = /[[\]\\$]|<\S|&[#\w]/;
/** Signs of a word that GitHub may turn into a link by itself. Such a link includes a backtick directly after the word. */
const address = /:|www\./i;
/** Matches each line that may turn the lines around it into a table, also in a quote, and perhaps other lines. */
const delimiterRow = /^(?=.*-)[\s>|:-]+$/;

/**
 * Splits each line of a paragraph into alternating text and code spans. Returns undefined if a markdown reader may see other spans. This is
 * possible if a line does not close its own spans, or if its text could begin something that contains a backtick. By CommonMark 0.31.2, 6,
 * code spans bind as tightly as autolinks and HTML, and a link's address and title contain no code spans.
 *
 * A table's cell ends at a bar, even inside code. `mayBeTable` says whether the lines may be part of a table.
 */
export function codeSpans(
	lines: readonly string[],
	mayBeTable: boolean = lines.some((line) => delimiterRow.test(line)),
): readonly (readonly string[])[] | undefined {
	const found: (readonly string[])[] = [];
	for (const line of lines) {
		const parts = pairedRuns(line);
		if (parts === undefined || !isCertain(parts, mayBeTable)) return undefined;
		found.push(parts);
	}
	return found;
}

/** Returns a text without those links that every markdown reader understands in the same way. */
export function withoutLinks(text: string): string {
	return text.replace(plainLink, '');
}

function pairedRuns(line: string): readonly string[] | undefined {
	const runs = line.split(/(`+)/);
	const found: string[] = [];
	let text = '';
	for (let index = 0; index < runs.length; index += 1) {
		const run = runs[index] ?? '';
		if (!run.startsWith('`')) {
			text += run;
			continue;
		}
		const end = runs.indexOf(run, index + 1);
		if (end === -1) return undefined;
		found.push(text, runs.slice(index, end + 1).join(''));
		text = '';
		index = end;
	}
	return [...found, text];
}

function isCertain(parts: readonly string[], mayBeTable: boolean): boolean {
	if (parts.length === 1) return true;
	const texts = parts.filter((_, index) => index % 2 === 0);
	if (mayBeTable && parts.some((part, index) => index % 2 === 1 && part.includes('|'))) return false;
	if (texts.slice(0, -1).some((text) => address.test(lastWord(text)))) return false;
	return !opener.test(withoutLinks(texts.join('\0')));
}

function lastWord(text: string): string {
	return text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1);
}
