/** The bounds of GitHub's own comments, and of what the parser reads in well under a second. */
const most = { length: 65_536, containers: 200, marks: 1500, cells: 6000 };

const fenced = /^ {0,3}(`{3,}|~{3,})[^`\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;

/** Returns whether a text would keep the Markdown parser busy for seconds. The page then shows it as plain text. */
export function isCostly(markdown: string): boolean {
	if (markdown.length > most.length) return true;
	const text = markdown.replace(fenced, '');
	return (
		count(text, /\|/g) > most.cells ||
		text.split('\n').some((line) => count(/^[\s>*+\d.)-]*/.exec(line)?.[0] ?? '', /[>*+.)-]/g) > most.containers) ||
		text.split(/\n[ \t>]*\n/).some((block) => count(block, /\*+|_+|~+|[[\]]/g) > most.marks)
	);
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}
