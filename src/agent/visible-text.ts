/** Text without what a reader on GitHub cannot see, and what was taken out of it. */
export interface VisibleText {
	readonly text: string;
	/** In words; empty when nothing was removed. */
	readonly removed: string;
}

/** Zero-width, bidi, fillers, variation selectors and the tag block are all "default ignorable"; controls come on top. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]|(?![\n\t])\p{Cc}/gu;
const htmlComment = /<!--[\s\S]*?(?:-->|$)/g;

/** Threat: instructions that the maintainer who reads the issue never sees, but the model would. */
export function visibleText(source: string): VisibleText {
	const normal = source.toWellFormed().replace(/\r\n?/g, '\n');
	// First the characters: one of them inside `<!--` would hide the comment from the second pass.
	const shown = normal.replace(invisible, '');
	const text = withoutComments(shown);
	const parts = [
		count([...normal].length - [...shown].length, 'invisible character'),
		count([...shown].length - [...text].length, 'character', ' of HTML comments'),
	];
	return { text, removed: parts.filter((part) => part !== '').join(', ') };
}

/** Removing one comment can put together another. */
function withoutComments(text: string): string {
	const next = text.replace(htmlComment, '');
	return next === text ? text : withoutComments(next);
}

function count(amount: number, what: string, after = ''): string {
	return amount === 0 ? '' : `${amount} ${what}${amount === 1 ? '' : 's'}${after}`;
}
