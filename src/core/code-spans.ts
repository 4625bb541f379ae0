/** A link that holds nothing which markdown could read in two ways; a code span in it is a NUL. */
const plainLink = /(?<!!)\[[^[\]\\<&$]*\]\([\w:/.?#=%~+,-]*\)/g;
/** What may begin a construct that takes a backtick for its own: links, escapes, HTML, entities, formulas. */
const opener = /[[\]\\$]|<\S|&[#\w]/;
/** In a word that GitHub may make a link without being told; it takes a backtick right behind it along. */
const address = /:|www\./i;

/**
 * A paragraph's lines, each as alternating text and code spans; undefined where a reader may see other spans than these: where a line
 * does not close its own, or its text could begin something that holds a backtick (CommonMark 0.31.2, 6: code spans bind as tightly as
 * autolinks and HTML, and a link's address and title hold none).
 */
export function codeSpans(lines: readonly string[]): readonly (readonly string[])[] | undefined {
	const found: (readonly string[])[] = [];
	for (const line of lines) {
		const parts = pairedRuns(line);
		if (parts === undefined || !isCertain(parts)) return undefined;
		found.push(parts);
	}
	return found;
}

/** Text without the links that every reader of markdown sees. */
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

function isCertain(parts: readonly string[]): boolean {
	if (parts.length === 1) return true;
	const texts = parts.filter((_, index) => index % 2 === 0);
	// A table's cell ends at a bar even in code.
	if (parts.some((part, index) => index % 2 === 1 && part.includes('|'))) return false;
	if (texts.slice(0, -1).some((text) => address.test(lastWord(text)))) return false;
	return !opener.test(withoutLinks(texts.join('\0')));
}

function lastWord(text: string): string {
	return text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1);
}
