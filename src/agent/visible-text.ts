/** A text without the parts that a reader on GitHub cannot see, and a note about those parts. */
export interface VisibleText {
	readonly text: string;
	/** The removed parts in words. Empty if nothing was removed. */
	readonly removed: string;
}

/**
 * Invisible characters. Zero-width characters, bidi controls, fillers, variation selectors and the tag block are all "default ignorable".
 * The pattern also matches control characters.
 */
export const invisible = /[\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]|(?![\n\t])\p{Cc}/gu;
const htmlComment = /<!--[\s\S]*?(?:-->|$)/g;

/** Removes invisible parts. Threat: the model would read hidden instructions, which a maintainer cannot see in the issue. */
export function visibleText(source: string): VisibleText {
	const normal = source.toWellFormed().replace(/\r\n?/g, '\n');
	// Remove invisible characters first. Otherwise, one of them inside `<!--` would hide the comment from the next step.
	const shown = normal.replace(invisible, '');
	const text = withoutComments(shown);
	const parts = [
		count([...normal].length - [...shown].length, 'invisible character'),
		count([...shown].length - [...text].length, 'character', ' of HTML comments'),
	];
	return { text, removed: parts.filter((part) => part !== '').join(', ') };
}

/** Removes HTML comments repeatedly, because the removal of one comment can create another. */
function withoutComments(text: string): string {
	const next = text.replace(htmlComment, '');
	return next === text ? text : withoutComments(next);
}

function count(amount: number, what: string, after = ''): string {
	return amount === 0 ? '' : `${amount} ${what}${amount === 1 ? '' : 's'}${after}`;
}
